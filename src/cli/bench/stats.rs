//! The arithmetic of a benchmark: medians, spreads, ratios and geometric means of milliseconds.
//!
//! What lives here: functions of numbers. What does not: where the numbers come from and how they are
//! printed.

/// The times of one kernel on one engine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// The median: unlike the mean it does not move when one run was disturbed.
    pub median: f64,
    /// The shortest.
    pub min: f64,
    /// The longest.
    pub max: f64,
}

impl Summary {
    /// Sums up `times`; `None` when there are none.
    pub fn of(times: &[f64]) -> Option<Summary> {
        let mut sorted = times.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let middle = sorted.len() / 2;
        let median = if sorted.len().is_multiple_of(2) {
            f64::midpoint(sorted[middle - 1], sorted[middle])
        } else {
            sorted[middle]
        };
        Some(Summary { median, min, max })
    }

    /// How many times longer than `base` this took, by the medians; `None` when the clock saw nothing
    /// on either side.
    pub fn ratio(&self, base: &Summary) -> Option<f64> {
        (self.median > 0.0 && base.median > 0.0).then(|| self.median / base.median)
    }
}

/// The geometric mean, the one mean of ratios that does not depend on the choice of the base.
pub fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    for ratio in ratios {
        sum += ratio.ln();
        count += 1;
    }
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_even_one_and_none() {
        assert_eq!(Summary::of(&[3.0, 1.0, 2.0]), Some(Summary { median: 2.0, min: 1.0, max: 3.0 }));
        assert_eq!(Summary::of(&[4.0, 1.0, 2.0, 3.0]).unwrap().median, 2.5);
        assert_eq!(Summary::of(&[5.0]), Some(Summary { median: 5.0, min: 5.0, max: 5.0 }));
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn ratios_compare_medians() {
        let base = Summary::of(&[2.0, 4.0, 100.0]).unwrap();
        let other = Summary::of(&[8.0]).unwrap();
        assert_eq!(other.ratio(&base), Some(2.0));
        assert_eq!(base.ratio(&base), Some(1.0));
        let nothing = Summary::of(&[0.0]).unwrap();
        assert_eq!((nothing.ratio(&base), base.ratio(&nothing)), (None, None));
    }

    #[test]
    fn geometric_means() {
        assert!((geometric_mean([2.0, 8.0]).unwrap() - 4.0).abs() < 1e-12);
        assert!((geometric_mean([0.5, 2.0]).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean([]), None);
    }
}
