//! How a heap is set up, and the text form of the stress modes.

/// When to collect although nothing forces it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Stress {
    /// Never.
    #[default]
    Off,
    /// At every so manyth allocation; 1 is every allocation.
    Every(u32),
    /// At each allocation with this probability, replayable by its seed.
    Random {
        /// The probability, 0 to 1.
        rate: f64,
        /// The seed.
        seed: u64,
    },
}

/// The settings of a heap.
#[derive(Clone, Debug)]
pub struct Options {
    /// The nursery's size at first; it adapts between 1 and 8 MiB.
    pub nursery_bytes: usize,
    /// Cells and external memory together may take so many bytes.
    pub heap_limit: usize,
    /// The size of the shadow stack, in slots.
    pub stack_slots: usize,
    /// How much of the native stack may be used below `Entry::run`.
    pub native_stack_bytes: usize,
    /// Extra collections. Each of them is a full one, so that every cell outside the large-object space moves.
    pub stress: Stress,
    /// Forbid access to memory that cells have left, for so many collections.
    pub protect: Option<u32>,
    /// Check the whole heap before and after each collection.
    pub verify: bool,
    /// Write a line to standard error for each collection.
    pub trace: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            nursery_bytes: 2 << 20,
            heap_limit: 2 << 30,
            stack_slots: 4 << 20,
            native_stack_bytes: 6 << 20,
            stress: Stress::Off,
            protect: None,
            verify: false,
            trace: false,
        }
    }
}

impl Options {
    /// Applies settings in text form, separated by commas: `stress` (every allocation), `stress=97` (every 97th),
    /// `random=0.01:42` (rate and seed), `protect`, `protect=8` (collections), `verify`, `trace`, `nursery=BYTES`,
    /// `limit=BYTES`, and `off`. An error leaves `self` as it was.
    pub fn apply_spec(&mut self, spec: &str) -> Result<(), String> {
        let mut new = self.clone();
        for item in spec.split(',').map(str::trim).filter(|s| !s.is_empty()) {
            let (key, value) = item.split_once('=').map_or((item, None), |(k, v)| (k, Some(v)));
            match (key, value) {
                ("off", None) => new.stress = Stress::Off,
                ("stress", None) => new.stress = Stress::Every(1),
                ("stress", Some(n)) => new.stress = Stress::Every(number(item, n)?),
                ("random", Some(v)) => {
                    let (rate, seed) = v.split_once(':').unwrap_or((v, "0"));
                    let rate: f64 = number(item, rate)?;
                    if !(0.0..=1.0).contains(&rate) {
                        return Err(format!("`{item}`: a rate is between 0 and 1"));
                    }
                    new.stress = Stress::Random { rate, seed: number(item, seed)? };
                }
                ("protect", None) => new.protect = Some(4),
                ("protect", Some(n)) => new.protect = Some(number::<u32>(item, n)?.max(1)),
                ("verify", None) => new.verify = true,
                ("trace", None) => new.trace = true,
                ("nursery", Some(n)) => new.nursery_bytes = number(item, n)?,
                ("limit", Some(n)) => new.heap_limit = number(item, n)?,
                _ => return Err(format!("`{item}` is no setting of the heap")),
            }
        }
        if let Stress::Every(0) = new.stress {
            return Err("`stress=0`: count from 1, or say `off`".into());
        }
        *self = new;
        Ok(())
    }
}

fn number<T: std::str::FromStr>(item: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{item}`: `{text}` is no number that fits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs() {
        let mut o = Options::default();
        o.apply_spec("stress=97, protect=8,verify,trace").expect("a spec");
        assert_eq!((o.stress, o.protect, o.verify, o.trace), (Stress::Every(97), Some(8), true, true));
        o.apply_spec("random=0.01:42").expect("a spec");
        assert_eq!(o.stress, Stress::Random { rate: 0.01, seed: 42 });
        for bad in ["stress=x", "stress=0", "random=2", "random=0.1:x", "sterss", "verify=1"] {
            assert!(o.apply_spec(bad).is_err(), "{bad}");
        }
        assert_eq!(o.stress, Stress::Random { rate: 0.01, seed: 42 });
    }
}
