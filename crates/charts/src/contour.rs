//! The contour of a surface at a value, by marching squares (Lorensen and Cline 1987, in two dimensions).

/// The stretches, each from one point to another in (column, row), on which numbers at the middles of cells pass the
/// target. Between neighbours the surface is linear. Squares with a missing corner are left out. Where the diagonals
/// disagree, the mean of the four corners decides which of them are joined.
pub(crate) fn contour(numbers: &[Vec<Option<f64>>], target: f64) -> Vec<[[f64; 2]; 2]> {
    let mut stretches = Vec::new();
    for row in 0..numbers.len().saturating_sub(1) {
        for column in 0..numbers[row].len().saturating_sub(1) {
            let corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)];
            let values: Option<Vec<f64>> = corners.iter().map(|&(row, column)| *numbers[row].get(column)?).collect();
            let Some(values) = values else { continue };
            let is_above: Vec<bool> = values.iter().map(|value| *value >= target).collect();
            // Edges in order around the square, from each corner to the next.
            let crossed: Vec<[f64; 2]> = (0..4)
                .filter(|&edge| is_above[edge] != is_above[(edge + 1) % 4])
                .map(|edge| {
                    let next = (edge + 1) % 4;
                    let part = (target - values[edge]) / (values[next] - values[edge]);
                    let [from, to] = [corners[edge], corners[next]].map(|(row, column)| [column as f64, row as f64]);
                    [0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis]))
                })
                .collect();
            match crossed[..] {
                [first, second] => stretches.push([first, second]),
                [top, right, bottom, left] => {
                    let is_middle_above = values.iter().sum::<f64>() / 4.0 >= target;
                    // The corners that differ from the middle are cut off.
                    if is_above[0] == is_middle_above {
                        stretches.extend([[top, right], [bottom, left]]);
                    } else {
                        stretches.extend([[left, top], [right, bottom]]);
                    }
                }
                _ => {}
            }
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(rows: &[&[f64]]) -> Vec<Vec<Option<f64>>> {
        rows.iter().map(|row| row.iter().map(|number| Some(*number)).collect()).collect()
    }

    #[test]
    fn a_slope_has_a_straight_contour() {
        let found = contour(&surface(&[&[0.0, 1.0], &[0.0, 1.0], &[0.0, 1.0]]), 0.25);
        assert_eq!(found, [[[0.25, 0.0], [0.25, 1.0]], [[0.25, 1.0], [0.25, 2.0]]]);
    }

    #[test]
    fn a_peak_has_a_ring_and_flat_land_none() {
        let peak = surface(&[&[0.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 0.0]]);
        assert_eq!(contour(&peak, 0.5).len(), 4);
        assert!(contour(&surface(&[&[1.0, 1.0], &[1.0, 1.0]]), 0.5).is_empty());
        let mut hole = peak;
        hole[1][1] = None;
        assert!(contour(&hole, 0.5).is_empty());
    }

    #[test]
    fn the_middle_of_a_saddle_decides() {
        let high = contour(&surface(&[&[1.0, 0.4], &[0.4, 1.0]]), 0.5);
        assert_eq!(high.len(), 2);
        // The low corners are cut off: top right and bottom left.
        assert!(high[0].iter().all(|[column, row]| *column > 0.5 && *row < 0.5), "{high:?}");
        let low = contour(&surface(&[&[0.6, 0.0], &[0.0, 0.6]]), 0.5);
        assert!(low[0].iter().all(|[column, row]| *column < 0.5 && *row < 0.5), "{low:?}");
    }
}
