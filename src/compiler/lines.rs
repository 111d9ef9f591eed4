//! Byte offsets to lines and columns.

/// The table of line starts of a source text.
pub(super) struct Lines<'a> {
    source: &'a str,
    starts: Vec<u32>,
    ascii: bool,
    /// Offset and column of the last answer: the next question is often a little further on the same line.
    last: (u32, u32),
}

impl<'a> Lines<'a> {
    /// Builds the table. Lines end with LF, CR, CR LF, U+2028 or U+2029.
    pub fn new(source: &'a str) -> Lines<'a> {
        let bytes = source.as_bytes();
        let mut starts = vec![0];
        for (index, &byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(index + 1) != Some(&b'\n'),
                0xA8 | 0xA9 => index >= 2 && bytes[index - 2] == 0xE2 && bytes[index - 1] == 0x80,
                _ => false,
            };
            if ends {
                starts.push(index as u32 + 1);
            }
        }
        Lines { source, starts, ascii: source.is_ascii(), last: (0, 1) }
    }

    /// Line and column of a byte offset, both from 1; columns count UTF-16 code units.
    pub fn locate(&mut self, offset: u32) -> (u32, u32) {
        let offset = offset.min(self.source.len() as u32);
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        if self.ascii {
            return (line as u32, offset - start + 1);
        }
        let (from, column) = match self.last {
            (last, column) if last >= start && last <= offset => (last, column),
            _ => (start, 1),
        };
        let text = self.source.get(from as usize..offset as usize).unwrap_or("");
        let column = column + text.chars().map(|c| c.len_utf16() as u32).sum::<u32>();
        self.last = (offset, column);
        (line as u32, column)
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn columns_count_code_units() {
        let mut lines = Lines::new("a\r\nπ𝄞b\u{2028}c");
        assert_eq!(lines.locate(0), (1, 1));
        assert_eq!(lines.locate(3), (2, 1));
        assert_eq!(lines.locate(9), (2, 4));
        assert_eq!(lines.locate(13), (3, 1));
        assert_eq!(lines.locate(5), (2, 2));
    }
}
