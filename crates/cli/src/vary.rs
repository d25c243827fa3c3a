//! Notes on the values that are varied.

use equipoise_sim::studies::sweep::Axis;

use crate::diagnostics::note;
use crate::text::visible;

/// Says which ranges leave out their ends: who writes `8..16` may have meant 16 too.
pub(crate) fn note_left_out(axes: &[Axis]) {
    for Axis { path, values, left_out } in axes {
        if let Some((end, first)) = left_out.as_ref().zip(values.first()) {
            note(&format!("{}: the range from {first} leaves out its end {end}, which ..={end} has", visible(path)));
        }
    }
}
