import { stacked, directionsOf, memsadScores } from './scores.ts';
import { certificateOf, conformalScoreThreshold, meanThreshold, minReference, type ScoreThreshold } from './thresholds.ts';
import { validateText } from './validation/validate-text.ts';

/** What a gate in front of a memory is made of. */
export interface MemoryGateParts {
	/** Unit embeddings of what the agent was asked lately, oldest first, with the trigger behind each where one is suspected. */
	readonly queries: readonly Float32Array[];
	/** Unit embeddings of entries that are known to be benign. */
	readonly benign: readonly Float32Array[];
	/** Deviations above the mean at which the threshold lies (the paper's κ). */
	readonly kappa?: number;
	/** False-positive rate of the score, by split conformal, in place of `kappa`. Takes `1/rate − 1` benign entries. */
	readonly rate?: number;
	/** Share of the nearest query in the score. */
	readonly alpha?: number;
}

/** What a gate says of an entry. */
interface GateVerdict {
	/** Whether to store it: it is not unusually near to what is asked, and its words, if they were given, speak for no attack. */
	readonly accepted: boolean;
	readonly score: number;
	readonly threshold: number;
	/** Which query is nearest: its place in `queries`. */
	readonly nearest: number;
	/** A rejected entry stays rejected for its score under every change of its embedding shorter than this; `null`: the score does not reject it. */
	readonly radius: number | null;
	/** Names of the patterns that its words match, such as `forward`; empty without a text. */
	readonly patterns: readonly string[];
}

export interface MemoryGate {
	/** What is to be known of its scores, in sentences: that there are too few queries or entries to judge nearness by. */
	readonly remarks: readonly string[];
	readonly threshold: Pick<ScoreThreshold, 'rule' | 'threshold' | 'n' | 'alpha'>;
	/** Judges an entry before it is stored: O(m d). @throws {RangeError} for an embedding of another width, or one whose length is not 1 */
	readonly check: (entry: { readonly embedding: Float32Array; readonly text?: string }) => GateVerdict;
}

/**
 * The least queries and entries by which a gate judges nearness without a promised rate. A scan shows what it flags to a person; a gate rejects. Chosen on half of
 * LoCoMo's conversations, where a robust threshold of these sizes rejects 2.2 % of honest entries, and one of 20 entries and 50 queries 5.5 % (docs/methods/memsad.md).
 */
export const leastForGate = { queries: 150, entries: 60 } as const;

/** Returns what is missing of the least that a gate takes, such as `49 queries, at least 150 are needed`; empty: nothing is. */
export function lackingForGate({ queries, entries }: { readonly queries: number; readonly entries: number }): string[] {
	const counted = (count: number, one: string, several: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
	return [
		...(queries < leastForGate.queries ? [`${counted(queries, 'query', 'queries')}, at least ${leastForGate.queries} are needed`] : []),
		...(entries < leastForGate.entries ? [`${counted(entries, 'entry', 'entries')}, at least ${leastForGate.entries} are needed`] : []),
	];
}

/** Allows for embeddings in float16 and 8 bits. */
const lengthTolerance = 0.01;

/**
 * Makes a gate that judges entries before they are stored (MEMSAD, algorithm 1): reject where `s > μ̂ + κσ̂`, else accept.
 * @throws {RangeError} for no query, too few benign entries, embeddings of different widths or lengths, or both `kappa` and `rate`
 */
export function memoryGate({ queries, benign, kappa, rate, alpha }: MemoryGateParts): MemoryGate {
	if (kappa !== undefined && rate !== undefined) throw new RangeError('kappa and rate are two rules: name one');
	if (rate !== undefined && benign.length < minReference(rate))
		throw new RangeError(`a rate of ${rate} takes ${minReference(rate)} benign entries, not ${benign.length}`);
	const width = queries[0]?.length ?? 0;
	for (const row of [...queries, ...benign]) requireUnit(row, width);
	const directions = directionsOf(stacked(queries), alpha);
	const scores = memsadScores(stacked(benign, width), directions).combined;
	const threshold = rate === undefined ? meanThreshold(scores, kappa) : conformalScoreThreshold(scores, rate);
	const lacking = lackingForGate({ queries: queries.length, entries: benign.length });
	return {
		threshold,
		remarks:
			rate !== undefined || lacking.length === 0
				? []
				: [`How near an entry is to queries cannot be judged well: ${lacking.join('; ')}. Honest entries may be rejected.`],
		check({ embedding, text }) {
			requireUnit(embedding, width);
			const { combined, nearest } = memsadScores(stacked([embedding]), directions);
			const { margin, radius } = certificateOf(combined[0]!, threshold);
			const against = text === undefined ? [] : validateText(text).filter(({ severity }) => severity !== 'info');
			return {
				accepted: margin <= 0 && against.length === 0,
				score: combined[0]!,
				threshold: threshold.threshold,
				nearest: nearest[0]!,
				radius: margin > 0 ? radius.thisThreshold : null,
				patterns: [...new Set(against.map(({ rule }) => rule))],
			};
		},
	};
}

function requireUnit(row: Float32Array, width: number): void {
	if (row.length !== width) throw new RangeError(`an embedding of ${row.length} numbers among embeddings of ${width}`);
	const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
	if (!(Math.abs(length - 1) <= lengthTolerance)) throw new RangeError(`an embedding of length ${length}: scale it to 1`);
}
