//! Sentences about results, alike in tables and in pages.

use super::numbers;
use super::words::{short_value, visible};
use crate::kernel::quantity::Kind;
use crate::stats::Interval;
use crate::studies::cross::{Crossing, Where};
use crate::studies::gauntlet::{Gauntlet, Row, StandsOut};
use crate::studies::report::{Intervals, Mean, Share};
use crate::studies::tune::result::Tuning;
use crate::studies::tune::{Measured, Verdict as RaceVerdict};
use crate::studies::versus::field::{Answer, BLOCKS_MIN, Kind as FieldKind, NoField, Standing};
use crate::studies::versus::{Ranked, Refused, Verdict as PairVerdict, Versus};
use crate::studies::ways::Ways;

/// The word of a verdict, about the first of a pair.
pub const fn pair_word(verdict: PairVerdict) -> &'static str {
    match verdict {
        PairVerdict::First => "beats",
        PairVerdict::Second => "loses to",
        PairVerdict::Undecided => "undecided",
    }
}

/// The sentence about other ways to play.
pub fn ways_told(ways: &Ways) -> String {
    let (Some(now), Some(lo), Some(hi)) = (ways.share, ways.lo, ways.hi) else {
        return "other ways to play: the scenario has no key with another word for how somebody plays".to_owned();
    };
    let (count, encounters) = (numbers::grouped(ways.ways.len() as u64), numbers::grouped(ways.encounters));
    let is_extreme = |share: f64| share > 0.0 && share < 0.005 || (0.995..1.0).contains(&share);
    let told = |share: f64| format!("{:.*}%", usize::from(is_extreme(share)), 100.0 * share);
    let of = format!("of {encounters} fights the party wins {} as everybody plays now", told(now));
    match (&ways.most, ways.ways.first()) {
        (Some(path), Some(first)) => format!(
            "{of}, and {} to {} with other ways to play ({count}), farthest from it if {} is {} ({})",
            told(lo),
            told(hi),
            visible(path),
            visible(&first.instead),
            told(first.share)
        ),
        _ => format!("{of}, and as many with other ways to play ({count})"),
    }
}

/// Contenders that a sentence names.
const NAMED_MAX: usize = 8;
/// Contenders that a row of a table names.
const RIVALS_MAX: usize = 3;

/// The contender that does best on average, or all that may; `None` if nobody has played.
/// Policies of two sides have no best.
pub fn best(versus: &Versus) -> Option<String> {
    if versus.policies {
        return None;
    }
    let leaders = versus.standings.leaders();
    let named = leaders.iter().take(NAMED_MAX).map(|&contender| visible(versus.name(contender)).into_owned());
    let listed = named.collect::<Vec<_>>().join(", ");
    match leaders.len() {
        0 => None,
        1 => Some(format!("the best on average: {listed}")),
        count if count > NAMED_MAX => {
            Some(format!("the best on average, not told apart: {listed} and {} more", count - NAMED_MAX))
        }
        _ => Some(format!("the best on average, not told apart: {listed}")),
    }
}

/// The ranks that a contender may have: `2`, or `1 to 3` where it is not told apart from others.
pub fn ranks(Ranked { ranks: [best, worst], .. }: &Ranked) -> String {
    if best == worst { best.to_string() } else { format!("{best} to {worst}") }
}

/// Lines about the rows that stand out for their level, those of each kind in one; none without a fit.
pub fn stand_out(gauntlet: &Gauntlet) -> Vec<String> {
    let Some(by) = &gauntlet.asked.by else { return Vec::new() };
    let by = visible(by);
    let kinds = [StandsOut::Harder, StandsOut::Easier, StandsOut::Stronger, StandsOut::Weaker];
    let line = |kind: StandsOut| {
        let rows = gauntlet.rows.iter().filter(|row| row.fit.is_some_and(|fit| fit.stands_out == Some(kind)));
        let mut rows: Vec<_> = rows.collect();
        let distance = |row: &Row| row.fit.map_or(0.0, |fit| fit.distance.abs());
        rows.sort_by(|left, right| distance(right).total_cmp(&distance(left)));
        let names: Vec<String> =
            rows.iter().take(NAMED_MAX).map(|row| visible(&gauntlet.name_of(row)).into_owned()).collect();
        let more = match rows.len().saturating_sub(NAMED_MAX) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!rows.is_empty()).then(|| format!("{} than the {by} says: {}{more}", kind.name(), names.join(", ")))
    };
    let lines: Vec<String> = kinds.into_iter().filter_map(line).collect();
    if lines.is_empty() { vec![format!("no row stands out for its {by}")] } else { lines }
}

/// Says how many pairs and seatings the rules refused.
pub fn refused(Refused { pairs, unmatched, half_matched }: Refused) -> String {
    let seatings = match half_matched {
        0 => None,
        _ if half_matched == pairs - unmatched => Some("one seating of every other pair".to_owned()),
        _ => Some(format!("one seating of {} pairs", numbers::grouped(half_matched as u64))),
    };
    let unmatched = (unmatched > 0).then(|| {
        let [refused, all] = [unmatched, pairs].map(|count| numbers::grouped(count as u64));
        format!("{refused} of {all} pairs")
    });
    let refused: Vec<String> = unmatched.into_iter().chain(seatings).collect();
    format!("the rules refuse {}", refused.join(", and "))
}

/// A line for each cycle, and for those that are not listed; a line that says so where there is none. Policies of two sides have none.
pub fn cycles(versus: &Versus) -> Vec<String> {
    if versus.policies {
        return Vec::new();
    }
    let standings = &versus.standings;
    let name = |contender: &usize| visible(versus.name(*contender)).into_owned();
    let sentence = |cycle: &Vec<usize>| {
        let closed: Vec<String> = cycle.iter().chain(cycle.first()).map(name).collect();
        format!("cycle: {}", closed.join(" beats "))
    };
    let mut lines: Vec<String> = standings.cycles.iter().map(sentence).collect();
    if standings.more_cycles > 0 {
        lines.push(format!("and {} more cycles of three", numbers::grouped(standings.more_cycles as u64)));
    }
    if lines.is_empty() {
        let is_decided = standings.pairs.iter().all(|pair| pair.verdict != PairVerdict::Undecided);
        lines.push(if is_decided { "no cycles" } else { "no cycles among what is decided" }.to_owned());
    }
    lines
}

/// The sentences about the equilibrium of a tournament and the origin of its intervals, or the reason why there is none.
pub fn field_told(versus: &Versus) -> Vec<String> {
    let field = match &versus.field {
        Ok(field) => field,
        Err(NoField::Partial) => return vec!["no equilibrium: not all matches were played".to_owned()],
        Err(NoField::Unmet) => {
            return vec![
                "no equilibrium: some contenders did not meet, and what they would win is not known".to_owned(),
            ];
        }
        Err(NoField::Unsolved) => return vec!["no equilibrium: the linear program failed".to_owned()],
    };
    let mut lines = vec![
        match field.kind {
            FieldKind::All => {
                "the field: the mix against which nobody gets more than half (draws and timeouts count half)"
            }
            FieldKind::Sides => {
                "the field: a mix for each side, from which neither gains by leaving it (draws and timeouts count half)"
            }
        }
        .to_owned(),
    ];
    if field.kind == FieldKind::Sides {
        let value = Share { count: None, share: field.value, interval: field.value_interval };
        let interval = match numbers::share_interval(&value) {
            interval if interval.is_empty() => String::new(),
            interval => format!(" ({interval})"),
        };
        lines.push(format!("if both play their mix the party gets {}{interval}", numbers::share(&value)));
    }
    let confidence = numbers::confidence(versus.settings.confidence);
    lines.push(match field.resamples {
        0 => format!("no intervals of it: {BLOCKS_MIN} encounters a match are needed"),
        resamples => format!("{confidence} intervals of {} resamples", numbers::grouped(resamples as u64)),
    });
    if !field.is_unique {
        lines.push("other mixes are as good: this is one in the middle of them".to_owned());
    }
    lines
}

/// The columns of a contender in the field, behind its name.
pub const FIELD_COLUMNS: [&str; 7] = ["weight", "interval", "in it", "loses", "interval", "dominated by", "how sure"];

/// The standing of a contender against the field, by column; its loss is in points.
pub fn field_row(versus: &Versus, standing: &Standing) -> [String; 7] {
    let &Standing { weight, weight_interval, held, loss, loss_interval, .. } = standing;
    let interval = |text: String| if text.is_empty() { numbers::NONE.to_owned() } else { text };
    let weighed = Share { count: None, share: weight, interval: weight_interval };
    let [weight, within] = match standing.same_as {
        Some(first) => [format!("as {}", visible(versus.short_name(first))), numbers::NONE.to_owned()],
        None if weight_interval.is_none() => [format!("{:.0}%", 100.0 * weight), numbers::NONE.to_owned()],
        None => [numbers::share(&weighed), interval(numbers::share_interval(&weighed))],
    };
    let held = match held.filter(|_| standing.same_as.is_none()) {
        None => numbers::NONE.to_owned(),
        Some(held) if held > 0.0 && held < 0.005 => "<1%".to_owned(),
        Some(held) if (0.995..1.0).contains(&held) => ">99%".to_owned(),
        Some(held) => format!("{:.0}%", 100.0 * held),
    };
    let [loss, lost] = match loss_interval {
        Some(interval) => numbers::points(loss, interval).map(|text| text.replace('+', "")),
        None => [format!("{:.0}", 100.0 * loss), numbers::NONE.to_owned()],
    };
    let [by, sure] = match &standing.dominated {
        None => [String::new(), String::new()],
        Some(dominated) => {
            let sure = if dominated.is_sure { "surely" } else { "not sure" };
            [visible(versus.short_name(dominated.by)).into_owned(), sure.to_owned()]
        }
    };
    [weight, within, held, loss, lost, by, sure]
}

/// The columns of an answer.
pub const ANSWER_COLUMNS: [&str; 4] = ["against", "best", "gets", "not told apart"];

/// The contender that does best against another one, by column.
pub fn answer_row(versus: &Versus, answer: &Answer) -> [String; 4] {
    let name = |contender: usize| visible(versus.short_name(contender)).into_owned();
    let rivals: Vec<String> = answer.rivals.iter().take(RIVALS_MAX).map(|&rival| name(rival)).collect();
    let more = match answer.rivals.len().saturating_sub(RIVALS_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let gets = format!("{:.1}%", 100.0 * answer.payoff);
    [visible(versus.name(answer.to)).into_owned(), name(answer.best), gets, rivals.join(", ") + &more]
}

/// A mean or a share with the digits that its interval supports.
pub fn measured_mean(measured: &Measured) -> String {
    let Measured { mean, interval, is_share, .. } = *measured;
    match interval {
        _ if is_share => numbers::share(&Share { count: None, share: mean, interval: Some(interval) }),
        Interval { hi, .. } if hi.is_infinite() => numbers::rough(mean),
        _ => numbers::mean(&Mean::shown(mean, interval)),
    }
}

/// The interval of a mean or a share; a dash where too few encounters bound it.
pub fn measured_interval(measured: &Measured) -> String {
    let Measured { mean, interval, is_share, .. } = *measured;
    match interval {
        _ if is_share => numbers::share_interval(&Share { count: None, share: mean, interval: Some(interval) }),
        Interval { hi, .. } if hi.is_infinite() => numbers::NONE.to_owned(),
        _ => numbers::mean_interval(&Mean::shown(mean, interval)),
    }
}

/// The verdict of the race in words.
pub fn race_verdict(tuning: &Tuning) -> String {
    let first: Vec<String> = tuning.ranking[0].values.iter().map(|(path, value)| format!("{path}={value}")).collect();
    let (first, margin, rivals) = (first.join(" "), tuning.margin, tuning.rivals());
    let confidence = numbers::confidence(tuning.confidence);
    match tuning.verdict {
        RaceVerdict::Closest if tuning.ranking.len() == 1 => format!("{first} is the only one"),
        RaceVerdict::Closest => format!("{first} is the closest, with a confidence of {confidence}"),
        RaceVerdict::WithinMargin => {
            format!("{first}: no other is closer by more than {margin}, with a confidence of {confidence}")
        }
        RaceVerdict::Open(Some(certainty)) => format!(
            "{first}: no other is closer by more than {margin}, with a confidence of {:.0}% only ({rivals} may be)",
            (100.0 * certainty).floor()
        ),
        RaceVerdict::Open(None) => format!(
            "{first} looks closest, but {rivals} other{} may be closer by more than {margin}: raise --max-encounters, or --margin",
            if rivals == 1 { "" } else { "s" },
        ),
    }
}

/// The shortcomings of the first candidate: that nothing comes near the targets, and that it lies at an end of what was
/// tried.
pub fn shortcomings(tuning: &Tuning) -> Vec<String> {
    let first = &tuning.ranking[0];
    let far = (!tuning.reached).then(|| {
        let least = numbers::at_least(first.interval.lo);
        format!("out of reach: even the closest is off by more than {least}, and the margin is {}", tuning.margin)
    });
    let at_end = first.values.iter().filter(|(path, _)| tuning.at_end.contains(path));
    let ends = at_end.map(|(path, value)| {
        format!("{path}={value} is at the end of what was tried: a value beyond it may be closer")
    });
    far.into_iter().chain(ends).collect()
}

/// The kinds of intervals, in words.
pub const fn interval_kinds(intervals: Intervals) -> &'static str {
    match intervals {
        Intervals::Fixed => "Wilson for shares, Student for means",
        Intervals::Anytime => "confidence sequences, valid at every look",
    }
}

/// A target in words, without zeros that nobody has written: a share in percent.
pub fn wanted(target: f64, kind: Kind) -> String {
    let (number, unit) = if kind == Kind::Share { (target * 100.0, "%") } else { (target, "") };
    let text = numbers::exact(number);
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{unit}")
}

/// A crossing with its interval: `14.4 (14.3 to 14.5)`.
pub fn crossing_at(crossing: &Crossing, at: f64) -> String {
    let Some(interval) = crossing.interval else { return numbers::rough(at) };
    let ends = [interval.lo, interval.hi].map(|end| (end - at).abs()).into_iter().filter(|width| width.is_finite());
    let width = ends.fold(0.0, f64::max);
    let decimals = if width > 0.0 { (-width.log10()).ceil().clamp(0.0, 6.0) as usize } else { 2 };
    let end = |end: f64| if end.is_finite() { format!("{end:.decimals$}") } else { "beyond what was tried".to_owned() };
    if interval.lo.is_infinite() && interval.hi.is_infinite() {
        return format!("{at:.decimals$} (anywhere, or beyond what was tried)");
    }
    format!("{at:.decimals$} ({} to {})", end(interval.lo), end(interval.hi))
}

/// The sentences about a crossing.
pub fn crossing_told(crossing: &Crossing) -> Vec<String> {
    let question = &crossing.question;
    let (name, target) = (short_value(&question.metric), wanted(question.target, question.kind));
    let (path, passes) = (varied(crossing), passed(crossing));
    let first = match crossing.found {
        Where::At(at) => met(crossing, at, &name, &target),
        Where::Above => nowhere(crossing, "larger", &name, &target),
        Where::Below => nowhere(crossing, "smaller", &name, &target),
    };
    let Some([from, to]) = crossing.turns else { return vec![first] };
    let direction = if crossing.rises { "rises" } else { "falls" };
    let turns = format!("The curve {direction} on the whole, but surely not from {from} to {to}");
    let second = match (crossing.found, passes) {
        (Where::At(_), Some(passes)) => format!(
            "{turns}, so that this is the crossing of the closest curve that never turns; joined by straight lines the values \
             along {path} pass {target} {passes}."
        ),
        _ => format!("{turns}."),
    };
    vec![first, second]
}

/// The path that is varied, with what its numbers are.
fn varied(crossing: &Crossing) -> String {
    [&crossing.question.path, crossing.question.steps.unwrap_or_default()].concat()
}

/// A value that has the target, and how sure that is.
fn met(crossing: &Crossing, at: f64, name: &str, target: &str) -> String {
    let (path, confidence) = (varied(crossing), numbers::confidence(crossing.question.confidence));
    // The line between two values is no rule of the game, and the interval knows nothing of it.
    let how = match (crossing.interval, crossing.sure) {
        (None, _) => "exact values".to_owned(),
        (Some(_), true) => format!("the values that were played; {confidence} interval, for chance alone"),
        (Some(_), false) => format!(
            "the values that were played; {confidence} interval, for chance alone: it may lie beyond the values that were tried"
        ),
    };
    let at = crossing_at(crossing, at);
    format!("With {path} at {at}, {name} comes to {target}, read along a straight line between {how}.")
}

/// That no value has the target, and how sure that is; `word` compares the number with it.
fn nowhere(crossing: &Crossing, word: &str, name: &str, target: &str) -> String {
    let path = varied(crossing);
    match (passed(crossing), crossing.interval.filter(|_| !crossing.sure)) {
        (Some(passes), _) => format!(
            "The closest curve along {path} that never turns has {name} {word} than {target} everywhere; joined by straight \
             lines the values pass it {passes}."
        ),
        (None, None) => format!(
            "None of the values of {path} that were played gives {name} of {target}: it is {word} with all that were tried."
        ),
        (None, Some(interval)) => {
            let place = match (interval.lo.is_finite(), interval.hi.is_finite()) {
                (true, _) => format!("from {} on, or beyond what was tried", numbers::rough(interval.lo)),
                (false, true) => format!("up to {}, or beyond what was tried", numbers::rough(interval.hi)),
                (false, false) => "beyond what was tried, or between the values".to_owned(),
            };
            let confidence = numbers::confidence(crossing.question.confidence);
            format!(
                "No value of {path} that was tried gave {name} of {target}: it was {word} with all of them, but that is not sure \
                 at {confidence}. The value that gives it may lie {place}."
            )
        }
    }
}

/// The places at which the values pass the target, in words; `None` if they do not.
fn passed(crossing: &Crossing) -> Option<String> {
    let passes: Vec<String> = crossing.passes.iter().map(|at| numbers::rough(*at)).collect();
    (!passes.is_empty()).then(|| format!("at {}", passes.join(", ")))
}
