//! Atoms: the numbers that stand for property keys in code, shapes and dictionaries.
//!
//! Lives here: the table of atoms and interning. What a key *means* on an object is in `object`.
//!
//! Invariants: equal strings have one atom; a string cell that carries an atom (`aux`) keeps it alive, and so do
//! shapes. An atom taken from a run-time string is good only while that string is rooted: [`Key`] says so. Names of
//! source texts and of built-ins are pinned for the life of the isolate.

use crate::kinds::{Flat, SYMBOL_CELL, Str, Symbol};
use crate::string::{self, View};
use crate::value::*;
use hashbrown::HashTable;

/// A string, symbol or private name used as a property key, by number. 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Atom(pub u32);

/// A property key: an array index, or an atom. Atoms from run-time strings are good only while the value that they
/// were made from stays rooted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// A canonical array index: 0 to 2^32 - 2.
    Index(u32),
    /// Anything else.
    Name(Atom),
}

impl From<Atom> for Key {
    fn from(atom: Atom) -> Key {
        Key::Name(atom)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    String,
    Symbol,
    Private,
    Free,
}

struct Entry {
    text: &'static str,
    cell: Option<GlobalId>,
    hash: u32,
    sort: Sort,
    pinned: bool,
    marked: bool,
}

/// All atoms of an isolate.
pub struct AtomTable {
    entries: Vec<Entry>,
    index: HashTable<u32>,
    free: Vec<u32>,
}

macro_rules! names {
    ($($name:ident $text:literal)+ ; $($symbol:ident $description:literal)+) => {
        /// Atoms known to the machine itself.
        #[allow(missing_docs)]
        pub mod names {
            use super::Atom;
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, dead_code)]
            enum Number { None, $($name,)+ $($symbol,)+ }
            $(pub const $name: Atom = Atom(Number::$name as u32);)+
            $(pub const $symbol: Atom = Atom(Number::$symbol as u32);)+
        }
        const STRINGS: &[&str] = &[$($text),+];
        const SYMBOLS: &[&str] = &[$($description),+];
    };
}

names! {
    EMPTY "" LENGTH "length" NAME "name" PROTOTYPE "prototype" CONSTRUCTOR "constructor" VALUE "value" DONE "done"
    NEXT "next" RETURN "return" THROW "throw" GET "get" SET "set" WRITABLE "writable" ENUMERABLE "enumerable"
    CONFIGURABLE "configurable" MESSAGE "message" STACK "stack" CAUSE "cause" ERRORS "errors" TO_STRING "toString"
    VALUE_OF "valueOf" TO_JSON "toJSON" PROTO "__proto__" ARGUMENTS "arguments" CALLEE "callee" CALLER "caller"
    INDEX "index" RAW "raw" HAS "has" KEYS "keys" ADD "add" SIZE "size" JOIN "join" DEFAULT "default"
    ANONYMOUS "anonymous" UNDEFINED "undefined" NULL "null" TRUE "true" FALSE "false" NUMBER "number" STRING "string"
    BOOLEAN "boolean" SYMBOL "symbol" OBJECT "object" FUNCTION "function" BIGINT "bigint" NAN "NaN"
    INFINITY "Infinity" NEG_INFINITY "-Infinity" ZERO "0" STAR_DEFAULT "*default*" GLOBAL_THIS "globalThis" SUPPRESSED "suppressed" ERROR "error"
    ;
    ITERATOR "Symbol.iterator" ASYNC_ITERATOR "Symbol.asyncIterator" HAS_INSTANCE "Symbol.hasInstance"
    TO_PRIMITIVE "Symbol.toPrimitive" TO_STRING_TAG "Symbol.toStringTag" SPECIES "Symbol.species"
    IS_CONCAT_SPREADABLE "Symbol.isConcatSpreadable" UNSCOPABLES "Symbol.unscopables" MATCH "Symbol.match"
    MATCH_ALL "Symbol.matchAll" REPLACE "Symbol.replace" SEARCH "Symbol.search" SPLIT "Symbol.split"
    DISPOSE "Symbol.dispose" ASYNC_DISPOSE "Symbol.asyncDispose" CLASS_FIELDS "fields"
}

/// The table's hash: it looks at the highest bits first, which a 32-bit hash leaves empty.
fn spread(hash: u32) -> u64 {
    (hash as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Default for AtomTable {
    fn default() -> Self {
        let mut table = AtomTable {
            entries: Vec::with_capacity(1024),
            index: HashTable::with_capacity(1024),
            free: Vec::new(),
        };
        table.entries.push(Entry {
            text: "",
            cell: None,
            hash: 0,
            sort: Sort::Free,
            pinned: true,
            marked: false,
        });
        for text in STRINGS {
            table.insert_static(text);
        }
        for text in SYMBOLS {
            table.entries.push(Entry {
                text,
                cell: None,
                hash: 0,
                sort: Sort::Symbol,
                pinned: true,
                marked: false,
            });
        }
        table
    }
}

impl AtomTable {
    fn insert_static(&mut self, text: &'static str) -> Atom {
        let hash = string::View::Latin1(text.as_bytes()).hash();
        let id = self.entries.len() as u32;
        self.entries.push(Entry { text, cell: None, hash, sort: Sort::String, pinned: true, marked: false });
        let entries = &self.entries;
        self.index.insert_unique(spread(hash), id, |&i| spread(entries[i as usize].hash));
        Atom(id)
    }

    /// The cell of an atom, if it has been made.
    #[inline(always)]
    pub fn cell(&self, atom: Atom) -> Option<GlobalId> {
        self.entries[atom.0 as usize].cell
    }

    /// Is it a symbol (not a private name)?
    pub fn is_symbol(&self, atom: Atom) -> bool {
        self.entries[atom.0 as usize].sort == Sort::Symbol
    }

    /// Is it a private name?
    pub fn is_private(&self, atom: Atom) -> bool {
        self.entries[atom.0 as usize].sort == Sort::Private
    }

    /// Is it a string?
    pub fn is_string(&self, atom: Atom) -> bool {
        self.entries[atom.0 as usize].sort == Sort::String
    }

    /// How many atoms there are.
    pub fn live(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Start of a full collection.
    pub fn clear_marks(&mut self) {
        for entry in &mut self.entries {
            entry.marked = false;
        }
    }

    /// Marks an atom as live; its cell, too, if `cell` is to be kept by the caller's marker.
    pub fn mark(&mut self, atom: Atom) -> Option<GlobalId> {
        let entry = &mut self.entries[atom.0 as usize];
        if std::mem::replace(&mut entry.marked, true) { None } else { entry.cell }
    }

    /// End of a full collection: forgets atoms that nothing names; gives the globals to drop.
    pub fn sweep(&mut self, dropped: &mut Vec<GlobalId>) {
        for id in 1..self.entries.len() {
            let entry = &mut self.entries[id];
            if entry.pinned || entry.marked || entry.sort == Sort::Free {
                continue;
            }
            if entry.sort == Sort::String
                && let Ok(found) = self.index.find_entry(spread(entry.hash), |&i| i as usize == id)
            {
                found.remove();
            }
            entry.sort = Sort::Free;
            dropped.extend(entry.cell.take());
            self.free.push(id as u32);
        }
    }

    fn new_entry(&mut self, entry: Entry) -> Atom {
        match self.free.pop() {
            Some(id) => {
                self.entries[id as usize] = entry;
                Atom(id)
            }
            None => {
                self.entries.push(entry);
                Atom(self.entries.len() as u32 - 1)
            }
        }
    }
}

fn find(cx: &Cx<'_>, hash: u32, view: View<'_>) -> Option<Atom> {
    let table = &cx.host.atoms;
    table
        .index
        .find(spread(hash), |&id| {
            let entry = &table.entries[id as usize];
            entry.hash == hash
                && match entry.cell {
                    Some(cell) => cx
                        .global(cell)
                        .cast::<Str>()
                        .and_then(string::try_view)
                        .is_some_and(|v| v.equals(view)),
                    None => View::Latin1(entry.text.as_bytes()).equals(view),
                }
        })
        .map(|&id| Atom(id))
}

/// The atom of a text, if it has one. It is good only while something keeps it alive.
pub fn existing(cx: &Cx<'_>, text: View<'_>) -> Option<Atom> {
    find(cx, text.hash(), text)
}

/// The atom of the string in `s`, which becomes flat. The atom lives as long as the string does.
pub fn intern<'rt>(cx: &mut Cx<'rt>, s: Root<'_, 'rt>) -> Result<Atom, Throw> {
    string::flatten(cx, s)?;
    let Some(flat) = s.cast::<Flat>(&*cx) else { return Ok(names::EMPTY) };
    if flat.aux() != 0 {
        return Ok(Atom(flat.aux()));
    }
    let hash = string::hash(flat);
    let view = string::try_view(flat.untyped().cast::<Str>().expect("a flat string is a string"));
    if let Some(view) = view
        && let Some(atom) = find(cx, hash, view)
    {
        flat.set_aux(atom.0);
        return Ok(atom);
    }
    let cell = cx.new_global(flat.into(), Strength::Weak);
    let entry = Entry { text: "", cell: Some(cell), hash, sort: Sort::String, pinned: false, marked: true };
    let atom = cx.host.atoms.new_entry(entry);
    let table = &mut cx.host.atoms;
    let entries = &table.entries;
    table.index.insert_unique(spread(hash), atom.0, |&i| spread(entries[i as usize].hash));
    if let Some(flat) = s.cast::<Flat>(&*cx) {
        flat.set_aux(atom.0);
    }
    Ok(atom)
}

/// The atom of a name from a source text or a table: never forgotten.
pub fn intern_pinned(cx: &mut Cx<'_>, text: &str) -> Result<Atom, Throw> {
    if text.is_ascii() {
        let view = View::Latin1(text.as_bytes());
        if let Some(atom) = find(cx, view.hash(), view) {
            return pin(cx, atom);
        }
    }
    intern_pinned_utf16(cx, &text.encode_utf16().collect::<Vec<_>>())
}

/// Like [`intern_pinned`], for names of the machine's own tables, whose text is not copied.
pub fn intern_static(cx: &mut Cx<'_>, text: &'static str) -> Atom {
    let view = View::Latin1(text.as_bytes());
    match find(cx, view.hash(), view) {
        Some(atom) => {
            cx.host.atoms.entries[atom.0 as usize].pinned = true;
            if let Some(cell) = cx.host.atoms.cell(atom) {
                repin(cx, atom, cell);
            }
            atom
        }
        None => cx.host.atoms.insert_static(text),
    }
}

/// Like [`intern_pinned`], for text that may hold lone surrogates.
pub fn intern_pinned_utf16(cx: &mut Cx<'_>, text: &[u16]) -> Result<Atom, Throw> {
    let view = View::Utf16(text);
    if let Some(atom) = find(cx, view.hash(), view) {
        return pin(cx, atom);
    }
    roots!(cx; s);
    let made: Value<'_, '_> = if text.iter().all(|&u| u < 256) {
        let bytes: Vec<u8> = text.iter().map(|&u| u as u8).collect();
        cx.alloc_bytes::<Flat>(crate::kinds::FLAT8, 0, 0, bytes.len(), |out, _| out.copy_from_slice(&bytes))?
            .into()
    } else {
        cx.alloc_units::<Flat>(crate::kinds::FLAT16, 0, 0, text.len(), |out, _| out.copy_from_slice(text))?
            .into()
    };
    s.set(made);
    let atom = intern(cx, s)?;
    pin(cx, atom)
}

fn pin(cx: &mut Cx<'_>, atom: Atom) -> Result<Atom, Throw> {
    let entry = &mut cx.host.atoms.entries[atom.0 as usize];
    if !std::mem::replace(&mut entry.pinned, true)
        && let Some(cell) = entry.cell
    {
        repin(cx, atom, cell);
    }
    Ok(atom)
}

/// Replaces an atom's weak global by a strong one.
fn repin(cx: &mut Cx<'_>, atom: Atom, weak: GlobalId) {
    let strong = cx.new_global(cx.global(weak), Strength::Strong);
    cx.drop_global(weak);
    cx.host.atoms.entries[atom.0 as usize].cell = Some(strong);
}

/// The string or symbol of an atom, made now if a static name has not been needed as a value before.
#[inline]
pub fn to_value<'a, 'rt>(cx: &'a mut Cx<'rt>, atom: Atom) -> Completion<'a, 'rt> {
    match cx.host.atoms.cell(atom) {
        Some(cell) => Ok(cx.global(cell)),
        None => make_cell(cx, atom),
    }
}

#[cold]
#[inline(never)]
fn make_cell<'a, 'rt>(cx: &'a mut Cx<'rt>, atom: Atom) -> Completion<'a, 'rt> {
    let Entry { text, hash, sort, .. } = cx.host.atoms.entries[atom.0 as usize];
    roots!(cx; out);
    if sort == Sort::String {
        let flat = cx.alloc_bytes::<Flat>(crate::kinds::FLAT8, atom.0, hash, text.len(), |out, _| {
            out.copy_from_slice(text.as_bytes())
        })?;
        out.set(flat);
    } else {
        roots!(cx; description);
        let v: Value<'_, '_> = cx
            .alloc_bytes::<Flat>(crate::kinds::FLAT8, 0, 0, text.len(), |out, _| {
                out.copy_from_slice(text.as_bytes())
            })?
            .into();
        description.set(v);
        let symbol = cx.alloc::<Symbol>(SYMBOL_CELL, 0, 1)?;
        symbol.set(0, description.get(symbol));
        symbol.set_raw(0, atom.0 as u64);
        out.set(symbol);
    }
    let cell = cx.new_global(out.get(&*cx), Strength::Strong);
    cx.host.atoms.entries[atom.0 as usize].cell = Some(cell);
    Ok(cx.global(cell))
}

/// A new symbol, or private name, whose description is in `description` (a string or undefined).
pub fn new_symbol<'a, 'rt>(
    cx: &'a mut Cx<'rt>,
    description: Root<'_, 'rt>,
    private: bool,
) -> Completion<'a, 'rt> {
    roots!(cx; out);
    let symbol = cx.alloc::<Symbol>(SYMBOL_CELL, 0, 1)?;
    symbol.set(0, description.get(symbol));
    out.set(symbol);
    let cell = Some(cx.new_global(out.get(&*cx), Strength::Weak));
    let sort = if private { Sort::Private } else { Sort::Symbol };
    let atom = cx.host.atoms.new_entry(Entry { text: "", cell, hash: 0, sort, pinned: false, marked: true });
    if let Some(symbol) = out.cast::<Symbol>(&*cx) {
        symbol.set_raw(0, atom.0 as u64 | (private as u64) << 32);
    }
    Ok(out.get(&*cx))
}

/// The atom of a symbol.
#[inline]
pub fn of_symbol(symbol: Gc<'_, '_, Symbol>) -> Atom {
    Atom(symbol.raw(0) as u32)
}

/// The key's value: a string (also for indices) or a symbol.
pub fn key_to_value<'a, 'rt>(cx: &'a mut Cx<'rt>, key: Key) -> Completion<'a, 'rt> {
    match key {
        Key::Name(atom) => to_value(cx, atom),
        Key::Index(i) => string::from_latin1(cx, i.to_string().as_bytes()),
    }
}

/// The text of a string's atom.
pub fn text<'a>(cx: &'a Cx<'_>, atom: Atom) -> View<'a> {
    let entry = &cx.host.atoms.entries[atom.0 as usize];
    match entry.cell {
        Some(cell) => cx.global(cell).cast::<Str>().and_then(string::try_view),
        None => None,
    }
    .unwrap_or(View::Latin1(entry.text.as_bytes()))
}

/// The text of a key for messages: symbols as `Symbol(description)`.
pub fn key_text(cx: &Cx<'_>, key: Key) -> String {
    let atom = match key {
        Key::Index(i) => return i.to_string(),
        Key::Name(atom) => atom,
    };
    let entry = &cx.host.atoms.entries[atom.0 as usize];
    let text = match entry.cell.map(|cell| cx.global(cell)) {
        None => entry.text.to_string(),
        Some(v) => match (v.cast::<Str>(), v.cast::<Symbol>()) {
            (Some(s), _) => string::to_rust_string(s),
            (_, Some(s)) => s.get(0).cast::<Str>().map(string::to_rust_string).unwrap_or_default(),
            _ => String::new(),
        },
    };
    if entry.sort == Sort::Symbol { format!("Symbol({text})") } else { text }
}

/// The key that a flat string spells: an index if it is a canonical one.
pub fn key_of_string<'rt>(cx: &mut Cx<'rt>, s: Root<'_, 'rt>) -> Result<Key, Throw> {
    string::flatten(cx, s)?;
    if let Some(flat) = s.cast::<Flat>(&*cx)
        && flat.aux() == 0
        && let Some(view) = flat.untyped().cast::<Str>().and_then(string::try_view)
        && let Some(index) = view.array_index()
    {
        return Ok(Key::Index(index));
    }
    // An atom of index-like text exists only for names from source texts, which are checked here, too.
    let atom = intern(cx, s)?;
    if let Some(index) = atom_index(cx, atom) {
        return Ok(Key::Index(index));
    }
    Ok(Key::Name(atom))
}

/// The array index that an atom's text spells, if it does.
pub fn atom_index(cx: &Cx<'_>, atom: Atom) -> Option<u32> {
    let entry = &cx.host.atoms.entries[atom.0 as usize];
    if entry.sort != Sort::String {
        return None;
    }
    match entry.cell {
        Some(cell) => cx.global(cell).cast::<Str>().and_then(string::try_view).and_then(View::array_index),
        None => View::Latin1(entry.text.as_bytes()).array_index(),
    }
}
