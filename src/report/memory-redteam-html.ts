import type { MemoryAttackReport, MemoryRedteamReport, RedteamMeasure } from '../formats/memory-redteam.ts';
import { decimal, percentOf } from '../wording/numbers.ts';
import { plural } from '../wording/phrases.ts';
import type { ReportOrigin } from './html-report.ts';
import { escapeHtml } from './markup.ts';
import { plotSvg, type PlotLine } from './plot.ts';
import { cell, head, region, reportPage, storeName } from './report-page.ts';

/** What an attacker needs, in words. */
export const accessWords: Readonly<Record<MemoryAttackReport['access'], string>> = {
	write: 'The attacker can write to the store',
	query: 'The attacker talks to the agent, which stores what it hears',
	single: 'One conversation with the agent is enough',
};

/** The verdict, in a sentence or two. */
export function memoryVerdict({ attacks }: MemoryRedteamReport): string {
	const worst = attacks.toSorted((a, b) => b.retrieval.defended.value - a.retrieval.defended.value)[0]!;
	const open = attacks.toSorted((a, b) => b.retrieval.attacked.value - a.retrieval.attacked.value)[0]!;
	const reached = `Undefended, ${open.title} reaches ${percentOf(open.retrieval.attacked.value)} of the questions it aims at.`;
	return worst.retrieval.defended.value === 0
		? `${reached} With a scan's detectors, no attack reaches any.`
		: `${reached} With a scan's detectors, ${worst.title} still reaches ${percentOf(worst.retrieval.defended.value)}.`;
}

const hues = ['h0', 'h1', 'h2'];

function overview(attacks: readonly MemoryAttackReport[]): string {
	const rows = attacks.map(
		({ title, retrieval, tpr, fpr, auroc, p }) =>
			`<tr><th scope="row">${escapeHtml(title)}</th>${cell(retrieval.attacked)}${cell(retrieval.plain)}${cell(retrieval.defended)}${cell(tpr)}${cell(fpr)}${cell(auroc)}<td class="num">${p < 0.001 ? '&lt; 0.001' : decimal(p, 3)}</td></tr>`,
	);
	return region(
		'Attacks',
		`<table>${head(['attack', 'planted entry retrieved (ASR-R)', 'retrieved without trigger', 'retrieved with detectors', 'planted entries flagged (TPR)', 'benign entries flagged (FPR)', 'AUROC of the score', 'p (planted flagged above 5%)'])}<tbody>${rows.join('\n')}</tbody></table>`,
	);
}

function byDetector(attacks: readonly MemoryAttackReport[]): string {
	const rows = attacks.flatMap(({ title, detectors }) =>
		detectors.map(
			({ name, tpr, fpr }) => `<tr><th scope="row">${escapeHtml(title)}: ${escapeHtml(name)}</th>${cell(tpr)}${cell(fpr)}</tr>`,
		),
	);
	return region(
		'Detectors',
		`<table>${head(['detector alone', 'planted entries flagged', 'benign entries flagged'])}<tbody>${rows.join('\n')}</tbody></table>`,
	);
}

/** How much depends on κ and on whose queries calibrate, of the score alone. */
function sensitivity(attacks: readonly MemoryAttackReport[]): string {
	const row = (name: string, { tpr, fpr }: { readonly tpr: RedteamMeasure; readonly fpr: RedteamMeasure }): string =>
		`<tr><th scope="row">${escapeHtml(name)}</th>${cell(tpr)}${cell(fpr)}</tr>`;
	const byKappa = attacks.flatMap(({ title, kappas }) => kappas.map((one) => row(`${title}: \u03ba = ${one.kappa}`, one)));
	const byHistory = attacks.flatMap(({ title, histories }) =>
		histories.map((one) => row(`${title}: ${Math.round(100 * one.ownShare)}% of the queries are the agent\u2019s own`, one)),
	);
	return `${region('Thresholds', `<table>${head(['the score alone, with thresholds of mean and \u03ba deviations', 'planted entries flagged', 'benign entries flagged'])}<tbody>${byKappa.join('\n')}</tbody></table>`)}
${region('Histories', `<table>${head(['the score alone, calibrated on a history of other questions', 'planted entries flagged', 'benign entries flagged'])}<tbody>${byHistory.join('\n')}</tbody></table>`)}`;
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

/** What the spread between agents comes to, in sentences. */
export function spreadWords({ agents, inTheEnd, reproduction }: MemoryAttackReport['spread']): string[] {
	const passesOn = (rate: number): string =>
		`each agent passes it on to ${decimal(rate)} others on average${rate < 1 ? ', so it dies out' : ''}`;
	return [
		`If ${agents} agents share a memory and one of them has met the entry, it reaches ${percentOf(inTheEnd.undefended)} of them in the end: ${passesOn(reproduction.undefended)}.`,
		`If the detectors take it out after it was stored, it reaches ${percentOf(inTheEnd.defended)}: ${passesOn(reproduction.defended)}.`,
	];
}

function attackSection(
	{ title, access, trigger, synonyms, examples, exposure, spread }: MemoryAttackReport,
	queriesASession: number,
): string {
	return `<section><h2>${escapeHtml(title)}</h2>
<p>${accessWords[access]}.${trigger === null ? '' : ` Trigger of the first run: <b>${escapeHtml(trigger)}</b>.`}</p>
<p>Chance that a session of ${queriesASession} queries meets a planted entry: ${percentOf(exposure.undefended[0] ?? 0)}; with the detectors ${percentOf(exposure.defended[0] ?? 0)}. ${spreadWords(spread).join(' ')}</p>
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

/** What attacks on a graph do, and what the share of nodes means, in sentences. */
export function graphWords({ relations, nodes, hops }: NonNullable<MemoryRedteamReport['graph']>): string {
	return `The store has ${plural(relations, 'relation')} between ${plural(nodes, 'node')}. Each attack adds relations to nodes of its own. "Reached from" is the share of the store's nodes from which such a node is at most ${hops} relations away.`;
}

function sanitizerSection({ attacks, sanitizer }: MemoryRedteamReport): string {
	if (sanitizer === null) return '';
	const rows = attacks.flatMap(({ title, sanitizer: own }) =>
		own === null ? [] : [`<tr><th scope="row">${escapeHtml(title)}</th>${cell(own.tpr)}${cell(own.fpr)}${cell(own.auroc)}</tr>`],
	);
	return `<section><h2>A language model as the judge</h2>
<p>${escapeHtml(sanitizer.name)} was asked of each entry: “${escapeHtml(sanitizer.question)}”</p>
${region('Language model', `<table>${head(['attack', 'planted entries that it calls planted', 'benign entries that it calls planted', 'AUROC'])}<tbody>${rows.join('\n')}</tbody></table>`)}
</section>`;
}

function graphSection({ graph }: MemoryRedteamReport): string {
	if (graph === null) return '';
	const rows = graph.attacks.map(
		({ title, reach, tpr, fpr, noted }) =>
			`<tr><th scope="row">${title}</th>${cell(reach.attacked)}${cell(reach.defended)}${cell(tpr)}${cell(fpr)}${cell(noted)}</tr>`,
	);
	return `<section><h2>Attacks on the graph</h2>
<p>${escapeHtml(graphWords(graph))}</p>
${region('Graph', `<table>${head(['attack', 'reached from', 'reached with detectors', 'planted relations flagged (TPR)', 'own relations flagged (FPR)', 'planted relations mentioned'])}<tbody>${rows.join('\n')}</tbody></table>`)}
</section>`;
}

/** Attacks on a copy of a memory as one self-contained page: no network, no script, plots as inline SVG, light and dark. */
export function memoryRedteamHtml(report: MemoryRedteamReport, origin: ReportOrigin): string {
	const { store, entries, history, seeds, division, encoder, calibration, notes, attacks } = report;
	return reportPage(
		{
			title: 'attacks on a memory',
			heading: 'Attacks on a copy of a memory',
			meta: `${escapeHtml(storeName(store))}: ${plural(entries, 'entry', 'entries')}; history ${escapeHtml(history.name)}: ${plural(history.queries, 'query', 'queries')}.`,
			main: `<p><b>${escapeHtml(memoryVerdict(report))}</b></p>
${overview(attacks)}
${plots(report)}
<h2>Each detector alone</h2>
${byDetector(attacks)}
<h2>How much the thresholds decide</h2>
${sensitivity(attacks)}
${attacks.map((attack) => attackSection(attack, report.queriesASession)).join('\n')}
${launderingSection(report)}
${sanitizerSection(report)}
${graphSection(report)}`,
			footer: `<p>ASR-R: of the questions that an attack aims at, the share for which a planted entry is among the ${report.retrievalDepth} nearest. TPR and FPR: the shares of planted and of benign entries that a scan\u2019s detectors flag (near queries, unusual wording, patterns); they know the trigger, if there is one. Compare TPR with FPR: a detector that flags everything has a TPR of 1, too. Intervals are 95%: Clopper\u2013Pearson, and bootstraps for ASR-R and AUROC. The p value belongs to a one-sided binomial test, corrected for ${plural(attacks.length, 'attack')}.</p>
<p>${plural(seeds.length, 'run')}, each divides the store differently: ${division.calibration} entries set the thresholds, and false positives are counted on the other ${division.held}. The detectors know ${division.history} queries; the attacks aim at ${division.targets} others. ${escapeHtml(calibration)} Embedder: ${escapeHtml(encoder.name)}. ${encoder.cannotSee === null ? '' : escapeHtml(encoder.cannotSee)}</p>
${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}`,
		},
		origin,
	);
}
