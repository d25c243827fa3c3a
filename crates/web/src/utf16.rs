//! Offsets in texts as JavaScript counts them.

/// The units of UTF-16 before each byte of a text.
pub(crate) struct Utf16 {
    /// The ends of the characters beyond ASCII, in bytes, each with how many more bytes than units there are up to there.
    ends: Vec<(usize, usize)>,
    bytes: usize,
}

impl Utf16 {
    pub(crate) fn new(text: &str) -> Self {
        let mut more = 0;
        let wide = text.char_indices().filter(|(_, c)| !c.is_ascii());
        let ends = wide.map(|(at, c)| {
            more += c.len_utf8() - c.len_utf16();
            (at + c.len_utf8(), more)
        });
        Self { ends: ends.collect(), bytes: text.len() }
    }

    /// The units before a byte; an offset beyond the end counts as the end.
    pub(crate) fn offset(&self, byte: usize) -> usize {
        let byte = byte.min(self.bytes);
        let before = self.ends.partition_point(|(end, _)| *end <= byte);
        byte - before.checked_sub(1).map_or(0, |last| self.ends[last].1)
    }
}
