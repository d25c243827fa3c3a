//! Fixed points of slow contractions.

/// Number of earlier steps that are combined with the latest one.
const DEPTH: usize = 6;

/// Finds `x` with `step(x) = x` to within `tolerance` in every entry, starting from `x`; `None` if `steps_max` steps do not find
/// it. `step` writes into its second argument; its values, and so all entries, lie in 0..=1.
///
/// A single step may reduce the error by a factor near 1 only. So the latest steps are combined with the weights that make the
/// residual smallest (Anderson, "Iterative procedures for nonlinear integral equations", 1965, in the form of Walker and Ni,
/// 2011). If a combination makes the residual larger, the search goes back to the best point and takes a plain step.
pub(super) fn converge(
    mut x: Vec<f64>,
    tolerance: f64,
    steps_max: usize,
    mut step: impl FnMut(&[f64], &mut [f64]),
) -> Option<Vec<f64>> {
    let mut image = vec![0.0; x.len()];
    let mut past = Past::default();
    let mut best: Option<(f64, Vec<f64>)> = None;
    for _ in 0..steps_max {
        step(&x, &mut image);
        let residual: Vec<f64> = image.iter().zip(&x).map(|(image, x)| image - x).collect();
        let distance = residual.iter().map(|entry| entry.abs()).fold(0.0, f64::max);
        if distance <= tolerance {
            return Some(x);
        }
        match &best {
            Some((known, image_of_best)) if distance > *known => {
                past = Past::default();
                x.clone_from(image_of_best);
                // The plain step starts from the best point, and its residual is the new measure.
                best = None;
            }
            _ => {
                best = Some((distance, image.clone()));
                x = past.combine(&image, residual);
            }
        }
    }
    None
}

/// Differences of residuals and of images from one step to the next, oldest first.
#[derive(Default)]
struct Past {
    latest: Option<(Vec<f64>, Vec<f64>)>,
    residuals: Vec<Vec<f64>>,
    images: Vec<Vec<f64>>,
}

impl Past {
    /// The next point: the image less the combination of past differences that comes closest to cancelling the residual.
    fn combine(&mut self, image: &[f64], residual: Vec<f64>) -> Vec<f64> {
        if let Some((last_residual, last_image)) = &self.latest {
            if self.residuals.len() == DEPTH {
                self.residuals.remove(0);
                self.images.remove(0);
            }
            self.residuals.push(difference(&residual, last_residual));
            self.images.push(difference(image, last_image));
        }
        let weights = least_squares(&self.residuals, &residual);
        self.latest = Some((residual, image.to_vec()));
        let mut combined = image.to_vec();
        for (weight, difference) in weights.iter().zip(&self.images) {
            for (entry, difference) in combined.iter_mut().zip(difference) {
                *entry -= weight * difference;
            }
        }
        combined.into_iter().map(|entry| entry.clamp(0.0, 1.0)).collect()
    }
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The weights with which the columns come closest to `target`, by the normal equations. Columns that hardly differ are
/// kept apart by a ridge at the rounding level.
fn least_squares(columns: &[Vec<f64>], target: &[f64]) -> Vec<f64> {
    let size = columns.len();
    let mut rows: Vec<Vec<f64>> = columns
        .iter()
        .map(|column| columns.iter().map(|other| dot(column, other)).chain([dot(column, target)]).collect())
        .collect();
    for (at, row) in rows.iter_mut().enumerate() {
        row[at] += row[at] * 1e-14 + f64::MIN_POSITIVE;
    }
    for pivot in 0..size {
        let largest = (pivot..size).max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()));
        rows.swap(pivot, largest.unwrap_or(pivot));
        let (above, below) = rows.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for row in below {
            let factor = row[pivot] / pivot_row[pivot];
            for (entry, above) in row.iter_mut().zip(pivot_row) {
                *entry -= factor * above;
            }
        }
    }
    let mut weights = vec![0.0; size];
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size).map(|other| rows[at][other] * weights[other]).sum();
        let weight = (rows[at][size] - known) / rows[at][at];
        weights[at] = if weight.is_finite() { weight } else { 0.0 };
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fair walk between 0 and 1: the chance to end at 1 from point k of n is k / n, and one step of value iteration
    /// leaves 1 - 5 / n^2 of the distance.
    fn walk(x: &[f64], image: &mut [f64]) {
        let last = x.len() - 1;
        for at in 0..=last {
            let below = if at == 0 { 0.0 } else { x[at - 1] };
            let above = if at == last { 1.0 } else { x[at + 1] };
            image[at] = f64::midpoint(below, above);
        }
    }

    #[test]
    fn slow_contractions_converge_soon_and_to_the_right_point() {
        let mut steps = 0;
        let found = converge(vec![0.5; 99], 1e-13, 100_000, |x, image| {
            steps += 1;
            walk(x, image);
        })
        .expect("it converges");
        for (at, value) in found.iter().enumerate() {
            assert!((value - (at + 1) as f64 / 100.0).abs() < 1e-9, "{at}: {value}");
        }
        assert!(steps < 20_000, "{steps} steps");
    }

    #[test]
    fn what_does_not_converge_is_no_answer() {
        assert_eq!(converge(vec![0.25], 1e-13, 1000, |x, image| image[0] = 1.0 - x[0].round()), None);
    }

    #[test]
    fn a_fixed_point_is_found_at_once() {
        assert_eq!(converge(vec![0.5, 0.25], 1e-13, 1, |x, image| image.copy_from_slice(x)), Some(vec![0.5, 0.25]));
    }
}
