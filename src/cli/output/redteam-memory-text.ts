import type { MemoryAttackReport, MemoryRedteamReport } from '../../formats/memory-redteam.ts';
import { accessWords, memoryVerdict } from '../../report/memory-redteam-words.ts';
import { decimal } from '../../wording/decimal.ts';
import { percentOf } from '../../wording/percent.ts';
import { plural } from '../../wording/plural.ts';
import { bold, paint, type ColourDepth } from './colour.ts';
import { measured, table } from './figure-table.ts';
import { oneLine } from './plain-text.ts';

function attackRow({ title, retrieval, tpr, fpr, auroc }: MemoryAttackReport): string[] {
	return [title, measured(retrieval.attacked), measured(retrieval.defended), measured(tpr), measured(fpr), measured(auroc)];
}

function further(attack: MemoryAttackReport): string[] {
	const { title, trigger, synonyms, exposure, p } = attack;
	const met = exposure.undefended[0] ?? 0;
	return [
		`${title}: ${accessWords[attack.access]}.${trigger === null ? '' : ` Trigger of the first run: "${oneLine(trigger)}".`}`,
		`  Met within one session: ${percentOf(met)}${exposure.sessionsUntil90 === null ? '' : `; at least 90% after ${plural(exposure.sessionsUntil90, 'session')}`}. TPR above 0.05: p ${p < 0.001 ? '< 0.001' : `= ${decimal(p, 3)}`}, corrected.`,
		...(synonyms === null || synonyms.flagged === 0
			? []
			: [
					`  Reworded by synonyms: ${synonyms.evaded} of ${synonyms.flagged} get below the score's threshold with ${decimal(synonyms.substitutions, 1)} words replaced; ${synonyms.stillRetrieved} are still retrieved.`,
				]),
	];
}

/** Attacks on a memory for people: the verdict, a table, and what each attack adds. */
export function redteamMemoryText(report: MemoryRedteamReport, depth: ColourDepth): string {
	const { attacks, laundering, division, seeds, encoder, calibration, notes } = report;
	return `${[
		paint(depth, bold, memoryVerdict(report)),
		'',
		...table([['attack', 'ASR-R', 'behind detectors', 'TPR', 'FPR', 'AUROC of the score'], ...attacks.map(attackRow)]),
		'',
		...attacks.flatMap(further),
		...(laundering === null
			? []
			: [
					`Laundered through a consolidation: TPR ${measured(laundering.alone)}; where the store tells what it was made from ${measured(laundering.known)} (FPR ${measured(laundering.benignKnown)}).`,
				]),
		'',
		`${plural(seeds.length, 'run')} on a copy of ${plural(report.entries, 'entry', 'entries')}: ${division.calibration} for thresholds, ${division.held} to count false positives; ${division.history} queries are known to the detectors, attacks aim at ${division.targets} others.`,
		calibration,
		`Embedder: ${oneLine(encoder.name)}.${encoder.cannotSee === null ? '' : ` ${encoder.cannotSee}`}`,
		...notes.map(oneLine),
	].join('\n')}\n`;
}
