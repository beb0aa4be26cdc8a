import type { LanguageModel } from '../../src/analysis/language-model.ts';
import type { PromptParts, ScoreOptions } from '../../src/model-io/requests.ts';
import type { ScoreResult } from '../../src/model-io/scores.ts';
import { window } from '../../src/methods/repcs/repcs.ts';
import { noisyDivergence, type Noise } from './noisy-divergence.ts';
import type { Random } from '../../src/statistics/random.ts';
import { answerTo, partsOf, type LeftOut } from '../datasets/sample-answers.ts';
import { isRight } from '../demo-model/judge.ts';
import { detectorScores, listed } from './detector-scores.ts';
import type { Query } from './query-sets.ts';

/** A model that shows the rows of logits while it scores; a model in the same process does. */
export interface RowModel extends LanguageModel {
	score(
		parts: PromptParts,
		options: ScoreOptions & { readonly onRows?: (t: number, withContext: Float32Array, withoutContext: Float32Array) => void },
	): Promise<ScoreResult>;
}

/** What is known of a query once the model has answered it and the answer is scored. */
export interface ScoredQuery extends Pick<Query, 'set' | 'form'> {
	readonly query: Query;
	readonly answer: string;
	/** Whom it is about: queries about one entity may depend on each other. */
	readonly entity: string;
	/** Whether it gives the value that the passage states. */
	readonly right: boolean;
	/** By detector; each rises with the suspicion of memory. */
	readonly scores: ReadonlyMap<string, number>;
	/** Time for writing the answer, and for scoring it without the noise of the robustness table; milliseconds. */
	readonly generating: number;
	readonly scoring: number;
}

/** Standard deviations of the paper's Table IV. */
const sigmas = [0.02, 0.05, 0.1] as const;

function noiseName(sigma: number, on: NonNullable<Noise['on']>): string {
	return `Z, noise of σ = ${sigma} on ${on}`;
}

/**
 * Puts a query to the model greedily and scores its answer on both paths. Noise is added to each row as it comes, and of each row nothing
 * but its divergence is kept.
 * @returns or why the answer cannot be judged.
 */
export async function scoreQuery(model: RowModel, query: Query, random: Random, signal: AbortSignal): Promise<ScoredQuery | keyof LeftOut> {
	const start = performance.now();
	const answered = await answerTo(query, model, signal);
	const generated = performance.now();
	if (typeof answered === 'string') return answered;
	const noisy = sigmas.flatMap((sigma) => (['probabilities', 'logits'] as const).map((on) => ({ sigma, on, z: 0 })));
	let disturbing = 0;
	const { scored, truncation } = await model.score(
		{ ...partsOf(query.situation), response: answered.text },
		{
			topK: listed,
			signal,
			onProgress: () => {},
			onRows: (t, p, q) => {
				const before = performance.now();
				if (t < window) for (const one of noisy) one.z += noisyDivergence(p, q, { sigma: one.sigma, on: one.on, random });
				disturbing += performance.now() - before;
			},
		},
	);
	const scoring = performance.now() - generated - disturbing;
	if (truncation !== null) return 'cut';
	const scores = detectorScores(scored);
	for (const { sigma, on, z } of noisy) scores.set(noiseName(sigma, on), -z);
	const { set, form, situation } = query;
	return {
		query,
		set,
		form,
		answer: answered.text,
		entity: situation.entity.name,
		right: isRight({ ...answered, answer: answered.text }),
		scores,
		generating: generated - start,
		scoring,
	};
}
