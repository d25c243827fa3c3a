//! Stdout, locked, buffered and styled where it is a terminal; or the host of the command line.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::sync::Arc;

use clap::builder::styling::{Effects, Style};

use crate::host::{self, Host};

/// The output for results, buffered. Callers [`flush`](Write::flush) it at the end, since an error on closing would be lost.
pub(crate) struct Out {
    sink: Sink,
    is_styled: bool,
}

/// The destination of the output.
enum Sink {
    Stdout(BufWriter<StdoutLock<'static>>),
    Host(Arc<dyn Host>),
}

impl Out {
    pub(crate) fn new() -> Self {
        if let Some(host) = host::host() {
            return Self { sink: Sink::Host(host), is_styled: false };
        }
        let stdout = io::stdout().lock();
        let is_styled = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        Self { sink: Sink::Stdout(BufWriter::new(stdout)), is_styled }
    }

    /// The style of what matters less; no style at all where stdout takes none.
    pub(crate) fn dim(&self) -> Style {
        if self.is_styled { Style::new().effects(Effects::DIMMED) } else { Style::new() }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::Host(host) => {
                host.print(bytes);
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Host(_) => Ok(()),
        }
    }
}
