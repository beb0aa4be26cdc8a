import { repcs } from '../../src/methods/repcs/repcs.ts';
import { clusteredAuc } from '../../src/statistics/clustered-auc.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import type { Random } from '../../src/statistics/random.ts';
import type { Answered } from './ask.ts';
import { clusterBootstrap } from '../cluster-bootstrap.ts';
import { memorizedDomainIds } from './draw.ts';
import type { Figure } from '../figure.ts';
import { promptOf, type Measurement } from './subject.ts';
import { atLeast } from '../target.ts';

/** RePCS's `Z` (nats) of one answer, and whose it is about: answers about one entity may depend on each other. */
export interface ScoredAnswer {
	readonly z: number;
	readonly entity: string;
}

/**
 * Tells memorised facts from fresh ones by RePCS: both are stated by a passage, so both answers look alike, and only the memorised one would have
 * come without. As many answers of each domain on both sides, so that the kinds of values are the same.
 */
export async function contamination(run: Measurement, memorised: readonly Answered[], fresh: readonly Answered[]): Promise<Figure[]> {
	const known = await scoreEach(run, balanced(memorised, run.sizes.scoredEach));
	run.log(`${known.length} memorised answers scored`);
	const unknown = await scoreEach(run, balanced(fresh, run.sizes.scoredEach));
	run.log(`${unknown.length} fresh answers scored`);
	const random = run.randomFor('Z');
	return [
		areaFigure(known, unknown),
		medianFigure('RePCS Z, memorised: median', known, random),
		medianFigure('RePCS Z, fresh: median', unknown, random),
	];
}

/** The first answers of each domain that is memorised; those without a word cannot be scored. */
function balanced(answers: readonly Answered[], each: number): Answered[] {
	return memorizedDomainIds.flatMap((id) =>
		answers.filter(({ situation, answer }) => situation.entity.domain.id === id && answer.trim() !== '').slice(0, each),
	);
}

async function scoreEach({ subject: { model } }: Measurement, answers: readonly Answered[]): Promise<ScoredAnswer[]> {
	const scores: ScoredAnswer[] = [];
	const { signal } = new AbortController();
	for (const { situation, answer } of answers) {
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const { scored, truncation } = await model.score(
			{ ...promptOf(situation), response: answer },
			{ topK: 1, signal, onProgress: () => {} },
		);
		const score = repcs(scored.kl, scored.withContext.logProbability, scored.withoutContext.logProbability);
		if (truncation !== null || score === null) throw new RangeError(`an answer was cut or has no tokens: ${truncation?.message ?? answer}`);
		scores.push({ z: score.z, entity: situation.entity.name });
	}
	return scores;
}

/** `P(Z of a memorised answer < Z of a fresh one)`, clustered by entity. */
export function areaFigure(memorised: readonly ScoredAnswer[], fresh: readonly ScoredAnswer[]): Figure {
	const labelled = (answers: readonly ScoredAnswer[], positive: boolean) =>
		answers.map(({ z, entity }) => ({ score: -z, positive, cluster: entity }));
	const common = {
		name: 'RePCS AUC, memorised against fresh by low Z',
		n: memorised.length + fresh.length,
		unit: '',
		target: atLeast(0.95),
	};
	const { value, low, high } = clusteredAuc([...labelled(memorised, true), ...labelled(fresh, false)]);
	return { ...common, value, low, high };
}

/** Median of `Z`; interval by bootstrap over entities. */
export function medianFigure(name: string, answers: readonly ScoredAnswer[], random: Random): Figure {
	const byEntity = new Map<string, number[]>();
	for (const { z, entity } of answers) byEntity.set(entity, [...(byEntity.get(entity) ?? []), z]);
	const clusters = [...byEntity.values()];
	const median = (drawn: readonly (readonly number[])[]) => quantile(Float64Array.from(drawn.flat()).toSorted(), 0.5);
	return { name, value: median(clusters), ...clusterBootstrap(random, clusters, median), n: answers.length, unit: 'nats', target: null };
}
