//! The example of README's chapter "As a library" does what it is there to show.

#[path = "../examples/coin.rs"]
mod coin;

#[test]
fn the_coin_is_sound() {
    coin::main();
}
