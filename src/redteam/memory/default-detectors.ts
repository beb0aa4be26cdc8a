import { referenceThresholds, type ReferenceRule } from '../../analysis/memory/scan-thresholds.ts';
import { divergenceScore } from '../../methods/memsad/length-matched-divergence.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { directionsOf, memsadScores } from '../../methods/memsad/scores.ts';
import { isSuspect } from '../../methods/memsad/validation/validate-text.ts';

/** The detectors of the default set, as reports name them. */
export const detectorNames = ['near queries', 'unusual wording', 'patterns'] as const;
type DetectorName = (typeof detectorNames)[number];

/** Which detectors flag each of some entries, in the entries' order. */
export type Flags = Readonly<Record<DetectorName, readonly boolean[]>>;

export interface FittedDetectors {
	/** How thresholds were made, in a sentence. */
	readonly says: string;
	/** Of the combined score; `null`: too few entries for one. */
	readonly threshold: number | null;
	readonly score: (embeddings: Matrix) => Float64Array;
	readonly flags: (texts: readonly string[], embeddings: Matrix) => Flags;
}

/** What scores and thresholds are computed with. */
export interface DetectorSettings extends ReferenceRule {
	/** Share of the nearest query in the combined score. */
	readonly alpha?: number | undefined;
}

/**
 * What `memory scan` flags by, with thresholds of these benign entries (as with `--reference`) and this history.
 * @param history embeddings of the queries, with the trigger behind each where one is suspected
 */
export function fitDetectors(
	benign: { readonly texts: readonly string[]; readonly embeddings: Matrix },
	history: Matrix,
	{ alpha, ...rule }: DetectorSettings = { rule: 'conformal' },
): FittedDetectors {
	const directions = directionsOf(history, alpha);
	const score = (embeddings: Matrix): Float64Array => memsadScores(embeddings, directions).combined;
	const { likeness, divergence, calibration } = referenceThresholds(
		{ likeness: score(benign.embeddings), proactive: null, texts: benign.texts },
		'the store',
		rule,
	);
	return {
		says: calibration.says,
		threshold: likeness?.threshold ?? null,
		score,
		flags: (texts, embeddings) => ({
			'near queries': Array.from(score(embeddings), (value) => likeness !== null && value > likeness.threshold),
			'unusual wording': texts.map(
				(text) => divergence !== null && (divergenceScore(divergence.baseline, text) ?? -Infinity) > divergence.threshold.threshold,
			),
			patterns: texts.map(isSuspect),
		}),
	};
}

/** Flagged by any. */
export function flaggedByAny(flags: Flags): boolean[] {
	return flags.patterns.map((_, i) => detectorNames.some((name) => flags[name][i] === true));
}
