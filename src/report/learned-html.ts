import { decimal } from '../wording/numbers.ts';
import { plural } from '../wording/phrases.ts';
import { beeswarm } from './beeswarm.ts';
import {
	differenceInWords,
	leaningOf,
	leaningSigns,
	learnedFrom,
	learnedLine,
	shareInWords,
	sidesOf,
	signsInWords,
	type LearnedPair,
	type LearnedSummary,
} from './learned-words.ts';
import { escapeHtml } from './markup.ts';
import { head, region } from './report-page.ts';

const [width, rowHeight, left, right, top, bottom] = [760, 24, 190, 16, 10, 46];
/** Steps of the color from small to large values. */
const steps = 10;

/** Style of the summary plot: ten steps from blue to orange, which also tell apart for people who do not see red and green as others do. */
export const learnedStyle = `
main section{margin-top:2.2rem}
main .wide{margin:1rem 0}
.swarm{max-width:${width}px}
.swarm .name{fill:var(--ink);font-size:12px}
.swarm .zero{stroke:var(--ink);stroke-width:1}
.swarm circle{forced-color-adjust:none}
${Array.from({ length: steps + 1 }, (_, i) => `.v${i}{fill:color-mix(in oklab,light-dark(#d9730d,#ff9f43) ${(100 * i) / steps}%,light-dark(#1a6fd4,#5aa9ff))}`).join('\n')}
.scale{display:inline-flex;gap:1px;vertical-align:middle}
.scale svg{width:9px;height:9px;display:block}
`;

/** Writes what a classifier goes by: a summary plot as inline SVG, and the same as a table. @param positive what it flags, such as `ungrounded` */
export function learnedHtml(learned: LearnedSummary, positive: string): string {
	if (learned.features.length === 0) return `<p>${escapeHtml(learnedLine(learned, positive))}</p>`;
	const drawn = learned.features.filter(({ points }) => points.shap.length > 0);
	const { one } = learned.rowNouns;
	const rows = learned.features.map(
		({ name, title, mean, direction }) =>
			`<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(title)}</td><td class="num">${decimal(mean, 3)}</td><td class="num">${direction === null ? '\u2013' : decimal(direction)} ${leaningSigns[leaningOf(direction)]}</td></tr>`,
	);
	return `<figure class="plot swarm"><figcaption>SHAP values of ${escapeHtml(learnedFrom(learned))}</figcaption>
${swarmSvg(drawn, positive)}
<p class="meta">Each dot is one ${escapeHtml(one)}. Right of 0 the feature raised the suspicion that it is ${escapeHtml(positive)}, left of 0 it lowered it. The value of the feature is small <span class="scale" aria-hidden="true">${Array.from({ length: steps + 1 }, (_, i) => `<svg viewBox="0 0 9 9"><circle class="v${i}" cx="4.5" cy="4.5" r="4"/></svg>`).join('')}</span> or large. The number beside a name is the mean |SHAP|.</p>
</figure>
<details><summary>${plural(learned.features.length, 'feature')} as a table</summary>
${region('Features', `<table>${heads(['feature', 'what it is'], ['mean |SHAP|', 'rank correlation'])}<tbody>${rows.join('\n')}</tbody></table>`)}
<p class="meta">${escapeHtml(signsInWords(positive))}.</p></details>`;
}

/** Writes what two classifiers go by, side by side. @param saved name of the saved profile */
export function learnedPairHtml(pair: LearnedPair, saved: string): string {
	const sides = sidesOf(pair, saved);
	const columns = [escapeHtml(sides.before), escapeHtml(sides.after)];
	const shares = (rows: LearnedPair['sources']): string =>
		rows
			.map(
				({ title, before, after }) =>
					`<tr><th scope="row">${escapeHtml(title)}</th><td class="num">${shareInWords(before)}</td><td class="num">${shareInWords(after)}</td></tr>`,
			)
			.join('\n');
	const side = ({ share, direction }: LearnedPair['features'][number]['before']): string =>
		`<td class="num">${share === 0 ? '\u2013' : `${shareInWords(share)} ${leaningSigns[leaningOf(direction)]}`}</td>`;
	const features = pair.features.map(
		({ name, title, before, after, reversed }) =>
			`<tr><th scope="row">${escapeHtml(name)}</th>${side(before)}${side(after)}<td>${escapeHtml(title)}${reversed ? ' <b>\u21c5 opposite effect</b>' : ''}</td></tr>`,
	);
	return `<h3>${escapeHtml(pair.title)}</h3>
<p>${escapeHtml(differenceInWords(pair, sides))}</p>
${region('Where the features look', `<table>${head(['where the features look', ...columns])}<tbody>${shares(pair.sources)}</tbody></table>`)}
${region('By kind of words', `<table>${head(['by kind of words', ...columns])}<tbody>${shares(pair.parts)}</tbody></table>`)}
${region('Features that weigh most', `<table>${heads(['features that weigh most'], columns, ['what it is'])}<tbody>${features.join('\n')}</tbody></table>`)}`;
}

function heads(first: readonly string[], numbers: readonly string[], last: readonly string[] = []): string {
	const named = (names: readonly string[], kind = ''): string => names.map((name) => `<th scope="col"${kind}>${name}</th>`).join('');
	return `<thead><tr>${named(first)}${named(numbers, ' class="num"')}${named(last)}</tr></thead>`;
}

function swarmSvg(features: LearnedSummary['features'], positive: string): string {
	const { rows, marks, decimals } = beeswarm(features);
	const across = width - left - right;
	const height = top + rowHeight * rows.length + bottom;
	const low = height - bottom;
	const at = (x: number): string => (left + x * across).toFixed(1);
	const grid = marks.map(
		({ value, x }) =>
			`<line class="${Math.abs(value) < 1e-9 ? 'zero' : 'grid-line'}" x1="${at(x)}" x2="${at(x)}" y1="${top}" y2="${low}"/><text x="${at(x)}" y="${low + 16}" text-anchor="middle">${decimal(value, decimals)}</text>`,
	);
	const drawn = rows.map(({ name, dots }, i) => {
		const middle = top + (i + 0.5) * rowHeight;
		const label = `<text class="name" x="0" y="${middle + 4}">${escapeHtml(name)}</text><text x="${left - 8}" y="${middle + 4}" text-anchor="end">${decimal(features[i]?.mean ?? 0, 3)}</text>`;
		return `${label}${dots.map(({ x, y, rank }) => `<circle class="v${Math.round(rank * steps)}" cx="${at(x)}" cy="${(middle + y * (rowHeight / 2 - 3)).toFixed(1)}" r="2.6"/>`).join('')}`;
	});
	return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(`SHAP values of the ${rows.length} features that weigh most; the table below has the same`)}">
${grid.join('')}
${drawn.join('\n')}
<text x="${left + across / 2}" y="${height - 8}" text-anchor="middle">${escapeHtml(`SHAP value: what it adds to the log-odds of being ${positive}`)}</text>
</svg>`;
}
