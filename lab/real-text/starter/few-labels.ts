import type { Measured, MeasuredTrace } from '../../../src/analysis/calibration/measure.ts';
import { calibration, type Detector } from '../../../src/analysis/calibration/methods.ts';
import { scoreMeasure } from '../../../src/analysis/calibration/score-measure.ts';
import { starterMeasure, starterScores } from '../../../src/analysis/calibration/starter-measure.ts';
import { errorNumbers } from '../../../src/error-numbers.ts';
import { UserError } from '../../../src/errors.ts';
import { confidenceGap, sentenceMean, sentenceTopMean } from '../../../src/methods/confidence-gap/confidence-gap.ts';
import { starterThreshold } from '../../../src/methods/starter/starter-model.ts';
import { areaUnderCurve } from '../../../src/statistics/auc.ts';
import { quantile } from '../../../src/statistics/quantile.ts';
import { randomFor, shuffled } from '../../../src/statistics/random.ts';
import { mostOverlapped, tagText } from '../../../src/text/sentences.ts';
import type { Figure } from '../../figure.ts';
import { atLeast } from '../../target.ts';
import type { JudgedSet, JudgedText } from '../judged-text.ts';
import { judgedTrace } from '../judged-trace.ts';
import { answerKey } from './answer-key.ts';

/** A model's numbers of an answer's tokens: UTF-16 ranges, entropies and log-probabilities in nats. Each is `[T]`. */
export interface ReadTokens {
	readonly start: Uint32Array;
	readonly end: Uint32Array;
	readonly withContext: { readonly entropy: Float64Array; readonly logProbability: Float64Array };
	readonly withoutContext: { readonly entropy: Float64Array; readonly logProbability: Float64Array };
}

export interface FewLabelsOptions {
	readonly seed: number;
	/** Numbers of sentences that are labeled, in turns. */
	readonly labels: readonly number[];
	readonly draws: number;
	/** A model's numbers by `answerKey`: mean entropy is then calibrated, too. Absent: texts alone. */
	readonly read?: ReadonlyMap<string, ReadTokens> | undefined;
}

/** Worse by more than this is counted. */
const clearlyWorse = 0.02;

/**
 * Measures what a profile says that was calibrated with few labels, against the starter profile without labels, on sentences of the same set that
 * have no label. Labels are those of the first answers of a random order. Figures are of the sentences that the starter profile judges, and are
 * named 'sentence, SET, SCORE'; ranges are of 95 % of the draws.
 */
export async function fewLabelFigures(sets: readonly JudgedSet[], options: FewLabelsOptions): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const { name, texts } of sets) {
		const known = options.read === undefined ? texts : texts.filter((text) => options.read!.has(answerKey(text)));
		// oxlint-disable-next-line no-await-in-loop -- one set after another
		const traces = await Promise.all(known.map((text) => measured(text, options.read?.get(answerKey(text)))));
		for (const labels of options.labels) {
			// oxlint-disable-next-line no-await-in-loop -- one fit after another
			figures.push(...(await setFigures(name, traces, { ...options, labels })));
		}
	}
	return figures;
}

type SetOptions = Pick<FewLabelsOptions, 'seed' | 'draws' | 'read'> & { readonly labels: number };

/** What one draw of labels led to, on the sentences without labels. */
interface Draw {
	/** Area of the calibrated profile's score less that of the starter profile's. */
	readonly gain: number;
	/** Whether a threshold was chosen by the labels. */
	readonly isChosen: boolean;
	/** Shares of flagged sentences. */
	readonly found: number;
	readonly alarms: number;
	readonly foundBefore: number;
	readonly alarmsBefore: number;
}

async function setFigures(
	set: string,
	traces: readonly MeasuredTrace[],
	{ seed, labels, draws: count, read }: SetOptions,
): Promise<Figure[]> {
	const draws: Draw[] = [];
	for (let i = 0; i < count; i++) {
		// oxlint-disable-next-line no-await-in-loop -- one fit after another
		const one = await drawOf(traces, labels, { seed: seed + i, order: shuffled(randomFor(seed, `${set} ${i}`), sourcesOf(traces)) });
		if (one !== null) draws.push(one);
	}
	if (draws.length === 0) return [];
	const mean = (of: (draw: Draw) => number): number => draws.reduce((sum, draw) => sum + of(draw), 0) / draws.length;
	const figure = (score: string, of: (draw: Draw) => number, target: Figure['target'] = null): Figure => {
		const values = draws.map(of).toSorted((a, b) => a - b);
		const name = `sentence, ${set}, ${labels} labels: ${score}`;
		return { name, value: mean(of), low: quantile(values, 0.025), high: quantile(values, 0.975), n: draws.length, unit: '', target };
	};
	const shareOf = (score: string, isSo: (draw: Draw) => boolean): Figure => ({
		...figure(score, (draw) => Number(isSo(draw))),
		low: null,
		high: null,
	});
	return [
		// Without a model nothing else can take its place.
		...(read === undefined
			? []
			: [
					figure('area less that of the starter profile without labels', ({ gain }) => gain, atLeast(0)),
					shareOf(`share of draws whose area is smaller by more than ${clearlyWorse}`, ({ gain }) => gain < -clearlyWorse),
				]),
		shareOf('share of draws in which labels choose the threshold', ({ isChosen }) => isChosen),
		figure('unsupported that are flagged', ({ found }) => found),
		figure('supported that are flagged', ({ alarms }) => alarms),
		figure('unsupported that are flagged without labels', ({ foundBefore }) => foundBefore),
		figure('supported that are flagged without labels', ({ alarmsBefore }) => alarmsBefore),
	];
}

function sourcesOf(traces: readonly MeasuredTrace[]): string[] {
	return [...new Set(traces.map(({ group }) => group))];
}

async function drawOf(
	traces: readonly MeasuredTrace[],
	labels: number,
	{ seed, order }: { readonly seed: number; readonly order: readonly string[] },
): Promise<Draw | null> {
	const labeled: MeasuredTrace[] = [];
	const sources = new Set<string>();
	let given = 0;
	for (const source of order) {
		if (given >= labels) break;
		sources.add(source);
		for (const trace of traces.filter(({ group }) => group === source)) {
			// The last answer is labeled in part.
			const sentences = trace.sentences.map((one) => (one.truth !== null && given++ < labels ? one : { ...one, truth: null }));
			labeled.push({ ...trace, sentences });
		}
	}
	const rest = traces.filter(({ group }) => !sources.has(group));
	const starter = await detectorOf('starter sentence', labeled, seed);
	const entropy = labeled.some(({ numbers }) => scoreMeasure.name in numbers)
		? await detectorOf('mean-entropy sentence', labeled, seed)
		: null;
	const judged = rest.flatMap((trace) => {
		const scores = starterScores(trace);
		const entropies = scoreMeasure.schema.safeParse(trace.numbers[scoreMeasure.name]).data?.sentences;
		return trace.sentences.flatMap(({ truth }, i) => {
			const before = scores[i] ?? null;
			if (truth === null || before === null) return [];
			// Where nothing was written, the starter profile judges as without labels.
			const [score, threshold] =
				starter?.method === 'starter'
					? [before, starter.threshold]
					: entropy?.method === 'mean-entropy'
						? [entropies?.[i]?.entropyMean ?? 0, entropy.threshold]
						: [before, starterThreshold];
			return [{ truth, before, score, threshold }];
		});
	});
	const truths = judged.map(({ truth }) => Number(truth));
	if (new Set(truths).size < 2) return null;
	const area = (scores: readonly number[]): number => areaUnderCurve(scores, truths);
	const share = (truth: boolean, isFlagged: (one: (typeof judged)[number]) => boolean): number => {
		const own = judged.filter((one) => one.truth === truth);
		return own.filter(isFlagged).length / own.length;
	};
	return {
		gain: area(judged.map(({ score }) => score)) - area(judged.map(({ before }) => before)),
		isChosen: starter?.method === 'starter' && starter.criterion.kind === 'f1',
		found: share(true, ({ score, threshold }) => score > threshold),
		alarms: share(false, ({ score, threshold }) => score > threshold),
		foundBefore: share(true, ({ before }) => before > starterThreshold),
		alarmsBefore: share(false, ({ before }) => before > starterThreshold),
	};
}

/** What the product writes where nobody has named a method. `null` where it writes nothing. */
async function detectorOf(id: string, traces: readonly Measured[], seed: number): Promise<Detector | null> {
	try {
		return (await calibration.fitNamed(id).fit(traces, { seed, options: {}, onProgress: () => undefined })).detector;
	} catch (error) {
		if (error instanceof UserError && error.code === errorNumbers.methodCannotBeFitted) return null;
		throw error;
	}
}

/** An answer as calibration measures it, with the labels that people gave its sentences. */
async function measured(text: JudgedText, read: ReadTokens | undefined): Promise<MeasuredTrace> {
	const { id, source, parts, sentences: judged, isUnsupported } = text;
	const { sentences } = await tagText(parts.response, 'en');
	const owner = mostOverlapped(
		sentences,
		judged.map(({ start }) => start),
		judged.map(({ end }) => end),
	);
	const truths = new Map(Array.from(owner, (at, i) => [at, judged[i]!.isUnsupported] as const));
	return {
		subject: 'trace',
		file: `${id}.rag.md`,
		trace: id,
		group: source,
		split: null,
		side: null,
		ofQuerySet: false,
		writer: null,
		refuses: false,
		content: id,
		contexts: parts.contexts.length,
		response: { start: 0, end: parts.response.length, text: parts.response, truth: isUnsupported },
		sentences: sentences.map(({ start, end }, i) => ({ start, end, text: parts.response.slice(start, end), truth: truths.get(i) ?? null })),
		numbers: {
			[starterMeasure.name]: await starterMeasure.take(judgedTrace(text), {}, new AbortController().signal),
			...(read === undefined ? {} : { [scoreMeasure.name]: { repcs: null, closedBook: null, sentences: numbersIn(read, sentences) } }),
		},
	};
}

function numbersIn(read: ReadTokens, sentences: readonly { readonly start: number; readonly end: number }[]) {
	const owner = mostOverlapped(sentences, read.start, read.end);
	const gaps = confidenceGap(read.withoutContext.entropy, read.withContext.entropy);
	return sentences.map((_, s) => {
		const isOwn = (_value: number, t: number): boolean => owner[t] === s;
		const own = gaps.filter(isOwn);
		return own.length === 0
			? null
			: {
					entropyMean: sentenceMean(read.withContext.entropy.filter(isOwn)),
					cgMean: sentenceMean(own),
					cgTop5: sentenceTopMean(own),
					surpriseMean: sentenceMean(read.withContext.logProbability.filter(isOwn).map((log) => Math.min(-log, Number.MAX_VALUE))),
				};
	});
}
