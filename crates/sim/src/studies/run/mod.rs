//! The course of a scenario: many of its encounters, or all of them at once. The result is an
//! [answer](crate::studies::answer).

pub mod ask;
