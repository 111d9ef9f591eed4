//! The stress clock: when to collect although nothing forces it.

use crate::options::Stress;

pub(crate) struct Clock {
    mode: Stress,
    left: u32,
    state: u64,
}

impl Clock {
    pub(crate) fn new(mode: Stress) -> Self {
        let (left, state) = match mode {
            Stress::Off => (0, 0),
            Stress::Every(n) => (n, 0),
            Stress::Random { seed, .. } => (0, seed),
        };
        Clock { mode, left, state }
    }
    /// Shall every allocation take the slow path?
    pub(crate) fn is_on(&self) -> bool {
        self.mode != Stress::Off
    }
    /// Counts an allocation: shall there be a collection?
    pub(crate) fn tick(&mut self) -> bool {
        match self.mode {
            Stress::Off => false,
            Stress::Every(n) => {
                self.left = self.left.saturating_sub(1);
                if self.left > 0 {
                    return false;
                }
                self.left = n;
                true
            }
            Stress::Random { rate, .. } => {
                // SplitMix64: any seed does, and the sequence is the same everywhere.
                self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mut z = self.state;
                z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
                z ^= z >> 31;
                ((z >> 11) as f64) < rate * (1u64 << 53) as f64
            }
        }
    }
}
