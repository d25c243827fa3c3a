"""The duel of `scenarios/duel/first-challenge.toml` as vectors of numpy: many fights at a time, a round of all of them at once.

    python3 benches/plain/duel.py 1000000 1        encounters, seed

It tallies the winners, the rounds and the twelve metrics of the duel, as `duel.cpp` does, and prints their sums. Its dice are
numpy's own, so that its numbers are close to those of the others and not the same.
"""

import sys

import numpy as np

# Bonuses of the party and the enemies, by attribute: attack, acrobatics, reflex, bluff, cmb, strength, fortitude, intimidate.
SHEETS = ({0: 10, 1: 9, 2: 8, 3: 5}, {4: 7, 5: 5, 6: 6, 7: 5, 0: 5, 2: 4})
ATTRIBUTES = 8
INITIATIVE = 5 - 2
HALF = 4
ROUNDS_MAX = 1000
# Fights at a time: enough to hide what a call costs, few enough for the caches.
AT_ONCE = 1 << 15
METRICS = [
    "party_first_control", "first_control_wins", "party_first_control_wins", "comebacks", "control_changes",
    "natural_20_rounds", "double_moves", "refreshes", "penultimate_swaps", "party_choices", "enemies_choices", "unmoved_rounds",
]


def preference(side):
    """What a side chooses, the best margin first; of equal margins the higher bonus, then the one listed first."""
    own, rival = SHEETS[side], SHEETS[1 - side]
    return sorted(own, key=lambda attribute: (own[attribute] - rival.get(attribute, 0), own[attribute]), reverse=True)


def choices():
    """By side and set of used attributes, the attribute that is chosen; -1 where a side has none left."""
    table = np.full((2, 1 << ATTRIBUTES), -1)
    for used in range(1 << ATTRIBUTES):
        left = [[attribute for attribute in preference(side) if not used >> attribute & 1] for side in (0, 1)]
        if all(left):
            table[:, used] = left[0][0], left[1][0]
    return table


CHOICES = choices()
MARGINS = np.array([SHEETS[0].get(attribute, 0) - SHEETS[1].get(attribute, 0) for attribute in range(ATTRIBUTES)] + [INITIATIVE])


def contests(random, margins):
    """Rolls until somebody wins each contest: who, and whether with a natural 20."""
    winner = np.zeros(len(margins), dtype=np.int64)
    natural = np.zeros(len(margins), dtype=bool)
    open_ = np.arange(len(margins))
    while len(open_):
        faces = random.integers(1, 21, size=(2, len(open_)))
        lead = faces[0] - faces[1] + margins[open_]
        won = lead != 0
        decided, who = open_[won], (lead[won] < 0).astype(np.int64)
        winner[decided] = who
        natural[decided] = faces[who, np.flatnonzero(won)] == 20
        open_ = open_[~won]
    return winner, natural


def fights(random, count):
    """Plays fights, and returns winners (2: nobody), rounds and metrics."""
    first, _ = contests(random, np.full(count, INITIATIVE))
    winners, rounds = np.full(count, 2), np.full(count, ROUNDS_MAX)
    metrics = np.zeros((len(METRICS), count), dtype=np.int64)
    metrics[0] = first == 0
    stood = np.zeros((2, count), dtype=bool)
    # The fights that are still going on, and their states.
    going, control = np.arange(count), first.copy()
    position, used = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    for number in range(1, ROUNDS_MAX + 1):
        swapped = np.abs(position) == HALF - 1
        chooser = np.where(swapped, 1 - control, control)
        choice = CHOICES[chooser, used]
        refreshed = choice < 0
        used = np.where(refreshed, 0, used | 1 << np.maximum(choice, 0))
        metrics[7, going] += refreshed
        metrics[8, going] += swapped & ~refreshed
        metrics[9, going] += (chooser == 0) & ~refreshed
        metrics[10, going] += (chooser == 1) & ~refreshed
        winner, natural = contests(random, MARGINS[choice])
        moved = np.clip(position + np.where(winner == 0, 1, -1) * (1 + natural), -HALF, HALF)
        metrics[5, going] += natural
        metrics[6, going] += np.abs(moved - position) > 1
        metrics[11, going] += moved == position
        stood[0, going] |= moved == HALF - 1
        stood[1, going] |= moved == 1 - HALF
        over = np.abs(moved) == HALF
        ended = going[over]
        winners[ended], rounds[ended] = (moved[over] < 0).astype(np.int64), number
        controls = np.where((moved > 0) & (position <= 0), 0, np.where((moved < 0) & (position >= 0), 1, control))
        metrics[4, going] += (controls != control) & ~over
        going, control, position, used = going[~over], controls[~over], moved[~over], used[~over]
        if not len(going):
            break
    won = winners < 2
    metrics[1] = won & (winners == first)
    metrics[2] = (winners == 0) & (first == 0)
    metrics[3] = won & stood[1 - winners % 2, np.arange(count)]
    return winners, rounds, metrics


def main():
    encounters, seed = int(sys.argv[1]), int(sys.argv[2])
    random = np.random.default_rng(seed)
    wins, total, sums = np.zeros(3, dtype=np.int64), 0, np.zeros((2, len(METRICS)), dtype=np.int64)
    for start in range(0, encounters, AT_ONCE):
        winners, rounds, metrics = fights(random, min(AT_ONCE, encounters - start))
        wins += np.bincount(winners, minlength=3)
        total += rounds.sum()
        sums += metrics.sum(axis=1), (metrics**2).sum(axis=1)
    print("encounters", encounters)
    print("winners", *wins)
    print("rounds", total)
    for name, value, squares in zip(METRICS, *sums):
        print(name, value, squares)


if __name__ == "__main__":
    main()
