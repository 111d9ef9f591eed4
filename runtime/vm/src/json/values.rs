//! Lists of values while a text is parsed: a stack in a window of the shadow stack, and lists that only grow.

use crate::kinds::*;
use crate::object::create;
use crate::shape::ShapeId;
use crate::value::*;

/// Slots of the window.
pub const WINDOW: usize = 512;

/// A list in a STORAGE cell.
#[derive(Clone, Copy)]
pub struct List<'f, 'rt> {
    cell: Root<'f, 'rt>,
    len: usize,
}

impl<'f, 'rt> List<'f, 'rt> {
    /// An empty list whose cell will be in `cell`.
    pub fn new(cell: Root<'f, 'rt>) -> Self {
        List { cell, len: 0 }
    }

    /// Makes room for `n` more.
    fn reserve(&mut self, cx: &mut Cx<'rt>, n: usize) -> Result<(), Throw> {
        let have = self.cell.cast::<Storage>(&*cx).map_or(0, |c| c.len());
        if self.len + n <= have {
            return Ok(());
        }
        let wanted = (self.len + n).max(have * 2).max(16);
        let bigger = if have == 0 {
            cx.alloc::<Storage>(STORAGE, 0, wanted)?
        } else {
            cx.alloc_copy::<Storage>(STORAGE, 0, wanted, self.cell, 0, have)?
        };
        self.cell.set(bigger);
        Ok(())
    }

    /// Appends the value in a root.
    pub fn push(&mut self, cx: &mut Cx<'rt>, v: Root<'_, 'rt>) -> Result<(), Throw> {
        self.reserve(cx, 1)?;
        if let Some(cell) = self.cell.cast::<Storage>(&*cx) {
            cell.set(self.len, v.get(&*cx));
            self.len += 1;
        }
        Ok(())
    }

    /// Value `i`.
    pub fn get<'a>(&self, cx: &'a Cx<'rt>, i: usize) -> Value<'a, 'rt> {
        match self.cell.cast::<Storage>(cx) {
            Some(cell) if i < self.len => cell.get(i),
            _ => undefined(),
        }
    }
}

/// The stack of values that belong to unfinished arrays and objects. The newest lie in a window; when that is full all
/// of it moves to a list in the heap, so that the size of a text is limited by the heap only.
pub struct ValueStack<'f, 'rt> {
    window: Slots<'f, 'rt>,
    top: usize,
    spilled: List<'f, 'rt>,
}

impl<'f, 'rt> ValueStack<'f, 'rt> {
    /// An empty stack in `window`.
    pub fn new(window: Slots<'f, 'rt>, spill: Root<'f, 'rt>) -> Self {
        ValueStack { window, top: 0, spilled: List::new(spill) }
    }

    /// How many values.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.spilled.len + self.top
    }

    /// No values?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes sure of room for `n` more, `n` being small.
    #[inline(always)]
    pub fn reserve(&mut self, cx: &mut Cx<'rt>, n: usize) -> Result<(), Throw> {
        if self.top + n <= self.window.len() { Ok(()) } else { self.spill(cx) }
    }

    #[cold]
    #[inline(never)]
    fn spill(&mut self, cx: &mut Cx<'rt>) -> Result<(), Throw> {
        self.spilled.reserve(cx, self.top)?;
        if let Some(cell) = self.spilled.cell.cast::<Storage>(&*cx) {
            for i in 0..self.top {
                cell.set(self.spilled.len + i, self.window.at(i).get(&*cx));
            }
            self.spilled.len += self.top;
            self.top = 0;
        }
        Ok(())
    }

    /// Pushes a value; there must be room.
    #[inline(always)]
    pub fn push(&mut self, v: Value<'_, 'rt>) {
        self.window.at(self.top).set(v);
        self.top += 1;
    }

    /// The value at `i` from the bottom.
    pub fn get<'a>(&self, cx: &'a Cx<'rt>, i: usize) -> Value<'a, 'rt> {
        match i.checked_sub(self.spilled.len) {
            Some(i) => self.window.at(i).get(cx),
            None => self.spilled.get(cx, i),
        }
    }

    /// The values from `base` on as a run of slots, if they are all in the window.
    #[inline(always)]
    fn slots(&self, base: usize) -> Option<Slots<'f, 'rt>> {
        let base = base.checked_sub(self.spilled.len)?;
        Some(self.window.sub(base, self.top))
    }

    /// Pops down to `base` values.
    #[inline(always)]
    pub fn pop_to(&mut self, base: usize) {
        match base.checked_sub(self.spilled.len) {
            Some(top) => self.top = top,
            None => {
                self.spilled.len = base;
                self.top = 0;
            }
        }
    }

    /// An array of the values from `base` on, which are popped.
    #[inline]
    pub fn array<'a>(&mut self, cx: &'a mut Cx<'rt>, base: usize) -> Completion<'a, 'rt> {
        if let Some(slots) = self.slots(base) {
            self.pop_to(base);
            return create::array_from_slots(cx, slots);
        }
        roots!(cx; cell);
        let n = self.len() - base;
        cell.set(cx.alloc::<Dense>(ELEMENTS, n as u32, n)?);
        self.copy_to::<Dense>(&*cx, cell, 0, base);
        self.pop_to(base);
        let shape = create::array_shape(cx)?;
        let array = cx.alloc::<Array>(ARRAY, shape.0, 2)?;
        array.set(object_words::ELEMENTS, cell.get(array));
        array.set_raw(0, n as u64);
        Ok(array.into())
    }

    /// An object of a shape whose words are the values from `base` on, the two words that all objects have included;
    /// they are popped. It has `words` words.
    #[inline]
    pub fn object<'a>(
        &mut self,
        cx: &'a mut Cx<'rt>,
        shape: ShapeId,
        words: usize,
        base: usize,
    ) -> Completion<'a, 'rt> {
        if let Some(slots) = self.slots(base) {
            self.pop_to(base);
            return Ok(cx.alloc_from_window::<Plain>(PLAIN, shape.0, words, slots)?.into());
        }
        roots!(cx; object);
        object.set(cx.alloc::<Plain>(PLAIN, shape.0, words)?);
        self.copy_to::<Plain>(&*cx, object, 0, base);
        self.pop_to(base);
        Ok(object.get(&*cx))
    }

    /// Copies the values from `base` on into the cell (by type) in a root.
    fn copy_to<T: CellType>(&self, cx: &Cx<'rt>, cell: Root<'_, 'rt>, at: usize, base: usize) {
        let Some(cell) = cell.cast::<T>(cx) else { return };
        let below = self.spilled.len.saturating_sub(base);
        if below > 0
            && let Some(spilled) = self.spilled.cell.cast::<Storage>(cx)
        {
            cell.copy_from(at, spilled, base, below);
        }
        let from = base.saturating_sub(self.spilled.len);
        for i in from..self.top {
            cell.set(at + below + i - from, self.window.at(i).get(cx));
        }
    }
}
