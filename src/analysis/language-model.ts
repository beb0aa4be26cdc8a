import type { AttributeResult, Origins } from '../model-io/attribution.ts';
import type {
	GenerateResult,
	ModelIdentity,
	PromptParts,
	AttributeOptions,
	GenerateOptions,
	ReadOptions,
	ScoreOptions,
} from '../model-io/requests.ts';
import type { MixtureResult, ScoreResult } from '../model-io/scores.ts';

/** A language model as analysis sees it; the runner implements it over the model process. */
export interface LanguageModel {
	readonly identity: ModelIdentity;
	/** Scores `parts.response` with and without the contexts. Rejects with a `UserError`, or the signal's reason. */
	score(parts: PromptParts, options: ScoreOptions): Promise<ScoreResult>;
	generate(parts: PromptParts, options: GenerateOptions): Promise<GenerateResult>;
}

/** A language model that can be asked with the contexts alone. */
export interface MixtureModel extends LanguageModel {
	/** Of the first `tokens` tokens of `parts.response`, in three passes. Rejects as `score` does. */
	mixture(parts: PromptParts, tokens: number, options: ReadOptions): Promise<MixtureResult>;
}

export function canMix(model: LanguageModel): model is MixtureModel {
	return 'mixture' in model;
}

/** A language model whose inside can be looked into. Models behind a server are none. */
export interface AttributingModel extends LanguageModel {
	/**
	 * The seven sources of each token of `parts.response`, in one pass with its contexts. Rejects as `score` does, and with RA431, RA432
	 * or RA434 where the model's graph is not understood: everything else works with such a model all the same.
	 */
	attribute(parts: PromptParts, options: AttributeOptions): Promise<AttributeResult>;
	/** Origins of some response tokens, `rows` from 0; those that were not scored are an error. Rejects as `attribute` does. */
	origins(parts: PromptParts, rows: readonly number[], options: AttributeOptions): Promise<Origins>;
}

export function canAttribute(model: LanguageModel): model is AttributingModel {
	return 'attribute' in model;
}
