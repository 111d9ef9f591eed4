//! Where the text of a program goes: standard output and error, or an embedder's function.
//!
//! Lives here: buffering and its order. What is written is `builtins::console`'s business. Invariants: what goes to
//! standard error appears after everything that went to standard output before it; nothing is lost when the machine is
//! dropped; a stream that cannot be written any more (a closed pipe) swallows the rest quietly.

use std::io::{IsTerminal, Write};

/// Which of the two streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output: results.
    Out,
    /// Standard error: diagnostics.
    Err,
}

/// An embedder's function that takes what the program writes, whole lines at a time.
pub type Callback = Box<dyn FnMut(Stream, &str)>;

enum Sink {
    Standard { buffer: Vec<u8>, line_wise: bool, closed: bool },
    Callback(Callback),
}

/// The sink of all output.
pub struct Output {
    sink: Sink,
}

/// So much is collected before it is written.
const BUFFER: usize = 1 << 16;

impl Default for Output {
    /// Standard output and error; line by line if somebody watches.
    fn default() -> Self {
        Output {
            sink: Sink::Standard {
                buffer: Vec::new(),
                line_wise: std::io::stdout().is_terminal(),
                closed: false,
            },
        }
    }
}

impl Output {
    /// Hands everything to `f`.
    pub fn to_callback(f: Callback) -> Output {
        Output { sink: Sink::Callback(f) }
    }

    /// Writes `line` and a line feed.
    pub fn line(&mut self, stream: Stream, line: &str) {
        match &mut self.sink {
            Sink::Callback(f) => f(stream, &format!("{line}\n")),
            Sink::Standard { buffer, line_wise, closed } => match stream {
                Stream::Out => {
                    if *closed {
                        return;
                    }
                    buffer.extend_from_slice(line.as_bytes());
                    buffer.push(b'\n');
                    if *line_wise || buffer.len() >= BUFFER {
                        self.flush();
                    }
                }
                Stream::Err => {
                    self.flush();
                    let mut text = Vec::with_capacity(line.len() + 1);
                    text.extend_from_slice(line.as_bytes());
                    text.push(b'\n');
                    // Nobody is left to tell if this fails.
                    let _ = std::io::stderr().write_all(&text);
                }
            },
        }
    }

    /// Writes out what has been collected. To be called before the process exits without dropping the machine.
    pub fn flush(&mut self) {
        if let Sink::Standard { buffer, closed, .. } = &mut self.sink {
            if !buffer.is_empty() && !*closed {
                let mut out = std::io::stdout().lock();
                *closed = out.write_all(buffer).and_then(|()| out.flush()).is_err();
            }
            buffer.clear();
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn callback_gets_lines() {
        let seen = Rc::new(RefCell::new(Vec::new()));
        let log = seen.clone();
        let mut output = Output::to_callback(Box::new(move |stream, text| {
            log.borrow_mut().push((stream, text.to_string()))
        }));
        output.line(Stream::Out, "a");
        output.line(Stream::Err, "b\nc");
        output.flush();
        assert_eq!(*seen.borrow(), [(Stream::Out, "a\n".to_string()), (Stream::Err, "b\nc\n".to_string())]);
    }
}
