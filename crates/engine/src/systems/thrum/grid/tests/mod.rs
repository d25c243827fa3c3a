//! Tests of the geometry: with pictures, and on random maps against the simplest code that follows the rules word for
//! word.

mod cover;
mod movement;
mod picture;
mod plain;
mod random;
mod shapes;
mod single;
mod squares;
