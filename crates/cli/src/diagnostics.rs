//! Mistakes as people see them: file, line, column, the text underlined, what was expected, what may help.
//!
//! The texts come from files that nobody vouches for. They are shown a line at a time, long lines cut around the part
//! in question, with invisible characters replaced. Messages, labels and helps are escaped last of all, whatever they were
//! built from.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use equipoise_engine::scenario::{Problem, Problems, Source, Span, is_invisible};
use equipoise_sim::kernel::quantity::FORMER_NAMES;
use equipoise_sim::studies::check;
use equipoise_sim::studies::condition::ConditionError;
use equipoise_sim::studies::load::LoadError;
use equipoise_sim::studies::replay::ask::NoFight;
use equipoise_sim::studies::study::StudyError;
use equipoise_sim::studies::sweep::CELLS_MAX;
use equipoise_sim::studies::versus::{Idle, VersusError};
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, Severity,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters,
};
use supports_unicode::Stream;

use crate::host;
use crate::numbers::grouped;
use crate::text::visible;

/// Bytes of a line that are shown whole; longer ones are cut.
const LINE_MAX: usize = 160;
/// Bytes that are underlined at most.
const UNDERLINE_MAX: usize = 80;

/// One mistake, ready to be shown.
#[derive(Debug, PartialEq)]
pub(crate) struct Mistake {
    /// The same for programs, if it is one of a scenario.
    typed: Option<Box<check::Mistake>>,
    message: String,
    help: Option<String>,
    text: Option<Arc<Text>>,
    labels: Vec<LabeledSpan>,
    is_doubt: bool,
}

impl Mistake {
    /// A mistake that has no location in a file.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        let message = visible(&message.into()).into_owned();
        Self { typed: None, message, help: None, text: None, labels: Vec::new(), is_doubt: false }
    }

    /// The same as a doubt: what may be meant.
    pub(crate) fn into_doubt(self) -> Self {
        Self { is_doubt: true, ..self }
    }

    /// The mistake for programs.
    pub(crate) fn typed(&self) -> check::Mistake {
        let plain = || check::Mistake::plain(self.message.clone(), self.help.clone());
        self.typed.as_deref().cloned().unwrap_or_else(plain)
    }

    /// Adds what may help.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn new(problem: &Problem, texts: &[Arc<Text>]) -> Self {
        let text_of = |span: Span| texts.get(usize::from(span.source));
        let mut mistake = Self::plain(problem.to_string());
        mistake.help = problem.help().map(|help| visible(&help).into_owned());
        let Some((span, text)) = problem.span.and_then(|span| Some((span, text_of(span)?))) else { return mistake };
        if problem.hides_text {
            let (line, column) = text.source.line_column(span.start);
            let place = format!("{}:{line}:{column}: ", text.source.name);
            return Self { message: place + &mistake.message, ..mistake };
        }
        mistake.text = Some(Arc::clone(text));
        mistake.labels.push(LabeledSpan::new_primary_with_span(Some(problem.label()), text.underlined(span)));
        if let Some((also, what)) = &problem.also
            && let Some(other) = text_of(*also)
        {
            if also.source == span.source && text.is_short_at(span) && text.is_short_at(*also) {
                mistake.labels.push(LabeledSpan::new_with_span(Some(what.clone()), text.underlined(*also)));
            } else {
                let (line, column) = other.source.line_column(also.start);
                let place = format!("{what}: {}:{line}:{column}", other.source.name);
                mistake.help = Some(mistake.help.map_or_else(|| place.clone(), |help| format!("{help} ({place})")));
            }
        }
        mistake
    }
}

/// The mistakes that keep a scenario from being fought.
pub(crate) fn of_loading(error: LoadError) -> Vec<Mistake> {
    match error {
        LoadError::Mistakes(problems) => of_scenario(problems),
        error => {
            let typed = check::Mistake::of_loading(&error).pop().map(Box::new);
            vec![Mistake { typed, ..Mistake::plain(error.to_string()) }]
        }
    }
}

/// The mistakes of what a study refuses: by their texts where it has some, and with numbers as people read them.
pub(crate) fn of_refusal(error: &StudyError) -> Vec<Mistake> {
    let plain = || Mistake { help: error.help(), ..Mistake::plain(error.to_string()) };
    if let Some(NoFight { encounters, seed, reason }) = error.refusal() {
        let searched = match encounters {
            1 => "encounter".to_owned(),
            several => format!("{} encounters", grouped(*several)),
        };
        return vec![Mistake::plain(format!("no such fight among the first {searched} of seed {seed}: {reason}"))];
    }
    if let Some(condition) = error.refusal::<ConditionError>() {
        return vec![of_condition(condition.clone())];
    }
    match error.refusal::<VersusError>() {
        Some(VersusError::Scenarios(errors)) => errors.iter().cloned().flat_map(of_loading).collect(),
        Some(VersusError::Idle(contenders)) => contenders.iter().cloned().flat_map(of_idle).collect(),
        Some(VersusError::TooMany { matches }) => {
            let [matches, max] = [*matches, CELLS_MAX].map(|count| grouped(count as u64));
            vec![Mistake::plain(format!("there would be {matches} matches, at most {max} are allowed"))]
        }
        _ => vec![plain()],
    }
}

/// The mistake of a condition of `--find`.
fn of_condition(error: ConditionError) -> Mistake {
    let ConditionError { text, range, message, help } = error;
    let text = Text::new(&Source::new("--find", text));
    let label = LabeledSpan::new_primary_with_span(None, text.underlined(Span::new(0, range)));
    Mistake { help, text: Some(Arc::new(text)), labels: vec![label], ..Mistake::plain(message) }
}

/// The sentence about a contender without a match, then why the rules refuse one.
fn of_idle(idle: Idle) -> Vec<Mistake> {
    let sentence = Mistake { help: idle.help(), ..Mistake::plain(idle.to_string()) };
    std::iter::once(sentence).chain(idle.refusal.into_iter().flat_map(of_loading)).collect()
}

/// The mistakes of a scenario.
pub(crate) fn of_scenario(problems: Problems) -> Vec<Mistake> {
    let typed = check::Mistake::all(&problems);
    let texts: Vec<Arc<Text>> = problems.sources.into_iter().map(|source| Arc::new(Text::new(&source))).collect();
    let mistakes = problems.list.iter().map(|problem| Mistake::new(problem, &texts)).zip(typed);
    mistakes.map(|(mistake, typed)| Mistake { typed: Some(Box::new(typed)), ..mistake }).collect()
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

impl Diagnostic for Mistake {
    fn severity(&self) -> Option<Severity> {
        self.is_doubt.then_some(Severity::Warning)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(visible(help)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.text.as_deref().map(|text| text as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let shown = |label: &LabeledSpan| {
            let mut label = label.clone();
            label.set_label(label.label().map(|text| visible(text).into_owned()));
            label
        };
        if self.labels.is_empty() { None } else { Some(Box::new(self.labels.iter().map(shown))) }
    }
}

/// A text made fit to be shown, with every byte where it was, so that spans still hold.
#[derive(Debug, PartialEq)]
struct Text {
    source: Source,
}

impl Text {
    fn new(source: &Source) -> Self {
        let replaced = |c: char| match c {
            '\n' | '\t' => c.to_string(),
            '\r' => " ".to_owned(),
            _ if is_invisible(c) => "?".repeat(c.len_utf8()),
            _ => c.to_string(),
        };
        let mut text = if source.text.contains(|c: char| is_invisible(c) && c != '\n') {
            source.text.chars().map(replaced).collect()
        } else {
            source.text.clone()
        };
        // A span at the very end of the text must be in a line, too.
        text.push('\n');
        Self { source: Source::new(visible(&source.name), text) }
    }

    fn text(&self) -> &str {
        &self.source.text
    }

    /// The line that a byte is in, without its end.
    fn line(&self, at: usize) -> std::ops::Range<usize> {
        let at = self.text().floor_char_boundary(at.min(self.text().len()));
        let start = self.text()[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = self.text()[at..].find('\n').map_or(self.text().len(), |newline| at + newline);
        start..end
    }

    fn is_short_at(&self, span: Span) -> bool {
        self.line(span.start).len() <= LINE_MAX
    }

    /// The part of a span that is underlined: no more than one line, and at most [`UNDERLINE_MAX`] bytes of it.
    fn underlined(&self, span: Span) -> SourceSpan {
        let start = self.text().floor_char_boundary(span.start.min(self.text().len()));
        let end = span.end.min(self.line(start).end).min(start + UNDERLINE_MAX).max(start);
        SourceSpan::new(start.into(), self.text().floor_char_boundary(end) - start)
    }

    /// The lines of a span with their ends, or of one long line what stands around it.
    fn shown(&self, span: &SourceSpan) -> std::ops::Range<usize> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let (first, last) = (self.line(start), self.line(end));
        if first.len() <= LINE_MAX && last.len() <= LINE_MAX {
            return first.start..(last.end + 1).min(self.text().len());
        }
        let from = self.text().floor_char_boundary(start.saturating_sub(LINE_MAX / 4)).max(first.start);
        let to = self.text().ceil_char_boundary((start + LINE_MAX).min(self.text().len())).min(first.end);
        from..to
    }
}

impl SourceCode for Text {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        if span.offset() + span.len() > self.text().len() {
            return Err(MietteError::OutOfBounds);
        }
        let shown = self.shown(span);
        let (line, column) = self.source.line_column(span.offset());
        Ok(Box::new(MietteSpanContents::new_named(
            self.source.name.clone(),
            &self.text().as_bytes()[shown.clone()],
            SourceSpan::new(shown.start.into(), shown.len()),
            line - 1,
            column - 1,
            1,
        )))
    }
}

/// Shows mistakes on stderr, with colors and line drawings only where styles are wanted.
pub(crate) fn show(mistakes: &[Mistake]) {
    if mistakes.is_empty() {
        return;
    }
    let is_seen = host::is_watched();
    let plain = anstream::AutoStream::choice(&io::stderr()) == anstream::ColorChoice::Never;
    let theme = match (plain, supports_unicode::on(Stream::Stderr)) {
        (true, _) => GraphicalTheme::none(),
        (false, true) => GraphicalTheme::unicode(),
        (false, false) => GraphicalTheme { characters: ThemeCharacters::ascii(), ..GraphicalTheme::unicode() },
    };
    host::tell(&shown(mistakes, GraphicalReportHandler::new_themed(theme).with_wrap_lines(is_seen)));
}

/// The way mistakes are shown in a file.
pub(crate) fn plain() -> GraphicalReportHandler {
    GraphicalReportHandler::new_themed(GraphicalTheme::none()).with_wrap_lines(false)
}

/// Mistakes as a text.
pub(crate) fn shown(mistakes: &[Mistake], handler: GraphicalReportHandler) -> String {
    let handler = handler.with_context_lines(0);
    let mut shown = String::new();
    for (at, mistake) in mistakes.iter().enumerate() {
        if at > 0 {
            shown.push('\n');
        }
        if handler.render_report(&mut shown, mistake).is_err() {
            shown.push_str(&mistake.message);
        }
    }
    shown
}

/// Says once that a quantity has another name now, where a text has its former one as a word.
pub(crate) fn note_former_names(text: &str) {
    static IS_SAID: AtomicBool = AtomicBool::new(false);
    let words = || text.split(|c: char| !c.is_alphanumeric() && c != '_');
    for (former, current) in FORMER_NAMES {
        if words().any(|word| word == former) && !IS_SAID.swap(true, Ordering::Relaxed) {
            note(&format!("{former} is now called {current}"));
        }
    }
}

/// Says something beside the results.
pub(crate) fn note(message: &str) {
    host::tell(&format!("{}\n", visible(message)));
}
