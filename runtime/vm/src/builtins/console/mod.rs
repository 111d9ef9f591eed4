//! console, performance, print, gc, and as much of Date as there is.
//!
//! Rooms: [`inspect`] the walk over values, [`special`] and [`errors`] what kinds of objects show, [`layout`] quoting
//! and lines, [`format`] format specifiers, [`table`] console.table. Where the text goes is `crate::output`'s business.

pub mod errors;
pub mod format;
pub mod inspect;
pub mod layout;
pub mod special;
pub mod table;

use crate::atom;
use crate::kinds::*;
use crate::output::Stream;
use crate::realm::{Args, Spec, method, tag};
use crate::shape::attr;
use crate::string;
use crate::value::*;
use crate::{convert, error, object};
use inspect::Options;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The methods of a namespace object of the web platform are enumerable.
const fn shown(name: &'static str, f: crate::realm::NativeFn) -> Spec {
    Spec { attrs: attr::WEC, ..method(name, f, 0) }
}

/// console's own.
pub static PROPERTIES: &[Spec] = &[
    shown("log", log),
    shown("warn", warn),
    shown("dir", dir),
    shown("time", time),
    shown("timeEnd", time_end),
    shown("timeLog", time_log),
    shown("trace", trace),
    shown("assert", assert),
    shown("clear", clear),
    shown("count", count),
    shown("countReset", count_reset),
    shown("group", group),
    shown("groupEnd", group_end),
    shown("table", table::table),
    shown("debug", log),
    shown("info", log),
    shown("dirxml", log),
    shown("error", warn),
    shown("groupCollapsed", group),
    tag("console"),
];

/// performance's own.
pub static PERFORMANCE: &[Spec] = &[shown("now", now), tag("Performance")];

/// Date's own.
pub static DATE: &[Spec] = &[method("now", date_now, 0)];

/// What `console` remembers between calls.
#[derive(Default, Debug)]
pub struct State {
    indentation: usize,
    counts: HashMap<String, u64>,
    timers: HashMap<String, Instant>,
}

/// Writes a text, indented as groups demand, as a line of its own.
fn write(cx: &mut Cx<'_>, stream: Stream, text: &str) {
    let machine = &mut *cx.host.machine;
    match machine.console.indentation {
        0 => machine.output.line(stream, text),
        n => {
            let indentation = " ".repeat(n);
            let text = text.replace('\n', &format!("\n{indentation}"));
            machine.output.line(stream, &format!("{indentation}{text}"));
        }
    }
}

/// How the console prints a value. An exception of user code on the way is dropped: what is left is a short
/// description.
pub fn show<'rt>(cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> String {
    match inspect::inspect(cx, v, Options::default()) {
        Ok(text) => text,
        Err(thrown) => {
            roots!(cx; ignored);
            error::take_exception(cx, thrown, ignored);
            error::describe(&*cx, v.get(&*cx))
        }
    }
}

/// console.log(...data): also debug, info and dirxml.
pub fn log<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let text = format::format(cx, args.rest(0))?;
    write(cx, Stream::Out, &text);
    Ok(undefined())
}

/// console.warn(...data): also error.
pub fn warn<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let text = format::format(cx, args.rest(0))?;
    write(cx, Stream::Err, &text);
    Ok(undefined())
}

/// console.dir(item, options)
pub fn dir<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    roots!(cx; v);
    let mut options = Options::default();
    if args.get(1).get(&*cx).is_object() {
        let key = atom::intern_static(cx, "depth");
        v.set(object::get(cx, args.get(1), key)?);
        match v.get(&*cx).as_number() {
            Some(n) => options.depth = n as i32,
            None if v.get(&*cx).is_null() => options.depth = i32::MAX,
            None => {}
        }
        let key = atom::intern_static(cx, "showHidden");
        v.set(object::get(cx, args.get(1), key)?);
        options.show_hidden = convert::to_boolean(v.get(&*cx));
    }
    let text = inspect::inspect(cx, args.get(0), options)?;
    write(cx, Stream::Out, &text);
    Ok(undefined())
}

/// console.trace(...data)
pub fn trace<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let text = format::format(cx, args.rest(0))?;
    let frames = crate::dispatch::stack_trace(cx);
    let head = if text.is_empty() { "Trace".into() } else { format!("Trace: {text}") };
    let text = if frames.is_empty() { head } else { format!("{head}\n{frames}") };
    write(cx, Stream::Err, &text);
    Ok(undefined())
}

/// console.assert(condition, ...data)
pub fn assert<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if convert::to_boolean(args.get(0).get(&*cx)) {
        return Ok(undefined());
    }
    let window = cx.window(args.len().saturating_sub(1).max(1))?;
    let rest = window.slots();
    for i in 1..args.len() {
        rest.at(i - 1).copy(args.get(i));
    }
    let head = if args.len() > 1 {
        format!("Assertion failed: {}", format::string_of(cx, args.get(1))?)
    } else {
        "Assertion failed".into()
    };
    rest.at(0).set(string::from_str(cx, &head)?);
    let text = format::format(cx, rest)?;
    write(cx, Stream::Err, &text);
    Ok(undefined())
}

/// console.clear(): nothing, since output may be anything but a terminal.
pub fn clear<'a, 'rt>(_: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(undefined())
}

/// The label in argument 0, `default` if there is none.
fn label<'rt>(cx: &mut Cx<'rt>, args: Args<'_, 'rt>) -> Result<String, Throw> {
    if args.get(0).get(&*cx).is_undefined() {
        return Ok("default".into());
    }
    format::string_of(cx, args.get(0))
}

/// console.count(label)
pub fn count<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let label = label(cx, args)?;
    let n = cx.host.console.counts.entry(label.clone()).or_default();
    *n += 1;
    let text = format!("{label}: {n}");
    write(cx, Stream::Out, &text);
    Ok(undefined())
}

/// console.countReset(label)
pub fn count_reset<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let label = label(cx, args)?;
    if cx.host.console.counts.remove(&label).is_none() {
        write(cx, Stream::Err, &format!("Warning: Count for '{label}' does not exist"));
    }
    Ok(undefined())
}

/// So much further are groups indented.
const GROUP: usize = 2;

/// console.group(...label): also groupCollapsed.
pub fn group<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    if !args.is_empty() {
        log(cx, args)?;
    }
    cx.host.console.indentation += GROUP;
    Ok(undefined())
}

/// console.groupEnd()
pub fn group_end<'a, 'rt>(cx: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let indentation = &mut cx.host.console.indentation;
    *indentation = indentation.saturating_sub(GROUP);
    Ok(undefined())
}

/// console.time(label)
pub fn time<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let label = label(cx, args)?;
    match cx.host.console.timers.entry(label) {
        Entry::Vacant(entry) => {
            entry.insert(Instant::now());
        }
        Entry::Occupied(entry) => {
            let text = format!("Warning: Label '{}' already exists for console.time()", entry.key());
            write(cx, Stream::Err, &text);
        }
    }
    Ok(undefined())
}

/// What a timer says, or a warning that there is none.
fn elapsed(cx: &mut Cx<'_>, label: &str, method: &str) -> Option<String> {
    let Some(start) = cx.host.console.timers.get(label) else {
        write(cx, Stream::Err, &format!("Warning: No such label '{label}' for console.{method}()"));
        return None;
    };
    Some(format!("{label}: {}", duration(start.elapsed().as_secs_f64() * 1000.0)))
}

/// Milliseconds, or larger units where those are too many.
fn duration(ms: f64) -> String {
    if ms < 1000.0 {
        let text = format!("{ms:.3}");
        return format!("{}ms", text.trim_end_matches('0').trim_end_matches('.'));
    }
    if ms < 60_000.0 {
        return format!("{:.3}s", ms / 1000.0);
    }
    let (minutes, seconds) = ((ms / 60_000.0).floor(), ms % 60_000.0 / 1000.0);
    if minutes < 60.0 {
        return format!("{minutes}:{seconds:06.3} (m:ss.mmm)");
    }
    format!("{}:{:02}:{seconds:06.3} (h:mm:ss.mmm)", (minutes / 60.0).floor(), minutes % 60.0)
}

/// console.timeEnd(label)
pub fn time_end<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let label = label(cx, args)?;
    if let Some(text) = elapsed(cx, &label, "timeEnd") {
        write(cx, Stream::Out, &text);
        cx.host.console.timers.remove(&label);
    }
    Ok(undefined())
}

/// console.timeLog(label, ...data)
pub fn time_log<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let label = label(cx, args)?;
    if let Some(mut text) = elapsed(cx, &label, "timeLog") {
        for i in 1..args.len() {
            text.push(' ');
            match args.get(i).cast::<Str>(&*cx) {
                Some(s) => text.push_str(&string::to_rust_string(s)),
                None => text.push_str(&inspect::inspect(cx, args.get(i), Options::default())?),
            }
        }
        write(cx, Stream::Out, &text);
    }
    Ok(undefined())
}

/// print(...values): ToString of each, with blanks between, as a line on standard output.
pub fn print<'a, 'rt>(cx: &'a mut Cx<'rt>, args: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let mut text = String::new();
    for i in 0..args.len() {
        if i > 0 {
            text.push(' ');
        }
        text.push_str(&format::string_of(cx, args.get(i))?);
    }
    cx.host.machine.output.line(Stream::Out, &text);
    Ok(undefined())
}

/// gc(): a full collection now.
pub fn gc<'a, 'rt>(cx: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    cx.collect_full();
    for global in cx.host.take_dropped() {
        cx.drop_global(global);
    }
    Ok(undefined())
}

/// performance.now(): milliseconds since the machine was made.
pub fn now<'a, 'rt>(cx: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Ok(number(cx.host.start.elapsed().as_nanos() as f64 / 1e6))
}

/// Date.now()
pub fn date_now<'a, 'rt>(_: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(number(since.as_millis() as f64))
}

/// Date(...) and new Date(...)
pub fn date<'a, 'rt>(cx: &'a mut Cx<'rt>, _: Args<'_, 'rt>) -> Completion<'a, 'rt> {
    Err(error::type_error(cx, "Date is not supported yet"))
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn durations() {
        for (ms, expected) in [
            (0.1234, "0.123ms"),
            (0.0, "0ms"),
            (15.5, "15.5ms"),
            (999.0, "999ms"),
            (1000.0, "1.000s"),
            (59_999.0, "59.999s"),
            (65_250.0, "1:05.250 (m:ss.mmm)"),
            (3_723_004.0, "1:02:03.004 (h:mm:ss.mmm)"),
        ] {
            assert_eq!(duration(ms), expected);
        }
    }
}
