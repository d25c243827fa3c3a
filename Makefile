# Shortcuts: nearly every target is a cargo command that also works by itself.

.PHONY: build test lint doc book bench speed bench-check bench-update reports check-reports calibration fuzz carriers dist workbench

build:
	cargo build --release

test:
	cargo test

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --workspace --test calibration -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --workspace

# The documents as a book, into target/book/html.
book:
	book/build

bench:
	cargo bench -p equipoise-benches

# The tables of docs/speed.md; takes about a quarter of an hour.
speed:
	benches/speed.py

# Instructions a fight, against the committed figures; needs valgrind, and the compiler of the figures.
bench-check:
	cargo run --release -p equipoise-instructions -- check

bench-update:
	cargo run --release -p equipoise-instructions -- update

# The single fights of the systems in Rust: scripted ones are examples of scripts.
REPORTED = $(filter-out scenarios/script/%,$(sort $(wildcard scenarios/*/*.toml)))

# Balance reports of them, as a page of charts and as tables; the same bytes on every machine. They name no
# commit: that which they are committed in is not known yet.
reports:
	EQUIPOISE_COMMIT= cargo run --release -- report $(REPORTED) --encounters 1000000 --seed 1 --quiet --out reports > /dev/null
	EQUIPOISE_COMMIT= cargo run --release -- report scenarios/*/days/*.toml --encounters 1000000 --seed 1 --quiet --out reports/days > /dev/null

# Whether the committed reports are what `make reports` would write, byte by byte.
check-reports:
	EQUIPOISE_COMMIT= cargo test --release -p equipoise --test reports -- --ignored

# How often intervals and verdicts hold, measured against exact answers. Writes docs/calibration.md; takes minutes.
calibration:
	cargo test -p equipoise-sim --test calibration -- --ignored

# Every door through which texts of strangers come, ten minutes in all; part of `.ci/run`, for one. Needs a C++ compiler.
fuzz:
	fuzz/run 600

# Every carrier of contrib/, for real, with a worker killed in the middle; part of `.ci/run`.
carriers:
	cargo build -p equipoise
	contrib/test/run

# The static binary, the wheel and the image, into target/dist; docs/building.md says what they need and weigh.
dist:
	contrib/dist

# The workbench: equipoise as one page that opens from disk, into target/dist; docs/workbench.md says what it needs.
workbench:
	web/build
