import type { MeasuredTrace } from '../../src/analysis/calibration/measure.ts';
import type { Fitted } from '../../src/analysis/calibration/method.ts';
import type { GivenOptions } from '../../src/analysis/calibration/method-options.ts';
import { calibration, type Detector } from '../../src/analysis/calibration/methods.ts';
import { readClassifier } from '../../src/analysis/spad/classifier-file.ts';
import { errorNumbers } from '../../src/error-numbers.ts';
import { UserError } from '../../src/errors.ts';
import type { ClassifierDetector, ClassifierMethod } from '../../src/formats/detectors/classifier.ts';
import { featureMatrix } from '../../src/statistics/boosted-trees/feature-matrix.ts';
import { predictProbabilities } from '../../src/statistics/boosted-trees/predict.ts';
import type { JudgedSpan } from '../spad/judged-span.ts';
import type { JudgedAnswer } from './judged-answer.ts';
import type { ReportedRates } from './realized-rates.ts';

/** What the product fits by labels of sentences. */
export const taughtFits = [
	{ id: 'mean-entropy sentence', level: 'sentence', reads: 'entropy' },
	{ id: 'confidence-gap sentence', level: 'sentence', reads: 'confidenceGap' },
	{ id: 'spad sentence', level: 'sentence', table: 'spad' },
	{ id: 'spad+ sentence', level: 'sentence', table: 'spad+' },
	{ id: 'spad response', level: 'response', table: 'spad' },
	{ id: 'spad+ response', level: 'response', table: 'spad+' },
] as const satisfies readonly TaughtFit[];

export type TaughtFit = ThresholdFit | ClassifierFit;

/** Labels choose the threshold of a score alone. */
interface ThresholdFit {
	readonly id: string;
	readonly level: 'sentence';
	/** Higher is more suspect. */
	readonly reads: 'entropy' | 'confidenceGap';
}

/** Labels teach a classifier. */
interface ClassifierFit {
	readonly id: string;
	readonly level: 'sentence' | 'response';
	readonly table: ClassifierMethod;
}

/** A detector that labels chose or taught. */
export interface WrittenFit {
	/** Scores above it are flagged. */
	readonly threshold: number;
	readonly reported: ReportedRates;
	/** Returns how suspect it finds answers that it has not seen, or their sentences; higher is more. */
	readonly judge: (answers: readonly JudgedAnswer[]) => HeldOutScores;
}

export interface HeldOutScores {
	readonly scores: ArrayLike<number>;
	/** 1 for ungrounded. */
	readonly labels: Uint8Array;
}

interface WrittenFitSettings {
	readonly seed: number;
	readonly options?: GivenOptions;
}

/** Fits what the product writes by these labels where nobody has named a method. @returns `null` where it refuses, or takes no notice of labels */
export async function writtenFit(
	fit: TaughtFit,
	traces: readonly MeasuredTrace[],
	{ seed, options = {} }: WrittenFitSettings,
): Promise<WrittenFit | null> {
	try {
		return written(await calibration.fitNamed(fit.id).fit(traces, { seed, options, onProgress: () => undefined }), fit.level);
	} catch (error) {
		if (error instanceof UserError && refusals.has(error.code)) return null;
		throw error;
	}
}

const refusals = new Set<string>([errorNumbers.methodCannotBeFitted, errorNumbers.tooFewCleanAnswers]);

function written({ detector, files }: Fitted<Detector>, level: TaughtFit['level']): WrittenFit | null {
	if (detector.method === 'mean-entropy')
		return detector.criterion.kind === 'quantile'
			? null
			: { threshold: detector.threshold, reported: detector, judge: (answers) => sentenceScores(answers, ({ scores }) => scores.entropy) };
	if (detector.method === 'confidence-gap')
		return detector.low.criterion.kind === 'quantile'
			? null
			: {
					threshold: 0 - detector.low.threshold,
					reported: detector.low,
					judge: (answers) => sentenceScores(answers, ({ scores }) => scores.confidenceGap),
				};
	if (detector.method !== 'spad' && detector.method !== 'spad+') throw new RangeError(`labels do not teach '${detector.method}'`);
	const probability = probabilityBy(detector, files);
	return {
		threshold: detector.threshold,
		reported: detector,
		judge: (answers) => {
			if (level === 'sentence') return sentenceScores(answers, probability);
			const score = ({ response, sentences }: JudgedAnswer): number =>
				detector.reads === 'sentences' ? Math.max(...sentences.map(probability)) : probability(response);
			return scored(answers, score, ({ response }) => response.positive);
		},
	};
}

function probabilityBy(detector: ClassifierDetector, files: Fitted['files']): (span: JudgedSpan) => number {
	const file = files.find(({ name }) => name === detector.file);
	if (file === undefined) throw new RangeError(`'${detector.file}' is missing`);
	const { model } = readClassifier(Buffer.from(file.text), detector, file.name);
	return ({ rows }) => predictProbabilities(model, featureMatrix([rows[detector.method]]))[0]!;
}

function sentenceScores(answers: readonly JudgedAnswer[], score: (span: JudgedSpan) => number): HeldOutScores {
	return scored(
		answers.flatMap(({ sentences }) => sentences),
		score,
		({ positive }) => positive,
	);
}

function scored<T>(all: readonly T[], score: (one: T) => number, isPositive: (one: T) => boolean): HeldOutScores {
	return { scores: all.map(score), labels: Uint8Array.from(all, (one) => Number(isPositive(one))) };
}
