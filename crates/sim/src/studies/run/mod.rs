//! How a scenario goes: many of its encounters, or all of them at once. What comes of it is an
//! [answer](crate::studies::answer).

pub mod ask;
