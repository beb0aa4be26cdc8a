import type { AttributeResult, LensReading, Origins } from '../model-io/attribution.ts';
import type { HidingResult } from '../model-io/hiding.ts';
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

/** A language model as analysis sees it. The runner implements it over the model process. */
export interface LanguageModel {
	readonly identity: ModelIdentity;
	/** Scores `parts.response` with and without the contexts. Rejects with a `UserError`, or with the signal's reason. */
	score(parts: PromptParts, options: ScoreOptions): Promise<ScoreResult>;
	generate(parts: PromptParts, options: GenerateOptions): Promise<GenerateResult>;
}

/** A language model that can also read the contexts alone. */
export interface MixtureModel extends LanguageModel {
	/** Computes the mixture's sums for the first `tokens` tokens of `parts.response`, in three passes. Rejects as `score`. */
	mixture(parts: PromptParts, tokens: number, options: ReadOptions): Promise<MixtureResult>;
}

/** Returns whether a model can read the contexts alone. */
export function canMix(model: LanguageModel): model is MixtureModel {
	return 'mixture' in model;
}

/** A language model that can read a response without some of its contexts. A model behind a server that only answers is not one. */
export interface HidingModel extends LanguageModel {
	/** Reads `parts.response` again without each of its contexts. Rejects as `score`. */
	hide(parts: PromptParts, options: ReadOptions): Promise<HidingResult>;
}

/** Returns whether a model can read a response without some of its contexts. */
export function canHide(model: LanguageModel): model is HidingModel {
	return 'hide' in model;
}

/** A language model whose internals can be inspected. A model behind a server is not one. */
export interface AttributingModel extends LanguageModel {
	/**
	 * Attributes each token of `parts.response` to the seven sources, in one pass with its contexts.
	 * Rejects as `score`, and with RA431, RA432 or RA434 if the model's graph is not understood. Everything else works with such a model.
	 */
	attribute(parts: PromptParts, options: AttributeOptions): Promise<AttributeResult>;
	/**
	 * Returns the origins of some response tokens. `rows` are their numbers, from 0. A token that was not scored is an error. Rejects as
	 * `attribute`.
	 */
	origins(parts: PromptParts, rows: readonly number[], options: AttributeOptions): Promise<Origins>;
	/**
	 * Returns the second reading of some response tokens, numbered from 0. It is always exact. Rejects as `origins`, and with RA434 if only the
	 * second reading fails its self-check.
	 */
	lens(parts: PromptParts, rows: readonly number[], options: ReadOptions): Promise<LensReading>;
}

/** Returns whether a model's tokens can be attributed. */
export function canAttribute(model: LanguageModel): model is AttributingModel {
	return 'attribute' in model;
}
