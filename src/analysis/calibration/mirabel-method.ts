import { mirabelFormat, type MirabelDetector } from '../../formats/detectors/mirabel.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { minDocuments } from '../../methods/mirabel/corpus-moments.ts';
import { empiricalZ, standOutScore } from '../../methods/mirabel/thresholds.ts';
import { minConformalSample } from '../../statistics/conformal-threshold.ts';
import { stratifiedPart } from '../../statistics/grouped-folds.ts';
import { randomFor } from '../../statistics/random.ts';
import { decimal, percentOf } from '../../wording/numbers.ts';
import { plural, thereAre } from '../../wording/phrases.ts';
import { areaOf } from './area.ts';
import { reportDetector } from './detector-report.ts';
import { heldOutShare } from './train-test-split.ts';
import { entryEmbedding, screenedEmbedding } from './embedding-measure.ts';
import type { Level } from './levels.ts';
import type { Measured } from './measure.ts';
import { defineMethod, type FitContext, type FitSettings, type Fitted, type Look } from './method.ts';
import { numberOption, type ParsedOptions } from './method-options.ts';
import { scoredText } from './scored-span.ts';
import { costsOf, recallAt, recallOf, screenedItems, type ScreenedItem } from './screened-queries.ts';
import { scoreQuantiles } from './threshold-figures.ts';
import { thresholdNoise } from './threshold-noise.ts';
import { rate } from './threshold-point.ts';
import type { QueryItem } from './text-item.ts';

const id = 'mirabel query';
const level = { name: 'query', nouns: { one: 'query', many: 'queries' } } satisfies Level;
const classes = { negative: 'ordinary', positive: 'fishing' } as const;
/** Rates of which it is told what they cost, beside the one that is asked for. */
const shownRates = [0.01, 0.02, 0.05, 0.1, 0.2] as const;

const options = {
	rho: numberOption({
		title: 'Benign queries flagged, at most',
		help: 'Share of ordinary queries that may be flagged. A smaller share needs more of them: 0.05 needs at least 19.',
		min: 1e-4,
		max: 0.5,
		whole: false,
		default: 0.05,
	}),
};
type Options = ParsedOptions<typeof options>;

/** How far the nearest document of a query stands out of the others (docs/methods/mirabel.md): the empirical threshold of Mirabel's score. */
export const mirabelMethod = defineMethod({
	name: 'mirabel',
	title: 'Mirabel',
	subject: 'query',
	options,
	classes: { of: 'query', ...classes, truths: (item) => [fishingTruth(item)] },
	format: mirabelFormat,
	measure: screenedEmbedding,
	beside: entryEmbedding,
	look: (items, settings, beside) => lookAtQueries(items, settings, beside.length),
	detectors: [
		{
			level,
			title: 'Mirabel, queries',
			weight: 2,
			fit: async (items, context, beside) => fitMirabel(items, context, beside),
		},
	],
});

function fishingTruth({ label }: Pick<QueryItem, 'label'>): boolean | null {
	return label === classes.positive ? true : label === classes.negative ? false : null;
}

interface Sides<T> {
	readonly choosing: readonly T[];
	readonly heldOut: readonly T[];
	readonly fishing: readonly T[];
}

/** By the data's split where its train side suffices; else a third of the ordinary ones is held out where enough remain; else none is. */
function sidesOf<T extends Pick<QueryItem, 'label' | 'split' | 'group'>>(
	items: readonly T[],
	{ seed, options: { rho } }: FitSettings<Options>,
): Sides<T> {
	const min = minConformalSample(rho);
	const ordinary = items.filter((item) => fishingTruth(item) === false);
	const fishing = items.filter((item) => fishingTruth(item) === true);
	const train = ordinary.filter(({ split }) => split === 'train');
	const test = ordinary.filter(({ split }) => split === 'test');
	if (train.length >= min && test.length > 0)
		return { choosing: train, heldOut: test, fishing: fishing.filter(({ split }) => split !== 'train') };
	if (ordinary.length < 2) return { choosing: ordinary, heldOut: [], fishing };
	const { part, rest } = stratifiedPart(
		randomFor(seed, 'ordinary queries held out'),
		{ labels: ordinary.map(() => 0), groups: ordinary.map(({ group }) => group) },
		heldOutShare,
	);
	return rest.length < min
		? { choosing: ordinary, heldOut: [], fishing }
		: { choosing: rest.map((i) => ordinary[i]!), heldOut: part.map((i) => ordinary[i]!), fishing };
}

function lookAtQueries(items: readonly QueryItem[], settings: FitSettings<Options>, documents: number): Look {
	const { choosing, heldOut, fishing } = sidesOf(items, settings);
	const min = minConformalSample(settings.options.rho);
	if (choosing.length < min)
		return {
			fits: false,
			code: errorNumbers.methodCannotBeFitted,
			why: `It needs at least ${plural(min, 'query', 'queries')} labeled \`ordinary\`, and ${thereAre(choosing.length)}.`,
		};
	if (documents < minDocuments)
		return {
			fits: false,
			code: errorNumbers.methodCannotBeFitted,
			why: `It compares queries with the documents that they are answered from, and ${thereAre(documents)}: add a file \`NAME.entries.jsonl\` of at least ${minDocuments}.`,
		};
	return {
		fits: true,
		why: `Threshold on ${plural(choosing.length, 'ordinary query', 'ordinary queries')} against ${plural(documents, 'document')}, ${heldOut.length} held out, ${fishing.length === 0 ? 'no fishing one' : plural(fishing.length, 'fishing one')} to find.`,
	};
}

function fitMirabel(
	queries: readonly Measured<QueryItem>[],
	context: FitContext<Options>,
	beside: readonly Measured[],
): Fitted<MirabelDetector> {
	const {
		seed,
		options: { rho },
		embedder,
	} = context;
	const score = standOutScore(embedder === 'lexical');
	const { items, documents } = screenedItems(queries, beside, score);
	const sides = sidesOf(
		items.map((one) => ({ ...one, label: one.item.label, split: one.item.split, group: one.item.group })),
		context,
	);
	const zs = sides.choosing.map(({ standsOut }) => standsOut);
	const threshold = requiredZ(zs, rho);
	const span = (one: ScreenedItem) =>
		scoredText(one.item, fishingTruth(one.item), one.standsOut, { 'similarity alone': one.max, length: one.item.text.length });
	const negatives = sides.heldOut.length > 0 ? sides.heldOut : sides.choosing;
	const judged = [...negatives, ...sides.fishing].map(span);
	const flagged = (of: readonly ScreenedItem[]): number => of.filter(({ standsOut }) => standsOut > threshold).length;
	const [falsePositiveRate, truePositiveRate, auc] = [
		rate(flagged(sides.heldOut), sides.heldOut.length),
		rate(flagged(sides.fishing), sides.fishing.length),
		areaOf(judged, 'above'),
	];
	return {
		detector: {
			method: 'mirabel',
			level: 'query',
			threshold,
			score,
			direction: 'above',
			criterion: { kind: 'conformal', rho, n: zs.length },
			quantiles: scoreQuantiles(zs),
			heldOut: falsePositiveRate === null ? null : { n: sides.heldOut.length, falsePositiveRate },
			fishing: truePositiveRate === null || auc === null ? null : { n: sides.fishing.length, truePositiveRate, auc },
			costs: costsOf(negatives, threshold),
			documents,
		},
		files: [],
		reported: [
			reportDetector({
				id,
				method: 'mirabel',
				level,
				title: 'Mirabel, queries: one document stands out',
				unit: score === 'z' ? 'deviations' : 'deviations by room left',
				direction: 'above',
				threshold,
				classes,
				spans: judged,
				negativesChose: sides.heldOut.length === 0,
				chosen: `Split conformal on ${plural(zs.length, 'ordinary query', 'ordinary queries')}: another one like them is flagged with probability at most ${rho}.`,
				measuredOn: `Measured on ${sides.heldOut.length > 0 ? `${plural(sides.heldOut.length, 'ordinary query', 'ordinary queries')} that had no part in the threshold` : `the ${plural(zs.length, 'ordinary query', 'ordinary queries')} that chose it, too few to hold any out`}${sides.fishing.length > 0 ? ` and ${plural(sides.fishing.length, 'fishing one')}` : ''}.`,
				thresholdNoise: thresholdNoise(
					sides.choosing.map(span),
					(drawn) =>
						requiredZ(
							drawn.map((one) => one.score),
							rho,
						),
					seed,
					id,
				),
				notes: [
					...operatingCurve(zs, negatives, sides.fishing, rho),
					`Compared with ${plural(documents, 'document')}. A store of other documents changes all scores. Calibrate with queries to that store.`,
				],
			}),
		],
	};
}

function requiredZ(zs: readonly number[], rho: number): number {
	const { z } = empiricalZ(zs, rho);
	if (z === null) throw new RangeError(`${zs.length} queries for a rate of ${rho}`);
	return z;
}

/** What each threshold costs, a sentence each: benign queries flagged by what they ask for, fishing ones found, recall lost by hiding. */
function operatingCurve(
	zs: readonly number[],
	negatives: readonly ScreenedItem[],
	fishing: readonly ScreenedItem[],
	rho: number,
): string[] {
	const rates = [...new Set([...shownRates, rho])].toSorted((a, b) => a - b);
	return rates.flatMap((one) => {
		const { z } = empiricalZ(zs, one);
		if (z === null) return [];
		const costs = costsOf(negatives, z).map(({ kind, n, flagged }) => `${Math.round(flagged.value * n)} of ${n} ${kind}`);
		const all = `${negatives.filter(({ standsOut }) => standsOut > z).length} of ${negatives.length} ordinary queries flagged`;
		const found =
			fishing.length === 0 ? '' : `; ${fishing.filter(({ standsOut }) => standsOut > z).length} of ${fishing.length} fishing ones found`;
		const recall = recallAt(negatives, z);
		const lost =
			recall === null
				? ''
				: `; R@${recallOf} of ${plural(recall.queries, 'query', 'queries')} ${percentOf(recall.open)}, with hiding ${percentOf(recall.hidden)}`;
		return [`At ρ = ${one} (above ${decimal(z, 2)}): ${all}${costs.length === 0 ? '' : ` (${costs.join(', ')})`}${found}${lost}.`];
	});
}
