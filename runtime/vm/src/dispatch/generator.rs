//! Generators.
use crate::value::*;
/// How a generator is resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// next
    Next,
    /// throw
    Throw,
    /// return
    Return,
}
/// GeneratorResume and GeneratorResumeAbrupt: the value yielded or returned in `out`; true if the generator has completed.
pub fn resume<'rt>(
    cx: &mut Cx<'rt>,
    generator: Root<'_, 'rt>,
    mode: Mode,
    v: Root<'_, 'rt>,
    out: Root<'_, 'rt>,
) -> Result<bool, Throw> {
    let _ = (cx, generator, mode, v, out);
    Ok(true)
}
