//! A stable merge sort with natural runs and galloping, over a list, for orders that may run user code.
//!
//! It compares the same pairs in the same sequence as V8's, which is Python's list sort: programs that count or print
//! their comparisons see what they see elsewhere. An inconsistent comparison function leads to some permutation of the
//! values. Invariant: all indices follow from run lengths alone, never from what a comparison says.

use super::mutate::reverse_words;
use crate::call;
use crate::convert;
use crate::kinds::*;
use crate::string;
use crate::value::*;

/// So many wins in a row make a merge gallop, at first.
const MIN_GALLOP: usize = 7;

/// What the values are sorted by.
#[derive(Clone, Copy)]
pub enum Order<'f, 'rt> {
    /// A comparison function.
    Function(Root<'f, 'rt>),
    /// The strings of the values, made at every comparison.
    Strings,
}

/// Sorts the first `n` words of the STORAGE cell in `list`.
pub fn sort<'rt>(
    cx: &mut Cx<'rt>,
    list: Root<'_, 'rt>,
    n: usize,
    order: Order<'_, 'rt>,
) -> Result<(), Throw> {
    if n < 2 {
        return Ok(());
    }
    roots!(cx; temp, x, y, key);
    let window = cx.window(5)?;
    let mut sorter = Sorter {
        list,
        temp,
        x,
        y,
        key,
        window: window.slots(),
        order,
        min_gallop: MIN_GALLOP,
        runs: Vec::new(),
    };
    let min_run = min_run_length(n);
    let mut low = 0;
    while low < n {
        let mut run = sorter.count_and_make_run(cx, low, n)?;
        if run < min_run {
            let forced = min_run.min(n - low);
            sorter.insertion_sort(cx, low, low + run, low + forced)?;
            run = forced;
        }
        sorter.runs.push((low, run));
        sorter.merge_collapse(cx)?;
        low += run;
    }
    while sorter.runs.len() > 1 {
        let mut i = sorter.runs.len() - 2;
        if i > 0 && sorter.run(i - 1).1 < sorter.run(i + 1).1 {
            i -= 1;
        }
        sorter.merge_at(cx, i)?;
    }
    Ok(())
}

fn min_run_length(mut n: usize) -> usize {
    let mut odd = 0;
    while n >= 64 {
        odd |= n & 1;
        n >>= 1;
    }
    n + odd
}

/// Where a galloping search stands.
#[derive(Clone, Copy)]
struct Within<'f, 'rt> {
    cell: Root<'f, 'rt>,
    base: usize,
    length: usize,
    hint: usize,
}

struct Sorter<'f, 'rt> {
    list: Root<'f, 'rt>,
    /// The shorter one of two runs while they are merged.
    temp: Root<'f, 'rt>,
    x: Root<'f, 'rt>,
    y: Root<'f, 'rt>,
    key: Root<'f, 'rt>,
    window: Slots<'f, 'rt>,
    order: Order<'f, 'rt>,
    min_gallop: usize,
    /// Start and length of the runs that have not been merged.
    runs: Vec<(usize, usize)>,
}

/// Word `i` of a list.
#[inline]
fn read<'a, 'rt>(cx: &'a Cx<'rt>, list: Root<'_, 'rt>, i: usize) -> Value<'a, 'rt> {
    list.cast::<Storage>(cx).map_or(undefined(), |l| l.get(i))
}

/// Copies words from one list to another, or within one.
#[inline]
fn copy<'rt>(cx: &Cx<'rt>, from: Root<'_, 'rt>, at: usize, to: Root<'_, 'rt>, to_at: usize, n: usize) {
    if let (Some(from), Some(to)) = (from.cast::<Storage>(cx), to.cast::<Storage>(cx)) {
        to.copy_from(to_at, from, at, n);
    }
}

/// Copies one word.
#[inline]
fn copy_one<'rt>(cx: &Cx<'rt>, from: Root<'_, 'rt>, at: usize, to: Root<'_, 'rt>, to_at: usize) {
    if let (Some(from), Some(to)) = (from.cast::<Storage>(cx), to.cast::<Storage>(cx)) {
        to.set(to_at, from.get(at));
    }
}

impl<'f, 'rt> Sorter<'f, 'rt> {
    fn run(&self, i: usize) -> (usize, usize) {
        self.runs.get(i).copied().unwrap_or_default()
    }

    /// Does the value in `a` come before the one in `b`?
    #[inline]
    fn less(&self, cx: &mut Cx<'rt>, a: Root<'_, 'rt>, b: Root<'_, 'rt>) -> Result<bool, Throw> {
        match self.order {
            Order::Function(f) => {
                let slots = self.window;
                slots.at(0).copy(f);
                slots.at(2).set(undefined());
                slots.at(3).copy(a);
                slots.at(4).copy(b);
                let v = call::invoke(cx, slots)?;
                if let Some(i) = v.as_int() {
                    return Ok(i < 0);
                }
                slots.at(3).set(v);
                Ok(convert::to_number(cx, slots.at(3))? < 0.0)
            }
            Order::Strings => {
                let slots = self.window;
                slots.at(3).copy(a);
                slots.at(4).copy(b);
                convert::to_flat_string(cx, slots.at(3))?;
                convert::to_flat_string(cx, slots.at(4))?;
                let view = |i: usize| slots.at(i).cast::<Str>(&*cx).and_then(string::try_view);
                Ok(matches!((view(3), view(4)), (Some(a), Some(b)) if a.compare(b).is_lt()))
            }
        }
    }

    /// Does word `i` of `a` come before word `j` of `b`?
    #[inline]
    fn less_at(
        &self,
        cx: &mut Cx<'rt>,
        a: Root<'_, 'rt>,
        i: usize,
        b: Root<'_, 'rt>,
        j: usize,
    ) -> Result<bool, Throw> {
        self.x.set(read(&*cx, a, i));
        self.y.set(read(&*cx, b, j));
        self.less(cx, self.x, self.y)
    }

    /// The length of the run at `low`: made ascending if it is strictly descending.
    fn count_and_make_run(&self, cx: &mut Cx<'rt>, low: usize, high: usize) -> Result<usize, Throw> {
        if low + 1 == high {
            return Ok(1);
        }
        let descending = self.less_at(cx, self.list, low + 1, self.list, low)?;
        let mut end = low + 2;
        while end < high && self.less_at(cx, self.list, end, self.list, end - 1)? == descending {
            end += 1;
        }
        if descending && let Some(list) = self.list.cast::<Storage>(&*cx) {
            reverse_words(list, low, end);
        }
        Ok(end - low)
    }

    /// Binary insertion sort of `low..high`, whose part before `start` is sorted.
    fn insertion_sort(&self, cx: &mut Cx<'rt>, low: usize, start: usize, high: usize) -> Result<(), Throw> {
        for i in start.max(low + 1)..high {
            let (mut left, mut right) = (low, i);
            self.key.set(read(&*cx, self.list, i));
            while left < right {
                let middle = left + (right - left) / 2;
                self.y.set(read(&*cx, self.list, middle));
                if self.less(cx, self.key, self.y)? {
                    right = middle;
                } else {
                    left = middle + 1;
                }
            }
            if let Some(list) = self.list.cast::<Storage>(&*cx) {
                list.move_within(left, left + 1, i - left);
                list.set(left, self.key.get(&*cx));
            }
        }
        Ok(())
    }

    /// Merges until each run is longer than the two after it together, and than the next one.
    fn merge_collapse(&mut self, cx: &mut Cx<'rt>) -> Result<(), Throw> {
        let established = |s: &Self, i: usize| i < 2 || s.run(i - 2).1 > s.run(i - 1).1 + s.run(i).1;
        while self.runs.len() > 1 {
            let mut i = self.runs.len() - 2;
            if !established(self, i + 1) || !established(self, i) {
                if self.run(i - 1).1 < self.run(i + 1).1 {
                    i -= 1;
                }
            } else if self.run(i).1 > self.run(i + 1).1 {
                break;
            }
            self.merge_at(cx, i)?;
        }
        Ok(())
    }

    /// Merges runs `i` and `i + 1`.
    fn merge_at(&mut self, cx: &mut Cx<'rt>, i: usize) -> Result<(), Throw> {
        let ((mut a, mut n), (b, mut m)) = (self.run(i), self.run(i + 1));
        if let Some(run) = self.runs.get_mut(i) {
            run.1 = n + m;
        }
        self.runs.remove(i + 1);
        // What is in its place at either end stays there.
        self.key.set(read(&*cx, self.list, b));
        let skipped = self.gallop_right(cx, Within { cell: self.list, base: a, length: n, hint: 0 })?;
        a += skipped;
        n -= skipped;
        if n == 0 {
            return Ok(());
        }
        self.key.set(read(&*cx, self.list, a + n - 1));
        m = self.gallop_left(cx, Within { cell: self.list, base: b, length: m, hint: m - 1 })?;
        if m == 0 {
            return Ok(());
        }
        if n <= m { self.merge_low(cx, a, n, b, m) } else { self.merge_high(cx, a, n, b, m) }
    }

    /// Where `key` would be inserted before the values that equal it.
    fn gallop_left(&self, cx: &mut Cx<'rt>, at: Within<'_, 'rt>) -> Result<usize, Throw> {
        self.gallop(cx, at, |s, cx, i| {
            s.y.set(read(&*cx, at.cell, at.base + i));
            s.less(cx, s.y, s.key)
        })
    }

    /// Where `key` would be inserted after the values that equal it.
    fn gallop_right(&self, cx: &mut Cx<'rt>, at: Within<'_, 'rt>) -> Result<usize, Throw> {
        self.gallop(cx, at, |s, cx, i| {
            s.y.set(read(&*cx, at.cell, at.base + i));
            Ok(!s.less(cx, s.key, s.y)?)
        })
    }

    /// The first index for which `before` is false, searched for in steps that double from the hint on.
    fn gallop(
        &self,
        cx: &mut Cx<'rt>,
        at: Within<'_, 'rt>,
        before: impl Fn(&Self, &mut Cx<'rt>, usize) -> Result<bool, Throw>,
    ) -> Result<usize, Throw> {
        let Within { length, hint, .. } = at;
        let (mut last, mut offset) = (0, 1);
        // The answer lies in `from..to` afterwards.
        let (mut from, mut to);
        if before(self, cx, hint)? {
            let most = length - hint;
            while offset < most && before(self, cx, hint + offset)? {
                last = offset;
                offset = 2 * offset + 1;
            }
            (from, to) = (hint + last + 1, hint + offset.min(most));
        } else {
            let most = hint + 1;
            while offset < most && !before(self, cx, hint - offset)? {
                last = offset;
                offset = 2 * offset + 1;
            }
            (from, to) = (hint + 1 - offset.min(most), hint - last);
        }
        while from < to {
            let middle = from + (to - from) / 2;
            if before(self, cx, middle)? {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        Ok(to)
    }

    /// Copies a run to the temporary list.
    fn save(&self, cx: &mut Cx<'rt>, at: usize, n: usize) -> Result<(), Throw> {
        if self.temp.cast::<Storage>(&*cx).is_none_or(|t| t.len() < n) {
            self.temp.set(cx.alloc_copy::<Storage>(STORAGE, 0, n, self.list, at, n)?);
        } else {
            copy(&*cx, self.list, at, self.temp, 0, n);
        }
        Ok(())
    }

    /// Merges two neighbouring runs, the first of which is not longer, from the left.
    fn merge_low(&mut self, cx: &mut Cx<'rt>, a: usize, n: usize, b: usize, m: usize) -> Result<(), Throw> {
        self.save(cx, a, n)?;
        let mut state = Low { to: a, a: 0, n, b, m };
        let merged = self.merge_low_loop(cx, &mut state);
        // However it ended, what is left of the first run fits into the gap before the rest of the second. A single
        // value, which is known to be the greatest, goes behind it.
        let Low { to, a, n, b, m } = state;
        if merged.is_ok() && n == 1 && m > 0 {
            copy(&*cx, self.list, b, self.list, to, m);
            copy_one(&*cx, self.temp, a, self.list, to + m);
        } else {
            copy(&*cx, self.temp, a, self.list, to, n);
        }
        merged
    }

    fn merge_low_loop(&mut self, cx: &mut Cx<'rt>, s: &mut Low) -> Result<(), Throw> {
        let (list, temp) = (self.list, self.temp);
        copy_one(&*cx, list, s.b, list, s.to);
        s.take_b(1);
        if s.m == 0 || s.n == 1 {
            return Ok(());
        }
        loop {
            let (mut wins_a, mut wins_b) = (0, 0);
            while wins_a < self.min_gallop && wins_b < self.min_gallop {
                if self.less_at(cx, list, s.b, temp, s.a)? {
                    copy_one(&*cx, list, s.b, list, s.to);
                    s.take_b(1);
                    (wins_a, wins_b) = (0, wins_b + 1);
                    if s.m == 0 {
                        return Ok(());
                    }
                } else {
                    copy_one(&*cx, temp, s.a, list, s.to);
                    s.take_a(1);
                    (wins_a, wins_b) = (wins_a + 1, 0);
                    if s.n == 1 {
                        return Ok(());
                    }
                }
            }
            self.min_gallop += 1;
            let mut first = true;
            while first || wins_a >= MIN_GALLOP || wins_b >= MIN_GALLOP {
                first = false;
                self.min_gallop = (self.min_gallop - 1).max(1);
                self.key.set(read(&*cx, list, s.b));
                wins_a = self.gallop_right(cx, Within { cell: temp, base: s.a, length: s.n, hint: 0 })?;
                copy(&*cx, temp, s.a, list, s.to, wins_a);
                s.take_a(wins_a);
                // None is left only if the comparison contradicts itself.
                if s.n <= 1 {
                    return Ok(());
                }
                copy_one(&*cx, list, s.b, list, s.to);
                s.take_b(1);
                if s.m == 0 {
                    return Ok(());
                }
                self.key.set(read(&*cx, temp, s.a));
                wins_b = self.gallop_left(cx, Within { cell: list, base: s.b, length: s.m, hint: 0 })?;
                copy(&*cx, list, s.b, list, s.to, wins_b);
                s.take_b(wins_b);
                if s.m == 0 {
                    return Ok(());
                }
                copy_one(&*cx, temp, s.a, list, s.to);
                s.take_a(1);
                if s.n == 1 {
                    return Ok(());
                }
            }
            self.min_gallop += 1;
        }
    }

    /// Merges two neighbouring runs, the second of which is shorter, from the right.
    fn merge_high(&mut self, cx: &mut Cx<'rt>, a: usize, n: usize, b: usize, m: usize) -> Result<(), Throw> {
        self.save(cx, b, m)?;
        let mut state = High { a, n, m };
        let merged = self.merge_high_loop(cx, &mut state);
        // What is left of the second run fits into the gap behind the rest of the first. A single value, which is known
        // to be the least, goes before it.
        let High { a, n, m } = state;
        if merged.is_ok() && m == 1 && n > 0 {
            copy(&*cx, self.list, a, self.list, a + 1, n);
            copy_one(&*cx, self.temp, 0, self.list, a);
        } else {
            copy(&*cx, self.temp, 0, self.list, a + n, m);
        }
        merged
    }

    fn merge_high_loop(&mut self, cx: &mut Cx<'rt>, s: &mut High) -> Result<(), Throw> {
        let (list, temp) = (self.list, self.temp);
        copy_one(&*cx, list, s.last_a(), list, s.to());
        s.n -= 1;
        if s.n == 0 || s.m == 1 {
            return Ok(());
        }
        loop {
            let (mut wins_a, mut wins_b) = (0, 0);
            while wins_a < self.min_gallop && wins_b < self.min_gallop {
                if self.less_at(cx, temp, s.m - 1, list, s.last_a())? {
                    copy_one(&*cx, list, s.last_a(), list, s.to());
                    s.n -= 1;
                    (wins_a, wins_b) = (wins_a + 1, 0);
                    if s.n == 0 {
                        return Ok(());
                    }
                } else {
                    copy_one(&*cx, temp, s.m - 1, list, s.to());
                    s.m -= 1;
                    (wins_a, wins_b) = (0, wins_b + 1);
                    if s.m == 1 {
                        return Ok(());
                    }
                }
            }
            self.min_gallop += 1;
            let mut first = true;
            while first || wins_a >= MIN_GALLOP || wins_b >= MIN_GALLOP {
                first = false;
                self.min_gallop = (self.min_gallop - 1).max(1);
                self.key.set(read(&*cx, temp, s.m - 1));
                let kept =
                    self.gallop_right(cx, Within { cell: list, base: s.a, length: s.n, hint: s.n - 1 })?;
                wins_a = s.n - kept;
                copy(&*cx, list, s.a + kept, list, s.a + kept + s.m, wins_a);
                s.n = kept;
                if s.n == 0 {
                    return Ok(());
                }
                copy_one(&*cx, temp, s.m - 1, list, s.to());
                s.m -= 1;
                if s.m == 1 {
                    return Ok(());
                }
                self.key.set(read(&*cx, list, s.last_a()));
                let kept =
                    self.gallop_left(cx, Within { cell: temp, base: 0, length: s.m, hint: s.m - 1 })?;
                wins_b = s.m - kept;
                copy(&*cx, temp, kept, list, s.a + s.n + kept, wins_b);
                s.m = kept;
                // None is left only if the comparison contradicts itself.
                if s.m <= 1 {
                    return Ok(());
                }
                copy_one(&*cx, list, s.last_a(), list, s.to());
                s.n -= 1;
                if s.n == 0 {
                    return Ok(());
                }
            }
            self.min_gallop += 1;
        }
    }
}

/// A merge from the left: `n` values of the first run from `a` on in the temporary list, `m` of the second from `b` on
/// in the list, the next one goes to `to`. Always `to + n == b`.
struct Low {
    to: usize,
    a: usize,
    n: usize,
    b: usize,
    m: usize,
}

impl Low {
    fn take_a(&mut self, count: usize) {
        self.to += count;
        self.a += count;
        self.n -= count;
    }
    fn take_b(&mut self, count: usize) {
        self.to += count;
        self.b += count;
        self.m -= count;
    }
}

/// A merge from the right: `n` values of the first run from `a` on in the list, `m` of the second in the temporary
/// list; the next one goes to the last free place.
struct High {
    a: usize,
    n: usize,
    m: usize,
}

impl High {
    /// Where the last value of the first run lies.
    fn last_a(&self) -> usize {
        self.a + self.n - 1
    }
    /// The last free place.
    fn to(&self) -> usize {
        self.a + self.n + self.m - 1
    }
}
