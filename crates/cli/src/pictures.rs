//! Drawings in characters: how long fights last and who wins them, and the party's wins along a varied number. Pure
//! functions of the results, at most 80 columns wide and as high as a screen.

use equipoise_engine::Winner;
use equipoise_sim::studies::report::{Bin, bins};
use equipoise_sim::{Interval, Share};

use crate::args::{Format, PictureArgs};
use crate::exit::Failure;
use crate::host;
use crate::text::{WIDTH, width, wrapped};

/// A histogram has no more rows.
const BINS_MAX: u32 = 20;
/// A curve has no more rows.
const POINTS_MAX: usize = 40;
/// The columns of a curve beside values so long that they leave less.
const COLUMNS_MIN: usize = 20;

/// Whether pictures are drawn: on a terminal unless they are refused, elsewhere where they are asked for.
pub(crate) fn are_wanted(args: &PictureArgs, format: Format) -> Result<bool, Failure> {
    match format {
        Format::Csv | Format::Json if args.picture => Err(Failure::plain("--picture needs --format table or markdown")),
        Format::Csv | Format::Json => Ok(false),
        Format::Table => Ok(args.picture || (!args.no_picture && host::is_terminal())),
        Format::Markdown => Ok(args.picture),
    }
}

/// The character that fills the bars of a winner.
const fn fill(winner: Winner) -> char {
    match winner {
        Winner::Party => '#',
        Winner::Enemies => '.',
        Winner::Draw => '=',
        Winner::Timeout => '?',
    }
}

/// The lengths of encounters, stacked by winner: for each number of rounds, or several together, the share that ends
/// there, the share that lasts at least so long, and a bar. `None` if nothing was played.
pub(crate) fn rounds(by_winner: &[(u32, [Share; 4])]) -> Option<String> {
    let bins = bins(by_winner, BINS_MAX)?;
    let labels: Vec<String> = bins.iter().map(Bin::label).collect();
    let column = labels.iter().map(String::len).max()?.max("rounds".len());
    let occurs = |winner: &Winner| by_winner.iter().any(|(_, shares)| shares[winner.index()].share > 0.0);
    let legend: Vec<String> =
        Winner::ALL.into_iter().filter(occurs).map(|winner| format!("{} {winner}", fill(winner))).collect();
    let mut picture = format!("{:>column$}   share  at least  {}\n", "rounds", legend.join(", "));
    let bar_max = WIDTH - (column + "   share  at least  ".len());
    let largest = bins.iter().map(Bin::total).fold(0.0, f64::max);
    let mut left: f64 = bins.iter().map(Bin::total).sum();
    for (bin, label) in bins.iter().zip(&labels) {
        let [share, at_least] = [bin.total(), left].map(percent);
        let bar = stacked(bin.shares.map(|share| share / largest), bar_max);
        let line = format!("{label:>column$}  {share:>6}  {at_least:>8}  {bar}");
        picture.extend([line.trim_end(), "\n"]);
        left -= bin.total();
    }
    Some(picture)
}

/// A bar of parts behind each other, each to its nearest character.
fn stacked(parts: [f64; 4], length_max: usize) -> String {
    let (mut bar, mut end) = (String::new(), 0.0);
    for (winner, part) in Winner::ALL.into_iter().zip(parts) {
        end += part;
        let wanted = (end * length_max as f64).round() as usize;
        bar.extend(std::iter::repeat_n(fill(winner), wanted.saturating_sub(bar.len())));
    }
    bar
}

/// A share in percent with one decimal.
fn percent(share: f64) -> String {
    format!("{:.1}%", (100.0 * share).clamp(0.0, 100.0))
}

/// A point of a curve: the value of the varied path, and the party's wins there.
pub(crate) struct Point {
    pub(crate) value: String,
    pub(crate) wins: Share,
}

/// The party's wins along the values of a path, one row each, with their intervals. Of very many values one in two, three …
/// is shown. `None` without points.
pub(crate) fn curve(name: &str, points: &[Point]) -> Option<String> {
    let every = points.len().div_ceil(POINTS_MAX).max(1);
    let shown: Vec<&Point> = points.iter().step_by(every).collect();
    let first = shown.iter().map(|point| width(&point.value)).max()?;
    let scale = Scale::of(&shown);
    let margin = first + "  100.0%  ".len();
    let columns = WIDTH.saturating_sub(margin).max(COLUMNS_MIN);
    let thinned = if every > 1 { format!(", one value in {every}") } else { String::new() };
    let legend = format!("party wins by {name}{thinned}: * share, - interval, : half");
    let mut picture = wrapped(&legend, 0, 2) + "\n";
    let [lo, hi] = [scale.lo, scale.hi].map(|end| format!("{:.0}%", 100.0 * end));
    let axis = format!("{}{lo}{hi:>rest$}\n", " ".repeat(margin), rest = columns - lo.len());
    picture += &axis;
    for point in shown {
        let pad = " ".repeat(first - width(&point.value));
        let line =
            format!("{pad}{}  {:>6}  {}", point.value, percent(point.wins.share), scale.row(&point.wins, columns));
        picture.extend([line.trim_end(), "\n"]);
    }
    Some(picture)
}

/// The shares that a curve spans.
#[derive(Clone, Copy)]
struct Scale {
    lo: f64,
    hi: f64,
}

impl Scale {
    /// From the lowest to the highest end of all intervals, rounded to tenths; never less than a tenth.
    fn of(points: &[&Point]) -> Self {
        let ends = |point: &&Point| range(&point.wins);
        let lo = points.iter().map(|point| ends(point).lo).fold(1.0, f64::min);
        let hi = points.iter().map(|point| ends(point).hi).fold(0.0, f64::max);
        let tenth = |share: f64, round: fn(f64) -> f64| (round(10.0 * share) / 10.0).clamp(0.0, 1.0);
        let (lo, hi) = (tenth(lo, f64::floor), tenth(hi, f64::ceil));
        // If both are the same tenth, there is room above or below it.
        if hi - lo >= 0.05 {
            Self { lo, hi }
        } else {
            Self { lo: tenth(lo - 0.1, f64::round), hi: tenth(lo + 0.1, f64::round) }
        }
    }

    /// The column of a share.
    fn column(self, share: f64, columns: usize) -> usize {
        let along = ((share - self.lo) / (self.hi - self.lo)).clamp(0.0, 1.0);
        (along * (columns - 1) as f64).round() as usize
    }

    fn row(self, share: &Share, columns: usize) -> String {
        let Interval { lo, hi } = range(share);
        let [lo, hi, estimate, even] = [lo, hi, share.share, 0.5].map(|share| self.column(share, columns));
        let has_even = self.lo < 0.5 && 0.5 < self.hi;
        let character = |column: usize| match column {
            _ if column == estimate => '*',
            _ if (lo..=hi).contains(&column) => '-',
            _ if column == even && has_even => ':',
            _ => ' ',
        };
        (0..columns).map(character).collect()
    }
}

/// The interval of a share, which for an exact one is the share itself.
fn range(share: &Share) -> Interval {
    share.interval.unwrap_or(Interval { lo: share.share, hi: share.share })
}

#[cfg(test)]
mod tests;
