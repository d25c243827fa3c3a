//! The geometry against the words of its rules: pictures, and the plainest code that follows the words, on random maps.

mod cover;
mod movement;
mod picture;
mod plain;
mod random;
mod shapes;
mod single;
mod squares;
