// The result: who wins, what changed, how long it takes, what becomes of everybody, and everything else that was counted.
import { Fates, Rounds, Winners } from "../charts.js";
import { count, percent, plain, points, quantityName, seconds, shareText, signed } from "../format.js";
import { html } from "../html.js";
import { isSameVersion } from "../state.js";
import { Mistakes } from "./parts.js";

export function Result({ bench, state, live, go }) {
  const { run, compare, exact, look } = live;
  const { report } = run;
  const mistakes = run.status === "mistakes" ? (live.look?.mistakes.length ? live.look.mistakes : run.mistakes) : [];
  if (mistakes.length > 0) {
    return html`<div class="wrong"><h3>${mistakes.length === 1 ? "One mistake" : `${mistakes.length} mistakes`} in the scenario</h3>
      <${Mistakes} list=${mistakes} go=${go} /></div>
      ${report && html`<div class="before"><p class="faint">The text before was played like this:</p><${Winners} winners=${report.winners} /></div>`}`;
  }
  if (!report) {
    return html`<p class="faint">${run.status === "playing" ? "Playing…" : run.status === "stopped" ? "Stopped." : run.status === "failed" ? "There is no result." : ""}</p>`;
  }
  const exactWinners = exact.status === "done" ? exact.report.winners : null;
  return html`<div class="outcome">
    <${Winners} winners=${report.winners} exact=${exactWinners} />
    <${Progress} bench=${bench} state=${state} live=${live} />
    <${Change} bench=${bench} state=${state} compare=${compare} look=${look} />
    ${live.look?.doubts?.length > 0 && html`<details class="doubts"><summary>${live.look.doubts.length === 1 ? "One doubt" : `${live.look.doubts.length} doubts`} about the scenario</summary><${Mistakes} list=${live.look.doubts} go=${go} /></details>`}
    <div class="figures"><${Rounds} rounds=${report.rounds} /><${Fates} combatants=${report.combatants} look=${look} /></div>
    <${Numbers} report=${report} exact=${exact.status === "done" ? exact.report : null} />
  </div>`;
}

function Progress({ bench, state, live }) {
  const { run, exact } = live;
  const isPlaying = run.status === "playing";
  const played = run.report?.encounters ?? 0;
  const about = isPlaying && run.finished === 0
    ? "Playing the changed scenario…"
    : `${count(isPlaying ? run.finished : played)}${isPlaying ? ` of ${count(state.encounters)}` : ""} fights${run.took && !isPlaying ? ` in ${seconds(run.took)}` : ""}`;
  return html`<div class="progress">
    <progress max="1" value=${isPlaying ? (run.finished ?? 0) / state.encounters : 1} aria-label="Fights played"></progress>
    <span>${about}</span>
    <span class="faint">95% intervals</span>
    ${exact.status === "done" && html`<span class="tag" title=${`${count(exact.report.states)} states`}>exact answer known</span>`}
    ${exact.status === "asking" && !exact.isQuiet && html`<span class="faint">working out the exact answer…</span>`}
    ${exact.status === "large" && exact.isAsked && html`<span class="faint">no exact answer: ${exact.why}</span>`}
    ${exact.status === "large" && !exact.isAsked && html`<button type="button" class="plain" title=${exact.why} onClick=${() => bench.solveNow()}>work out the exact answer</button>`}
    ${run.status === "stopped" && html`<span class="faint">stopped</span>`}
  </div>`;
}

const surely = { different: "sure", undecided: "not sure yet", "same in every encounter": "the same in every fight", identical: "the same for the rules" };

function Change({ bench, state, compare, look }) {
  const isSame = !state.reference || isSameVersion(state.reference, state);
  if (isSame) {
    return html`<div class="change same"><h3>Against the reference</h3><p class="faint">This is the reference: change something, and what that does is told here, on the same dice.</p></div>`;
  }
  const values = compare.found?.values ?? [];
  const isDone = compare.status === "done";
  const buttons = html`<div class="buttons"><button type="button" onClick=${() => bench.makeReference()}>Make this the reference</button>
    <button type="button" onClick=${() => bench.backToReference()}>Back to the reference</button></div>`;
  if (compare.status === "mistakes") {
    return html`<div class="change"><h3>Against the reference</h3><${Mistakes} list=${compare.mistakes ?? []} />${buttons}</div>`;
  }
  const party = values.find(({ name }) => name === "winners.party");
  const others = values.filter(({ name, verdict }) => name !== "winners.party" && name !== "winners.enemies" && verdict === "different"
    && (name.startsWith("winners.") || name === "rounds.mean" || (name.startsWith("combatants.") && /\.(dead|down|fled)$/.test(name))));
  others.sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference));
  others.sort((one, other) => Number(other.name === "rounds.mean") - Number(one.name === "rounds.mean"));
  return html`<div class="change">
    <h3>Against the reference</h3>
    ${party ? html`<${Headline} value=${party} isDone=${isDone} encounters=${compare.found.encounters} />` : html`<p class="faint">Playing both versions on the same dice…</p>`}
    ${others.length > 0 && html`<ul class="others">${others.slice(0, 6).map((value) => html`<li key=${value.name}><span>${quantityName(value.name, look)}</span>${" "}<b>${differenceText(value).value}</b>${" "}<span class="faint">${differenceText(value).interval}${isDone ? `, ${value.p_holm !== null && value.p_holm < 0.05 ? "sure" : "perhaps chance"}` : ""}</span></li>`)}</ul>`}
    ${buttons}
  </div>`;
}

function differenceText({ name, difference, lo, hi }) {
  if (name === "rounds.mean") return { value: signed(difference, 2), interval: lo === null ? "" : `${signed(lo, 2)} to ${signed(hi, 2)}` };
  const digits = lo !== null && hi - lo < 0.002 ? 2 : 1;
  return { value: points(difference, digits), interval: lo === null ? "" : `${signed(lo * 100, digits)} to ${signed(hi * 100, digits)}` };
}

function Headline({ value, isDone, encounters }) {
  const { value: difference, interval } = differenceText(value);
  const verdict = isDone ? surely[value.verdict] ?? value.verdict : "still playing";
  const kind = !isDone ? "" : value.verdict === "different" ? "sure" : value.verdict === "undecided" ? "unsure" : "none";
  return html`<p class="headline"><span>The party wins</span> <b>${difference}</b>, <span class=${`verdict ${kind}`}>${verdict}</span>
    <span class="faint">${interval && `interval ${interval}; `}${percent(value.first)} before, ${percent(value.second)} now, on the same dice in ${count(encounters)} fights</span></p>`;
}

/** Everything else that was counted, folded away. */
function Numbers({ report, exact }) {
  const rows = [
    ...report.quantities.map((quantity) => ({ ...quantity, value: quantity.mean ?? quantity.share, isShare: quantity.mean === undefined })),
    ...report.metrics.map((metric) => ({ ...metric, value: metric.mean, isShare: false })),
  ];
  const known = new Map((exact ? [...exact.quantities ?? [], ...exact.metrics ?? []] : []).map((entry) => [entry.name, entry.mean ?? entry.share]));
  const shown = rows.filter(({ value }) => value !== 0 && value !== null);
  const never = rows.filter(({ value }) => value === 0).map(({ name }) => name.replaceAll("_", " "));
  return html`<details class="numbers"><summary>Everything that was counted</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Everything that was counted"><table>
      <thead><tr><th scope="col">number</th><th scope="col">mean or share</th><th scope="col">95% interval</th>${exact && html`<th scope="col">exactly</th>`}</tr></thead>
      <tbody>${shown.map((row) => html`<tr key=${row.name}><th scope="row">${row.name.replaceAll("_", " ")}</th>
        <td>${row.isShare ? shareText(row).value : plain(row.value)}</td>
        <td>${row.lo === null || row.lo === undefined ? "" : row.isShare ? shareText(row).interval : `${plain(row.lo)} to ${plain(row.hi)}`}</td>
        ${exact && html`<td>${known.has(row.name) ? (row.isShare ? percent(known.get(row.name), 3) : plain(known.get(row.name))) : ""}</td>`}</tr>`)}</tbody>
    </table></div>
    ${never.length > 0 && html`<p class="faint">0 in every fight: ${never.join(", ")}.</p>`}
  </details>`;
}
