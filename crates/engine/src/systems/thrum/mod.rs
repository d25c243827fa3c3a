//! 2d6 contests with Boons and Banes on a square grid.

mod grid;
