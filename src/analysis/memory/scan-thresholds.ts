import type { MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import { lackingForGate, leastForGate } from '../../methods/memsad/memory-gate.ts';
import {
	crossFittedScores,
	divergenceBaseline,
	divergenceScore,
	minBaseline,
	storeCaution,
	type DivergenceBaseline,
} from '../../methods/memsad/length-matched-divergence.ts';
import {
	conformalScoreThreshold,
	minReference,
	meanThreshold,
	robustThreshold,
	robustDeviations,
	defaultKappa,
	defaultRate,
	type ScoreThreshold,
} from '../../methods/memsad/thresholds.ts';
import type { ScanAdvice } from '../../wording/memory-phrases.ts';
import { isOrAre, plural } from '../../wording/phrases.ts';
import { percentOf } from '../../wording/numbers.ts';

type MemoryCalibration = MemoryScanSummary['calibration'];
type ThresholdRule = 'conformal' | 'mean-plus-deviations';

/** By what a scan judges scores; `null`: not at all. */
export interface ScanThresholds {
	readonly likeness: ScoreThreshold | null;
	readonly divergence: { readonly baseline: DivergenceBaseline; readonly threshold: ScoreThreshold } | null;
	readonly proactive: ScoreThreshold | null;
	readonly calibration: MemoryCalibration;
}

/** Scores and texts that thresholds are made of. */
export interface BenignScores {
	/** Combined scores; empty: there is no history. */
	readonly likeness: ArrayLike<number>;
	/** `null`: probes were not asked for. */
	readonly proactive: ArrayLike<number> | null;
	/** Texts whose wording is compared; of a large store a sample. Empty: it is not. */
	readonly texts: readonly string[];
}

/** Fewer scores say nothing of where a store's own lie. */
const minScores = 10;

/**
 * Least deviations of a store's own scores: cosines, and divergences in deviations. Entries of one form lie closer together than their scores can tell apart, and
 * whatever differs a little would be an outlier.
 */
const leastDeviations = { cosine: 0.03, divergence: 1 } as const;

/** How a reference gives thresholds. */
export interface ReferenceRule {
	readonly rule: ThresholdRule;
	/** Deviations above the mean, where the rule is mean plus deviations. */
	readonly kappa?: number | undefined;
	/** False-positive rate that all detectors together may have, where the rule is conformal. */
	readonly rate?: number | undefined;
}

/** Thresholds from entries that somebody has named as benign. @param name of the file that they stand in */
export function referenceThresholds(
	benign: BenignScores,
	name: string,
	{ rule, kappa = defaultKappa, rate = defaultRate }: ReferenceRule,
): ScanThresholds {
	const entries = Math.max(benign.likeness.length, benign.texts.length);
	const baseline = baselineOf(benign.texts);
	const counts = detectorCounts(benign, baseline);
	// The patterns have a share as well, which no score uses.
	const detectors = counts.length + 1;
	const promised = (rate * counts.length) / detectors;
	const min = minReference(rate, Math.max(2, detectors));
	const isConformal = rule === 'conformal' && counts.length > 0 && counts.every((count) => count >= min);
	const made = (scores: ArrayLike<number>): ScoreThreshold =>
		isConformal ? conformalScoreThreshold(scores, rate, detectors) : meanThreshold(scores, kappa);
	const thresholds = thresholdsOf(benign, { baseline, cosine: made, divergence: made });
	const named = `${plural(entries, 'benign entry', 'benign entries')} of '${name}'`;
	if (judgesNothing(thresholds)) return nothingJudged(tooFew(named, entries));
	const says = isConformal
		? `The thresholds come from ${named}: of entries like those at most ${percentOf(promised)} are flagged by their scores, which leaves ${percentOf(rate - promised)} for the patterns.`
		: [
				`The thresholds are the mean and ${kappa === 2 ? 'two' : kappa} deviations of ${named}.`,
				notPromised(rule === 'conformal' ? { needed: min, given: Math.min(entries, ...counts), of: entries } : null),
				...wordingNotCompared(thresholds, benign),
			].join(' ');
	return {
		...thresholds,
		calibration: {
			from: 'reference',
			rule: isConformal ? 'conformal' : 'mean-plus-deviations',
			entries,
			alpha: isConformal ? promised : null,
			says,
		},
	};
}

/** How much there is to judge by. */
export interface JudgedBy {
	readonly entries: number;
	/** 0: there is no history. */
	readonly queries: number;
}

/** Thresholds from the store itself, in which planted entries may be: robust, and with no promise. */
export function storeThresholds(scores: BenignScores, by: JudgedBy, advice: ScanAdvice): ScanThresholds {
	const made = robustThresholds(scores);
	if (judgesNothing(made)) return noThresholds(scores, by.entries, advice);
	return { ...made, calibration: storeCalibration(made, scores, by, advice) };
}

/** Thresholds from the store itself for an entry that is in no store yet: nearness is judged only where there is enough to judge it by. */
export function gateThresholds(scores: BenignScores, by: JudgedBy, advice: ScanAdvice): ScanThresholds {
	const lacking = lackingForGate(by);
	if (by.queries === 0 || lacking.length === 0) return storeThresholds(scores, by, advice);
	const made = { ...robustThresholds(scores), likeness: null };
	const says = `How near the entry is to queries cannot be judged: ${lacking.join('; ')}.`;
	if (judgesNothing(made)) return nothingJudged(`${says} The entry is judged only by its own text. ${advice.nameBenign('benign entries')}`);
	const calibration = storeCalibration(made, scores, by, advice);
	return { ...made, calibration: { ...calibration, says: `${says} ${calibration.says}` } };
}

type Thresholds = Omit<ScanThresholds, 'calibration'>;

function robustThresholds(scores: BenignScores): Thresholds {
	return thresholdsOf(scores, {
		baseline: baselineOf(scores.texts, storeCaution),
		cosine: (own) => robustThreshold(own, robustDeviations, leastDeviations.cosine),
		divergence: (own) => robustThreshold(own, robustDeviations, leastDeviations.divergence),
	});
}

function judgesNothing({ likeness, divergence, proactive }: Thresholds): boolean {
	return likeness === null && divergence === null && proactive === null;
}

function storeCalibration(made: Thresholds, scores: BenignScores, { entries, queries }: JudgedBy, advice: ScanAdvice): MemoryCalibration {
	const isFew = made.likeness !== null && lackingForGate({ entries, queries }).length > 0;
	const says = [
		'The thresholds come from the store itself, by median and spread.',
		notPromised(null),
		...(isFew
			? [
					`Only ${plural(entries, 'entry', 'entries')} and ${plural(queries, 'query', 'queries')}: below ${leastForGate.entries} entries or ${leastForGate.queries} queries, more benign entries are flagged.`,
				]
			: []),
		...wordingNotCompared(made, scores),
		advice.nameBenign('entries that you know are benign'),
	];
	return { from: 'store', rule: 'robust', entries, alpha: null, says: says.join(' ') };
}

/** That too few texts are there to compare wording with. */
function wordingNotCompared({ divergence }: Thresholds, { texts }: BenignScores): string[] {
	if (texts.length === 0 || divergence !== null) return [];
	return new Set(texts).size < minBaseline
		? [`Wording is not compared: that needs ${minBaseline} different entries.`]
		: ['Wording is not compared: too few entries are about as long as each other.'];
}

function notPromised(why: { readonly needed: number; readonly given: number; readonly of: number } | null): string {
	if (why === null) return 'No false-positive rate is promised.';
	const { needed, given, of } = why;
	return `No false-positive rate is promised: that needs ${needed} ${given < of ? 'different ' : ''}benign entries, and this store has ${given}.`;
}

/** Where scores cannot be judged. */
function noThresholds(scores: BenignScores, entries: number, advice: ScanAdvice): ScanThresholds {
	return nothingJudged(
		scores.likeness.length === 0
			? 'Without a history of queries, entries are judged only by what they say.'
			: `${tooFew(plural(entries, 'entry', 'entries'), entries)} ${advice.nameBenign('benign entries')}`,
	);
}

function tooFew(counted: string, count: number): string {
	return `${counted} ${isOrAre(count)} too few to judge scores: that needs ${minScores}. Entries are judged only by what they say.`;
}

function nothingJudged(says: string): ScanThresholds {
	return { likeness: null, divergence: null, proactive: null, calibration: { from: 'none', rule: 'none', entries: 0, alpha: null, says } };
}

/** What wording is compared with; `null`: there are too few different texts. */
function baselineOf(texts: readonly string[], caution?: typeof storeCaution): DivergenceBaseline | null {
	return new Set(texts).size < minBaseline ? null : divergenceBaseline(texts, caution === undefined ? {} : { caution });
}

/** How many scores each detector has: of wording those of sentences that are not the same and can be judged, which may be fewer than entries. */
function detectorCounts({ likeness, proactive, texts }: BenignScores, baseline: DivergenceBaseline | null): number[] {
	return [
		...(likeness.length > 0 ? [likeness.length] : []),
		...(baseline === null ? [] : [[...new Set(texts)].filter((text) => divergenceScore(baseline, text) !== null).length]),
		...(proactive === null ? [] : [proactive.length]),
	];
}

function thresholdsOf(
	{ likeness, proactive, texts }: BenignScores,
	by: {
		readonly baseline: DivergenceBaseline | null;
		readonly cosine: (scores: ArrayLike<number>) => ScoreThreshold;
		readonly divergence: (scores: ArrayLike<number>) => ScoreThreshold;
	},
): Thresholds {
	const judged = (scores: ArrayLike<number> | null, made: (scores: ArrayLike<number>) => ScoreThreshold): ScoreThreshold | null =>
		scores === null || scores.length < minScores ? null : made(scores);
	const { baseline } = by;
	const wording = baseline === null ? null : judged(crossFittedScores(baseline, texts), by.divergence);
	const divergence = baseline === null || wording === null ? null : { baseline, threshold: wording };
	return { likeness: judged(likeness, by.cosine), divergence, proactive: judged(proactive, by.cosine) };
}
