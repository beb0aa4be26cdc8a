import type { MemoryAttackReport } from '../../formats/memory-redteam.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { directionsOf, memsadScores } from '../../methods/memsad/scores.ts';
import { defaultKappa } from '../../methods/memsad/thresholds.ts';
import { spreadOf } from '../../statistics/spread.ts';
import { entryShare } from './pooled-figures.ts';

/** The κ of the paper's table 5. */
const kappas = [1, 1.5, 2, 2.5, 3] as const;
/** How much of the calibrating history is the agent's own, as in the paper's table 16; the rest asks for other things. */
const ownShares = [1, 0.5, 0] as const;

/** Which entries the score alone flags at one setting. */
interface FlaggedAt {
	readonly at: number;
	readonly planted: readonly boolean[];
	readonly benign: readonly boolean[];
}

/** What a run says of how much depends on κ, and on whose queries calibrate. */
export interface SensitivityRun {
	readonly kappas: readonly FlaggedAt[];
	readonly histories: readonly FlaggedAt[];
}

/**
 * Flags of the score alone by mean and κ deviations, for several κ, and for thresholds that come from a history which asks for other things: entries are scored
 * against the agent's own queries all the same.
 * @param scores of entries against the agent's own queries
 * @param others embeddings of queries about other things
 */
export function sensitivityRun(
	scores: { readonly planted: Float64Array; readonly benign: Float64Array; readonly calibration: Float64Array },
	{
		calibration,
		history,
		others,
		alpha,
	}: { readonly calibration: Matrix; readonly history: Matrix; readonly others: Matrix; readonly alpha?: number | undefined },
): SensitivityRun {
	const flagged = (at: number, benign: ArrayLike<number>, kappa: number): FlaggedAt => {
		const { mean, deviation } = spreadOf(benign);
		const above = (values: Float64Array): boolean[] => Array.from(values, (value) => value > mean + kappa * deviation);
		return { at, planted: above(scores.planted), benign: above(scores.benign) };
	};
	return {
		kappas: kappas.map((kappa) => flagged(kappa, scores.calibration, kappa)),
		histories: ownShares.map((share) => {
			const mixed = share === 1 ? history : mixedHistory(history, others, share);
			return flagged(share, memsadScores(calibration, directionsOf(mixed, alpha)).combined, defaultKappa);
		}),
	};
}

/** As many of the last queries as the share says, and the others behind them. */
function mixedHistory(history: Matrix, others: Matrix, share: number): Matrix {
	const own = Math.round(history.count * share);
	const values = new Float32Array((own + others.count) * history.width);
	values.set(history.values.subarray((history.count - own) * history.width));
	values.set(others.values, own * history.width);
	return { values, count: own + others.count, width: history.width };
}

/** The figures of all runs. */
export function sensitivityOf(runs: readonly SensitivityRun[]): Pick<MemoryAttackReport, 'kappas' | 'histories'> {
	const pooled = (of: keyof SensitivityRun) =>
		(runs[0]?.[of] ?? []).map(({ at }, i) => ({
			at,
			tpr: entryShare(runs.flatMap((run) => [...run[of][i]!.planted])),
			fpr: entryShare(runs.flatMap((run) => [...run[of][i]!.benign])),
		}));
	return {
		kappas: pooled('kappas').map(({ at, ...rates }) => ({ kappa: at, ...rates })),
		histories: pooled('histories').map(({ at, ...rates }) => ({ ownShare: at, ...rates })),
	};
}
