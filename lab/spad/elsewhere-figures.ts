import { clusterUnits } from '../../src/statistics/bootstrap-statistics.ts';
import { clusteredAuc } from '../../src/statistics/clustered-auc.ts';
import type { Random } from '../../src/statistics/random.ts';
import { shareOfParts, type Figure } from '../figure.ts';
import { atLeast, atMost, type Target } from '../target.ts';
import { calibrationError } from './calibration-error.ts';

/** A sentence with its truth and with what a classifier of a profile makes of it. */
export interface JudgedElsewhere {
	/** Whom the answer is about: what is drawn as a whole. */
	readonly group: string;
	readonly positive: boolean;
	/** What is wrong with it, as in `JudgedSpan`. */
	readonly errors: readonly string[];
	/** In which the entity asked about is told of; `null` for prose. */
	readonly layout: string | null;
	/** That it is ungrounded, by the classifier. */
	readonly probability: number;
}

export interface Elsewhere {
	/** Such as 'SPAD+ of the profile, layouts kept aside'. */
	readonly name: string;
	/** The profile's; suspected is what lies above. */
	readonly threshold: number;
	/** Whether the targets are for it: nothing was chosen by it. */
	readonly aims: boolean;
	readonly sentences: readonly JudgedElsewhere[];
}

/** Sentences of a layout fewer than this say nothing about it. */
const fewest = 20;
const sure = 0.8;

/**
 * What a classifier that has been made elsewhere is worth here, at its own threshold: area, false alarms (overall and by layout), recall, misattributed
 * values found, calibration. Intervals: that of the area by clusters (Obuchowski), those of shares by bootstrap over groups; none of the calibration error,
 * which a bootstrap only makes larger.
 */
export function elsewhereFigures({ name, threshold, aims, sentences }: Elsewhere, random: Random): Figure[] {
	const named = (what: string): string => `sentence, ${name}, ${what}`;
	const aim = (target: Target): Target | null => (aims ? target : null);
	const isFlagged = ({ probability }: JudgedElsewhere): boolean => probability > threshold;
	const isWrong = ({ positive }: JudgedElsewhere): boolean => positive;
	const row = (what: string, some: readonly JudgedElsewhere[], isSo: (one: JudgedElsewhere) => boolean, target: Target | null): Figure[] =>
		some.length === 0 ? [] : [shareOfParts(named(what), random, byGroup(some), isSo, target)];
	const right = sentences.filter(({ positive }) => !positive);
	const wrong = sentences.filter(isWrong);
	const layouts = [...new Set(right.flatMap(({ layout }) => (layout === null ? [] : [layout])))].toSorted();
	return [
		...areaFigure(named('AUC'), sentences, aim(atLeast(0.97))),
		...row('false alarms', right, isFlagged, aim(atMost(0.03))),
		...layouts.flatMap((layout) => {
			const own = right.filter((one) => one.layout === layout);
			return own.length < fewest ? [] : row(`false alarms in ${layout}`, own, isFlagged, null);
		}),
		...row('ungrounded found', wrong, isFlagged, null),
		...row(
			'misattributed found',
			wrong.filter(({ errors }) => errors.includes('misattributed')),
			isFlagged,
			aim(atLeast(0.93)),
		),
		{
			name: named('expected calibration error'),
			value: calibrationError(
				sentences.map(({ probability }) => probability),
				sentences.map(({ positive }) => Number(positive)),
			),
			low: null,
			high: null,
			n: sentences.length,
			unit: '',
			target: aim(atMost(0.05)),
		},
		...row(
			`probability ≥ ${sure} is right`,
			sentences.filter(({ probability }) => probability >= sure),
			isWrong,
			null,
		),
	];
}

/** Nothing where an area has no interval: without two groups that hold grounded sentences, and two that hold others. */
function areaFigure(name: string, sentences: readonly JudgedElsewhere[], target: Target | null): Figure[] {
	const groupsOf = (positive: boolean) => new Set(sentences.filter((one) => one.positive === positive).map(({ group }) => group)).size;
	if (groupsOf(true) < 2 || groupsOf(false) < 2) return [];
	const { value, low, high } = clusteredAuc(
		sentences.map(({ group, positive, probability }) => ({ score: probability, positive, cluster: group })),
	);
	return [{ name, value, low, high, n: sentences.length, unit: '', target }];
}

function byGroup(sentences: readonly JudgedElsewhere[]): JudgedElsewhere[][] {
	return clusterUnits(sentences.map(({ group }) => group)).map((rows) => rows.map((row) => sentences[row]!));
}
