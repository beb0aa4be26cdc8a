import { areaUnderCurve } from '../../src/statistics/auc.ts';
import { pairsAmong } from '../../src/statistics/area-interval.ts';
import { aucOf, clusterUnits } from '../../src/statistics/bootstrap-statistics.ts';
import { bootstrapInterval } from '../../src/statistics/bootstrap.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { randomFor, shuffled } from '../../src/statistics/random.ts';
import type { Figure } from '../figure.ts';
import { crossFitted, fitted, fourScores, type Features } from './joined-scores.ts';
import { scoreNames, type ScoredText, type ScoreName } from './text-scores.ts';

/** The texts of a set at one level, as one model reads them. */
export interface ScoredSet {
	readonly name: string;
	readonly texts: readonly ScoredText[];
}

export interface MeasureOptions {
	readonly seed: number;
	readonly resamples: number;
	/** Draws of shuffled labels. */
	readonly shuffles: number;
}

const labelsOf: Readonly<Record<ScoreName, string>> = {
	entropy: 'mean entropy',
	surprise: 'mean surprise',
	largestSurprise: 'largest surprise of a content word',
	confidenceGap: 'confidence gap (−CG)',
	missingWords: 'missing words',
	missingPairs: 'missing word pairs',
	normShare: 'the norm’s share (less is more suspect)',
	contextShare: 'the contexts’ share (less is more suspect)',
};

/** Fitted on other sources of the same set. */
const joined: Readonly<Record<string, Features>> = {
	'SPAD’s seven sources': ({ sources }) => sources,
	'four scores joined': fourScores,
	'four scores and SPAD’s seven sources': (text) => [...fourScores(text), ...text.sources],
};
const byForm: Features = ({ form }) => form;

/**
 * Returns how well each score tells unsupported texts from supported ones, on each set: areas under the ROC curve with 95 % intervals by a
 * bootstrap over sources. Joined scores are fitted on the other sources of the set, or on another set as a whole. Controls: a model that sees
 * the form alone, and the joined scores on shuffled labels. Figures are named 'LEVEL, SET, SCORE'.
 */
export function scoreFigures(level: string, sets: readonly ScoredSet[], { seed, resamples, shuffles }: MeasureOptions): Figure[] {
	return sets.flatMap((set) => {
		const { name, texts } = set;
		const labels = texts.map(({ isUnsupported }) => Number(isUnsupported));
		const prefix = `${level}, ${name}`;
		if (new Set(labels).size < 2) return [];
		const units = clusterUnits(texts.map(({ source }) => source));
		const cases = pairsAmong(units, labels);
		const area = (score: string, values: ArrayLike<number>): Figure => {
			const random = randomFor(seed, `${prefix}, ${score}, interval`);
			const { value, low, high } = bootstrapInterval(units, aucOf(values, labels), { random, resamples, unvaried: { cases } });
			return { name: `${prefix}, ${score}`, value, low, high, n: texts.length, unit: '', target: null };
		};
		const cross = (score: string, features: Features): Figure[] => {
			const values = crossFitted(randomFor(seed, `${prefix}, ${score}, folds`), texts, labels, features);
			return values === undefined ? [] : [area(score, values)];
		};
		return [
			...scoreNames.map((score) =>
				area(
					labelsOf[score],
					texts.map(({ scores }) => scores[score]),
				),
			),
			...Object.entries(joined).flatMap(([score, features]) => cross(score, features)),
			...sets
				.filter((other) => other !== set)
				.flatMap((other) => {
					const predict = fitted(
						other.texts,
						other.texts.map(({ isUnsupported }) => Number(isUnsupported)),
						fourScores,
					);
					return predict === undefined ? [] : [area(`four scores fitted on ${other.name}`, texts.map(predict))];
				}),
			...cross('control: length and position', byForm),
			...shuffledFigure(`${prefix}, control: four scores on shuffled labels`, texts, labels, { seed, shuffles }),
		];
	});
}

/** The mean area over draws of shuffled labels, and the range that 95 % of the draws lie in. */
function shuffledFigure(
	name: string,
	texts: readonly ScoredText[],
	labels: readonly number[],
	{ seed, shuffles }: Pick<MeasureOptions, 'seed' | 'shuffles'>,
): Figure[] {
	const random = randomFor(seed, name);
	const areas: number[] = [];
	for (let draw = 0; draw < shuffles; draw++) {
		const drawn = shuffled(random, labels);
		const values = crossFitted(random, texts, drawn, fourScores);
		if (values !== undefined) areas.push(areaUnderCurve(values, drawn));
	}
	if (areas.length === 0) return [];
	const sorted = areas.toSorted((a, b) => a - b);
	const value = areas.reduce((sum, area) => sum + area, 0) / areas.length;
	return [{ name, value, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975), n: texts.length, unit: '', target: null }];
}
