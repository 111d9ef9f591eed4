//! The JavaScript virtual machine of Tercet: values, objects, bytecode, dispatch, built-ins, on the moving heap of
//! `tercet-gc`.
//!
//! Rooms: [`value`] and [`kinds`] say what words and cells mean; [`string`], [`atom`], [`shape`], [`object`], [`table`]
//! are the data; [`convert`], [`operators`], [`error`] the abstract operations; [`code`] what the compiler makes;
//! [`dispatch`] and [`call`] run it; [`iteration`] is the heart; [`realm`] and [`builtins`] the standard library. The
//! front end is not here: it hands over [`code::template::TemplateSpec`].
//!
//! `unsafe` occurs in [`dispatch`] only.
#![deny(unsafe_code)]

pub mod atom;
pub mod builtins;
pub mod call;
pub mod code;
pub mod convert;
pub mod dispatch;
pub mod error;
pub mod function;
pub mod host;
pub mod iteration;
pub mod json;
pub mod kinds;
pub mod object;
pub mod operators;
pub mod output;
pub mod protectors;
pub mod realm;
pub mod script;
pub mod shape;
pub mod string;
pub mod table;
pub mod value;
pub mod vm;
