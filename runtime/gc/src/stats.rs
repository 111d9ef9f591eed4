//! What a heap counts, and the verdict at the end.

use std::{fmt, time::Duration};

/// How long collections took. The median is exact to an eighth.
#[derive(Clone)]
pub struct Pauses {
    count: u64,
    total: Duration,
    max: Duration,
    /// By the position of the highest bit of the nanoseconds, times 8, plus the three bits below it.
    buckets: Box<[u64; 512]>,
}

impl Default for Pauses {
    fn default() -> Self {
        Pauses { count: 0, total: Duration::ZERO, max: Duration::ZERO, buckets: Box::new([0; 512]) }
    }
}

impl Pauses {
    pub(crate) fn add(&mut self, pause: Duration) {
        self.count += 1;
        self.total += pause;
        self.max = self.max.max(pause);
        let ns = pause.as_nanos().clamp(8, u64::MAX as u128) as u64;
        let high = 63 - ns.leading_zeros();
        self.buckets[(high * 8 + (ns >> (high - 3) & 7) as u32) as usize] += 1;
    }
    /// How many.
    pub fn count(&self) -> u64 {
        self.count
    }
    /// All together.
    pub fn total(&self) -> Duration {
        self.total
    }
    /// The longest.
    pub fn max(&self) -> Duration {
        self.max
    }
    /// The middle one.
    pub fn median(&self) -> Duration {
        let mut left = self.count.div_ceil(2);
        for (i, &n) in self.buckets.iter().enumerate() {
            if n >= left && n > 0 {
                let (high, low) = (i as u32 / 8, i as u64 % 8);
                return Duration::from_nanos((8 + low) << (high.max(3) - 3));
            }
            left -= n;
        }
        Duration::ZERO
    }
}

impl fmt::Debug for Pauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} pauses, median {:?}, max {:?}, total {:?}",
            self.count,
            self.median(),
            self.max,
            self.total
        )
    }
}

/// What a heap has counted since it was made.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// Minor collections.
    pub minor: u64,
    /// Full collections.
    pub full: u64,
    /// Of those, the ones that a stress mode asked for.
    pub stressed: u64,
    /// Cells that collections moved.
    pub cells_moved: u64,
    /// The bytes of those.
    pub bytes_moved: u64,
    /// Allocations that left the inline path. Under stress that is all of them; else it is large cells, and the ones
    /// that found the nursery full.
    pub allocations: u64,
    /// Bytes allocated until the last collection.
    pub bytes_allocated: u64,
    /// Large cells made.
    pub large_cells: u64,
    /// Pauses of minor collections.
    pub minor_pauses: Pauses,
    /// Pauses of full collections.
    pub full_pauses: Pauses,
    /// The most memory that was committed at a time, both spaces of a full collection included.
    pub peak_heap_bytes: usize,
    /// Bytes of cells and external memory that the last full collection left.
    pub live_bytes: usize,
    /// Address ranges that were retired and forbidden.
    pub ranges_protected: u64,
    /// Faults: things that `verify` found wrong. (A touch of forbidden memory ends the process, so it is not here.)
    pub faults: u64,
}

impl Stats {
    /// The verdict at exit.
    pub fn verdict(&self) -> Verdict {
        Verdict {
            collections: self.minor + self.full,
            stressed: self.stressed,
            cells_moved: self.cells_moved,
            bytes_moved: self.bytes_moved,
            ranges_protected: self.ranges_protected,
            faults: self.faults,
            moved_nothing: self.cells_moved == 0,
        }
    }
}

/// What a run under stress has to show for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Collections of both sorts.
    pub collections: u64,
    /// Of those, the ones that a stress mode asked for.
    pub stressed: u64,
    /// Cells moved.
    pub cells_moved: u64,
    /// The bytes of those.
    pub bytes_moved: u64,
    /// Address ranges that were retired and forbidden.
    pub ranges_protected: u64,
    /// Faults found.
    pub faults: u64,
    /// A stress run in which nothing moved has tested nothing.
    pub moved_nothing: bool,
}

impl Verdict {
    /// Did things move, and did all go well?
    pub fn passed(&self) -> bool {
        !self.moved_nothing && self.faults == 0
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { collections, stressed, cells_moved, bytes_moved, ranges_protected, faults, .. } = self;
        write!(
            f,
            "gc: {collections} collections ({stressed} by stress), {cells_moved} cells moved, {bytes_moved} bytes \
             moved, {ranges_protected} ranges protected, {faults} faults{}",
            if self.moved_nothing { "; nothing moved, so nothing was tested" } else { "" }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median() {
        let mut p = Pauses::default();
        assert_eq!(p.median(), Duration::ZERO);
        for us in [1, 100, 110, 120, 9000] {
            p.add(Duration::from_micros(us));
        }
        let m = p.median().as_nanos() as f64 / 1000.0;
        assert!((96.0..=112.0).contains(&m), "{m}");
        assert_eq!(p.max(), Duration::from_micros(9000));
    }
}
