import type { ClassifierDetector } from '../../formats/detectors/classifier.ts';
import { areaDifference } from '../../statistics/area-difference.ts';
import { plural } from '../../wording/phrases.ts';
import { areaOf } from './area.ts';
import { classifierDetector } from './classifier-detector.ts';
import { alarmsInTurns, boundedThreshold, boundInWords, keepAlarmsWithin, resampledChoice, tooManyAlarms } from './bounded-threshold.ts';
import { choiceErrors } from './choice-errors.ts';
import { chooseProtocol, type Protocol } from './classifier-protocol.ts';
import { crossValidatedFlags } from './cross-validated-flags.ts';
import { reportDetector } from './detector-report.ts';
import { countsInWords } from './label-counts.ts';
import { notesOnFailed } from './label-check.ts';
import { responseLevel } from './levels.ts';
import type { Fitted } from './method.ts';
import { rounded } from './rounded.ts';
import { scoredSpan, type LabeledSpan } from './scored-span.ts';
import { chooseThreshold } from './threshold.ts';
import { scoreQuantiles } from './threshold-figures.ts';
import { thresholdNoise } from './threshold-noise.ts';
import type { TraceItem } from './trace-item.ts';

/** Labeled spans with what classifiers say of them that have not seen their group. */
export interface Unseen {
	readonly protocol: Protocol;
	/** Those that choose: out-of-fold scores. */
	readonly train: readonly LabeledSpan[];
	/** Those that judge: the test side, or the same in turns. */
	readonly test: readonly LabeledSpan[];
}

/** The fit of a classifier, with what it says of spans that it has not seen. */
export interface LearnedFit extends Fitted<ClassifierDetector> {
	readonly unseen: Unseen;
}

/**
 * A response is as suspect as the sentence of it that is suspected most: those that are labeled whole, with the largest of their sentences'
 * probabilities and of each other score. What learned from responses by labels of sentences learned their length; the largest probability of
 * sentences leans on length too, but no more than the truth does, which is unsupported where one sentence is.
 */
export function fromSentences(traces: readonly TraceItem[], sentences: readonly LabeledSpan[]): LabeledSpan[] {
	const key = (file: string | undefined, id: string): string => JSON.stringify([file, id]);
	const byTrace = new Map<string, LabeledSpan[]>();
	for (const span of sentences) {
		const of = key(span.place?.file, span.subject.id);
		byTrace.set(of, [...(byTrace.get(of) ?? []), span]);
	}
	return traces.filter(isWhole).flatMap((trace): LabeledSpan[] => {
		const own = byTrace.get(key(trace.file, trace.trace)) ?? [];
		if (own.length === 0 || trace.response.truth === null) return [];
		const largest = (scores: readonly number[]): number => scores.reduce((max, score) => Math.max(max, score));
		const named = Object.keys(own[0]!.others).filter((name) => own.every(({ others }) => others[name] !== undefined));
		const others = Object.fromEntries(named.map((name) => [name, largest(own.map((span) => span.others[name]!))]));
		const span = scoredSpan(trace, trace.response, largest(own.map(({ score }) => score)), others);
		return [{ ...span, positive: trace.response.truth }];
	});
}

/** Whether nothing of a response is left open; of sentences that are alike one says what all are. */
function isWhole({ response, sentences }: TraceItem): boolean {
	const decided = new Set(sentences.flatMap(({ text, truth }) => (truth === null ? [] : [text])));
	return response.truth !== null && sentences.every(({ text }) => decided.has(text));
}

export interface ResponseFit {
	readonly traces: readonly TraceItem[];
	/** The classifier of sentences. */
	readonly sentences: LearnedFit;
	/** `SPAD+`. */
	readonly title: string;
	readonly seed: number;
	/** Share of supported responses that it may flag (`labelOptions`). */
	readonly falseAlarms: number;
	/** Whether it is written where more are flagged (`isForced`). */
	readonly forced: boolean;
}

/**
 * The detector of responses that reads the classifier of their sentences. Its threshold has the largest F1 over responses that are labeled
 * whole among those that keep false alarms within the bound, where these are enough for a classifier of their own; otherwise it is that of sentences, of which nobody has measured what it does to responses.
 * @throws UserError RA652 where no threshold keeps false alarms within the bound.
 */
export function responseFromSentences({ traces, sentences, title, seed, falseAlarms, forced }: ResponseFit): LearnedFit {
	const { detector: ofSentences, files, unseen } = sentences;
	const { method } = ofSentences;
	const id = `${method} response`;
	const [train, test] = [fromSentences(traces, unseen.train), fromSentences(traces, unseen.test)];
	const inTurns = unseen.protocol !== 'I';
	const { chosen, isHeld } = keepAlarmsWithin(falseAlarms, (bound) => {
		const choose = (from: readonly LabeledSpan[]): number =>
			rounded(boundedThreshold(from, bound) ?? chooseThreshold(from, { kind: 'f1' }));
		const flags = inTurns ? crossValidatedFlags(test, choose, 'above', seed, id) : null;
		const errors = flags === null ? undefined : choiceErrors(test, resampledChoice(test, bound), { direction: 'above', seed, name: id });
		const isMeasured = areEnough(train) && areaOf(test) !== null && (!inTurns || flags !== null);
		const judged = test.map((span, i) => ({ ...span, score: rounded(span.score), ...(flags === null ? {} : { flagged: flags[i]! }) }));
		const threshold = isMeasured ? choose(train) : ofSentences.threshold;
		const alarms = isMeasured ? alarmsInTurns(judged, threshold, { direction: 'above', errors }) : null;
		return {
			bound,
			choose,
			flags,
			errors,
			isMeasured,
			judged,
			threshold,
			alarms,
			isBounded: !isMeasured || boundedThreshold(train, bound) !== null,
		};
	});
	const { choose, errors, isMeasured, judged, threshold } = chosen;
	const onFailed = notesOnFailed(title, [isHeld ? null : tooManyAlarms('response', falseAlarms)], { forced });
	const read = { ...ofSentences, level: 'response', reads: 'sentences', threshold } as const;
	const detector: ClassifierDetector = isMeasured
		? classifierDetector(read, train, judged, inTurns ? 'cross-validation' : 'test', errors)
		: {
				...read,
				quantiles: scoreQuantiles(unseen.train.map(({ score }) => score)),
				suspicion: null,
				operatingPoint: null,
				auc: null,
			};
	const report = reportDetector({
		id,
		method,
		level: responseLevel,
		title: `${title}, responses from their sentences`,
		unit: 'probability',
		direction: 'above',
		threshold,
		classes: { negative: isMeasured ? 'supported' : 'not told apart', positive: 'unsupported' },
		chosen: isMeasured
			? [
					`A response is judged by its most suspicious sentence. Largest F1 over ${countsInWords(train, 'response')}, cross-validated by group.`,
					...boundInWords(train, chosen.bound, falseAlarms),
				].join(' ')
			: 'A response is judged by the sentence of it that is suspected most, at the threshold of sentences: too few whole responses are labeled to choose another one.',
		measuredOn: isMeasured
			? `Measured on ${inTurns ? 'the same ' : ''}${countsInWords(test, 'response')}${inTurns ? ', in five folds in turns' : ' of the test side'}.`
			: 'Not measured. To measure how often this is right, label every sentence of some responses.',
		spans: isMeasured ? judged : judged.map((span) => ({ ...span, positive: null })),
		inClusters: true,
		errors,
		thresholdNoise: isMeasured ? thresholdNoise(train, choose, seed, id) : null,
		// It is the same file that judges.
		learned: sentences.reported[0]?.report.learned,
		notes: [
			...sentences.reported.flatMap(({ report: { notes } }) => notes),
			...onFailed,
			...(isMeasured ? inPart(traces) : ['The more sentences a response has, the more often one of them is flagged by mistake.']),
		],
	});
	return { detector, files, reported: [report], unseen: { protocol: unseen.protocol, train, test: judged } };
}

/** Whether so many labels would allow a classifier of responses. */
function areEnough(responses: readonly LabeledSpan[]): boolean {
	const anySide = responses.map((span) => ({ ...span, split: null }));
	return chooseProtocol(anySide, 'response', responses.length, 'auto').why === undefined;
}

/** That the rates are not of all responses with labels. */
function inPart(traces: readonly TraceItem[]): string[] {
	const some = traces.filter((trace) => !isWhole(trace) && trace.sentences.some(({ truth }) => truth !== null)).length;
	return some === 0
		? []
		: [
				`The rates come from responses whose sentences are all labeled. ${plural(some, 'response')} labeled only in part ${some === 1 ? 'does' : 'do'} not count.`,
			];
}

/**
 * Whether a classifier of whole responses tells them apart better than their sentences do, by more than chance makes of so many. By the official
 * split the train side decides, and the test side keeps out of it.
 */
export function isBetterWhole(whole: Unseen, pooled: Unseen): boolean {
	const side = (of: Unseen): readonly LabeledSpan[] => (of.protocol === 'I' ? of.train : of.test);
	const key = ({ place, subject }: LabeledSpan): string => JSON.stringify([place?.file, subject.id]);
	const others = new Map(side(pooled).map((span) => [key(span), span.score]));
	const both = side(whole).flatMap((span) => {
		const other = others.get(key(span));
		return other === undefined ? [] : [{ ...span, other }];
	});
	return areaOf(both) !== null && areaDifference(both).low > 0;
}
