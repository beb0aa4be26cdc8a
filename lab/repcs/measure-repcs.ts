import { randomFor } from '../../src/statistics/random.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import { partsOf, type LeftOut } from '../datasets/sample-answers.ts';
import { medianFigure } from '../demo-model/contamination.ts';
import { share, type Figure } from '../figure.ts';
import { detectionFigures, differenceFigure, sameFormFigure, versus } from './detection-figures.ts';
import { guaranteeFigures, zOf } from './guarantee-figures.ts';
import { makeQueries, querySets, type QuerySet } from './query-sets.ts';
import { scoreQuery, type RowModel, type ScoredQuery } from './score-query.ts';
import { selfCheck } from './self-check.ts';

export interface RepcsSizes {
	/** Queries of each set. */
	readonly each: number;
	/** Of these, queries of each set that are sampled again for SelfCheck. */
	readonly sampledEach: number;
	readonly resamples: number;
}

export const fullSizes: RepcsSizes = { each: 500, sampledEach: 100, resamples: 2000 };
export const quickSizes: RepcsSizes = { each: 50, sampledEach: 8, resamples: 300 };

/** SelfCheck's scores by name. */
const [sameValue, unigram] = ['SelfCheck: samples with the same value', 'SelfCheckGPT: unigram (max)'];

export interface MeasuredRepcs {
	readonly figures: Figure[];
	/** Queries whose answers are not judged. */
	readonly lost: readonly { readonly set: QuerySet; readonly why: keyof LeftOut }[];
	/** What was judged: the query sets with the model's answers, in order. */
	readonly judged: readonly (PromptParts & { readonly set: QuerySet })[];
}

/** The paper's tables on the project's world: what RePCS and its baselines tell of a model's greedy answers (docs/methods/repcs.md). */
export async function measureRepcs(
	model: RowModel,
	sizes: RepcsSizes,
	seed: number,
	log: (message: string) => void,
): Promise<MeasuredRepcs> {
	const { signal } = new AbortController();
	const lost: { set: QuerySet; why: keyof LeftOut }[] = [];
	const scored: ScoredQuery[] = [];
	for (const [i, query] of makeQueries(seed, sizes.each).entries()) {
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const found = await scoreQuery(model, query, randomFor(seed, `noise ${i}`), signal);
		if (typeof found !== 'string') scored.push(found);
		else lost.push({ set: query.set, why: found });
		if ((i + 1) % 300 === 0) log(`${i + 1} queries`);
	}
	const sampled: ScoredQuery[] = [];
	for (const set of querySets) {
		const own = scored.filter((one) => one.set === set);
		// Spread over the set, whose first half is one side of the world.
		const chosen = own.filter(
			(_, i) => Math.floor(((i + 1) * sizes.sampledEach) / own.length) > Math.floor((i * sizes.sampledEach) / own.length),
		);
		for (const one of chosen) {
			// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
			const consistency = await selfCheck(model, one.query, one.answer, randomFor(seed, `samples ${one.query.seed} ${set}`), signal);
			sampled.push({ ...one, scores: new Map([...one.scores, [sameValue, consistency.sameValue], [unigram, consistency.unigram]]) });
		}
		log(`${chosen.length} ${set} queries sampled again`);
	}
	return {
		figures: figuresOf(scored, sampled, seed, sizes.resamples),
		lost,
		judged: scored.map(({ query: { situation }, set, answer }) => ({ set, ...partsOf(situation), response: answer })),
	};
}

function figuresOf(scored: readonly ScoredQuery[], sampled: readonly ScoredQuery[], seed: number, resamples: number): Figure[] {
	const options = { random: randomFor(seed, 'intervals'), resamples };
	const isSelfCheck = ({ name }: Figure): boolean => name.includes(sameValue) || name.includes(unigram);
	return [
		...versus.flatMap((set) => [...detectionFigures(scored, set, options), ...detectionFigures(sampled, set, options).filter(isSelfCheck)]),
		...versus.map((set) => sameFormFigure(scored, set, options)),
		...versus.flatMap((set) => [sameValue, unigram].map((other) => differenceFigure(sampled, set, other, options))),
		...versus.map((set) => differenceFigure(scored, set, 'mean surprise without context', options)),
		...guaranteeFigures(scored, options),
		...querySets.map((set) =>
			medianFigure(
				`Z, ${set}: median`,
				scored.filter((one) => one.set === set).map((one) => ({ z: zOf(one), entity: one.entity })),
				options.random,
			),
		),
		...querySets.map((set) =>
			share(
				`${set}: answers that give the stated value`,
				scored.filter((one) => one.set === set),
				({ right }) => right,
			),
		),
		scoringShare(scored),
	];
}

/** Of the time that the model took for writing its answers, what scoring them just after took. */
function scoringShare(scored: readonly ScoredQuery[]): Figure {
	const total = (of: (one: ScoredQuery) => number): number => scored.reduce((sum, one) => sum + of(one), 0);
	return {
		name: 'scoring the answers just written, of generating them',
		value: (100 * total((one) => one.scoring)) / total((one) => one.generating),
		low: null,
		high: null,
		n: scored.length,
		unit: '%',
		target: null,
	};
}
