import { generatePrivately } from '../../../../src/analysis/private/generate-privately.ts';
import type { PathsModel } from '../../../../src/analysis/private/paths-model.ts';
import type { PrivateSettings } from '../../../../src/formats/private-settings.ts';
import { seededBits, type RandomBits } from '../../../../src/privacy/random-bits.ts';
import { boundByCounts, type AuditResult, type Claim } from '../../privacy/audit.ts';
import { FewTokensModel, type Places, type ReadDocument } from './few-tokens-model.ts';

/** A whole run on two corpora that differ in one document. */
export interface AuditedRun extends Claim {
	readonly settings: PrivateSettings;
	readonly neighbors: readonly [readonly ReadDocument[], readonly ReadDocument[]];
	readonly places?: Places;
	/** A planted bug of what the model is asked. */
	readonly changed?: (model: PathsModel, settings: PrivateSettings) => PathsModel;
}

/** The whole release of a run, as it would be saved: everything that anybody sees of it. */
async function released(
	{ settings, changed = (model) => model, places = [] }: AuditedRun,
	documents: readonly ReadDocument[],
	bits: RandomBits,
): Promise<string> {
	const release = await generatePrivately(
		{
			query: 'What is the usual ward?',
			documents: documents.map(({ text }, i) => ({ id: `${i}`, text })),
			settings,
			corpus: 'cases',
			anyway: true,
		},
		{
			model: changed(new FewTokensModel(documents, places, bits), settings),
			bits,
			id: 'one',
			who: 'Ann',
			when: '2026-01-02T03:04:05.000Z',
			spend: () => Promise.resolve({ ledger: { entry: 3, hash: 'b'.repeat(64) } }),
			filler: { name: 'somebody', write: () => Promise.resolve('It rains.') },
			onStep: () => undefined,
			signal: new AbortController().signal,
			onProgress: () => undefined,
		},
	);
	return JSON.stringify(release);
}

/** Chance that a bound is above the truth: whole runs take a hundred times as long as a mechanism alone, and their seed is fixed. */
const falseAlarm = 1e-3;

/** `audit` of whole runs. @param runs on each corpus. */
export async function auditRuns(audited: AuditedRun, runs: number, seed = 1): Promise<AuditResult> {
	const bits = seededBits(seed);
	const half = Math.floor(runs / 2);
	const count = async (documents: readonly ReadDocument[]): Promise<Map<string, number>> => {
		const counts = new Map<string, number>();
		for (let i = 0; i < half; i++) {
			// oxlint-disable-next-line no-await-in-loop -- runs draw from the same bits, one after another
			const outcome = await released(audited, documents, bits);
			counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
		}
		return counts;
	};
	const [first, second] = audited.neighbors;
	const chosen = [await count(first), await count(second)] as const;
	const counted = [await count(first), await count(second)] as const;
	return boundByCounts(audited, { chosen, counted, half, falseAlarm });
}
