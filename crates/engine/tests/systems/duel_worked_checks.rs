//! The worked checks of the ledger of `duel`, through the exact solver.

#![expect(clippy::unreadable_literal, reason = "values stand as the ledger writes them")]

use equipoise_engine::Winner;
use equipoise_engine::systems::duel::Duel;
use equipoise_engine::testing::{self, Solved, assert_close};

const REFERENCE: &str = r#"
system = "duel"
name = "The reference duel"
[[combatants]]
id = "party"
initiative = 3
attributes = { acrobatics = 8, attack = 5, bluff = 2, reflex = 6 }
[[combatants]]
id = "enemies"
initiative = 1
attributes = { attack = 6, fortitude = 4, bluff = 3, intimidate = 7 }
"#;

/// One attribute each with these bonuses, initiative the same.
fn single(party: i64, enemies: i64) -> String {
    format!(
        "system = \"duel\"\nname = \"One attribute\"\n\
         [[combatants]]\nid = \"party\"\ninitiative = {party}\nattributes = {{ x = {party} }}\n\
         [[combatants]]\nid = \"enemies\"\ninitiative = {enemies}\nattributes = {{ x = {enemies} }}\n"
    )
}

#[track_caller]
fn solved(text: &str, overrides: &[&str]) -> Solved {
    testing::solved::<Duel>(text, overrides)
}

/// Worked check 2: an even duel, by length of the meter.
#[test]
fn even_duels_are_even_and_last_as_long_as_counted() {
    for (ticks, rounds) in [(5, 370.0 / 109.0), (9, 16717.0 / 1297.0), (13, 3_387_240.0 / 118_717.0)] {
        let solution = solved(&single(4, 4), &[&format!("rules.meter_ticks={ticks}")]);
        assert_close(solution.party(), 0.5);
        assert_close(solution.solution.rounds.mean, rounds);
    }
    let limited = solved(&single(4, 4), &["rules.natural_20_move=1", "rules.max_rounds=20"]);
    assert_close(limited.solution.winners[Winner::Timeout.index()], 8119.0 / 32768.0);
    assert_close(limited.solution.winners[Winner::Party.index()], 24649.0 / 65536.0);
    assert_close(limited.solution.winners[Winner::Enemies.index()], 24649.0 / 65536.0);
    assert_close(limited.solution.rounds.mean, 12919.0 / 1024.0);
}

/// The chance that an even walk on the meter, by one tick or with the 5% of a natural 20 by two, is between the ends still
/// after so many rounds.
fn undecided(ticks: usize, rounds: u32) -> f64 {
    let mut chances = vec![0.0; ticks];
    chances[ticks / 2] = 1.0;
    for _ in 0..rounds {
        let mut after = vec![0.0; ticks];
        for (from, &chance) in chances.iter().enumerate().filter(|&(_, &chance)| chance > 0.0) {
            for (to, share) in [(from + 1, 0.45), (from + 2, 0.05), (from - 1, 0.45), (from.saturating_sub(2), 0.05)] {
                after[to.min(ticks - 1)] += share * chance;
            }
        }
        (after[0], after[ticks - 1]) = (0.0, 0.0);
        chances = after;
    }
    chances.iter().sum()
}

/// Worked check 2: how often an even duel on a long meter is cut off, by a limit of 1000 rounds and by the one that follows
/// from the meter. The two longest under their own limits are left to the walk alone, which takes no time.
#[test]
fn long_meters_time_out_as_often_as_counted() {
    for (ticks, of_a_thousand, of_its_own, rounds) in [
        (31, 1.0902725904303e-3, 1.5996719921537e-7, 2250),
        (41, 2.3771459325378e-2, 1.5504621491437e-7, 4000),
        (61, 0.21618034621916, 1.4969846105697e-7, 9000),
        (101, 0.67030718203277, 1.4514694819291e-7, 25000),
    ] {
        let meter = format!("rules.meter_ticks={ticks}");
        let timeout = |overrides: &[&str]| solved(&single(4, 4), overrides).solution.winners[Winner::Timeout.index()];
        assert_close(undecided(ticks, 1000), of_a_thousand);
        assert_close(timeout(&[&meter, "rules.max_rounds=1000"]), of_a_thousand);
        let mut own = vec![undecided(ticks, rounds)];
        if ticks <= 41 {
            own.push(timeout(&[&meter]));
        }
        for own in own {
            assert!((own / of_its_own - 1.0).abs() < 1e-11, "{ticks} ticks: {own:e}");
        }
    }
}

/// Worked check 2: the longer both sheets, the fewer refreshes.
#[test]
fn whole_sheets_are_refreshed_as_rarely_as_counted() {
    for (names, refreshes) in [
        (1, 6.21661955528949),
        (4, 2.15494284103778),
        (16, 0.316893520538521),
        (40, 0.0246134431577037),
        (64, 0.00227007741178507),
    ] {
        let sheet = (0..names).map(|name| format!("n{name} = 4")).collect::<Vec<_>>().join(", ");
        let solution = solved(&single(4, 4).replace("x = 4", &sheet), &[]);
        assert_close(solution.mean("refreshes"), refreshes);
        assert_close(solution.solution.rounds.mean, 16717.0 / 1297.0);
    }
}

/// Worked check 3: with one attribute and no long moves a duel is the gambler's ruin.
#[test]
fn a_steady_favourite_wins_as_in_the_gamblers_ruin() {
    let ruin = solved(&single(5, 0), &["rules.natural_20_move=1"]);
    assert_close(ruin.party(), 4096.0 / 4177.0);
    assert_close(ruin.solution.rounds.mean, 35332.0 / 4177.0);
    let long = solved(&single(5, 0), &[]);
    assert_close(long.party(), 1_988_460_110_160.0 / 2_073_281_815_261.0);
    assert_close(long.solution.rounds.mean, 575_925_267_764_286.0 / 72_564_863_534_135.0);
}

/// Worked check 4: what first control is worth to two combatants with one attribute of their own each.
#[test]
fn first_control_is_worth_what_was_counted() {
    let text = "system = \"duel\"\nname = \"Control\"\n\
        [[combatants]]\nid = \"party\"\nattributes = { x = 5 }\n\
        [[combatants]]\nid = \"enemies\"\nattributes = { y = 5 }\n";
    for (overrides, wins, rounds) in [
        (&["rules.meter_ticks=5"][..], 305_020.0 / 474_243.0, Some(813_805.0 / 225_997.0)),
        (&["rules.meter_ticks=5", "rules.penultimate_swap=false"], 143_951.0 / 226_050.0, Some(244_620.0 / 72_539.0)),
        (&["rules.meter_ticks=7"], 451_284_635.0 / 788_784_458.0, None),
        (&["rules.meter_ticks=9"], 26_180_117_295.0 / 43_799_715_344.0, None),
    ] {
        let solution = solved(text, overrides);
        assert_close(solution.mean("first_control_wins"), wins);
        assert_close(solution.mean("party_first_control"), 0.5);
        if let Some(rounds) = rounds {
            assert_close(solution.solution.rounds.mean, rounds);
        }
    }
}

/// Worked check 6: the choice that a natural 20 gives.
#[test]
fn the_natural_20_choice_is_worth_what_was_counted() {
    // Both decline: so long a fight that a thousand rounds would cut 1e-8 of it off.
    let text = "system = \"duel\"\nname = \"Feint and grip\"\nrules = { meter_ticks = 7, max_rounds = 20000 }\n\
        [[combatants]]\nid = \"party\"\ninitiative = 10\nattributes = { feint = 4 }\n\
        [[combatants]]\nid = \"enemies\"\nattributes = { grip = 14 }\n";
    let both = |key: &str, value: &str| {
        let overrides = ["party", "enemies"].map(|id| format!("combatants.{id}.{key}={value}"));
        solved(text, &[&overrides[0], &overrides[1]]).party()
    };
    assert_close(both("natural_20", "take"), 0.660_802_382_535_824);
    assert_close(both("natural_20", "hold-back"), 0.700_349_539_325_326);
    assert_close(both("natural_20", "decline"), 2_915_135.0 / 5_663_476.0);
    assert_close(both("policy", "optimal"), 0.649_809_145_668_849);
}

type Row = (&'static [&'static str], [f64; 4]);

/// Worked check 7, first part: overrides of the reference duel, then party wins, the same given the party's first
/// control and given the enemies', and mean rounds.
const ROWS: &[Row] = &[
    (&[], [0.554451273094952, 0.615209577145293, 0.463512373568625, 13.764290108460]),
    (&["rules.stakes=death"], [0.563719820531296, 0.633214453206153, 0.459704978161738, 23.092579669294]),
    (&["rules.meter_ticks=5"], [0.533327043108279, 0.567626807618873, 0.481989487076083, 5.055928478298]),
    (&["rules.meter_ticks=21"], [0.568420547300357, 0.638808285021951, 0.463068966004637, 41.219257387984]),
    (&["rules.natural_20_move=1"], [0.564672512896294, 0.629917443157841, 0.467018336230318, 17.130576531560]),
    (&["rules.natural_20_move=3"], [0.545768918966455, 0.602746509563576, 0.460488734347236, 11.373121388439]),
    (
        &["rules.meter_ticks=5", "rules.natural_20_move=3"],
        [0.526823482231923, 0.554365380749735, 0.485600640659511, 4.633025783012],
    ),
    (&["rules.natural_20_auto_win=true"], [0.546401784673705, 0.599069144818480, 0.467572860012571, 13.414709611137]),
    (&["rules.contest_tie=higher-bonus"], [0.530992130316805, 0.595042663896200, 0.435125645416925, 13.992442828227]),
    (&["rules.contest_tie=challenger"], [0.556692258659386, 0.627570888345741, 0.450605943638632, 13.680716813650]),
    (&["rules.contest_tie=challenged"], [0.555744665960814, 0.600663719917893, 0.488512879319173, 13.785408240203]),
    (&["rules.contest_tie=no-move"], [0.556930853647469, 0.618550998567538, 0.464702009289981, 14.138965869659]),
    (
        &["rules.initiative_tie=higher-bonus"],
        [0.564968552672515, 0.623007413828385, 0.471271829107156, 13.773308238329],
    ),
    (&["rules.penultimate_swap=false"], [0.551182766687493, 0.640502437093531, 0.417495155426170, 8.738571192303]),
    (&["rules.exhaustion=per-creature"], [0.550875467938335, 0.611736009296411, 0.459783546559254, 13.734682068794]),
    (&["rules.refresh=control"], [0.527833575972738, 0.581613363783641, 0.447339645196942, 15.812853952451]),
    (
        &["rules.refresh=contest-and-control"],
        [0.573099979381960, 0.618954798110786, 0.504467603637509, 14.072706159320],
    ),
    (&["rules.untrained_bonus=-3"], [0.555412044094366, 0.655766827714927, 0.405207825472743, 15.285191554349]),
    (
        &["combatants.enemies.attributes.bluff=-1"],
        [0.656440920311998, 0.713861269713278, 0.570498044410736, 13.420824705312],
    ),
    (
        &["combatants.enemies.attributes.bluff=-1", "rules.choosable=positive"],
        [0.586638145502923, 0.677066807857492, 0.451290670475497, 12.900900344870],
    ),
    (&["rules.max_rounds=12"], [0.334402453488846, 0.390106339963525, 0.251028662621515, 9.101736402820]),
    (&["combatants.party.policy=thrifty"], [0.542199386353545, 0.602704784833484, 0.451639018694029, 13.506358459536]),
    (&["combatants.party.policy=in-order"], [0.486289102732026, 0.536000680562033, 0.411884192123715, 13.202882941503]),
    (&["combatants.party.policy=random"], [0.453929092333148, 0.500474955231684, 0.384262408648411, 12.322314454226]),
    (
        &["combatants.party.natural_20=decline"],
        [0.472643938377948, 0.535183227683663, 0.379039381181812, 15.355567638288],
    ),
    (
        &["combatants.party.natural_20=hold-back"],
        [0.546724384260043, 0.606070788525332, 0.457898720359708, 14.069678561209],
    ),
    (&["combatants.party.policy=optimal"], [0.564990639525676, 0.626741681647414, 0.472565877134315, 13.941803156868]),
    (
        &["combatants.party.policy=optimal", "combatants.enemies.policy=random"],
        [0.621373095265654, 0.671777555111710, 0.545931125953583, 13.296547334728],
    ),
    (
        &["combatants.party.policy=best-response", "combatants.enemies.policy=random"],
        [0.627623777512140, 0.679847364906239, 0.549459061739273, 12.538653846309],
    ),
    (
        &["combatants.party.policy=best-response", "combatants.enemies.policy=in-order"],
        [0.677794261628464, 0.726304973038963, 0.605186726249351, 11.848591984311],
    ),
    (
        &["combatants.party.policy=optimal", "combatants.enemies.policy=optimal"],
        [0.558702942860266, 0.621257266526821, 0.465075883254768, 14.066143765222],
    ),
    (
        &["combatants.party.policy=optimal", "combatants.enemies.policy=optimal", "rules.exhaustion=per-creature"],
        [0.554709977853067, 0.617615665206531, 0.460557020964547, 14.097886047437],
    ),
    (
        &["combatants.party.policy=optimal", "combatants.enemies.policy=optimal", "rules.refresh=control"],
        [0.530246929481923, 0.583404817161644, 0.450683816549531, 16.153455044106],
    ),
];

#[test]
fn the_reference_duel_has_the_ledgers_values_under_every_knob() {
    for &(overrides, [wins, given_party, given_enemies, rounds]) in ROWS {
        let solution = solved(REFERENCE, overrides);
        let first = solution.mean("party_first_control");
        let both = solution.mean("party_first_control_wins");
        assert_close(solution.party(), wins);
        assert_close(both / first, given_party);
        assert_close((solution.party() - both) / (1.0 - first), given_enemies);
        assert_close(solution.solution.rounds.mean, rounds);
    }
}

/// Worked check 7, second part: the metrics of the plain reference duel, mean and standard deviation.
#[test]
fn the_reference_duel_has_the_ledgers_metrics() {
    let solution = solved(REFERENCE, &[]);
    for (name, mean, sd) in [
        ("party_first_control", 229.0 / 382.0, None),
        ("first_control_wins", 0.583679581179, None),
        ("party_first_control_wins", 0.368803647032, None),
        ("comebacks", 0.195858007262, None),
        ("control_changes", 0.944481729621, Some(1.142513471039)),
        ("natural_20_rounds", 1.246932424462, Some(1.275174921321)),
        ("double_moves", 1.148419568738, Some(1.256257972420)),
        ("refreshes", 1.825480199268, Some(1.818903600606)),
        ("penultimate_swaps", 2.392164380773, Some(2.129799342397)),
        ("party_choices", 6.199663086400, Some(5.107051097289)),
        ("enemies_choices", 5.739146822792, Some(5.289411049282)),
        ("unmoved_rounds", 0.0, Some(0.0)),
    ] {
        let (found, found_sd) = (solution.mean(name), solution.sd(name));
        assert_close(found, mean);
        if let Some(sd) = sd {
            assert_close(found_sd, sd);
        }
    }
    assert_close(solution.solution.rounds.sd, 10.778525503077);
    let limited = solved(REFERENCE, &["rules.max_rounds=12"]);
    assert_close(limited.solution.winners[Winner::Timeout.index()], 0.406601369043217);
    assert_close(limited.solution.winners[Winner::Enemies.index()], 0.258996177467937);
}

/// Worked check 8: a larger duel with an optimal side and untrained attributes, and one to the death with eight
/// attributes each.
#[test]
fn larger_duels_have_the_ledgers_values() {
    let rooftop = include_str!("../../../../scenarios/duel/rooftop.toml");
    let solution = solved(rooftop, &[]);
    let first = solution.mean("party_first_control");
    let both = solution.mean("party_first_control_wins");
    assert_close(solution.party(), 0.579703745969402);
    assert_close(both / first, 0.723540967717854);
    assert_close((solution.party() - both) / (1.0 - first), 0.244083561889680);
    let timeout = solution.solution.winners[Winner::Timeout.index()];
    assert!((timeout / 1.636642349e-13 - 1.0).abs() < 1e-6, "timeout {timeout:e}");
    assert_close(solution.solution.rounds.mean, 22.613123114324);
    assert_close(solution.solution.rounds.sd, 17.361916624873);

    // The policy `optimal` decides about long moves itself, so the burglar's habit goes.
    let unlimited = solved(
        &rooftop.replace("natural_20 = \"hold-back\"\n", ""),
        &["combatants.burglar.policy=optimal", "rules.max_rounds=5000"],
    );
    assert_close(unlimited.party(), 0.647077540268885);

    let to_the_death = "system = \"duel\"\nname = \"Eight attributes each\"\nrules.stakes = \"death\"\n\
        [[combatants]]\nid = \"party\"\ninitiative = 4\npolicy = \"optimal\"\n\
        attributes = { attack = 8, cmb = 6, acrobatics = 11, bluff = 9, reflex = 10, stealth = 7, will = 2, perception = 5 }\n\
        [[combatants]]\nid = \"enemies\"\ninitiative = 2\npolicy = \"optimal\"\n\
        attributes = { attack = 11, cmb = 10, fortitude = 9, intimidate = 8, reflex = 4, bluff = 5, will = 7, perception = 6 }\n";
    let solution = solved(to_the_death, &["rules.max_rounds=5000"]);
    let first = solution.mean("party_first_control");
    let both = solution.mean("party_first_control_wins");
    assert_close(solution.party(), 0.4936245211836);
    assert_close(both / first, 0.5660538600801);
    assert_close((solution.party() - both) / (1.0 - first), 0.3852172100249);
}
