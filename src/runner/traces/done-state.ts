import type { UserError } from '../../errors.ts';
import type { Likeness } from '../../formats/data-likeness.ts';
import { isFailure } from '../../formats/trace.ts';
import type { AnalysisState } from '../../protocol/requests.ts';
import { toWire } from '../../protocol/wire-error.ts';
import { listedFindings } from '../../report/listed-findings.ts';
import { noneJudgedWords } from '../../report/not-judged-words.ts';
import type { AnalyzedFile } from './trace-analyses.ts';

/** What is known of an analysis beside its records. */
interface DoneWith {
	/** Why the profile in force cannot judge, if it cannot. */
	readonly refused: UserError | null;
	readonly likeness: Likeness | null;
	/** What its reader must know of the analysis. */
	readonly notes: readonly string[];
}

/** Returns the state of a file that a model has read: at least one of its traces. */
export function doneState({ parsed, notes: ofFile = [], analyses }: AnalyzedFile, { refused, likeness, notes }: DoneWith): AnalysisState {
	const records = analyses.flatMap(({ record }) => (record.model === null ? [] : [record]));
	const notJudged = noneJudgedWords(records);
	return {
		kind: 'done',
		profile: records[0]?.profile?.name ?? null,
		cut: records.some(({ truncation, unread }) => truncation !== null || unread !== undefined),
		notes: [
			...ofFile,
			...notes,
			...new Set(records.flatMap((record) => record.notes)),
			...(parsed.problems.some(isFailure) ? ['Parts of this file could not be read: see Problems.'] : []),
		],
		...(refused === null ? {} : { refused: toWire(refused) }),
		...(notJudged === null ? {} : { notJudged }),
		...(likeness === null ? {} : { likeness }),
		findings: records.reduce((sum, { findings }) => sum + listedFindings(findings).filter(({ ignored }) => !ignored).length, 0),
	};
}
