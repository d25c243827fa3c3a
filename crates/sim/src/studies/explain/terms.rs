//! Terms: the heads of columns, labels of rows, titles and verdicts of tables and pages, with their meanings.
//!
//! A label that commands use in different senses has an entry for each of them, which names the command. Labels of
//! [quantities](crate::kernel::quantity), keys and words of scenario files have no entry: they are explained where they are declared.
//! A placeholder stands for one word, such as `<combatant>` for an id; `<number>` for a number, and one of several words, `<a group>`, for
//! several words.
//! The meaning of a column of names begins with "the name" or "the id", that of a column of sentences with "a sentence".

/// Heads of columns of accounts with their meanings, which the legend below the table repeats.
pub(crate) const OF_SIDE: (&str, &str) = ("of side", "the part of what the side dealt");
pub(crate) const BEYOND: (&str, &str) = ("beyond", "what the target had no points left for");

/// The labels with their meanings, by what prints them.
pub(super) const TERMS: &[(&str, &str)] = &[
    OF_SIDE,
    BEYOND,
    // Values, their intervals, and how sure they are.
    (
        "value",
        "the value of the number that the row names: a share in percent, or a mean; a dash if no encounter has the \
         number",
    ),
    ("value", "in `check`: the value that is in effect; in brackets a default in words"),
    ("value", "as the head of the first column, in `compare` and `run --check`: the number that the row is about"),
    (
        "interval",
        "where the true value lies in 95 of 100 such results, or in as many as `--confidence` says; a dash means \
         that too few encounters have or vary the number, and exact values have no interval",
    ),
    ("seed", "the number that all dice come from: with the same seed a scenario has the same fights, one by one"),
    (
        "Wilson",
        "the method of the intervals of shares (Wilson's score interval), which holds for small shares and few encounters, too",
    ),
    ("Student", "the method of the intervals of means (Student's t)"),
    (
        "confidence",
        "in how many of 100 such results the true value lies within its interval: 95 unless `--confidence` says otherwise",
    ),
    ("upset", "a fight that the side won which wins less often; `replay --find upset` tells the shortest"),
    (
        "crossing",
        "the value of a path at which a number has the target of `sweep --cross`, read along a straight line between the values that were played",
    ),
    ("mean", "the average over all encounters, or over those that have the value; a dash if none has it"),
    (
        "sd",
        "the standard deviation: how far the values of single encounters lie from their mean, as a rule; in the unit \
         of the mean",
    ),
    (
        "standard deviation",
        "how far the values of single encounters lie from their mean, as a rule; in the unit of the mean",
    ),
    (
        "standard error",
        "how far the value would lie from the true one, as a rule, if the encounters were played with other dice",
    ),
    ("share", "the part of the encounters in which it happened, in percent"),
    ("p05", "one encounter in twenty has this value or a smaller one"),
    ("p50", "the median: half of the encounters have this value or a smaller one"),
    ("p95", "nineteen encounters in twenty have this value or a smaller one"),
    ("max", "the largest value that an encounter had"),
    (
        "happens in",
        "the share of the encounters that have the number; its mean is over those. Empty if every encounter has it",
    ),
    (
        "exact",
        "the value by the exact solution, which has no error of chance; in place of an interval it says that the \
         value was solved and has none",
    ),
    (
        "sampled",
        "the value as counted in encounters that were played; in `sweep` says that the cell was played and not solved",
    ),
    ("z", "how many standard errors lie between the sampled value and the exact one"),
    (
        "largest |z|",
        "the largest distance of all sampled values from the exact ones, in standard errors, without its sign",
    ),
    ("p", "the chance of a difference at least as large, if there were none: a p-value, from 0 to 1"),
    (
        "p of all",
        "the p-value if all numbers that differ are taken together (Holm): below 0.05 the number would count as \
         different even so, at a confidence of 95%",
    ),
    ("together", "the p-value with all tests taken together (Holm), from 0 to 1"),
    ("all tests together", "the p-value with all tests taken together (Holm), from 0 to 1"),
    (
        "sure",
        "how sure it is that the effect is not 0: with all rows taken together, by itself alone, or not, so that it \
         may be chance",
    ),
    ("partial", "an interrupt ended the work, or shards are missing: the numbers are of the encounters that there are"),
    (
        "dash",
        "`-` or `–` in a table: there is no such number, or too few encounters for an interval; a line below the \
         table says which",
    ),
    // Results of `run`, `exact` and `report`, and what they count.
    (
        "winner",
        "how encounters end: party, enemies, draw or timeout; in `observe` the column of the record that says so",
    ),
    ("winner <winner>", "in `observe`: the share of the games, and of the encounters of the model, that end so"),
    ("outcome", "how encounters end: won by a side, a draw, or no winner in time"),
    (
        "combatant",
        "the id of a combatant, as the scenario has it; one of several that an entry stands for has its number \
         behind it, `goblin-1`",
    ),
    ("side", "the side of the combatant: party or enemies; empty if it is of both"),
    ("group", "the id of an entry with a `count` above 1, which stands for several combatants"),
    ("any standing", "the share of the encounters in which at least one of the group is standing in the end"),
    ("any fled", "the share of the encounters in which at least one of the group has left the fight in the end"),
    (
        "any down",
        "the share of the encounters in which at least one of the group is out of the fight and alive in the end",
    ),
    ("any dead", "of a group: the share of the encounters in which at least one of it is dead in the end"),
    ("a death", "in `gauntlet`: the share of the fights in which somebody of the party is dead in the end"),
    (
        "quantity",
        "a number that every encounter yields, by its label or its name; `equipoise explain NAME` says what it is",
    ),
    ("metric", "a number that the system counts; `equipoise explain NAME` says what it is"),
    (
        "number",
        "the number that the row is about, or in `sensitivity` and `balance` the path of the number that is moved",
    ),
    ("0 in every encounter", "metrics that counted nothing in any encounter that was played"),
    ("scenario", "the name of the scenario, or its file if it could not be read"),
    ("system", "the name of the system of rules"),
    ("at least", "the share of the encounters that last at least so many rounds"),
    ("at least so long", "the share of the encounters that last at least so many rounds"),
    ("one of these fights, told", "the command that tells one of the fights that were counted"),
    (
        "other ways to play",
        "the range of the party's wins if one combatant after the other plays by another word of its policy; `run \
         --ways` finds it",
    ),
    // Accounts: who did what.
    (
        "with",
        "the name of what it was done with: an attack, a spell, an item or a test, or the cause of a harm that is \
         nobody's deed",
    ),
    ("uses", "how often it was used, on average in an encounter; of an attack on several targets each counts as one"),
    (
        "times",
        "how often something was done that everybody can do, such as a test to evade, on average in an encounter",
    ),
    ("hits", "in accounts: uses that were a hit or another success, on average in an encounter"),
    ("criticals", "in accounts: hits that were critical, on average in an encounter"),
    ("felled", "combatants that it put out of the fight, by the harm that came last, on average in an encounter"),
    ("restored", "points that were given back, on average in an encounter"),
    ("lost", "points that a combatant lost, to whatever it was, on average in an encounter"),
    ("regained", "points that a combatant got back, by whatever it was, on average in an encounter"),
    (
        "<points> lost",
        "points that a combatant or the party has lost, on average in an encounter; in `gauntlet` those that it has \
         not got back in the end",
    ),
    ("<points> per fight", "points that were dealt, on average in a fight"),
    ("put out", "the id of the combatant that is put out of the fight"),
    ("put out / by", "a row for each combatant that is put out of the fight, a column for each that does it"),
    ("per encounter", "how often on average in an encounter; above 1 if somebody comes back and falls again"),
    ("itself", "the combatant is put out by a harm that is nobody's deed, such as a hazard or bleeding"),
    (
        "bleeding",
        "in accounts of `wounds`, a cause of harm: what the Dying and the suffocating lose round by round (WOUNDS-41, WOUNDS-58)",
    ),
    ("overexertion", "in accounts of `thrum`, a cause of harm: the Stress of an Overexertion (THRUM-40)"),
    ("by", "in accounts: who put the combatant out most, with how often each does on average"),
    ("begins", "the side that has the first turn"),
    ("in", "in accounts: the share of the encounters in which this side has the first turn"),
    ("wins then", "the share of these encounters that the side wins"),
    ("acts", "1 if the side has the first turn, otherwise 0"),
    ("never used", "what the scenario gives somebody and nobody used in any encounter that was played"),
    // Pages of `sweep`, `compare` and their tables.
    ("point", "the number of the point in the list of `--zip` or `--points`, from 1"),
    ("variant", "the values that were varied, as one combination; the terminal calls it a cell"),
    ("cell", "one combination of the values that are varied"),
    ("method", "whether the numbers of the cell are `sampled`, from encounters that were played, or `exact`"),
    (
        "encounters",
        "how many encounters were played, each one fight from set-up to end; a star marks a cell that an interrupt \
         cut short",
    ),
    (
        "encounters",
        "in `compare --plan`: how many encounters on each side the verdict takes; a dash if the pilot is too small \
         to tell",
    ),
    ("first", "the value in the first scenario"),
    ("second", "the value in the second scenario, on the same dice"),
    ("by", "the difference: second minus first, or after minus before; of shares in points of percent"),
    (
        "before",
        "the value before the change; in `compare --baseline` the recorded one; in `balance` that of the scenario as \
         it is",
    ),
    ("after", "the value after the change; in `compare --baseline` that of today; in `balance` that of the best sheet"),
    (
        "verdict",
        "what is known at the confidence: of a comparison whether the two differ, of an expectation whether it \
         holds; `undecided` is neither",
    ),
    (
        "different",
        "a verdict: the two differ by more than chance explains at the confidence; with a star they do with all \
         numbers taken together",
    ),
    (
        "same",
        "a verdict: the interval of the difference lies within `--margin`; in `rerun`: made again, the result has \
         the recorded numbers",
    ),
    ("same within <number>", "a verdict: the interval of the difference lies within this margin"),
    (
        "same in every encounter",
        "a verdict: both had the same number in every single encounter that was played; a rare difference may be \
         there all the same",
    ),
    ("the same in every encounter", "numbers that both scenarios had alike in every single encounter that was played"),
    (
        "undecided",
        "a verdict: at the confidence nothing is known yet, and more encounters may decide it; in `versus` against \
         how many opponents it is so",
    ),
    (
        "identical",
        "the rules see the same in both, and no encounter can differ; in `compare --baseline` every number is equal \
         to its last digit",
    ),
    ("moved", "in `compare --baseline`: numbers differ, and none by more than chance explains"),
    ("missing", "in `compare --baseline`: the recorded scenario is not there any more"),
    ("rules", "in `compare --baseline`: what the rules of today make of the recorded scenario"),
    (
        "changes",
        "in `compare --baseline`: what changed texts and values make of it, both under the rules of today; on the \
         page of `balance` what a sheet changes",
    ),
    (
        "left open",
        "the fewest and the most encounters that the verdict may take, for all differences that the pilot leaves \
         open; empty if they are the same",
    ),
    (
        "no difference was seen",
        "in `compare --plan`: no encounter of the pilot differed, so that it cannot say how many would show a \
         difference",
    ),
    (
        "no difference beyond the margin",
        "in `compare --plan`: the pilot does not rule out that the difference lies within the margin, so that no \
         number of encounters is sure to show it",
    ),
    (
        "the difference is no smaller",
        "in `compare --plan`: the pilot does not rule out that the difference reaches the margin, so that no number \
         of encounters is sure to show that it lies within",
    ),
    // `tune`.
    ("off by", "in `tune`: how far the cell is from the targets: the sum of the distances, each times its weight"),
    ("distance", "how far a cell is from the targets: the sum of the distances, each times its weight"),
    (
        "than best",
        "how much farther the cell is from the targets than the best one so far; empty for the best one, `unknown` \
         if too few encounters bound it, and `>` if the cell is out",
    ),
    ("unknown", "too few encounters were played to bound the number"),
    (
        "race",
        "in `tune`: `first` is the best cell, one that is `in` may be as good, one that is `out` is surely farther \
         from the targets and is played no more",
    ),
    ("first", "in `tune`: the cell that is closest to the targets so far"),
    ("in", "in `tune`: the cell may still be the closest to the targets"),
    ("out", "in `tune`: the cell is surely farther from the targets than another, and is played no more"),
    ("wanted", "the target, or the bounds of the number, that `tune` or `balance` was asked for"),
    ("out of reach", "even the closest cell is farther from the targets than `--margin` allows"),
    (
        "measured again",
        "the number of the best cell on fresh encounters: those of the race flatter the one that they chose",
    ),
    // `sensitivity` and `skill`.
    ("now", "the value that the scenario has"),
    ("down", "in `sensitivity`: the effect of one step down; a dash if the key or the rules refuse it"),
    ("up", "the effect of one step up; a dash if the key or the rules refuse it"),
    ("moved to", "the value after the step"),
    ("word", "the path of a key whose value is a word, which others can take the place of"),
    ("instead", "the word in place of the one that the scenario has"),
    (
        "effect",
        "by how much the number differs with the change: points of percent for shares. A star holds with all changes \
         taken together, `?` may be chance",
    ),
    ("not moved", "values that were left as they are, with the way to move them"),
    (
        "refused by the rules",
        "values of which the rules allow no step, such as a number that another one must stay below",
    ),
    ("no effect", "values whose step changed the number in none of the fights that were played"),
    ("change", "one change in how somebody plays"),
    ("change in points", "by how much the wins change, in points of percent"),
    (
        "change of the side's own wins in points",
        "by how much the change raises or lowers the side's own share of wins, in points of percent",
    ),
    (
        "the <side> without errors",
        "how the side does if it plays as the scenario says; the rows below are compared with it",
    ),
    ("wins without errors", "the share of the fights that the side wins if it plays as the scenario says"),
    ("errors at <number> % of its decisions", "the side decides at random at so many of its decisions"),
    ("errors in percent of the decisions", "at how many of its decisions the side decides at random, in percent"),
    (
        "at <number> % of",
        "the side decides at random at so many of its decisions of one kind, and as it should at all others",
    ),
    ("errors without effect", "kinds of decisions at which errors changed no fight that was played"),
    ("way", "another word for how a combatant plays, in place of the one that the scenario has"),
    // `luck` and `drama`.
    ("when", "the part of the dice by time: the set-up, the first round, the two after it, and the rest"),
    ("whose", "the combatant whose turns the dice are of, with whatever others roll in them"),
    ("dice", "the part of the dice that the row is about"),
    ("turns of <combatant>", "the dice of this combatant's turns, with whatever others roll in them"),
    ("set-up", "everything before the first round, and the dice that are rolled in it"),
    ("round", "a round of the fight; the set-up comes before the first one"),
    ("round <number>", "this round of the fight, or the dice of it"),
    ("rounds <number> to <number>", "the dice of these rounds"),
    ("rounds from <number> on", "the dice of these rounds, up to the end of the fight"),
    (
        "alone",
        "in `luck`: the portion of the variance that these dice decide by themselves, in percent (first-order Sobol' \
         index); `?` means that it may be 0",
    ),
    (
        "open",
        "in `luck`: the portion of the variance that these dice still decide if all others are known, in percent \
         (total Sobol' index)",
    ),
    (
        "open",
        "in `drama`: the share of all fights that go on after the round with odds from 10% to 90%, so that either \
         side may win",
    ),
    (
        "are open",
        "the share of all fights that go on after the round with odds from 10% to 90%, so that either side may win",
    ),
    ("portion of the variance", "how much of the variation from one fight to the next is due to it, in percent"),
    ("changed fights", "how many of the fights had another number after this part of their dice was exchanged"),
    ("changes nothing", "parts of the dice whose exchange changed no fight that was played"),
    ("expected", "in `drama`: the number that the row is about, averaged over all fights"),
    (
        "surprise",
        "how far the odds of the party move in a fight: the sum of all moves, where 1 is from no chance to certain",
    ),
    (
        "suspense",
        "how uncertain the next odds are: the sum over all steps of the standard deviation of the odds after the \
         step, as known before it",
    ),
    ("crossings", "how often the odds of the party cross 50% in a fight"),
    ("steps", "in `drama` and `replay`: how many steps, which are turns or indivisible parts of the set-up"),
    ("after round", "the state of fights after this round; `set-up` is before the first"),
    ("after", "on pages of `drama`: the round after which it is so"),
    ("going on", "the share of all fights that are not over after the round"),
    ("go on", "the share of all fights that are not over after the round"),
    (
        "won after odds below 10%",
        "the share of all fights that a side wins although its odds were below 10% at some moment",
    ),
    // `versus`.
    ("wins", "the share of the encounters that the row wins, in percent"),
    ("nobody", "the share of the encounters that end in a draw or without a winner in time"),
    ("as party", "the share that the first wins from the party's seat; a dash if it did not sit there"),
    ("as enemies", "the share that the first wins from the enemies' seat; a dash if it did not sit there"),
    ("beats", "wins surely more often than the other; in the ranking against how many opponents it does"),
    ("loses to", "wins surely less often than the other; in the ranking to how many opponents it does"),
    ("ranking", "all contenders, the one with the highest mean share of wins first"),
    ("mean wins", "the mean of its shares of wins against every opponent, each opponent counting the same"),
    ("mean share of wins", "the mean of its shares of wins against every opponent, each opponent counting the same"),
    ("rank", "the place by the mean share of wins; a range if the contender is not told apart from others"),
    ("cycle", "contenders of which each beats the next, and the last beats the first"),
    (
        "the field",
        "the mix of contenders against which no other wins more than half, draws and timeouts counting half (an \
         equilibrium)",
    ),
    (
        "the party's mix",
        "the party's part of the field: which parties are worth playing, and how often (an equilibrium of both sides)",
    ),
    (
        "the enemies' mix",
        "the enemies' part of the field: which enemies are worth playing, and how often (an equilibrium of both sides)",
    ),
    (
        "weight",
        "how often the contender is played in the mix, in percent; `as` another one means that both have the same \
         results",
    ),
    ("as <contender>", "in `versus`: it has the same results as this contender, which stands for both in the mix"),
    ("weight in the mix", "how often the contender is played in the mix, in percent"),
    (
        "in it",
        "the share of the resamples in whose mix the contender is, in percent; a dash if there are too few encounters",
    ),
    (
        "loses",
        "how much less the contender wins against the mix than the mix itself, in points of percent; 0 for one in \
         the mix",
    ),
    (
        "dominated by",
        "a contender that wins more against every opponent, so that this one is never worth playing; `?` if that is \
         not sure",
    ),
    ("how sure", "whether it is sure that the contender is dominated"),
    ("against", "the name of the contender that is answered"),
    ("best", "in `versus`: the name of the contender that does best against it"),
    ("gets", "the share of wins that the best answer gets against it, draws and timeouts counting half"),
    ("not told apart", "the names of contenders that may do as well"),
    ("<contender> against <contender>", "a match of the first, as the party, with the second"),
    ("the best on average", "the contender with the highest mean share of wins, or several that are not told apart"),
    ("contender", "the name of one who takes part: a row of a roster, a side of a scenario, or a policy"),
    (
        "contender / against",
        "a row for each contender, a column for each opponent; the cell is the share that the row wins",
    ),
    ("pair", "the name of the two contenders that met"),
    ("wins of the first", "the share of the encounters that the first of the pair wins, in percent"),
    // `gauntlet`.
    (
        "fit",
        "the share of wins of the curve closest to all rows that only falls, or for parties only rises, with the level",
    ),
    (
        "off by",
        "in `gauntlet`: how far the row lies above or below that curve, in points of percent; these intervals hold \
         for all rows together",
    ),
    ("distance from the fit", "how far the row lies above or below the fitted curve, in points of percent"),
    ("stands out", "whether the row is surely off the curve for its level, and in which direction"),
    ("harder", "the party surely wins less often against this row than its level says"),
    ("easier", "the party surely wins more often against this row than its level says"),
    ("stronger", "as the party this row surely wins more often than its level says"),
    ("weaker", "as the party this row surely wins less often than its level says"),
    (
        "dies most",
        "the name of the member of the party that dies most often, with its share of the encounters; empty if nobody \
         ever dies",
    ),
    ("cannot fight", "rows that the rules refuse, with the reason"),
    ("row", "the id of the row of the roster"),
    ("count", "how many: copies of the row in `gauntlet`, and in `replay` what the metric counted in this fight"),
    ("why", "a sentence that gives the reason"),
    // `test` and `check`.
    ("expected", "in `test`: the bounds within which the scenario's file expects the number"),
    ("found", "the value of the number; a dash if no encounter has it"),
    ("fights", "how many fights were played until the verdict; a dash if the number was solved exactly"),
    ("pass", "the number lies within the bounds that the file expects, at the confidence"),
    ("fail", "the number lies outside of the bounds that the file expects, at the confidence"),
    ("error", "in `test`: the scenario has mistakes, and could not be judged"),
    ("mirror.<side>", "how the side does from the party's seat against a copy of itself: the share that it wins"),
    ("rounds.p<number>", "the number of rounds that so many in 100 encounters do not exceed"),
    ("name", "the name that narrations and pages show"),
    ("key", "the path of a key of the scenario's file, as `--set` takes it"),
    (
        "from",
        "where the value comes from: `file`, a row of a roster, an option, `default`, or `follows` if other keys \
         determine it",
    ),
    ("file", "the value stands in the scenario's own file"),
    ("default", "no file says the value: it is the one that the rules declare for it"),
    ("follows", "no file says the value: other keys determine it"),
    ("rules", "the ids of the rules behind the key; `equipoise explain ID` has the text of each"),
    ("expectation", "the number that the scenario's `[expect]` is about"),
    ("band", "the bounds that the number should lie in"),
    ("line", "the line of the file"),
    // `balance`.
    ("target", "in `balance`: the number that should lie within its bounds"),
    ("range", "the values that the number may have"),
    ("step", "by how much the number is moved at a time"),
    ("steps", "in `balance`: by how many steps the number is moved, with a sign for the direction"),
    ("cost", "what the change costs: its steps, each at the price that the file of `balance` gives the number"),
    ("cost of a step", "the price of one step of the number, as the file of `balance` gives it"),
    ("sheet", "one set of values that `balance` found, the best one first"),
    ("files", "the name of each file that has the number"),
    ("in the band", "the number surely lies within its bounds"),
    ("not in the band", "the number surely lies outside of its bounds"),
    ("cannot be told", "it is not sure whether the number lies within its bounds: more encounters may tell"),
    ("not reached", "the targets that no set of values brought within their bounds"),
    // `observe`.
    (
        "column",
        "a column of the record of games, with the value behind it; `(mean)` is the mean of its numbers, `(all)` all \
         columns together",
    ),
    ("(all)", "all columns of the record together: how likely so many games of each kind are"),
    ("model", "what the scenario yields, from its exact solution or from encounters that were played"),
    ("record", "what the games yielded that were really played"),
    (
        "test",
        "the name of the test that holds the record against the model: of counts, of the mean, of the distribution, \
         or of the likelihood",
    ),
    ("counts", "a test whether each value is as frequent in the record as in the model"),
    ("mean", "in `observe`: a test whether the mean of the record is that of the model"),
    ("distribution", "a test whether the numbers of the record are distributed as in the model"),
    ("likelihood", "a test whether the record as a whole is as likely as records that the model yields"),
    ("games", "how many games of the record have a value in the column"),
    ("game", "the name of the game in the record, or the number of its row"),
    ("tail", "the chance that a game of the model is no likelier than this one"),
    ("tail chance", "the chance that a game of the model is no likelier than this one"),
    ("seen", "how many encounters of the model went as this game did; a dash if chances are exact"),
    ("seen in the model", "how many encounters of the model went as this game did; a dash if chances are exact"),
    ("never", "in `observe`: no encounter of the model went as this game did"),
    ("impossible", "the model does not allow such a game"),
    (
        "least likely cells",
        "the cells of the game that are least likely, each with the chance of a value that is no likelier",
    ),
    ("share of games", "the share of the games, in the record or in the model"),
    (
        "log-likelihood",
        "the logarithm of how likely the record is with this value, but for a constant that all values have in \
         common; a dash if it cannot be",
    ),
    (
        "below best",
        "how far the log-likelihood lies below that of the best value: from about 2 on the value explains the record \
         clearly worse",
    ),
    (
        "below the best",
        "how far the log-likelihood lies below that of the best value: from about 2 on the value explains the record \
         clearly worse",
    ),
    (
        "error",
        "in `observe`: the standard error of how far the value lies below the best, since encounters are sampled; a \
         dash if chances are exact",
    ),
    ("best", "in `observe`: the value that explains the record best"),
    ("inside", "the value lies within the likelihood interval: it explains the record about as well as the best one"),
    ("unsure", "too few encounters tell whether the value lies within the likelihood interval"),
    (
        "outside",
        "the value lies outside of the likelihood interval: it explains the record clearly worse than the best one",
    ),
    ("left out", "columns of the record that were not held against the model"),
    // `replay` and `rare`.
    ("end", "how the combatant ended: standing, fled, down (out of the fight and alive) or dead"),
    ("odds", "how likely each side is to win, as the fight stands"),
    ("swing", "by how much a step moved the odds of the party, in points of percent; of several steps the sum"),
    (
        "in whose turn",
        "the id of the combatant in whose turn the steps were; a turn has the dice of everybody who rolls in it",
    ),
    ("several at once", "steps that belong to several combatants of one side together"),
    ("both sides", "steps that belong to combatants of both sides together, or to nobody alone"),
    ("turning point", "the step that moved the odds of the party most"),
    (
        "open until",
        "the last step after which the odds of the party were from 10% to 90%, so that either side could win",
    ),
    ("before the first die", "the odds before anything is rolled"),
    ("leg <number>", "this fight of a day of several fights"),
    ("leg", "the id of a fight of a day of several fights"),
    ("member of the party / leg", "a row for each member of the party, a column for each fight of the day"),
    ("importance", "how near a fight is to the event, from 0 to 1"),
    ("level", "a stage of importance that fights must pass on the way to the event, the first one first"),
    ("get there", "the share of the fights on the level before that reach this one, in percent"),
    ("get there from the level before", "the share of the fights on the level before that reach this one, in percent"),
    ("chance", "the chance that a fight comes so far, or that the number is this one"),
    ("chance of a fight", "the chance that a fight comes so far"),
    ("the event", "what `--event` asks for"),
    // `odds`.
    ("attacker", "the name of the combatant that attacks"),
    ("attack", "the name of the attack"),
    ("target", "in `odds`: the name of the combatant that is attacked"),
    ("succeeds", "the chance of one attack to hit, or to succeed, in percent"),
    ("critical", "the chance of one attack to be critical, in percent"),
    (
        "attacks",
        "how many attacks it takes on average until the target is out of the fight; in brackets the chance that they \
         ever suffice, a dash if none do or it is not known",
    ),
    ("9 in 10", "how many attacks suffice in nine of ten fights; `>` if that is more than were worked out one by one"),
    ("more", "more attacks than the rows above have"),
    ("never", "in `odds`: no number of attacks suffices"),
    ("percent of the first", "in percent of the row above all others"),
    // Lists of systems, rules and commands.
    ("rule", "the id of a rule of the ledger; `equipoise explain ID` has its text"),
    ("id", "the id of a rule of the ledger; `equipoise explain ID` has its text"),
    ("title", "a sentence or a few words on what the rule is about"),
    ("per fight", "how often the rule was applied, on average in a fight"),
    ("never fired", "the rules that no fight applied"),
    ("what it is", "a sentence on the system"),
    ("what it tells", "a sentence on what the number says of a scenario"),
    (
        "keys of a scenario file",
        "every key that a scenario of the system may have, with its type, its default and its rules",
    ),
    ("keys of <a group>", "the keys of a table that several keys take"),
    (
        "dice: what their slots are for",
        "which slots of dice the rules roll, and on which occasions; a slot is a stream of dice of its own",
    ),
    ("slot", "the name of a stream of dice that is a combatant's, or everybody's, in a round"),
    ("occasion", "the name of what the dice of a slot are for"),
    ("what is rolled", "a sentence on the dice of the slot"),
    ("decisions of a combatant", "the kinds of decisions that combatants take, at which `error_at` lets them err"),
    ("decision", "the name of a kind of decision that combatants take"),
    ("what is decided", "a sentence on the decision"),
    ("rules", "the rules of the system, each with its id and title"),
    ("command", "the name of a command of `equipoise`"),
    ("its JSON", "a sentence on what the command prints as JSON"),
    // Axes and heads of charts on pages.
    ("in all", "all of them together"),
    ("share of fights", "the part of the fights, in percent"),
    ("share of all fights", "the part of all fights, in percent; those that were over before are among them"),
    ("share of fights that the party wins", "the part of the fights that the party wins, in percent"),
    ("share of days", "the part of the days of several fights, in percent"),
    (
        "share of all days",
        "the part of all days of several fights, in percent; those that did not come so far are among them",
    ),
    ("points", "how many points; which ones the system says, such as HP"),
    ("what", "the name of what is shown in the row"),
];
