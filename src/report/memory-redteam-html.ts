import type { MemoryAttackReport, MemoryRedteamReport, RedteamMeasure } from '../formats/memory-redteam.ts';
import { decimal } from '../wording/decimal.ts';
import { plural } from '../wording/plural.ts';
import type { ReportOrigin } from './html-report.ts';
import { escapeHtml } from './markup.ts';
import { accessWords, memoryVerdict } from './memory-redteam-words.ts';
import { plotSvg, type PlotLine } from './plot.ts';
import { cell, head, redteamPage, region } from './redteam-page.ts';

const hues = ['h0', 'h1', 'h2'];

function overview(attacks: readonly MemoryAttackReport[]): string {
	const rows = attacks.map(
		({ title, retrieval, tpr, fpr, auroc, p }) =>
			`<tr><th scope="row">${escapeHtml(title)}</th>${cell(retrieval.attacked)}${cell(retrieval.plain)}${cell(retrieval.defended)}${cell(tpr)}${cell(fpr)}${cell(auroc)}<td class="num">${p < 0.001 ? '&lt; 0.001' : decimal(p, 3)}</td></tr>`,
	);
	return region(
		'Attacks',
		`<table>${head(['attack', 'ASR-R', 'without trigger', 'behind detectors', 'TPR', 'FPR', 'AUROC of the score', 'p of TPR above 0.05'])}<tbody>${rows.join('\n')}</tbody></table>`,
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
			name: `${attack.title}${dashed ? ', behind detectors' : ''}`,
			points: of(attack),
			hue: hues[i % hues.length]!,
			dashed,
		}));
	const numbered = (from: number) => (values: readonly number[]) => values.map((value, i): [number, number] => [i + from, value]);
	const longest = (of: (attack: MemoryAttackReport) => readonly number[]): number =>
		Math.max(1, ...attacks.map((attack) => of(attack).length));
	return `<div class="plots">
${plotSvg({ title: 'The score between planted and benign entries (first run)', x: 'false positives', y: 'true positives', to: [1, 1], step: 0.25, lines: lines(({ roc }) => roc), diagonal: true })}
${plotSvg({ title: `Chance to have met a planted entry, ${queriesASession} queries a session`, x: 'sessions', y: 'chance', to: [longest(({ exposure }) => exposure.undefended), 1], step: 5, lines: [...lines(({ exposure }) => numbered(1)(exposure.undefended)), ...lines(({ exposure }) => numbered(1)(exposure.defended), true)] })}
${plotSvg({ title: 'Agents with a common memory that are reached (SIR)', x: 'steps', y: 'share of agents', to: [longest(({ spread }) => spread.undefended) - 1, 1], step: 5, lines: [...lines(({ spread }) => numbered(0)(spread.undefended)), ...lines(({ spread }) => numbered(0)(spread.defended), true)] })}
</div>`;
}

function attackSection({ title, access, trigger, synonyms, examples }: MemoryAttackReport): string {
	return `<section><h2>${escapeHtml(title)}</h2>
<p>${accessWords[access]}.${trigger === null ? '' : ` Trigger of the first run: <b>${escapeHtml(trigger)}</b>.`}</p>
${
	synonyms === null || synonyms.flagged === 0
		? ''
		: `<p>Reworded by synonyms: ${synonyms.evaded} of ${synonyms.flagged} flagged entries get below the score\u2019s threshold, with ${decimal(synonyms.substitutions, 1)} words replaced; ${synonyms.stillRetrieved} are still retrieved.</p>`
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
<p>The planted entries went through a consolidation, which puts them into the user\u2019s own voice between the user\u2019s own memories.</p>
${region('Laundering', `<table>${head(['what is known', 'TPR', 'FPR'])}<tbody>${row('the new entry alone', laundering.alone, laundering.benignAlone)}${row('what it was made from', laundering.known, laundering.benignKnown)}</tbody></table>`)}
</section>`;
}

/** Attacks on a copy of a memory as one self-contained page: no network, no script, plots as inline SVG, light and dark. */
export function memoryRedteamHtml(report: MemoryRedteamReport, origin: ReportOrigin): string {
	const { store, entries, history, seeds, division, encoder, calibration, notes, attacks } = report;
	return redteamPage(
		{
			title: 'attacks on a memory',
			heading: 'Attacks on a copy of a memory',
			meta: `${escapeHtml(store)}: ${plural(entries, 'entry', 'entries')}; history ${escapeHtml(history.name)}: ${plural(history.queries, 'query', 'queries')}.`,
			main: `<p><b>${escapeHtml(memoryVerdict(report))}</b></p>
${overview(attacks)}
${plots(report)}
<h2>Detectors by themselves</h2>
${byDetector(attacks)}
${attacks.map(attackSection).join('\n')}
${launderingSection(report)}`,
			footer: `<p>ASR-R is the share of the questions aimed at for which a planted entry is among the ${report.retrievalDepth} nearest. TPR and FPR are of the detectors of a scan (near queries, unusual wording, patterns), with the trigger known where there is one; intervals are Clopper and Pearson\u2019s, those of ASR-R and AUROC bootstraps, all 95 %. The p value is of a one-sided binomial test, corrected for ${plural(attacks.length, 'attack')}.</p>
<p>${plural(seeds.length, 'run')}, each with the store divided anew: ${division.calibration} entries for thresholds, ${division.held} to count false positives; ${division.history} queries known to the detectors, ${division.targets} others aimed at. ${escapeHtml(calibration)} Embedder: ${escapeHtml(encoder.name)}. ${encoder.cannotSee === null ? '' : escapeHtml(encoder.cannotSee)}</p>
${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}`,
		},
		origin,
	);
}
