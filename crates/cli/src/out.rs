//! Stdout, locked, buffered and styled where it is a terminal.

use std::io::{self, BufWriter, StdoutLock, Write};

use clap::builder::styling::{Effects, Style};

/// Locked and buffered stdout. Whoever writes to it calls [`flush`](Write::flush) at the end, since an error on
/// closing would be lost.
pub(crate) struct Out {
    stdout: BufWriter<StdoutLock<'static>>,
    is_styled: bool,
}

impl Out {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout().lock();
        let is_styled = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        Self { stdout: BufWriter::new(stdout), is_styled }
    }

    /// The style of what matters less; no style at all where stdout takes none.
    pub(crate) fn dim(&self) -> Style {
        if self.is_styled { Style::new().effects(Effects::DIMMED) } else { Style::new() }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}
