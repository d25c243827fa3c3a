//! The `groups` of a report: combatants that one entry stands for.

use equipoise_engine::EndState;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::serialize_mean;
use crate::studies::report::{Estimate, GroupReport, Method, OfGroup, Report};

/// The groups of a report: `name, side, members`, and by end state `mean, sd` and, where it was sampled, `lo, hi,
/// interval` of how many ended so, with `any`, the share of encounters in which at least one did.
pub(super) fn json(report: &Report) -> impl Serialize {
    report.groups.iter().map(|group| Of { group, method: &report.method }).collect::<Vec<_>>()
}

struct Of<'a, T> {
    group: &'a T,
    method: &'a Method,
}

impl Serialize for Of<'_, GroupReport> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let GroupReport { name, side, members, end_states } = self.group;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", name)?;
        map.serialize_entry("side", side.name())?;
        map.serialize_entry("members", members)?;
        for end in EndState::ALL {
            map.serialize_entry(end.name(), &Of { group: &end_states[end.index()], method: self.method })?;
        }
        map.end()
    }
}

impl Serialize for Of<'_, OfGroup> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OfGroup { number, any } = self.group;
        let mut map = serializer.serialize_map(None)?;
        serialize_mean(&mut map, number)?;
        if let Some(kind) = self.method.interval_kind(&Estimate::Mean(*number)) {
            map.serialize_entry("interval", kind)?;
        }
        map.serialize_entry("any", any)?;
        map.end()
    }
}
