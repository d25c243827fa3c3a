//! Writes results: to stdout in the format that was chosen, and to the files of `--out`.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use equipoise_sim::Report;
use equipoise_sim::output::csv::{chosen, comparisons, csv};
use equipoise_sim::output::sentences::ways_told;
use equipoise_sim::output::{files, frame};
use equipoise_sim::studies::answer::{Answer, Played};
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::study::Words;

use crate::args::{Format, ReportArgs};
use crate::exit::Failure;
use crate::load::{self, Loaded, is_stdin};
use crate::out::Out;
use crate::outputs;
use crate::page::Page;
use crate::pictures;
use crate::resume;
use crate::tables;
use crate::text::{shared, shell_path, shell_word, visible};

/// Prints each answer as soon as there is one.
///
/// A closed stdout must not cost the files of `--out`: where they are wanted, the first error of printing is held back
/// until they are written.
pub(crate) struct Printer<'a> {
    out: Page<Out>,
    args: &'a ReportArgs,
    /// The quantities that tables show.
    only: Only,
    /// Whether `--check` was asked for.
    checks: bool,
    /// Whether the rounds are drawn.
    draws: bool,
    /// The names that several of the scenarios have: their tables are told apart by their files.
    shared: BTreeSet<String>,
    /// Whether answers are kept for their files alone.
    is_silent: bool,
    answers: Vec<Answer>,
    /// The reason why the answers are partial; `None` if they are whole.
    partial: Option<&'static str>,
    /// The error that is held back. Nothing is printed after it.
    print_error: Option<io::Error>,
}

impl<'a> Printer<'a> {
    pub(crate) fn new(args: &'a ReportArgs, only: Only, checks: bool) -> Self {
        Self {
            out: Page::new(Out::new(), args.format.markup()),
            args,
            only,
            checks,
            draws: false,
            shared: BTreeSet::new(),
            is_silent: false,
            answers: Vec::new(),
            partial: None,
            print_error: None,
        }
    }

    /// As [`new`](Self::new), for answers that are no whole ones.
    pub(crate) fn partial(self, why: Option<&'static str>) -> Self {
        Self { partial: why, ..self }
    }

    /// As [`new`](Self::new), for the answers of these scenarios.
    pub(crate) fn of(self, scenarios: &[Loaded]) -> Self {
        Self { shared: shared(scenarios.iter().map(|scenario| scenario.name.as_str())), ..self }
    }

    /// As [`new`](Self::new), with a picture of the rounds below the tables of each answer.
    pub(crate) fn with_pictures(self) -> Self {
        Self { draws: true, ..self }
    }

    /// As [`new`](Self::new), with nothing on stdout: files say everything, or a shard stands there.
    pub(crate) fn silent(self) -> Self {
        Self { is_silent: true, ..self }
    }

    /// Prints one answer, as a table or as JSON. CSV is printed at the end: its header depends on all answers.
    pub(crate) fn print(&mut self, answer: Answer) -> Result<(), Failure> {
        if self.print_error.is_none() && !self.is_silent {
            let printed = self.write_answer(&answer).and_then(|()| self.out.flush());
            self.hold_back(printed)?;
        }
        self.answers.push(answer);
        Ok(())
    }

    /// The number of answers that no interrupt cut short.
    pub(crate) fn finished(&self) -> usize {
        self.answers.iter().filter(|answer| !answer.is_interrupted).count()
    }

    /// Keeps an error of printing for later where files are still to be written, and returns it otherwise.
    fn hold_back(&mut self, printed: io::Result<()>) -> Result<(), Failure> {
        match printed {
            Err(error) if self.args.files.out.is_some() || self.args.files.benchmark.is_some() => {
                self.print_error = Some(error);
            }
            result => result?,
        }
        Ok(())
    }

    fn write_answer(&mut self, answer: &Answer) -> io::Result<()> {
        match self.args.format {
            Format::Table | Format::Markdown => {
                if !self.answers.is_empty() {
                    self.out.gap()?;
                }
                self.write_table(answer)
            }
            Format::Json => writeln!(self.out, "{}", json_line(answer)),
            Format::Csv => Ok(()),
        }
    }

    fn write_table(&mut self, answer: &Answer) -> io::Result<()> {
        let mut notes: Vec<String> = answer.notes.iter().map(ToString::to_string).collect();
        notes.extend(answer.ways.as_ref().map(ways_told));
        let file = answer.file().filter(|_| self.shared.contains(&answer.report.scenario));
        tables::report::report(&mut self.out, &answer.report, file.as_deref(), &notes, &self.only)?;
        if answer.ways.as_ref().is_some_and(|ways| ways.most.is_some()) {
            self.out.gap()?;
            self.out.note("every way to play by itself:")?;
            let words = Words::ranking(&answer.provenance.study);
            let words: Vec<String> = words.0.iter().map(|word| shell_word(word).into_owned()).collect();
            self.out.verbatim(&format!("  {}\n", visible(&words.join(" "))))?;
        }
        if let Some(check) = &answer.check {
            tables::comparison(&mut self.out, &check.deviations, check.states, &self.only)?;
        }
        if let Some(picture) = pictures::rounds(&answer.report.rounds.by_winner).filter(|_| self.draws) {
            self.out.gap()?;
            self.out.verbatim(&picture)?;
        }
        if let Some(first) = answer.first.as_ref().filter(|_| self.only.is_all()) {
            self.out.gap()?;
            // The command keeps to one line, however long, so that it can be copied.
            self.out.note("one of these fights, told:")?;
            self.out.verbatim(&format!("  {}\n", replay_command(first)))?;
        }
        Ok(())
    }

    /// Prints CSV, if that is the format, and returns an error that was held back.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.print_csv()?;
        self.print_error.map_or(Ok(()), |error| Err(error.into()))
    }

    /// As [`finish`](Self::finish), with the files of `--out`, if it was given, written in between.
    pub(crate) fn finish_with_files(self) -> Result<(), Failure> {
        let parquet = self.args.files.parquet;
        self.finish_with(|answers, dir| {
            files::write_answers(dir, answers, parquet)?;
            Ok(())
        })
    }

    /// As [`finish`](Self::finish), with the files of `--out`, if it was given, written in between by `write`.
    pub(crate) fn finish_with(
        mut self,
        write: impl FnOnce(&[Answer], &Path) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.print_csv()?;
        if let Some(dir) = &self.args.files.out {
            write(&self.answers, dir)?;
        }
        match self.partial {
            Some(why) => outputs::note_no_benchmark(&self.args.files, why),
            None => outputs::write_benchmark(&self.args.files, &self.answers, &self.only)?,
        }
        self.print_error.map_or(Ok(()), |error| Err(error.into()))
    }

    /// As [`finish`](Self::finish), after an interrupt: where files are wanted, what there is becomes partial ones,
    /// with the counts from which a later call goes on.
    pub(crate) fn finish_partial(mut self) -> Result<(), Failure> {
        let parquet = self.args.files.parquet;
        self.partial = Some("interrupted");
        self.finish_with(|answers, dir| resume::keep_partial(dir, answers, parquet))
    }

    fn print_csv(&mut self) -> Result<(), Failure> {
        if self.args.format != Format::Csv || self.answers.is_empty() || self.is_silent {
            return Ok(());
        }
        // The list of a tracker is chosen beside a whole table.
        let all = Only::default();
        let only = if self.args.files.benchmark.is_some() { &all } else { &self.only };
        let csv = match (self.checks, only.is_all()) {
            (true, _) => comparisons(&self.answers, only).into_bytes(),
            (false, true) => summary(&self.answers)?,
            (false, false) => chosen(&self.answers, only).into_bytes(),
        };
        let printed = self.out.write_all(&csv).and_then(|()| self.out.flush());
        self.hold_back(printed)
    }
}

fn summary(answers: &[Answer]) -> Result<Vec<u8>, Failure> {
    let reports: Vec<Report> = answers.iter().map(Answer::report_of_file).collect();
    let csv = frame::summary(&reports).and_then(|table| csv(&table));
    csv.map_err(|error| Failure::plain(format!("cannot make the summary: {error}")))
}

/// The answer as one line of JSON, without a line feed at its end.
pub(crate) fn json_line(answer: &Answer) -> String {
    serde_json::to_string(answer).expect("strings, numbers and maps with string keys always serialise")
}

/// The command that replays an encounter.
pub(crate) fn replay_command(Played { path, changes, seed, index }: &Played) -> String {
    let changes: Vec<String> = changes.iter().map(|set| format!(" --set {}", shell_word(&set.to_string()))).collect();
    let changes = changes.concat();
    let input = if is_stdin(path) { " < FILE" } else { "" };
    let (path, seed, index) = (shell_path(path), seed.0, index.0);
    let files = if load::are_files_allowed() { format!(" {}", load::ALLOW_FILES) } else { String::new() };
    let replay = format!("equipoise replay {path}{changes} --seed {seed} --index {index}{files}{input}");
    visible(&replay).into_owned()
}
