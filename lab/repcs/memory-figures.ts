import { answersInWords } from '../../src/report/closed-book-words.ts';
import { answerGroups, groupThresholds, thresholdOf } from '../../src/methods/closed-book/group-thresholds.ts';
import { clusterUnits } from '../../src/statistics/bootstrap-statistics.ts';
import { clusteredAuc } from '../../src/statistics/clustered-auc.ts';
import { conformalThreshold, minConformalSample } from '../../src/statistics/conformal-threshold.ts';
import type { Random } from '../../src/statistics/random.ts';
import { shareOfParts, type Figure } from '../figure.ts';
import { closedBookName, entropyName, zName } from './detector-scores.ts';
import type { MemorySet } from './memory-sets.ts';
import type { ScoredMemory } from './score-memory.ts';
import { atLeast, atMost, type Target } from '../target.ts';

/** Answers to questions in the same words and layouts. */
export interface MemoryPlace {
	/** Such as 'the world' or 'cedar'. */
	readonly name: string;
	/** Whether the targets are for it: nothing was chosen by it. */
	readonly isKeptAside: boolean;
	readonly answers: Readonly<Record<MemorySet, readonly ScoredMemory[]>>;
}

/** The product's, and the paper's. */
const alphas = [0.01, 0.05] as const;
const detectors = [zName, 'Z/T', 'mean surprise without context', entropyName, closedBookName] as const;
/** A group with fewer answers says nothing of its rate: 0.05 of them is less than two. */
const minInGroup = 30;

/** Whether a detector calls an answer memorized, at a share of clean answers. */
type Rule = (answer: ScoredMemory) => boolean;

/**
 * What thresholds of clean answers do elsewhere (docs/methods/closed-book.md): areas of right memorized against right clean answers, and at each share
 * what is called memorized of right clean answers, overall and in every group, of wrong clean ones, of those that the contexts gave against memory, and
 * of memorized ones. Refusals are never called so. Intervals by bootstrap over entities.
 */
export function memoryFigures(
	calibrating: readonly ScoredMemory[],
	{ name: place, isKeptAside, answers }: MemoryPlace,
	random: Random,
): Figure[] {
	const right = (set: MemorySet): ScoredMemory[] => answers[set].filter((one) => one.right);
	const areas = detectors.map((detector): Figure => {
		const judged = (['clean', 'memorised'] as const).flatMap((set) =>
			right(set).map((one) => ({ score: scoreOf(one, detector), positive: set === 'memorised', cluster: one.entity })),
		);
		return {
			name: `${place}, ${detector}: AUC of right memorized against right clean answers`,
			...clusteredAuc(judged),
			n: judged.length,
			unit: '',
			target: null,
		};
	});
	const rates = alphas.flatMap((alpha) =>
		detectors.flatMap((detector) => {
			const rule = ruleOf(calibrating, detector, alpha);
			const aims = detector === closedBookName && alpha === 0.01;
			const row = (what: string, of: readonly ScoredMemory[], aim: Target | null): Figure =>
				shareOfParts(`${place}, ${detector}, α = ${alpha}: ${what}`, random, byEntity(of), rule, isKeptAside && aims ? aim : null);
			const clean = right('clean');
			const groups = answerGroups.flatMap((group) => {
				const own = clean.filter((one) => one.group.sentences === group.sentences && one.group.value === group.value);
				return own.length < minInGroup ? [] : [row(`right clean ${answersInWords(group)} flagged`, own, atMost(0.05))];
			});
			return [
				row('right clean answers flagged', clean, atMost(0.02)),
				...(detector === closedBookName || detector === zName ? groups : []),
				row('memorized answers caught', right('memorised'), atLeast(0.95)),
				row('answers given against memory flagged', right('against memory'), atMost(0.05)),
				...wrongRow(
					row,
					answers.clean.filter((one) => !one.right && !one.refuses),
				),
			];
		}),
	);
	return [...areas, ...rates];
}

function wrongRow(
	row: (what: string, of: readonly ScoredMemory[], aim: Target | null) => Figure,
	wrong: readonly ScoredMemory[],
): Figure[] {
	return wrong.length === 0 ? [] : [row('wrong clean answers flagged', wrong, null)];
}

/** Closed book by groups, as the product judges; the others by one threshold for all. */
function ruleOf(calibrating: readonly ScoredMemory[], detector: string, alpha: number): Rule {
	const clean = calibrating.filter(({ refuses }) => !refuses);
	if (clean.length < minConformalSample(alpha)) return () => false;
	if (detector !== closedBookName) {
		const { threshold } = conformalThreshold(
			clean.map((one) => -scoreOf(one, detector)),
			alpha,
		);
		return (one) => !one.refuses && -scoreOf(one, detector) < threshold;
	}
	const groups = groupThresholds(
		clean.map((one) => ({ group: one.group, score: -scoreOf(one, detector) })),
		alpha,
	);
	return (one) => !one.refuses && -scoreOf(one, detector) < (thresholdOf(groups, one.group)?.threshold ?? 0);
}

function scoreOf({ scores }: ScoredMemory, detector: string): number {
	const score = scores.get(detector);
	if (score === undefined) throw new RangeError(`no score by '${detector}'`);
	return score;
}

function byEntity(answers: readonly ScoredMemory[]): ScoredMemory[][] {
	return clusterUnits(answers.map(({ entity }) => entity)).map((rows) => rows.map((row) => answers[row]!));
}
