import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import { packFeatures, packedFeatures } from '../../../../src/analysis/calibration/packed-features.ts';
import type { ScoreNumbers } from '../../../../src/analysis/calibration/score-measure.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

export interface MadeSentence {
	readonly truth: boolean | null;
	readonly entropy?: number;
	readonly gap?: number;
	/** Share of it that is in no context, as the starter profile sees it; without it the starter profile does not judge it. */
	readonly missing?: number;
	/** Every feature of it but the mean entropy; without one it has no features. */
	readonly feature?: number;
}

/** A measured trace with figures that somebody made up. */
export function madeTrace(
	name: string,
	sentences: readonly MadeSentence[],
	more: Partial<MeasuredTrace> & { readonly z?: number; readonly closedBook?: ScoreNumbers['closedBook'] } = {},
): MeasuredTrace {
	const { z = 5, closedBook = { entropyMax: z, surpriseMax: z, group: { sentences: '1', value: 'number' } }, ...rest } = more;
	const truths = sentences.map(({ truth }) => truth);
	const packed = ({ feature, entropy = 1 }: Partial<MadeSentence>): string | null =>
		feature === undefined
			? null
			: packFeatures(Float64Array.from(packedFeatures, (one) => (one.name === 'ENTROPY_MEAN' ? entropy : feature)));
	return {
		subject: 'trace',
		file: `${name}.rag.md`,
		trace: name,
		group: name,
		split: null,
		side: null,
		ofQuerySet: false,
		writer: null,
		refuses: false,
		content: name,
		contexts: 1,
		response: {
			start: 0,
			end: 10 * sentences.length,
			text: 'x'.repeat(10 * sentences.length),
			truth: truths.includes(true) ? true : truths.every((truth) => truth === false) ? false : null,
		},
		sentences: sentences.map(({ truth }, i) => ({ start: 10 * i, end: 10 * i + 9, text: `sentence ${i}`, truth })),
		numbers: {
			scores: {
				repcs: { z, perToken: z / 10, logRatio: 2 },
				closedBook,
				sentences: sentences.map(({ entropy = 1, gap = 0.5 }) => ({
					entropyMean: entropy,
					cgMean: gap,
					cgTop5: gap + 1,
					surpriseMean: entropy,
				})),
			},
			sources: { response: packed(sentences[0] ?? {}), sentences: sentences.map(packed) },
			starter: {
				sentences: sentences.map(({ missing }) =>
					missing === undefined
						? null
						: { missingWords: missing, missingPairs: missing, valueNotGiven: 0, valueContradicted: 0, elsewhere: missing },
				),
			},
		},
		...rest,
	};
}

/** Traces of one sentence each: about one in `every` is ungrounded, and then entropy and features are mostly higher. */
export function manyTraces(
	count: number,
	{
		every = 4,
		seed = 1,
		apart = 0.6,
		split = () => null,
	}: {
		readonly every?: number;
		readonly seed?: number /** How much higher the features of an ungrounded one are; they spread over 1. */;
		readonly apart?: number;
		readonly split?: (i: number) => MeasuredTrace['split'];
	} = {},
): MeasuredTrace[] {
	const random = seededRandom(seed);
	return Array.from({ length: count }, (_, i) => {
		const truth = i % every === 0;
		const feature = random() + (truth ? apart : 0);
		return madeTrace(`t${i}`, [{ truth, entropy: random() + (truth ? 0.4 : 0), gap: random() - (truth ? 0.2 : 0), feature }], {
			split: split(i),
		});
	});
}
