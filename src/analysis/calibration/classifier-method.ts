import {
	classifierFormat,
	type ClassifierDetector,
	type ClassifierLevel,
	type ClassifierMethod,
} from '../../formats/detectors/classifier.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { featureSets } from '../../methods/spad/feature-sets.ts';
import { whatWasLearned } from '../../methods/spad/learned.ts';
import { maxFewLabels, type FitPlan } from '../../methods/spad/fit-plan.ts';
import { fitClassifier, trainingCount, type SpadClassifier } from '../../methods/spad/fit-classifier.ts';
import {
	foldTrainingCount,
	nestedLeaveOneOut,
	officialSplit,
	stratifiedCrossValidation,
	type HeldOutScores,
} from '../../methods/spad/protocols.ts';
import { randomFor } from '../../statistics/random.ts';
import { formatClassifier, readClassifier } from '../spad/classifier-file.ts';
import { alarmsInTurns, boundedThreshold, boundInWords, keepAlarmsWithin, resampledChoice, tooManyAlarms } from './bounded-threshold.ts';
import { cannotFit, type ParsedOptions } from './method-options.ts';
import { classifierDetector } from './classifier-detector.ts';
import { adviceOn, afterStarter, besideLabelFree, classifierNames, inItsPlace, isAfterStarter, standsBack } from './classifier-doubts.ts';
import { featureSpans, labelFree, samplesOf, type FeatureSpan } from './feature-spans.ts';
import {
	chooseProtocol,
	classifierOptions,
	classifierPlan,
	outerFolds,
	settingsInWords,
	type ChosenProtocol,
	type Protocol,
} from './classifier-protocol.ts';
import { choiceErrors } from './choice-errors.ts';
import { crossValidatedFlags } from './cross-validated-flags.ts';
import { reportDetector } from './detector-report.ts';
import { countsInWords } from './label-counts.ts';
import { fewLabelsTrees, learningCurve } from './learning-curve.ts';
import { supportClasses, notesOnFailed } from './label-check.ts';
import { labelsTellNothing } from './label-gate.ts';
import { isForced } from './label-options.ts';
import { responseLevel, sentenceLevel } from './levels.ts';
import { sourceMeasure } from './source-measure.ts';
import { defineMethod, type CalibrationMethod, type FitContext, type FitSettings } from './method.ts';
import type { MeasuredTrace } from './measure.ts';
import { classCounts, type LabeledSpan } from './scored-span.ts';
import { isBetterWhole, responseFromSentences, type LearnedFit } from './response-from-sentences.ts';
import { keptLearned, reportedLearned } from './reported-learned.ts';
import { rounded } from './rounded.ts';
import { querySetsInWords, takingPart } from './training-items.ts';
import { chooseThreshold, type JudgedScore } from './threshold.ts';
import { thresholdNoise } from './threshold-noise.ts';
import type { TraceItem } from './trace-item.ts';

const levels = [sentenceLevel, responseLevel];

type Context = FitContext<ParsedOptions<typeof classifierOptions>>;

/** The fit that labels are to teach. */
const taught = 'spad+ sentence';

/** SPAD's classifier (docs/methods/spad.md) by the paper's features. */
export const spadMethod = classifierMethod('spad');
/** By this project's own. */
export const spadPlusMethod = classifierMethod('spad+');

function classifierMethod(name: ClassifierMethod): CalibrationMethod<ClassifierDetector> {
	return defineMethod({
		name,
		title: classifierNames[name],
		subject: 'trace',
		options: classifierOptions,
		classes: supportClasses,
		format: classifierFormat,
		measure: sourceMeasure,
		look,
		about: querySetsInWords,
		detectors: levels.map((level) => ({
			level,
			title: `${classifierNames[name]}, ${level.nouns.many}`,
			weight: 100,
			fit: async (traces, context) => {
				const { detector, files, reported } = await (level === responseLevel
					? fitResponses(name, traces, context)
					: fit(name, level, traces, context));
				return { detector, files, reported };
			},
		})),
	});
}

/** By the labels alone: what the model cannot attribute is known later. */
function look(
	all: readonly TraceItem[],
	{ options: { protocol: wanted }, seed }: FitSettings<ParsedOptions<typeof classifierOptions>>,
): { fits: boolean; why: string } {
	const { items, onSides, leftOut } = takingPart(all, { seed });
	const spansOf = (level: ClassifierLevel) =>
		items.flatMap(({ group, split, response, sentences }) =>
			(level === 'response' ? [response] : sentences).flatMap(({ truth }) =>
				truth === null ? [] : [{ positive: truth, cluster: group, split }],
			),
		);
	const responses = labeledResponses(items);
	const looked = levels.map(({ name }) => ({ level: name, chosen: chooseProtocol(spansOf(name), name, responses, wanted) }));
	const allowSentences = looked.some((one) => one.level === 'sentence' && one.chosen.why === undefined);
	const said = looked
		.map(({ level, chosen }) => {
			if (chosen.why !== undefined && level === 'response' && allowSentences)
				return 'responses: judged from their sentences, at the threshold for sentences. Its rates on responses are unknown. To choose and measure a threshold for responses, label whole responses';
			if (chosen.why !== undefined) return `${level}s: ${chosen.why}`;
			const counts = (of: readonly { positive: boolean }[]): string => {
				const { positives, negatives } = classCounts(of);
				return `${negatives.toLocaleString('en')} supported and ${positives.toLocaleString('en')} unsupported`;
			};
			return `${level}s: ${inWords(chosen.protocol)}, ${counts(chosen.train)}${chosen.protocol === 'I' ? ` to learn from, ${counts(chosen.test)} to judge by` : ''}`;
		})
		.join('; ');
	const usesSides = looked.some(({ chosen }) => chosen.why === undefined && chosen.protocol === 'I');
	return {
		fits: looked.some(({ chosen }) => chosen.why === undefined),
		why: [`${said.charAt(0).toUpperCase()}${said.slice(1)}.`, ...(usesSides && onSides !== null ? [onSides] : []), ...leftOut].join(' '),
	};
}

function inWords(protocol: Protocol): string {
	return { I: 'by the official split', II: `by ${outerFolds}-fold cross-validation`, III: 'by leaving one out' }[protocol];
}

function labeledResponses(items: readonly TraceItem[]): number {
	return items.filter(({ response, sentences }) => response.truth !== null || sentences.some(({ truth }) => truth !== null)).length;
}

/**
 * Responses are judged from their sentences, unless enough of them are labeled whole and a classifier of their own tells them apart better by more than chance.
 * Labels that tell nothing of sentences tell nothing of responses: then neither is written, so that there is one chance to be fooled and not two.
 */
async function fitResponses(method: ClassifierMethod, all: readonly MeasuredTrace[], context: Context): Promise<LearnedFit> {
	const { items: traces } = takingPart(all, context);
	const allows = (level: ClassifierLevel): boolean =>
		chooseProtocol(featureSpans(traces, level), level, labeledResponses(traces), context.options.protocol).why === undefined;
	if (!allows('sentence')) return fit(method, responseLevel, all, context);
	const [first, second] = allows('response') ? halves(context) : [context, context];
	const sentences = await fit(method, sentenceLevel, all, first, responseLevel);
	const pool = async (): Promise<LearnedFit> =>
		responseFromSentences({
			traces,
			sentences,
			title: classifierNames[method],
			seed: context.seed,
			falseAlarms: context.options['false-alarms'],
			forced: isForced(context),
		});
	const whole = allows('response') ? await unlessItCannot(fit(method, responseLevel, all, second)) : null;
	if (whole === null) return pool();
	const pooled = await unlessItCannot(pool());
	return pooled === null || isBetterWhole(whole.unseen, pooled.unseen) ? whole : pooled;
}

/** `null` for a fit that the data do not allow. */
async function unlessItCannot<T>(fitting: Promise<T>): Promise<T | null> {
	try {
		return await fitting;
	} catch (error) {
		if (error instanceof UserError && error.code === errorNumbers.methodCannotBeFitted) return null;
		throw error;
	}
}

/** @param judges the level that it is to judge: a classifier of sentences may judge responses, too. */
async function fit(
	method: ClassifierMethod,
	of: typeof sentenceLevel | typeof responseLevel,
	all: readonly MeasuredTrace[],
	context: Context,
	judges: typeof sentenceLevel | typeof responseLevel = of,
): Promise<LearnedFit> {
	const level = of.name;
	const { items: traces, onSides, leftOut } = takingPart(all, context);
	const id = `${method} ${level}`;
	const chosen = chooseProtocol(featureSpans(traces, level), level, labeledResponses(traces), context.options.protocol);
	if (chosen.why !== undefined)
		throw cannotFit([`${classifierNames[method]} cannot be fitted for ${level}s: ${chosen.why}.`, ...leftOut].join(' '));
	const { protocol, train, test } = chosen;
	const hasCurve = id === taught && judges === of && train.length <= maxFewLabels;
	const [ofFit, ofCurve] = hasCurve ? halves(context) : [context, context];
	const plan = classifierPlan(context.options.protocol, protocol, train.length, context.options.draws);
	const { classifier, heldOut } = await run(id, method, chosen, plan, ofFit);
	const { text, sha256 } = formatClassifier(classifier.model, classifier.typical);
	const file = `classifier.${method === 'spad+' ? 'spad-plus' : method}.${level}.${sha256.slice(0, 12)}.json`;
	const outOfFold = train.map(({ positive, cluster }, i) => ({ positive, cluster, score: classifier.outOfFold[i]! }));
	const max = context.options['false-alarms'];
	const free = rounded(classifier.threshold);
	const scored = test.map((span, i) => ({ ...span, score: rounded(heldOut.scores[i]!) }));
	const { chosen: kept, isHeld } = keepAlarmsWithin(max, (bound) => {
		const bounded = boundedThreshold(outOfFold, bound);
		const choose = (from: readonly (JudgedScore & { readonly cluster: string })[]): number =>
			rounded(boundedThreshold(from, bound) ?? chooseThreshold(from, { kind: 'f1' }));
		const threshold = bounded === null ? free : rounded(bounded);
		const flags = protocol === 'I' ? null : flagsInTurns(scored, heldOut, { choose, isMoved: threshold !== free, seed: context.seed, id });
		// Where each fold searched for settings of its own, scores of two folds are on two scales, and no threshold is common to them.
		const isOneScale = heldOut.flagged === null || threshold !== free;
		const errors =
			flags === null || !isOneScale
				? undefined
				: choiceErrors(scored, resampledChoice(scored, bound), { direction: 'above', seed: context.seed, name: id });
		const judged = scored.map((span, i) => ({ ...span, ...(flags === null ? {} : { flagged: flags[i]! }) }));
		const alarms = alarmsInTurns(judged, threshold, { direction: 'above', errors });
		return { bound, choose, threshold, errors, judged, alarms, isBounded: bounded !== null };
	});
	const { choose, threshold, errors, judged } = kept;
	// By the official split the test side decides nothing: out-of-fold scores of the train side do.
	const unseen = protocol === 'I' ? train.map((span, i) => ({ ...span, score: classifier.outOfFold[i]! })) : judged;
	// In turns each search is judged by what it has not seen; out-of-fold scores are those of the best of its tries.
	const tried = protocol === 'I' && plan.settings === undefined ? plan.draws : 1;
	const checks = [
		labelsTellNothing(unseen, { id, level, seed: context.seed, learned: true, tried }),
		isHeld ? null : tooManyAlarms(level, max),
	];
	const onFailed = notesOnFailed(classifierNames[method], checks, { forced: isForced(context), leftOut });
	const doubt = besideLabelFree(unseen, { method, level, protocol });
	if (doubt !== null && context.named !== true && standsBack(doubt, judges.name))
		throw cannotFit([doubt.words, inItsPlace(method, judges.name), ...leftOut].join(' '));
	const after = judges === sentenceLevel && context.named !== true && isAfterStarter(unseen);
	const learned = whatWasLearned(classifier.model, featureSets[method], samplesOf(train, method).features);
	const detector = classifierDetector(
		{
			method,
			level,
			file,
			sha256,
			protocol,
			...(plan.settings === undefined ? { draws: plan.draws } : {}),
			threshold,
			...(after ? { after: 'starter' as const } : {}),
			learned: keptLearned(learned),
		},
		outOfFold,
		judged,
		protocol === 'I' ? 'test' : 'cross-validation',
		errors,
	);
	// What is written must be what can be read.
	readClassifier(Buffer.from(text), detector, file);
	return {
		detector,
		files: [{ name: file, text }],
		unseen: { protocol, train: train.map((span, i) => ({ ...span, score: classifier.outOfFold[i]! })), test: judged },
		reported: [
			reportDetector({
				id,
				method,
				level: of,
				title: `${classifierNames[method]}, ${of.nouns.many}`,
				unit: 'probability',
				direction: 'above',
				threshold,
				classes: { negative: 'supported', positive: 'unsupported' },
				chosen: [
					`Largest F1 over ${countsInWords(train, level)}, cross-validated by group.`,
					...boundInWords(outOfFold, kept.bound, max),
					settingsInWords(plan),
				].join(' '),
				measuredOn:
					protocol === 'I'
						? `Measured on ${countsInWords(test, level)} of the test side, which had no part in fitting.`
						: `Measured on the same ${countsInWords(test, level)}, ${inWords(protocol)}: cross-validated by group${plan.draws > 1 ? ', with a search in each fold' : ''}.`,
				spans: judged,
				inClusters: true,
				errors,
				thresholdNoise: thresholdNoise(outOfFold, choose, context.seed, id),
				learningCurve: hasCurve ? await curveOf(train, protocol, ofCurve) : null,
				learned: reportedLearned(learned, of.nouns),
				...(after ? { after: 'starter' as const } : {}),
				notes: [
					...(protocol === 'I' && onSides !== null ? [onSides] : []),
					...leftOut,
					...onFailed,
					...(doubt === null ? [] : [`${doubt.words} ${adviceOn(doubt, judges.name)}`]),
					...(after ? [afterStarter] : []),
				],
			}),
		],
	};
}

interface TurnsOptions {
	readonly choose: (others: readonly LabeledSpan[]) => number;
	/** Whether the bound on false alarms moved the threshold. */
	readonly isMoved: boolean;
	readonly seed: number;
	readonly id: string;
}

/**
 * Verdicts by thresholds that had no part of what they judge: those of the classifiers that gave the scores, if they have some, and if these
 * are what is written. Otherwise the scores of other groups choose.
 */
function flagsInTurns(
	scored: readonly LabeledSpan[],
	{ flagged }: HeldOutScores,
	{ choose, isMoved, seed, id }: TurnsOptions,
): readonly boolean[] {
	const own = flagged === null ? null : Array.from(flagged, (one) => one === 1);
	if (own !== null && !isMoved) return own;
	const flags = crossValidatedFlags(scored, choose, 'above', seed, id) ?? own;
	if (flags === null) throw new RangeError(`'${id}' has fewer groups than folds`);
	return flags;
}

/** Progress of two parts that take about as long as each other. */
function halves(context: Context): [Context, Context] {
	const part = (before: number): Context => ({
		...context,
		onProgress: (done, of) => context.onProgress(before + done / Math.max(of, 1) / 2, 1),
	});
	return [part(0), part(0.5)];
}

/** What more labels would bring to the classifier of sentences, which is written. */
async function curveOf(
	train: readonly FeatureSpan[],
	protocol: Protocol,
	{ seed, onProgress }: Pick<FitContext, 'seed' | 'onProgress'>,
): Promise<{ points: { labels: number; auc: { value: number; low: number; high: number } }[]; advice: string }> {
	const { points, advice } = await learningCurve(samplesOf(train, 'spad+'), {
		seed,
		learner: fewLabelsTrees({ featureNames: featureSets['spad+'].map(({ name }) => name) }),
		fallback: train.map(({ others }) => others[labelFree] ?? 0),
		fallbackName: labelFree,
		isWritten: true,
		ofTrainSide: protocol === 'I',
		onProgress,
	});
	return {
		points: points.map(({ labels, auc: { value, low, high } }) => ({
			labels,
			auc: { value: rounded(value), low: rounded(low), high: rounded(high) },
		})),
		advice,
	};
}

/** The classifier of a profile, and what such classifiers say of spans that they have not seen. */
async function run(
	id: string,
	method: ClassifierMethod,
	{ protocol, train, test }: Extract<ChosenProtocol<FeatureSpan>, { protocol: Protocol }>,
	plan: FitPlan,
	{ seed, onProgress }: Pick<FitContext, 'seed' | 'onProgress'>,
): Promise<{ classifier: SpadClassifier; heldOut: HeldOutScores }> {
	const common = { plan, random: randomFor(seed, id), featureNames: featureSets[method].map(({ name }) => name) };
	const samples = samplesOf(train, method);
	if (protocol === 'I') {
		const { classifier, ...heldOut } = await officialSplit(samples, samplesOf(test, method), {
			...common,
			onProgress: ({ done, of }) => onProgress(done, of),
		});
		return { classifier, heldOut };
	}
	const each = trainingCount(plan);
	const folds = protocol === 'II' ? outerFolds : new Set(samples.groups).size;
	const outer = folds * foldTrainingCount(plan);
	const all = outer + each;
	const judge = protocol === 'II' ? stratifiedCrossValidation : nestedLeaveOneOut;
	const heldOut = await judge(samples, { ...common, onProgress: ({ done }) => onProgress(done, all) });
	const classifier = await fitClassifier(samples, {
		...common,
		random: randomFor(seed, `${id} all`),
		onProgress: ({ done }) => onProgress(outer + done, all),
	});
	return { classifier, heldOut };
}
