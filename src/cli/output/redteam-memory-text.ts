import type { MemoryAttackReport, MemoryRedteamReport } from '../../formats/memory-redteam.ts';
import { accessWords, graphWords, memoryVerdict, spreadWords } from '../../report/memory-redteam-html.ts';
import { decimal, percentOf } from '../../wording/numbers.ts';
import { plural } from '../../wording/phrases.ts';
import { bold, paint, type ColorDepth } from './color.ts';
import { measured, table } from './cells.ts';
import { oneLine } from './plain-text.ts';

function attackRow({ title, retrieval, tpr, fpr, auroc }: MemoryAttackReport): string[] {
	return [title, measured(retrieval.attacked), measured(retrieval.defended), measured(tpr), measured(fpr), measured(auroc)];
}

function further(attack: MemoryAttackReport, queriesASession: number): string[] {
	const { title, trigger, synonyms, exposure, p, spread } = attack;
	const met = exposure.undefended[0] ?? 0;
	return [
		`${title}: ${accessWords[attack.access]}.${trigger === null ? '' : ` Trigger of the first run: "${oneLine(trigger)}".`}`,
		`  Chance that a session of ${queriesASession} queries meets a planted entry: ${percentOf(met)}${exposure.sessionsUntil90 === null ? '' : `; at least 90% after ${plural(exposure.sessionsUntil90, 'session')}`}.`,
		...spreadWords(spread).map((sentence) => `  ${sentence}`),
		`  Is the TPR above 0.05? p ${p < 0.001 ? '< 0.001' : `= ${decimal(p, 3)}`}, corrected for the number of attacks.`,
		...(synonyms === null || synonyms.flagged === 0
			? []
			: [
					`  With ${decimal(synonyms.substitutions, 1)} words replaced by synonyms, ${synonyms.evaded} of ${synonyms.flagged} flagged entries get below the score's threshold; ${synonyms.stillRetrieved} of them are still retrieved.`,
				]),
	];
}

/** How much depends on κ and on whose queries calibrate, of the score alone. */
function sensitivityTables(attacks: readonly MemoryAttackReport[]): string[] {
	const head = attacks.flatMap(({ title }) => [`${title}: TPR`, 'FPR']);
	const rows = (of: 'kappas' | 'histories', name: (attack: MemoryAttackReport, i: number) => string): string[][] =>
		(attacks[0]?.[of] ?? []).map((_, i) => [
			name(attacks[0]!, i),
			...attacks.flatMap((attack) => [decimal(attack[of][i]!.tpr.value), decimal(attack[of][i]!.fpr.value)]),
		]);
	return [
		'The score alone, with thresholds of mean and \u03ba deviations:',
		...table([['\u03ba', ...head], ...rows('kappas', ({ kappas }, i) => String(kappas[i]!.kappa))]),
		'',
		'The score alone, with thresholds from a history of other questions (mean and two deviations):',
		...table([['own queries', ...head], ...rows('histories', ({ histories }, i) => `${Math.round(100 * histories[i]!.ownShare)}%`)]),
	];
}

/** What a language model takes for planted. Empty if none was asked. */
function sanitizerTable({ attacks, sanitizer }: MemoryRedteamReport): string[] {
	if (sanitizer === null) return [];
	const rows = attacks.flatMap(({ title, sanitizer: own }) =>
		own === null ? [] : [[title, measured(own.tpr), measured(own.fpr), measured(own.auroc)]],
	);
	return [
		`${oneLine(sanitizer.name)} was asked of each entry: "${sanitizer.question}"`,
		...table([['answers of the model', 'TPR', 'FPR', 'AUROC'], ...rows]),
		'',
	];
}

/** What planted relations reach. Empty for a store without relations. */
function graphTable({ graph }: MemoryRedteamReport): string[] {
	if (graph === null) return [];
	const rows = graph.attacks.map(({ title, reach, tpr, fpr, noted }) => [
		title,
		measured(reach.attacked),
		measured(reach.defended),
		measured(tpr),
		measured(fpr),
		measured(noted),
	]);
	return [graphWords(graph), ...table([['planted relations', 'reached from', 'with detectors', 'TPR', 'FPR', 'mentioned'], ...rows]), ''];
}

/** Attacks on a memory for people: the verdict, a table, and what each attack adds. */
export function redteamMemoryText(report: MemoryRedteamReport, depth: ColorDepth): string {
	const { attacks, laundering, division, seeds, encoder, calibration, notes } = report;
	return `${[
		paint(depth, bold, memoryVerdict(report)),
		'',
		...table([['attack', 'ASR-R', 'with detectors', 'TPR', 'FPR', 'AUROC of the score'], ...attacks.map(attackRow)]),
		'',
		...attacks.flatMap((attack) => further(attack, report.queriesASession)),
		'',
		...sensitivityTables(attacks),
		'',
		...sanitizerTable(report),
		...graphTable(report),
		...(laundering === null
			? []
			: [
					`Laundered through a summary in your own voice: TPR ${measured(laundering.alone)}. Where the store says what the summary was made from: TPR ${measured(laundering.known)}, FPR ${measured(laundering.benignKnown)}.`,
				]),
		'',
		`${plural(seeds.length, 'run')} on a copy of ${plural(report.entries, 'entry', 'entries')}: ${division.calibration} set the thresholds, and false positives are counted on the other ${division.held}. The detectors know ${division.history} queries; the attacks aim at ${division.targets} others.`,
		'ASR-R is the share of those questions that retrieve a planted entry. Compare TPR with FPR: a detector that flags everything has a TPR of 1, too.',
		calibration,
		`Embedder: ${oneLine(encoder.name)}.${encoder.cannotSee === null ? '' : ` ${encoder.cannotSee}`}`,
		...notes.map(oneLine),
	].join('\n')}\n`;
}
