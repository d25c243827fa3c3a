// The duel of `scenarios/duel/first-challenge.toml` as plain C++, with every number tallied that the simulator tallies of it:
// winners by rounds, end states, twelve metrics and the lead with their squares. Two sources of dice:
//
//   stream   one xoshiro256++ for the whole run, as in `benches/src/plain_duel.rs`: what a programmer would write in an hour
//   slots    the slots of the seed contract (`docs/seed-contract.md`): the encounters of `equipoise run`, number for number
//
//   g++ -std=c++20 -O3 -march=native -o /tmp/plain-duel benches/plain/duel.cpp
//   /tmp/plain-duel stream 4000000 1        source of dice, encounters, master seed
//
// It prints the encounters, every sum, and a checksum of them all.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

u64 mix(u64 z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

// Half a word as a die of 20, counted from 0; false where the word is to be thrown away (Lemire 2019).
bool face(u32 half, int& shown) {
    const u64 product = u64{half} * 20;
    shown = static_cast<int>(product >> 32);
    return static_cast<u32>(product) >= (0u - 20u) % 20u;
}

// One generator for the run.
class StreamDice {
public:
    explicit StreamDice(u64 seed) {
        for (u64& word : state) word = mix(seed += 0x9e3779b97f4a7c15);
    }
    void start(u64) {}
    void contest(u64) {}
    void two(int& first, int& second) {
        first = one();
        second = one();
    }

private:
    int one() {
        int shown = 0;
        while (!face(static_cast<u32>(next() >> 32), shown)) {}
        return shown;
    }
    static u64 rotl(u64 x, int k) { return (x << k) | (x >> (64 - k)); }
    u64 next() {
        const u64 result = rotl(state[0] + state[3], 23) + state[0], t = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= t;
        state[3] = rotl(state[3], 45);
        return result;
    }
    u64 state[4];
};

// The slots of the seed contract.
class SlotDice {
public:
    explicit SlotDice(u64 seed) : run(mix(seed + 0x9e3779b97f4a7c15)) {}
    void start(u64 index) { encounter = mix(run ^ mix(index + 0xd1b54a32d192ed03)); }
    void contest(u64 round) { stream = encounter ^ ((round << 16) * 0xf1357aea2e62a9c5); }
    void two(int& first, int& second) {
        u64 word;
        bool are_even;
        do {
            word = mix(stream += 0x9e3779b97f4a7c15);
            are_even = face(static_cast<u32>(word >> 32), first) & face(static_cast<u32>(word), second);
        } while (!are_even);
    }

private:
    u64 run, encounter = 0, stream = 0;
};

// The party is 0, the enemies are 1.
constexpr int ATTRIBUTES = 9, HALF = 4, ROUNDS_MAX = 1000, NONE = -1000;
// Bonuses by side: attack, acrobatics, reflex, bluff, cmb, strength, fortitude, intimidate, and one that nobody has.
constexpr int SHEETS[2][ATTRIBUTES] = {
    {10, 9, 8, 5, NONE, NONE, NONE, NONE, NONE}, // the fencer
    {5, NONE, 4, NONE, 7, 5, 6, 5, NONE},        // the wrestler
};
constexpr int INITIATIVE[2] = {5, 2};

enum Metric {
    PARTY_FIRST_CONTROL, FIRST_CONTROL_WINS, PARTY_FIRST_CONTROL_WINS, COMEBACKS, CONTROL_CHANGES, NATURAL_20_ROUNDS,
    DOUBLE_MOVES, REFRESHES, PENULTIMATE_SWAPS, PARTY_CHOICES, ENEMIES_CHOICES, UNMOVED_ROUNDS,
    LEAD_CHANGES, DECIDED_AFTER, FINAL_MARGIN, NUMBERS
};
const char* const NAMES[NUMBERS] = {
    "party_first_control", "first_control_wins", "party_first_control_wins", "comebacks", "control_changes",
    "natural_20_rounds", "double_moves", "refreshes", "penultimate_swaps", "party_choices", "enemies_choices",
    "unmoved_rounds", "lead_changes", "last_behind", "final_margin"};

struct Tally {
    u64 encounters = 0, won = 0;
    std::vector<u64> by_round = std::vector<u64>((ROUNDS_MAX + 1) * 3); // enemies, party, timeout
    u64 down[2] = {0, 0};
    u64 values[NUMBERS] = {}, squares[NUMBERS] = {};
};

int bonus_of(int side, int attribute) {
    const int bonus = SHEETS[side][attribute];
    return bonus == NONE ? 0 : bonus;
}

// What a side may choose, the best margin first; of equal margins the higher bonus, then the one listed first.
struct Preference {
    int order[2][ATTRIBUTES], count[2] = {0, 0};
    Preference() {
        // The enemies list cmb, strength, fortitude, intimidate, attack, reflex.
        constexpr int listed[2][ATTRIBUTES] = {{0, 1, 2, 3, -1}, {4, 5, 6, 7, 0, 2, -1}};
        for (int side = 0; side < 2; ++side) {
            for (const int* next = listed[side]; *next >= 0; ++next) {
                int at = count[side]++;
                for (; at > 0 && goes_before(side, *next, order[side][at - 1]); --at) order[side][at] = order[side][at - 1];
                order[side][at] = *next;
            }
        }
    }
    static bool goes_before(int side, int one, int other) {
        const int margins[2] = {bonus_of(side, one) - bonus_of(1 - side, one), bonus_of(side, other) - bonus_of(1 - side, other)};
        return margins[0] != margins[1] ? margins[0] > margins[1] : SHEETS[side][one] > SHEETS[side][other];
    }
};

// Rolls until somebody wins: 0 or 1, and whether with a natural 20.
template <class Dice> int roll(Dice& dice, int margin, bool& natural_20) {
    for (;;) {
        int party, enemies;
        dice.two(party, enemies);
        const int lead = party - enemies + margin;
        if (lead > 0) {
            natural_20 = party == 19;
            return 0;
        }
        if (lead < 0) {
            natural_20 = enemies == 19;
            return 1;
        }
    }
}

template <class Dice> void fight(Dice& dice, u64 index, const Preference& preference, Tally& tally) {
    u32 counts[NUMBERS] = {};
    bool natural_20, used[ATTRIBUTES] = {};
    dice.start(index);
    dice.contest(0);
    const int first_control = roll(dice, INITIATIVE[0] - INITIATIVE[1], natural_20);
    int control = first_control, position = 0, rounds = 0, victor = 2;
    int leader = 0, before_last = 0, last_behind[2] = {0, 0};
    bool stood_at_penultimate[2] = {false, false};
    counts[PARTY_FIRST_CONTROL] = first_control == 0;
    while (rounds < ROUNDS_MAX) {
        ++rounds;
        const int before = position, controlled = control;
        int left[2] = {0, 0}, choice[2] = {-1, -1};
        for (int side = 0; side < 2; ++side) {
            for (int at = 0; at < preference.count[side]; ++at) {
                const int attribute = preference.order[side][at];
                if (used[attribute]) continue;
                if (left[side]++ == 0) choice[side] = attribute;
            }
        }
        int margin;
        if (left[0] == 0 || left[1] == 0) {
            std::memset(used, 0, sizeof used);
            margin = INITIATIVE[0] - INITIATIVE[1];
            ++counts[REFRESHES];
        } else {
            const bool swapped = std::abs(position) == HALF - 1;
            const int chooser = swapped ? 1 - control : control, attribute = choice[chooser];
            used[attribute] = true;
            margin = bonus_of(0, attribute) - bonus_of(1, attribute);
            counts[PENULTIMATE_SWAPS] += swapped;
            ++counts[chooser == 0 ? PARTY_CHOICES : ENEMIES_CHOICES];
        }
        dice.contest(rounds);
        const int winner = roll(dice, margin, natural_20);
        position += (winner == 0 ? 1 : -1) * (natural_20 ? 2 : 1);
        if (position > HALF) position = HALF;
        if (position < -HALF) position = -HALF;
        counts[NATURAL_20_ROUNDS] += natural_20;
        counts[DOUBLE_MOVES] += std::abs(position - before) > 1;
        counts[UNMOVED_ROUNDS] += position == before;
        if (position == HALF - 1) stood_at_penultimate[0] = true;
        if (position == 1 - HALF) stood_at_penultimate[1] = true;
        const int now = (position > 0) - (position < 0);
        if (now * leader < 0) ++counts[LEAD_CHANGES];
        if (now != 0) {
            leader = now;
            last_behind[now > 0] = rounds;
        }
        before_last = before;
        if (std::abs(position) == HALF) {
            victor = position < 0;
            break;
        }
        if (position > 0 && before <= 0) control = 0;
        if (position < 0 && before >= 0) control = 1;
        counts[CONTROL_CHANGES] += control != controlled;
    }
    if (victor < 2) {
        counts[FIRST_CONTROL_WINS] = victor == first_control;
        counts[PARTY_FIRST_CONTROL_WINS] = victor == 0 && first_control == 0;
        counts[COMEBACKS] = stood_at_penultimate[1 - victor];
        counts[DECIDED_AFTER] = last_behind[victor];
        const int margin = (victor == 0 ? before_last : -before_last) * 1000 / HALF;
        counts[FINAL_MARGIN] = margin > 0 ? margin : 0;
        ++tally.won;
        ++tally.down[1 - victor];
    }
    ++tally.encounters;
    ++tally.by_round[rounds * 3 + victor];
    for (int number = 0; number < NUMBERS; ++number) {
        tally.values[number] += counts[number];
        tally.squares[number] += u64{counts[number]} * counts[number];
    }
}

template <class Dice> void run(u64 encounters, u64 seed) {
    Dice dice(seed);
    const Preference preference;
    Tally tally;
    for (u64 index = 0; index < encounters; ++index) fight(dice, index, preference, tally);
    u64 checksum = 0, wins[3] = {0, 0, 0}, rounds[2] = {0, 0};
    const auto add = [&checksum](u64 number) { checksum = mix(checksum ^ number) + 1; };
    for (u64 round = 0; round <= ROUNDS_MAX; ++round) {
        for (u64 winner = 0; winner < 3; ++winner) {
            const u64 times = tally.by_round[round * 3 + winner];
            wins[winner] += times;
            rounds[0] += times * round;
            rounds[1] += times * round * round;
        }
    }
    for (u64 number : {tally.encounters, wins[0], wins[1], wins[2], rounds[0], rounds[1], tally.down[0], tally.down[1]}) add(number);
    std::printf("encounters %lu\nwinners %lu %lu %lu\nrounds %lu %lu\n", tally.encounters, wins[0], wins[1], wins[2], rounds[0], rounds[1]);
    for (int number = 0; number < NUMBERS; ++number) {
        std::printf("%s %lu %lu\n", NAMES[number], tally.values[number], tally.squares[number]);
        add(tally.values[number]);
        add(tally.squares[number]);
    }
    std::printf("checksum %016lx\n", checksum);
}

} // namespace

int main(int count, char** arguments) {
    if (count == 4) {
        const u64 encounters = std::strtoull(arguments[2], nullptr, 10), seed = std::strtoull(arguments[3], nullptr, 10);
        if (std::strcmp(arguments[1], "stream") == 0) return run<StreamDice>(encounters, seed), 0;
        if (std::strcmp(arguments[1], "slots") == 0) return run<SlotDice>(encounters, seed), 0;
    }
    std::fputs("usage: plain-duel stream|slots ENCOUNTERS SEED\n", stderr);
    return 2;
}
