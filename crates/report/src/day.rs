//! The charts of a day of several fights: how far the party comes, what it has left, and where it loses its members.

use equipoise_charts::{Axis, Chart, Color, Heat, Mark, Plot, Row, Rows, Series, Shape, Style, Unit, Value};
use equipoise_engine::{Combatant, Side, day};
use equipoise_sim::kernel::quantity::Kind;
use equipoise_sim::{Estimate, Report, Share};

use crate::show;

/// The names of the charts that every day of several legs has.
const FUNNEL: &str = "legs";
const OUT: &str = "out";
/// The names of the two marks of a leg.
const SERIES: [&str; 2] = ["come to it", "win it"];

/// The names of the charts of days, for systems that show these numbers where a leg begins.
pub(crate) fn names<'a>(left: impl IntoIterator<Item = &'a str>) -> impl Iterator<Item = String> {
    [FUNNEL.to_owned()].into_iter().chain(left.into_iter().map(name_of_left)).chain([OUT.to_owned()])
}

fn name_of_left(number: &str) -> String {
    format!("left-{}", number.replace('_', "-"))
}

/// The charts of a day; none of a single fight. `left` are the numbers that the system shows where a leg begins.
pub(crate) fn charts(report: &Report, cast: &[Combatant], left: &[&str]) -> Vec<Chart> {
    let legs = legs(report);
    if legs.is_empty() {
        return Vec::new();
    }
    let party: Vec<&Combatant> = cast.iter().filter(|combatant| combatant.side == Side::Party).collect();
    let left = left.iter().filter_map(|number| {
        let values = by_leg(report, &legs, &party, &|leg, member| format!("{leg}.start.{member}.{number}"));
        let words = number.replace('_', " ");
        heat(values, &legs, &party, cast, Axis::new(format!("{words} at the start"), Unit::Number)).map(|plot| Chart {
            name: name_of_left(number),
            title: format!("What is left: {words}"),
            description: format!(
                "The {words} of each member of the party when a leg begins, after its rest, on average over the days that come to the \
                 leg; 0 for who stays away."
            ),
            plot,
        })
    });
    let out = by_leg(report, &legs, &party, &|leg, member| format!("{leg}.out.{member}"));
    let out = heat(out, &legs, &party, cast, Axis::new("share of all days", Unit::Share)).map(|plot| Chart {
        name: OUT.to_owned(),
        title: "Where everybody falls".to_owned(),
        description: "Share of all days in which a member of the party fights in the leg and is out at its end: down, dead or gone."
            .to_owned(),
        plot,
    });
    [funnel(report, &legs)].into_iter().chain(left).chain(out).collect()
}

/// The ids of the legs, in their order.
fn legs(report: &Report) -> Vec<String> {
    let names = report.cast().metrics.iter().map(|(name, _)| name);
    let reached = names.filter_map(|name| name.strip_prefix(day::PREFIX)?.strip_suffix(".reached"));
    reached.map(str::to_owned).collect()
}

/// A number of a leg; one of yes or no as a share.
fn number(report: &Report, name: &str) -> Option<Value> {
    let name = format!("{}{name}", day::PREFIX);
    let (quantity, estimate) = (report.cast().find(&name)?, report.estimate_of(&name)?);
    match estimate {
        Estimate::Mean(mean) if report.cast().kind(quantity) == Kind::YesNo => {
            Some(show::share(&Share { count: None, share: mean.mean, interval: mean.interval }))
        }
        estimate => show::estimate(&estimate),
    }
}

fn funnel(report: &Report, legs: &[String]) -> Chart {
    let row = |leg: &String| {
        let marks = ["reached", "won"].into_iter().zip(SERIES).enumerate().map(|(series, (what, name))| Mark {
            series,
            name: name.to_owned(),
            value: number(report, &format!("{leg}.{what}")),
        });
        let marks = marks.collect();
        Row { name: show::shown(leg), marks, band: None, note: String::new() }
    };
    Chart {
        name: FUNNEL.to_owned(),
        title: "How far the party comes".to_owned(),
        description: "Share of all days in which the party comes to each leg, and wins it.".to_owned(),
        plot: Plot::Rows(Rows {
            axis: Axis::new("share of all days", Unit::Share),
            of: "leg".to_owned(),
            style: Style::Dots,
            series: vec![
                Series { shape: Shape::Ring, ..Series::new(SERIES[0], Color::Grey) },
                Series::new(SERIES[1], Color::Blue),
            ],
            rows: legs.iter().map(row).collect(),
            band: None,
            holds: vec![0.0, 1.0],
        }),
    }
}

/// The numbers of all members, a row each, by leg.
fn by_leg(
    report: &Report,
    legs: &[String],
    party: &[&Combatant],
    name: &dyn Fn(&str, &str) -> String,
) -> Vec<Vec<Option<Value>>> {
    let of_member = |member: &&Combatant| legs.iter().map(|leg| number(report, &name(leg, &member.id))).collect();
    party.iter().map(of_member).collect()
}

/// A row for each member that has a value; none if nobody has one other than 0.
fn heat(
    values: Vec<Vec<Option<Value>>>,
    legs: &[String],
    party: &[&Combatant],
    cast: &[Combatant],
    axis: Axis,
) -> Option<Plot> {
    let has_value = |(_, row): &(&&Combatant, Vec<Option<Value>>)| row.iter().any(Option::is_some);
    let rows: Vec<(&&Combatant, Vec<Option<Value>>)> = party.iter().zip(values).filter(has_value).collect();
    let holds = if axis.unit == Unit::Share { vec![0.0, 1.0] } else { vec![0.0] };
    let says_something = rows.iter().flat_map(|(_, row)| row.iter().flatten()).any(|value| value.number > 0.0);
    says_something.then(|| {
        Plot::Heat(Heat {
            axis,
            across: "leg".to_owned(),
            columns: legs.iter().map(|leg| show::shown(leg)).collect(),
            down: "member of the party".to_owned(),
            rows: rows.iter().map(|(member, _)| show::name_of(&member.id, cast)).collect(),
            values: rows.into_iter().map(|(_, values)| values).collect(),
            middle: None,
            target: None,
            holds,
        })
    })
}

/// The word for an encounter: a day, or a fight.
pub(crate) fn noun(report: &Report) -> &'static str {
    if legs(report).is_empty() { "fight" } else { "day" }
}
