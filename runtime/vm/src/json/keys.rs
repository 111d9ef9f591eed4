//! Property keys of a text being parsed, and what has been learned about its objects.
//!
//! Equal key texts are read once: the cache goes by their position in the text. Objects in the same place of a text
//! (under the same key, or elements of the same array) tend to have the same keys in the same order, so the keys and
//! the shape of the last one in a place are the prediction for the next: a *template*.

use super::scan::Unit;
use super::values::List;
use crate::atom::Key;
use crate::shape::ShapeId;
use crate::value::*;
use std::collections::HashMap;

/// A key and where its text lies, without the quotes, escapes included.
#[derive(Clone, Copy)]
pub struct PropertyKey {
    /// The key. Its string, if any, is rooted for as long as the text is parsed.
    pub key: Key,
    /// Where the text begins.
    pub at: u32,
    /// Its length.
    pub len: u32,
}

/// Places that are told apart.
const CONTEXTS: usize = 64;
/// Entries of the cache.
const CACHE: usize = 256;
/// Templates of one text.
const MAX_TEMPLATES: usize = 4096;
/// No template.
pub const NONE: u32 = u32::MAX;

impl PropertyKey {
    /// Where in a text a value under this key is.
    #[inline(always)]
    pub fn context(self) -> u32 {
        let n = match self.key {
            Key::Name(atom) => atom.0,
            Key::Index(_) => 1,
        };
        n.wrapping_mul(0x9E37_79B1) >> 26
    }
}

/// The cache of key texts.
#[derive(Default)]
pub struct KeyCache {
    entries: Vec<PropertyKey>,
}

impl KeyCache {
    /// The key whose text, closing quote included, is the `len + 1` units at `at`; or else where in the cache it belongs.
    #[inline]
    pub fn find<U: Unit>(&mut self, text: &[U], at: usize, len: usize) -> Result<PropertyKey, usize> {
        if self.entries.is_empty() {
            self.entries = vec![PropertyKey { key: Key::Index(0), at: 0, len: NONE }; CACHE];
        }
        let place = U::quick_hash(text, at, len) as usize & (CACHE - 1);
        match self.entries.get(place) {
            Some(&entry) if entry.len as usize == len && U::same(text, entry.at as usize, at, len + 1) => {
                Ok(entry)
            }
            _ => Err(place),
        }
    }
    /// Puts a key where `find` said.
    pub fn put(&mut self, place: usize, key: PropertyKey) {
        if let Some(entry) = self.entries.get_mut(place) {
            *entry = key;
        }
    }
}

/// The keys and the shape of an object that was read before.
pub struct Template {
    /// Its shape, which the list of exemplars keeps alive.
    pub shape: ShapeId,
    /// Words of such an object.
    pub words: usize,
    /// Its keys in order.
    pub keys: Box<[PropertyKey]>,
}

/// All templates. They never change, since unfinished objects refer to them.
pub struct Templates<'f, 'rt> {
    list: Vec<Template>,
    contexts: [u32; CONTEXTS],
    by_shape: HashMap<ShapeId, u32>,
    exemplars: List<'f, 'rt>,
}

impl<'f, 'rt> Templates<'f, 'rt> {
    /// None yet; `exemplars` will hold one object of each shape.
    pub fn new(exemplars: Root<'f, 'rt>) -> Self {
        Templates {
            list: Vec::new(),
            contexts: [NONE; CONTEXTS],
            by_shape: HashMap::new(),
            exemplars: List::new(exemplars),
        }
    }
    /// The prediction for a place.
    #[inline(always)]
    pub fn predict(&self, context: u32) -> u32 {
        self.contexts[context as usize % CONTEXTS]
    }
    /// A template.
    #[inline(always)]
    pub fn get(&self, template: u32) -> Option<&Template> {
        self.list.get(template as usize)
    }
    /// Remembers the object in `exemplar`, whose shape is shared, as the last one in a place.
    pub fn learn(
        &mut self,
        cx: &mut Cx<'rt>,
        context: u32,
        shape: ShapeId,
        words: usize,
        keys: &[PropertyKey],
        exemplar: Root<'_, 'rt>,
    ) -> Result<(), Throw> {
        let template = match self.by_shape.get(&shape) {
            Some(&template) => template,
            None if self.list.len() >= MAX_TEMPLATES => return Ok(()),
            None => {
                self.exemplars.push(cx, exemplar)?;
                let template = self.list.len() as u32;
                self.list.push(Template { shape, words, keys: keys.into() });
                self.by_shape.insert(shape, template);
                template
            }
        };
        self.contexts[context as usize % CONTEXTS] = template;
        Ok(())
    }
}
