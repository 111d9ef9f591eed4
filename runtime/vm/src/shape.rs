//! Shapes: which named properties an object has, where their values lie, and what its prototype is.
//!
//! Lives here: the shape table, transitions, dictionaries, look-ups. What an access *does* is in `object`.
//!
//! Invariants: a shared shape never changes; a unique one (dictionary) belongs to one object and changes in place
//! when properties are added, but gets a new number when one is removed or reconfigured, so that a cached
//! (shape, slot) pair stays true. Numbers are reused only after every inline cache that held them has been cleared.

use crate::atom::Atom;
use crate::value::GlobalId;
use indexmap::IndexMap;
use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A shape, by number. 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShapeId(pub u32);

/// Attributes of a property, as bits.
pub mod attr {
    /// Writable (data properties).
    pub const W: u8 = 1;
    /// Enumerable.
    pub const E: u8 = 2;
    /// Configurable.
    pub const C: u8 = 4;
    /// The slot holds an accessor pair.
    pub const ACCESSOR: u8 = 8;
    /// What assignment creates.
    pub const WEC: u8 = W | E | C;
    /// What built-in methods have.
    pub const WC: u8 = W | C;
}

/// Flags of a shape, as bits.
pub mod flag {
    /// Unique: belongs to one object.
    pub const UNIQUE: u16 = 1;
    /// The object is (or was) a prototype: changes bump the epoch.
    pub const PROTOTYPE: u16 = 2;
    /// [[Extensible]] is false.
    pub const NOT_EXTENSIBLE: u16 = 4;
    /// Indexed elements are not configurable (sealed) ...
    pub const SEALED_ELEMENTS: u16 = 8;
    /// ... nor writable (frozen).
    pub const FROZEN_ELEMENTS: u16 = 16;
    /// A function whose `length`, `name` and `prototype` have not been materialised.
    pub const LAZY_FUNCTION: u16 = 32;
    /// One of the objects whose changes the protectors watch.
    pub const WATCHED: u16 = 64;
    /// An inline cache relies on this unique shape *not* having some key.
    pub const MISS_CACHED: u16 = 128;
    /// %Object.prototype%: its prototype cannot be changed.
    pub const IMMUTABLE_PROTOTYPE: u16 = 256;
    /// Array `length` is not writable.
    pub const LENGTH_READ_ONLY: u16 = 512;
    /// An inline cache holds this unique shape's number: when a property goes, the shape needs a new one.
    pub const CACHED: u16 = 2048;
    /// Arrays only: no object of another kind shares a shape with them, whatever its prototype.
    pub const ARRAY: u16 = 4096;
    /// Some property is not a plain writable, enumerable, configurable data property.
    pub const UNUSUAL: u16 = 1024;
}

/// Where a property is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Number of the slot.
    pub index: u32,
    /// Attributes.
    pub attrs: u8,
}

/// Objects with more properties become dictionaries.
const MAX_SHARED: u32 = 128;
/// Longest parent chain that is walked before a map is built.
const MAX_WALK: u32 = 6;
const CACHE: usize = 2048;
/// Between getting a shape's number and giving it to an object there is one allocation, which may collect once for
/// stress and once more because the heap is full.
const FRESH: u8 = 2;

#[derive(Clone, Copy, Default)]
struct Entry {
    slot: u32,
    attrs: u8,
    order: u32,
}

/// For keys that are a few small numbers: one multiplication each.
#[derive(Default)]
pub struct NumberHasher(u64);
impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.write_u64(b as u64)
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.write_u64(n as u64)
    }
    fn write_u16(&mut self, n: u16) {
        self.write_u64(n as u64)
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(n as u64)
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0 ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }
    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64)
    }
}

/// A hash table keyed by small numbers.
pub type NumberMap<K, V> = HashMap<K, V, BuildHasherDefault<NumberHasher>>;

type Map = IndexMap<Atom, Entry, BuildHasherDefault<NumberHasher>>;

struct Shape {
    proto: Option<GlobalId>,
    itself: Option<GlobalId>,
    flags: u16,
    inline: u8,
    pinned: bool,
    /// How many full collections it survives without an object: its number has just been handed out.
    fresh: u8,
    marked: bool,
    count: u32,
    parent: ShapeId,
    key: Atom,
    attrs: u8,
    map: Option<Box<Map>>,
    free_slots: Vec<u32>,
    order: u32,
    transitions: Vec<(Atom, u8, ShapeId)>,
}

/// All shapes of an isolate.
pub struct ShapeTable {
    shapes: Vec<Option<Box<Shape>>>,
    free: Vec<u32>,
    roots: NumberMap<(u32, u8, u16), ShapeId>,
    cache: Box<[Cell<(u32, u32, u32)>]>,
    /// Changes whenever a prototype's set of properties does: caches of inherited properties compare it.
    pub epoch: u32,
}

impl Default for ShapeTable {
    fn default() -> Self {
        ShapeTable {
            shapes: vec![None],
            free: Vec::new(),
            roots: NumberMap::default(),
            cache: vec![Cell::new((0, 0, 0)); CACHE].into(),
            epoch: 1,
        }
    }
}

/// Cached answer "no such property".
const MISSING: u32 = u32::MAX;

impl ShapeTable {
    #[inline(always)]
    fn get(&self, id: ShapeId) -> &Shape {
        self.shapes[id.0 as usize].as_deref().expect("a live shape")
    }
    fn get_mut(&mut self, id: ShapeId) -> &mut Shape {
        self.shapes[id.0 as usize].as_deref_mut().expect("a live shape")
    }
    fn insert(&mut self, shape: Shape) -> ShapeId {
        match self.free.pop() {
            Some(id) => {
                self.shapes[id as usize] = Some(Box::new(shape));
                ShapeId(id)
            }
            None => {
                self.shapes.push(Some(Box::new(shape)));
                ShapeId(self.shapes.len() as u32 - 1)
            }
        }
    }

    /// How many shapes there are.
    pub fn live(&self) -> usize {
        self.shapes.len() - 1 - self.free.len()
    }

    /// The shape without properties for a prototype, a number of inline slots, and flags. Shared.
    pub fn root(&mut self, proto: Option<GlobalId>, inline: u8, flags: u16) -> ShapeId {
        let key = (proto.map_or(0, |g| g.0 + 1), inline, flags);
        if let Some(&id) = self.roots.get(&key) {
            self.get_mut(id).fresh = FRESH;
            return id;
        }
        let id = self.insert(Shape {
            proto,
            itself: None,
            flags,
            inline,
            pinned: false,
            fresh: FRESH,
            marked: true,
            count: 0,
            parent: ShapeId(0),
            key: Atom(0),
            attrs: 0,
            map: None,
            free_slots: Vec::new(),
            order: 0,
            transitions: Vec::new(),
        });
        self.roots.insert(key, id);
        id
    }

    /// A new unique shape without properties.
    pub fn unique(&mut self, proto: Option<GlobalId>, inline: u8, flags: u16) -> ShapeId {
        self.insert(Shape {
            proto,
            itself: None,
            flags: flags | flag::UNIQUE,
            inline,
            pinned: false,
            fresh: FRESH,
            marked: true,
            count: 0,
            parent: ShapeId(0),
            key: Atom(0),
            attrs: 0,
            map: Some(Box::default()),
            free_slots: Vec::new(),
            order: 0,
            transitions: Vec::new(),
        })
    }

    /// The prototype's global.
    #[inline]
    pub fn proto(&self, id: ShapeId) -> Option<GlobalId> {
        self.get(id).proto
    }
    /// The flags.
    #[inline]
    pub fn flags(&self, id: ShapeId) -> u16 {
        self.get(id).flags
    }
    /// Has this flag?
    #[inline]
    pub fn has(&self, id: ShapeId, flag: u16) -> bool {
        self.get(id).flags & flag != 0
    }
    /// Sets flags of a unique shape.
    pub fn set_flags(&mut self, id: ShapeId, flags: u16) {
        debug_assert!(self.has(id, flag::UNIQUE));
        self.get_mut(id).flags |= flags;
    }
    /// Clears flags of a unique shape.
    pub fn clear_flags(&mut self, id: ShapeId, flags: u16) {
        self.get_mut(id).flags &= !flags;
    }
    /// How many slots lie inside the object.
    #[inline]
    pub fn inline(&self, id: ShapeId) -> u32 {
        self.get(id).inline as u32
    }
    /// How many slots are in use.
    #[inline]
    pub fn count(&self, id: ShapeId) -> u32 {
        self.get(id).count
    }
    /// The global of the object that owns this unique shape, once it is a prototype.
    pub fn itself(&self, id: ShapeId) -> Option<GlobalId> {
        self.get(id).itself
    }
    /// Records it.
    pub fn set_itself(&mut self, id: ShapeId, global: GlobalId) {
        self.get_mut(id).itself = Some(global);
    }
    /// Keeps a shape for the life of the isolate.
    pub fn pin(&mut self, id: ShapeId) {
        self.get_mut(id).pinned = true;
    }

    /// Finds a property.
    #[inline]
    pub fn lookup(&self, id: ShapeId, key: Atom) -> Option<Slot> {
        let at = &self.cache
            [(id.0.wrapping_mul(0x9E37_79B1) ^ key.0.wrapping_mul(0x85EB_CA6B)) as usize >> 7 & (CACHE - 1)];
        let (s, k, found) = at.get();
        if s == id.0 && k == key.0 {
            return (found != MISSING).then_some(Slot { index: found >> 4, attrs: (found & 15) as u8 });
        }
        let shape = self.get(id);
        let found = self.lookup_slow(shape, key);
        if shape.flags & flag::UNIQUE == 0 {
            at.set((id.0, key.0, found.map_or(MISSING, |f| f.index << 4 | f.attrs as u32)));
        }
        found
    }

    fn lookup_slow(&self, shape: &Shape, key: Atom) -> Option<Slot> {
        let mut shape = shape;
        loop {
            if let Some(map) = &shape.map {
                return map.get(&key).map(|e| Slot { index: e.slot, attrs: e.attrs });
            }
            if shape.parent.0 == 0 {
                return None;
            }
            if shape.key == key {
                return Some(Slot { index: shape.count - 1, attrs: shape.attrs });
            }
            shape = self.get(shape.parent);
        }
    }

    /// Adds a property that is not there. For a unique shape the number stays; otherwise it is another shape.
    pub fn add(&mut self, id: ShapeId, key: Atom, attrs: u8) -> (ShapeId, u32) {
        let shape = self.get_mut(id);
        if shape.flags & flag::UNIQUE != 0 {
            if shape.flags & flag::MISS_CACHED != 0 {
                shape.flags &= !flag::MISS_CACHED;
                self.epoch += 1;
            }
            let shape = self.get_mut(id);
            if shape.flags & flag::PROTOTYPE != 0 {
                self.epoch += 1;
            }
            let shape = self.get_mut(id);
            let slot = shape.free_slots.pop().unwrap_or_else(|| {
                shape.count += 1;
                shape.count - 1
            });
            shape.order += 1;
            if attrs != attr::WEC {
                shape.flags |= flag::UNUSUAL;
            }
            let entry = Entry { slot, attrs, order: shape.order };
            shape.map.get_or_insert_default().insert(key, entry);
            return (id, slot);
        }
        let slot = shape.count;
        if let Some(&(_, _, next)) = shape.transitions.iter().find(|t| t.0 == key && t.1 == attrs) {
            return (next, slot);
        }
        if slot >= MAX_SHARED || shape.transitions.len() >= 256 {
            let unique = self.make_unique(id);
            return self.add(unique, key, attrs);
        }
        let (proto, inline, mut flags) = (shape.proto, shape.inline, shape.flags);
        if attrs != attr::WEC {
            flags |= flag::UNUSUAL;
        }
        // Only the newest shape of a chain keeps the map; older ones rebuild theirs if they are asked again.
        let mut map = shape.map.take();
        if map.is_none() && (slot + 1).is_multiple_of(MAX_WALK) {
            map = Some(Box::new(self.build_map(id)));
        }
        if let Some(map) = &mut map {
            map.insert(key, Entry { slot, attrs, order: slot });
        }
        let next = self.insert(Shape {
            proto,
            itself: None,
            flags,
            inline,
            pinned: false,
            fresh: FRESH,
            marked: true,
            count: slot + 1,
            parent: id,
            key,
            attrs,
            map,
            free_slots: Vec::new(),
            order: 0,
            transitions: Vec::new(),
        });
        self.get_mut(id).transitions.push((key, attrs, next));
        (next, slot)
    }

    fn build_map(&self, id: ShapeId) -> Map {
        let mut keys = Vec::new();
        let mut at = id;
        loop {
            let shape = self.get(at);
            if let Some(map) = &shape.map {
                let mut map = (**map).clone();
                for &(key, entry) in keys.iter().rev() {
                    map.insert(key, entry);
                }
                return map;
            }
            if shape.parent.0 == 0 {
                return keys.into_iter().rev().collect();
            }
            keys.push((
                shape.key,
                Entry { slot: shape.count - 1, attrs: shape.attrs, order: shape.count - 1 },
            ));
            at = shape.parent;
        }
    }

    /// A unique shape with the same properties (a copy, also of a unique one).
    pub fn make_unique(&mut self, id: ShapeId) -> ShapeId {
        let map = self.build_map(id);
        let shape = self.get(id);
        let (proto, itself, flags, inline, count) =
            (shape.proto, shape.itself, shape.flags, shape.inline, shape.count);
        let (free_slots, order) = (shape.free_slots.clone(), shape.order.max(count));
        self.insert(Shape {
            proto,
            itself,
            flags: flags | flag::UNIQUE,
            inline,
            pinned: false,
            fresh: FRESH,
            marked: true,
            count,
            parent: ShapeId(0),
            key: Atom(0),
            attrs: 0,
            map: Some(Box::new(map)),
            free_slots,
            order,
            transitions: Vec::new(),
        })
    }

    /// Moves a unique shape to a new number, so that no cache of the old one applies any more.
    fn renumber(&mut self, id: ShapeId) -> ShapeId {
        let unique = self.get(id).flags & flag::UNIQUE != 0;
        if !unique {
            return self.make_unique(id);
        }
        if self.get(id).flags & (flag::PROTOTYPE | flag::MISS_CACHED) != 0 {
            self.epoch += 1;
        }
        if self.get(id).flags & flag::CACHED == 0 {
            return id;
        }
        let copy = self.get_mut(id);
        let moved = Shape {
            proto: copy.proto,
            itself: copy.itself.take(),
            flags: copy.flags & !flag::CACHED,
            inline: copy.inline,
            pinned: copy.pinned,
            fresh: FRESH,
            marked: true,
            count: copy.count,
            parent: ShapeId(0),
            key: Atom(0),
            attrs: 0,
            map: copy.map.take(),
            free_slots: std::mem::take(&mut copy.free_slots),
            order: copy.order,
            transitions: Vec::new(),
        };
        copy.map = Some(Box::default());
        copy.pinned = false;
        self.insert(moved)
    }

    /// Removes a property that is there.
    pub fn remove(&mut self, id: ShapeId, key: Atom) -> ShapeId {
        let id = self.renumber(id);
        let shape = self.get_mut(id);
        if let Some(map) = &mut shape.map
            && let Some(entry) = map.swap_remove(&key)
        {
            shape.free_slots.push(entry.slot);
        }
        id
    }

    /// Changes the attributes of a property that is there.
    pub fn set_attrs(&mut self, id: ShapeId, key: Atom, attrs: u8) -> ShapeId {
        let id = self.renumber(id);
        let shape = self.get_mut(id);
        shape.flags |= flag::UNUSUAL;
        if let Some(entry) = shape.map.as_mut().and_then(|m| m.get_mut(&key)) {
            entry.attrs = attrs;
        }
        id
    }

    /// Changes flags and, through `f`, the attributes of all properties: freeze, seal, preventExtensions.
    pub fn restrict(&mut self, id: ShapeId, flags: u16, f: impl Fn(Atom, u8) -> u8) -> ShapeId {
        let id = self.renumber(id);
        let shape = self.get_mut(id);
        shape.flags |= flags;
        for (&key, entry) in shape.map.iter_mut().flat_map(|m| m.iter_mut()) {
            let attrs = f(key, entry.attrs);
            if attrs != entry.attrs {
                shape.flags |= flag::UNUSUAL;
                entry.attrs = attrs;
            }
        }
        id
    }

    /// The same properties with another prototype.
    pub fn with_proto(&mut self, id: ShapeId, proto: Option<GlobalId>) -> ShapeId {
        let shape = self.get(id);
        if shape.flags & flag::UNIQUE != 0 {
            let id = self.renumber(id);
            self.get_mut(id).proto = proto;
            return id;
        }
        let (inline, flags) = (shape.inline, shape.flags & !flag::UNUSUAL);
        let keys = self.keys(id);
        let mut next = self.root(proto, inline, flags);
        for (key, slot) in keys {
            next = self.add(next, key, slot.attrs).0;
        }
        next
    }

    /// All properties in order of creation.
    pub fn keys(&self, id: ShapeId) -> Vec<(Atom, Slot)> {
        let shape = self.get(id);
        if shape.flags & flag::UNIQUE != 0 {
            let mut entries: Vec<(Atom, Entry)> =
                shape.map.iter().flat_map(|m| m.iter()).map(|(&k, &e)| (k, e)).collect();
            entries.sort_unstable_by_key(|(_, e)| e.order);
            return entries.into_iter().map(|(k, e)| (k, Slot { index: e.slot, attrs: e.attrs })).collect();
        }
        // From the newest property back, until a shape of the chain has a map of all older ones.
        let mut keys = Vec::with_capacity(shape.count as usize);
        let mut at = shape;
        loop {
            if let Some(map) = &at.map {
                keys.extend(map.iter().rev().map(|(&k, e)| (k, Slot { index: e.slot, attrs: e.attrs })));
                break;
            }
            if at.parent.0 == 0 {
                break;
            }
            keys.push((at.key, Slot { index: at.count - 1, attrs: at.attrs }));
            at = self.get(at.parent);
        }
        keys.reverse();
        keys
    }

    /// Start of a full collection.
    pub fn clear_marks(&mut self) {
        for shape in self.shapes.iter_mut().flatten() {
            shape.marked = false;
        }
    }

    /// Shapes that stay whatever happens: pinned ones and, for a while, fresh ones.
    pub fn take_kept(&mut self) -> Vec<ShapeId> {
        let mut kept = Vec::new();
        for (id, shape) in (0..).zip(&mut self.shapes) {
            if let Some(shape) = shape
                && (shape.pinned || shape.fresh > 0)
            {
                shape.fresh = shape.fresh.saturating_sub(1);
                kept.push(ShapeId(id));
            }
        }
        kept
    }

    /// Marks a shape and those it stands on; `visit` gets the keys and the globals.
    pub fn mark(&mut self, id: ShapeId, mut visit: impl FnMut(Option<Atom>, Option<GlobalId>)) {
        let mut at = id;
        while at.0 != 0 {
            let shape = self.get_mut(at);
            if std::mem::replace(&mut shape.marked, true) {
                return;
            }
            visit(None, shape.proto);
            visit(None, shape.itself);
            if shape.parent.0 != 0 {
                visit(Some(shape.key), None);
            }
            if shape.flags & flag::UNIQUE != 0
                && let Some(map) = &shape.map
            {
                map.keys().for_each(|&key| visit(Some(key), None));
            }
            at = shape.parent;
        }
    }

    /// Was it met in this full collection?
    pub fn is_live(&self, id: ShapeId) -> bool {
        self.shapes.get(id.0 as usize).is_some_and(|s| s.as_deref().is_some_and(|s| s.marked))
    }

    /// End of a full collection: drops the shapes that no object has. Inline caches must have been cleared of them.
    pub fn sweep(&mut self, dropped: &mut Vec<GlobalId>) {
        self.roots.retain(|_, id| self.shapes[id.0 as usize].as_deref().is_some_and(|s| s.marked));
        for i in 1..self.shapes.len() {
            let dead = match self.shapes[i].as_deref() {
                Some(s) => !s.marked,
                None => continue,
            };
            if dead {
                let owner = self.shapes[i].take().and_then(|s| s.itself);
                dropped.extend(owner);
                self.free.push(i as u32);
            }
        }
        for i in 1..self.shapes.len() {
            let Some(mut shape) = self.shapes[i].take() else { continue };
            shape.transitions.retain(|t| self.shapes[t.2.0 as usize].is_some() || t.2.0 as usize == i);
            self.shapes[i] = Some(shape);
        }
        self.cache.iter().for_each(|c| c.set((0, 0, 0)));
    }
}
