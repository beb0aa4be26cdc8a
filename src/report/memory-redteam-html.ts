import { createHash } from 'node:crypto';
import type { MemoryAttackReport, MemoryRedteamReport, RedteamMeasure } from '../formats/memory-redteam.ts';
import { decimal } from '../wording/decimal.ts';
import { percentOf } from '../wording/percent.ts';
import { plural } from '../wording/plural.ts';
import type { ReportOrigin } from './html-report.ts';
import { escapeHtml } from './markup.ts';
import { accessWords, memoryVerdict } from './memory-redteam-words.ts';
import { plotSvg, type PlotLine } from './plot.ts';
import { style } from './style.ts';

const plotStyle = `
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1.25rem;margin:1rem 0}
.plot{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.85rem 1rem}
.plot figcaption{font-weight:600;font-size:.92rem}
.plot svg{width:100%;height:auto;display:block}
.plot text{fill:var(--soft);font-size:11px}
.grid-line{stroke:var(--line);stroke-width:1}
.chance{stroke:var(--soft);stroke-width:1;stroke-dasharray:2 4}
.plot-line{fill:none;stroke:currentColor;stroke-width:2.2;stroke-linejoin:round}
.dashed{stroke-dasharray:6 4}
.h0{color:var(--c0)}.h1{color:var(--c1)}.h2{color:var(--c4)}
.keys{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.35rem 0 0;padding:0;font-size:.85rem}
.keys li{display:flex;align-items:center;gap:.4rem}
.plot .key{width:24px;height:8px}
.wide{overflow-x:auto}
.wide tr:last-child>th[scope=row]{border-bottom:0}
.passed{color:var(--alarm)}
blockquote{margin:.5rem 0;padding:.4rem .9rem;border-left:3px solid var(--line);background:var(--card);overflow-wrap:anywhere}
blockquote p{margin:0;white-space:pre-wrap}
`;

const hues = ['h0', 'h1', 'h2'];

function cell({ value, low, high }: RedteamMeasure): string {
	return `<td class="num">${decimal(value, 2)} <small>[${decimal(low, 2)}, ${decimal(high, 2)}]</small></td>`;
}

function head(columns: readonly string[]): string {
	return `<thead><tr>${columns.map((name, i) => `<th scope="col"${i > 0 ? ' class="num"' : ''}>${name}</th>`).join('')}</tr></thead>`;
}

function region(label: string, table: string): string {
	return `<div class="wide" role="region" tabindex="0" aria-label="${label}">${table}</div>`;
}

function overview(attacks: readonly MemoryAttackReport[]): string {
	const rows = attacks.map(
		({ title, retrieval, tpr, fpr, auroc, p }) =>
			`<tr><th scope="row">${escapeHtml(title)}</th>${cell(retrieval.attacked)}${cell(retrieval.plain)}${cell(retrieval.defended)}${cell(tpr)}${cell(fpr)}${cell(auroc)}<td class="num">${p < 0.001 ? '&lt; 0.001' : decimal(p, 3)}</td></tr>`,
	);
	return region(
		'Attacks',
		`<table>${head(['attack', 'ASR-R', 'ASR-R without trigger', 'ASR-R with detectors', 'TPR', 'FPR', 'AUROC of the score', 'p (TPR above 0.05)'])}<tbody>${rows.join('\n')}</tbody></table>`,
	);
}

function byDetector(attacks: readonly MemoryAttackReport[]): string {
	const rows = attacks.flatMap(({ title, detectors }) =>
		detectors.map(
			({ name, tpr, fpr }) => `<tr><th scope="row">${escapeHtml(title)}: ${escapeHtml(name)}</th>${cell(tpr)}${cell(fpr)}</tr>`,
		),
	);
	return region('Detectors', `<table>${head(['detector alone', 'TPR', 'FPR'])}<tbody>${rows.join('\n')}</tbody></table>`);
}

function plots({ attacks, queriesASession }: MemoryRedteamReport): string {
	const lines = (of: (attack: MemoryAttackReport) => readonly (readonly [number, number])[], dashed = false): PlotLine[] =>
		attacks.map((attack, i) => ({
			name: `${attack.title}${dashed ? ', with detectors' : ''}`,
			points: of(attack),
			hue: hues[i % hues.length]!,
			dashed,
		}));
	const numbered = (from: number) => (values: readonly number[]) => values.map((value, i): [number, number] => [i + from, value]);
	const longest = (of: (attack: MemoryAttackReport) => readonly number[]): number =>
		Math.max(1, ...attacks.map((attack) => of(attack).length));
	return `<div class="plots">
${plotSvg({ title: 'The score alone: compare TPR with FPR (first run)', x: 'FPR', y: 'TPR', to: [1, 1], step: 0.25, lines: lines(({ roc }) => roc), diagonal: true })}
${plotSvg({ title: `Chance that sessions of ${queriesASession} queries meet a planted entry`, x: 'sessions', y: 'chance', to: [longest(({ exposure }) => exposure.undefended), 1], step: 5, lines: [...lines(({ exposure }) => numbered(1)(exposure.undefended)), ...lines(({ exposure }) => numbered(1)(exposure.defended), true)] })}
${plotSvg({ title: 'Agents with a common memory that the attack reaches (SIR model)', x: 'steps', y: 'share of agents', to: [longest(({ spread }) => spread.undefended) - 1, 1], step: 5, lines: [...lines(({ spread }) => numbered(0)(spread.undefended)), ...lines(({ spread }) => numbered(0)(spread.defended), true)] })}
</div>`;
}

function attackSection(
	{ title, access, trigger, synonyms, examples, exposure, spread }: MemoryAttackReport,
	queriesASession: number,
): string {
	return `<section><h2>${escapeHtml(title)}</h2>
<p>${accessWords[access]}.${trigger === null ? '' : ` Trigger of the first run: <b>${escapeHtml(trigger)}</b>.`}</p>
<p>Chance that a session of ${queriesASession} queries meets a planted entry: ${percentOf(exposure.undefended[0] ?? 0)}; with the detectors ${percentOf(exposure.defended[0] ?? 0)}. Agents with a common memory that it reaches in the end: ${percentOf(spread.inTheEnd.undefended)}; with the detectors ${percentOf(spread.inTheEnd.defended)}.</p>
${
	synonyms === null || synonyms.flagged === 0
		? ''
		: `<p>With ${decimal(synonyms.substitutions, 1)} words replaced by synonyms, ${synonyms.evaded} of ${synonyms.flagged} flagged entries get below the score\u2019s threshold; ${synonyms.stillRetrieved} of them are still retrieved.</p>`
}
<h3>Planted in the first run</h3>
${examples
	.map(
		({ text, target, flagged, retrieved }) =>
			`<blockquote><p>${escapeHtml(text)}</p><p class="meta">${target === null ? 'For any question' : `For “${escapeHtml(target)}”`}; ${retrieved ? 'retrieved' : 'not retrieved'}, <span${flagged ? '' : ' class="passed"'}>${flagged ? 'flagged' : '\u26a0 not flagged'}</span>.</p></blockquote>`,
	)
	.join('\n')}
</section>`;
}

function launderingSection({ laundering }: MemoryRedteamReport): string {
	if (laundering === null) return '';
	const row = (name: string, tpr: RedteamMeasure, fpr: RedteamMeasure): string =>
		`<tr><th scope="row">${name}</th>${cell(tpr)}${cell(fpr)}</tr>`;
	return `<section><h2>Laundering</h2>
<p>A summary retells the planted entries in the user\u2019s own voice, among the user\u2019s own memories.</p>
${region('Laundering', `<table>${head(['what is known', 'TPR', 'FPR'])}<tbody>${row('the summary alone', laundering.alone, laundering.benignAlone)}${row('and what it was made from', laundering.known, laundering.benignKnown)}</tbody></table>`)}
</section>`;
}

/** Whoever gets the page need not learn where the file lies. */
function storeName(store: string): string {
	return /^[a-z][a-z0-9+.-]+:\/\//i.test(store) ? store : (store.split(/[\\/]/).at(-1) ?? store);
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Attacks on a copy of a memory as one self-contained page: no network, no script, plots as inline SVG, light and dark. */
export function memoryRedteamHtml(report: MemoryRedteamReport, origin: ReportOrigin): string {
	const css = `${style}${plotStyle}`;
	const { store, entries, history, seeds, division, encoder, calibration, notes, attacks } = report;
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${hashOf(css)}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="RAG Assay ${escapeHtml(origin.version)}">
<title>RAG Assay: attacks on a memory</title>
<style>${css}</style>
</head>
<body>
<header>
<h1>Attacks on a copy of a memory</h1>
<p class="meta">${escapeHtml(storeName(store))}: ${plural(entries, 'entry', 'entries')}; history ${escapeHtml(history.name)}: ${plural(history.queries, 'query', 'queries')}. ${escapeHtml(origin.date)}, version ${escapeHtml(origin.version)}.</p>
</header>
<div class="bar"><div><fieldset><legend hidden>Theme</legend><span aria-hidden="true">Theme</span>${['auto', 'light', 'dark'].map((name, i) => `<label><input type="radio" name="theme" id="theme-${name}"${i === 0 ? ' checked' : ''}><span>${name === 'auto' ? 'system' : name}</span></label>`).join('')}</fieldset></div></div>
<main>
<p><b>${escapeHtml(memoryVerdict(report))}</b></p>
${overview(attacks)}
${plots(report)}
<h2>Detectors by themselves</h2>
${byDetector(attacks)}
${attacks.map((attack) => attackSection(attack, report.queriesASession)).join('\n')}
${launderingSection(report)}
</main>
<footer>
<p>ASR-R: of the questions that an attack aims at, the share for which a planted entry is among the ${report.retrievalDepth} nearest. TPR and FPR: the shares of planted and of benign entries that a scan\u2019s detectors flag (near queries, unusual wording, patterns); they know the trigger where there is one. Compare TPR with FPR: whoever flags everything has a TPR of 1, too. Intervals are 95%: Clopper\u2013Pearson, and bootstraps for ASR-R and AUROC. The p value belongs to a one-sided binomial test, corrected for ${plural(attacks.length, 'attack')}.</p>
<p>${plural(seeds.length, 'run')}, each with the store divided anew: ${division.calibration} entries set the thresholds, and false positives are counted on the other ${division.held}. The detectors know ${division.history} queries; the attacks aim at ${division.targets} others. ${escapeHtml(calibration)} Embedder: ${escapeHtml(encoder.name)}. ${encoder.cannotSee === null ? '' : escapeHtml(encoder.cannotSee)}</p>
${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}
</footer>
</body>
</html>
`;
}
