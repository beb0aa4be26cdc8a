import type { MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import { lackingForGate } from '../../methods/memsad/memory-gate.ts';
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
import { plural } from '../../wording/phrases.ts';
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
	const calibration: MemoryCalibration = {
		from: 'reference',
		rule: isConformal ? 'conformal' : 'mean-plus-deviations',
		entries,
		alpha: isConformal ? promised : null,
		says: isConformal
			? `The thresholds come from ${plural(entries, 'benign entry', 'benign entries')} of '${name}': of entries like those at most ${percentOf(promised)} are flagged by their scores, which leaves ${percentOf(rate - promised)} for the patterns.`
			: `The thresholds are the mean and ${kappa === 2 ? 'two' : kappa} deviations of ${plural(entries, 'benign entry', 'benign entries')} of '${name}'. ${notPromised(rule === 'conformal' ? { needed: min, given: Math.min(entries, ...counts), of: entries } : null)}`,
	};
	return thresholdsOf(benign, { baseline, cosine: made, divergence: made }, calibration);
}

/** Thresholds from the store itself, in which planted entries may be: robust, and with no promise. */
export function storeThresholds(scores: BenignScores, entries: number, advice: ScanAdvice): ScanThresholds {
	const by = {
		baseline: baselineOf(scores.texts, storeCaution),
		cosine: (own: ArrayLike<number>) => robustThreshold(own, robustDeviations, leastDeviations.cosine),
		divergence: (own: ArrayLike<number>) => robustThreshold(own, robustDeviations, leastDeviations.divergence),
	};
	const made = thresholdsOf(scores, by, {
		from: 'store',
		rule: 'robust',
		entries,
		alpha: null,
		says: `The thresholds come from the store itself, by median and spread. ${notPromised(null)} ${advice.nameBenign('entries that you know are benign')}`,
	});
	return made.likeness === null && made.divergence === null && made.proactive === null ? noThresholds(scores, entries, advice) : made;
}

/** Thresholds from the store itself for an entry that is in no store yet: nearness is judged only where there is enough to judge it by. */
export function gateThresholds(
	scores: BenignScores,
	{ entries, queries }: { readonly entries: number; readonly queries: number },
	advice: ScanAdvice,
): ScanThresholds {
	const found = storeThresholds(scores, entries, advice);
	const lacking = lackingForGate({ queries, entries });
	if (queries === 0 || lacking.length === 0) return found;
	const { divergence, proactive, calibration } = found;
	const others = divergence === null && proactive === null ? 'The entry is judged by what it says alone.' : calibration.says;
	const says = `How near the entry is to queries cannot be judged: ${lacking.join('; ')}. ${others}`;
	return {
		...found,
		likeness: null,
		calibration:
			divergence === null && proactive === null
				? { from: 'none', rule: 'none', entries: 0, alpha: null, says: `${says} ${advice.nameBenign('benign entries')}` }
				: { ...calibration, says },
	};
}

function notPromised(why: { readonly needed: number; readonly given: number; readonly of: number } | null): string {
	if (why === null) return 'No false-positive rate is promised.';
	const { needed, given, of } = why;
	return `No false-positive rate is promised: that needs ${needed} ${given < of ? 'different ' : ''}benign entries, and this store gave ${given}.`;
}

/** Where scores cannot be judged. */
function noThresholds(scores: BenignScores, entries: number, advice: ScanAdvice): ScanThresholds {
	const why =
		scores.likeness.length === 0
			? 'Without a history of queries, entries are judged only by what they say.'
			: `${plural(entries, 'entry is', 'entries are')} too few to judge scores: entries are judged only by what they say. ${advice.nameBenign('benign entries')}`;
	return {
		likeness: null,
		divergence: null,
		proactive: null,
		calibration: { from: 'none', rule: 'none', entries: 0, alpha: null, says: why },
	};
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
	calibration: MemoryCalibration,
): ScanThresholds {
	const judged = (scores: ArrayLike<number> | null, made: (scores: ArrayLike<number>) => ScoreThreshold): ScoreThreshold | null =>
		scores === null || scores.length < minScores ? null : made(scores);
	const { baseline } = by;
	const wording = baseline === null ? null : judged(crossFittedScores(baseline, texts), by.divergence);
	const divergence = baseline === null || wording === null ? null : { baseline, threshold: wording };
	return { likeness: judged(likeness, by.cosine), divergence, proactive: judged(proactive, by.cosine), calibration };
}
