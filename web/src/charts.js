// Charts that are drawn while numbers come in. Each has its numbers as text beside it, or in a table below.
import { html } from "./html.js";
import { useEffect, useRef, useState } from "preact/hooks";
import { nameOf, percent, plain, shareText } from "./format.js";

const WINNERS = [["party", "The party wins"], ["enemies", "The enemies win"], ["draw", "Draw"], ["timeout", "Time limit"]];
const ENDS = ["standing", "fled", "down", "dead"];
const BARS_MAX = 36;

const share = (value) => `${Math.min(100, Math.max(0, value * 100))}%`;

/** Who wins: a bar each, with the interval across its end. */
export function Winners({ winners, exact }) {
  const shown = WINNERS.filter(([name]) => name === "party" || name === "enemies" || winners[name].share > 0);
  return html`<ul class="winners">
    ${shown.map(([name, label]) => {
      const { value, interval } = shareText(winners[name]);
      const known = exact?.[name];
      return html`<li key=${name} class=${`winner ${name}`}>
        <span class="label">${label}</span>
        <b class="value">${value}</b>
        <span class="bar" aria-hidden="true">
          <i class="fill" style=${{ width: share(winners[name].share) }}></i>
          ${winners[name].lo !== undefined && html`<i class="whisker" style=${{ left: share(winners[name].lo), width: share(winners[name].hi - winners[name].lo) }}></i>`}
        </span>
        <span class="interval">${interval}${known && html`<span class="exact"> · exactly ${percent(known.share, 3)}</span>`}</span>
      </li>`;
    })}
  </ul>`;
}

/** The counts of rounds in bars of equal width. */
function binned(histogram) {
  const last = histogram.at(-1)[0];
  const first = histogram[0][0];
  const total = histogram.reduce((sum, [, number]) => sum + number, 0);
  // The tail of very long fights goes into the last bar.
  let seen = 0;
  const tail = histogram.find(([, number]) => (seen += number) >= total * 0.995)?.[0] ?? last;
  const width = Math.max(1, Math.ceil((tail - first + 1) / BARS_MAX));
  const bars = [];
  for (let from = first; from <= tail; from += width) bars.push({ from, to: from + width - 1, share: 0 });
  for (const [round, number] of histogram) {
    bars[Math.min(bars.length - 1, Math.floor((round - first) / width))].share += number / total;
  }
  if (last > bars.at(-1).to) Object.assign(bars.at(-1), { to: last, isTail: true });
  return bars;
}

const barName = ({ from, to, isTail }) => (isTail ? `${from} and more` : from === to ? `${from}` : `${from} to ${to}`);

/** How long fights last. */
export function Rounds({ rounds }) {
  const histogram = rounds.histogram ?? rounds.distribution;
  if (!histogram?.length) return null;
  const bars = binned(histogram);
  const most = Math.max(...bars.map((bar) => bar.share));
  const about = `Half of the fights end by round ${rounds.p50}, 19 in 20 by round ${rounds.p95}; ${plain(rounds.mean)} rounds on average.`;
  return html`<figure>
    <figcaption><b>How long fights last</b><span>${about}</span></figcaption>
    <div class="histogram" role="img" aria-label=${`Histogram of rounds. ${about}`}>
      ${bars.map((bar) => html`<i key=${bar.from} title=${`${barName(bar)}: ${percent(bar.share)}`} class=${bar.from <= rounds.p50 && rounds.p50 <= bar.to ? "median" : ""}
        style=${{ height: `${(bar.share / most) * 100}%` }}></i>`)}
    </div>
    <div class="axis" aria-hidden="true"><span>${bars[0].from}</span><span>rounds</span><span>${bars.at(-1).isTail ? `${bars.at(-1).from}+` : bars.at(-1).to}</span></div>
    <details><summary>Numbers of this chart</summary><div class="scroll" tabindex="0" role="region" aria-label="Numbers of how long fights last"><table>
      <thead><tr><th scope="col">rounds</th><th scope="col">share of fights</th></tr></thead>
      <tbody>${bars.map((bar) => html`<tr key=${bar.from}><th scope="row">${barName(bar)}</th><td>${percent(bar.share, 2)}</td></tr>`)}</tbody>
    </table></div></details>
  </figure>`;
}

/** What becomes of everybody. */
export function Fates({ combatants, look }) {
  if (!combatants?.length) return null;
  const shown = ENDS.filter((end) => combatants.some((who) => who[end].share > 0));
  return html`<figure>
    <figcaption><b>What becomes of everybody</b>
      <span class="legend">${shown.map((end) => html`<span key=${end}><i class=${`swatch ${end}`}></i>${end}</span>`)}</span></figcaption>
    <div class="scroll" tabindex="0" role="region" aria-label="What becomes of everybody"><table class="fates">
      <thead><tr><th scope="col">combatant</th><th scope="col" class="wide"><span class="sr">as a bar</span></th>${shown.map((end) => html`<th scope="col" key=${end}>${end}</th>`)}</tr></thead>
      <tbody>${combatants.map((who) => html`<tr key=${who.id} class=${who.side}>
        <th scope="row">${nameOf(who.id, look)}</th>
        <td class="wide"><span class="stack" aria-hidden="true">${shown.map((end) => html`<i key=${end} class=${end} style=${{ width: share(who[end].share) }}></i>`)}</span></td>
        ${shown.map((end) => html`<td key=${end} title=${shareText(who[end]).interval}>${percent(who[end].share)}</td>`)}
      </tr>`)}</tbody>
    </table></div>
  </figure>`;
}

/** The width of an element in pixels, as it changes. */
function useWidth() {
  const element = useRef(null);
  const [width, setWidth] = useState(240);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(240, Math.round(entry.contentRect.width))));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

/** Round numbers from about one end to the other. */
function ticks(lo, hi, most) {
  const span = hi - lo || 1;
  const raw = span / most;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((candidate) => candidate >= raw);
  const list = [];
  for (let at = Math.ceil(lo / step - 1e-9) * step; at <= hi + step * 1e-6; at += step) list.push(at);
  return list;
}

const HEIGHT = 260;
const MARGIN = { left: 46, right: 12, top: 12, bottom: 40 };

/** A line with intervals, whose marks can be clicked (a table has the same as buttons): `marks` are `{ x, label, value, lo, hi }`; of words x is their place in the list. */
export function Line({ marks, isWords, axis, title, current, asShare, take }) {
  const [element, width] = useWidth();
  const known = marks.filter((mark) => mark.value !== null);
  const values = known.flatMap((mark) => [mark.value, mark.lo ?? mark.value, mark.hi ?? mark.value]);
  let [bottom, top] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const room = Math.max((top - bottom) * 0.1, asShare ? 0.01 : 0.1);
  [bottom, top] = [asShare ? Math.max(0, bottom - room) : bottom - room, asShare ? Math.min(1, top + room) : top + room];
  const xs = marks.map((mark) => mark.x);
  const [left, right] = [Math.min(...xs) - (isWords ? 0.5 : 0), Math.max(...xs) + (isWords ? 0.5 : 0)];
  const x = (at) => MARGIN.left + ((at - left) / (right - left || 1)) * (width - MARGIN.left - MARGIN.right);
  const y = (at) => HEIGHT - MARGIN.bottom - ((at - bottom) / (top - bottom || 1)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const told = (value) => (asShare ? percent(value, top - bottom < 0.04 ? 1 : 0) : plain(value));
  const across = isWords
    ? marks.map((mark) => ({ at: mark.x, text: mark.label }))
    : ticks(left, right, Math.max(2, Math.floor(width / 70))).filter((at) => !marks.every(({ x: mark }) => Number.isInteger(mark)) || Number.isInteger(at))
      .map((at) => ({ at, text: String(Number(at.toPrecision(6))) }));
  const band = !isWords && known.length > 1 && known.every(({ lo }) => lo !== null)
    && `M${known.map((mark) => `${x(mark.x)},${y(mark.hi)}`).join("L")}L${known.toReversed().map((mark) => `${x(mark.x)},${y(mark.lo)}`).join("L")}Z`;
  const ends = known.length ? ` From ${told(known[0].value)} at ${known[0].label} to ${told(known.at(-1).value)} at ${known.at(-1).label}.` : "";
  return html`<div ref=${element} class="line">
    <svg width=${width} height=${HEIGHT} role="img" aria-label=${`${title} by ${axis}.${ends}`}>
      ${ticks(bottom, top, 5).map((at) => html`<g key=${at} class="tick"><line x1=${MARGIN.left} x2=${width - MARGIN.right} y1=${y(at)} y2=${y(at)} />
        <text x=${MARGIN.left - 6} y=${y(at) + 4} text-anchor="end">${told(at)}</text></g>`)}
      ${across.map(({ at, text }) => html`<text key=${text} class="across" x=${x(at)} y=${HEIGHT - MARGIN.bottom + 18} text-anchor="middle">${text}</text>`)}
      <text class="across" x=${(MARGIN.left + width - MARGIN.right) / 2} y=${HEIGHT - 4} text-anchor="middle">${axis}</text>
      ${current !== null && current >= left && current <= right && html`<line class="current" x1=${x(current)} x2=${x(current)} y1=${MARGIN.top} y2=${HEIGHT - MARGIN.bottom} />`}
      ${band && html`<path class="band" d=${band} />`}
      ${!isWords && known.length > 1 && html`<path class="path" d=${`M${known.map((mark) => `${x(mark.x)},${y(mark.value)}`).join("L")}`} />`}
      ${known.map((mark) => html`<g key=${mark.x} class="mark" onClick=${() => take(mark)}>
        ${mark.lo !== null && html`<line x1=${x(mark.x)} x2=${x(mark.x)} y1=${y(mark.lo)} y2=${y(mark.hi)} />`}
        <circle class="target" cx=${x(mark.x)} cy=${y(mark.value)} r="14" /><circle cx=${x(mark.x)} cy=${y(mark.value)} r="3.5"><title>${`${mark.label}: ${told(mark.value)}`}</title></circle></g>`)}
    </svg>
  </div>`;
}
