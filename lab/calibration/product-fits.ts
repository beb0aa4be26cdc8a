import type { MeasuredTrace } from '../../src/analysis/calibration/measure.ts';
import type { Fitted } from '../../src/analysis/calibration/method.ts';
import { calibration, type Detector } from '../../src/analysis/calibration/methods.ts';
import { readClassifier } from '../../src/analysis/spad/classifier-file.ts';
import { errorNumbers } from '../../src/error-numbers.ts';
import { UserError } from '../../src/errors.ts';
import type { ClassifierMethod } from '../../src/formats/detectors/classifier.ts';
import { featureMatrix } from '../../src/statistics/boosted-trees/feature-matrix.ts';
import { predictProbabilities } from '../../src/statistics/boosted-trees/predict.ts';
import type { JudgedAnswer } from './judged-answer.ts';

/** What the product fits by labels of sentences. */
export const taughtFits = [
	{ id: 'mean-entropy sentence', table: null, level: 'sentence' },
	{ id: 'spad sentence', table: 'spad', level: 'sentence' },
	{ id: 'spad+ sentence', table: 'spad+', level: 'sentence' },
	{ id: 'spad response', table: 'spad', level: 'response' },
	{ id: 'spad+ response', table: 'spad+', level: 'response' },
] as const satisfies readonly TaughtFit[];

export interface TaughtFit {
	readonly id: string;
	/** What its classifier learns from; `null`: mean entropy itself, of which labels choose the threshold alone. */
	readonly table: ClassifierMethod | null;
	readonly level: 'sentence' | 'response';
}

/** A written detector with one threshold. */
export type WrittenFit = Fitted<Extract<Detector, { readonly method: 'mean-entropy' | 'spad' | 'spad+' }>>;

/** What the product writes by these labels where nobody has named a method; `null` where it refuses, or takes no notice of labels. */
export async function writtenFit({ id }: TaughtFit, traces: readonly MeasuredTrace[], seed: number): Promise<WrittenFit | null> {
	try {
		const fitted = await calibration.fitNamed(id).fit(traces, { seed, options: {}, onProgress: () => undefined });
		const { detector } = fitted;
		if (!isTaught(detector)) throw new RangeError(`'${id}' writes '${detector.method}'`);
		return detector.criterion.kind === 'quantile' ? null : { ...fitted, detector };
	} catch (error) {
		if (error instanceof UserError && refusals.has(error.code)) return null;
		throw error;
	}
}

function isTaught(detector: Detector): detector is WrittenFit['detector'] {
	return detector.method === 'mean-entropy' || detector.method === 'spad' || detector.method === 'spad+';
}

const refusals = new Set<string>([errorNumbers.methodCannotBeFitted, errorNumbers.tooFewCleanAnswers]);

/** How suspect a written detector finds answers that it has not seen, or their sentences; higher is more. */
export function heldOutScores(
	{ detector, files }: WrittenFit,
	{ table, level }: TaughtFit,
	answers: readonly JudgedAnswer[],
): { readonly scores: ArrayLike<number>; readonly labels: Uint8Array } {
	const spans = level === 'response' ? answers.map(({ response }) => response) : answers.flatMap(({ sentences }) => sentences);
	const labels = Uint8Array.from(spans, ({ positive }) => Number(positive));
	if (table === null) return { scores: spans.map(({ scores }) => scores.entropy), labels };
	if (!('file' in detector)) throw new RangeError(`'${detector.method}' has no classifier`);
	const file = files.find(({ name }) => name === detector.file);
	if (file === undefined) throw new RangeError(`'${detector.file}' is missing`);
	const { model } = readClassifier(Buffer.from(file.text), detector, file.name);
	return { scores: predictProbabilities(model, featureMatrix(spans.map(({ rows }) => rows[table]))), labels };
}
