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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_those_of_javascript() {
        let text = "aö€\u{1f409}b";
        let offsets = Utf16::new(text);
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(offsets.offset(at), text[..at].encode_utf16().count(), "byte {at}");
        }
        assert_eq!(offsets.offset(99), text.encode_utf16().count());
        assert_eq!(Utf16::new("").offset(3), 0);
    }
}
