import { sourceNames, type SourceName } from '../../model-io/attribution.ts';
import type { PartOfSpeech } from '../../text/tagged-text.ts';
import { passageMeasures, type PassageMeasure } from './passage-agreement.ts';

/** A number that each token has: a source's part of its probability, or what the model's distribution says of it. */
export type Quantity = SourceName | Certainty;
export type Certainty = 'logProbability' | 'entropy' | 'margin' | 'logitMargin' | 'energy';

/** Which of a span's tokens: those of a part of speech, those of new words (all where there is no new word), all. */
export type TokenGroup = PartOfSpeech | 'new' | 'all';

export type Statistic = 'mean' | 'min' | 'max' | 'sum' | 'count';

/** A statistic of a quantity over a group of the span's tokens; 0 where the group is empty. */
export interface TokenFeature {
	readonly kind: 'tokens';
	readonly name: string;
	readonly quantity: Quantity;
	readonly group: TokenGroup;
	readonly statistic: Statistic;
}

/** One of the seven numbers of passage agreement. */
export interface PassageFeature {
	readonly kind: 'passages';
	readonly name: string;
	readonly measure: PassageMeasure;
}

export type Feature = TokenFeature | PassageFeature;

/**
 * A feature with its name, which is unique: `RAG_NOUN` is the paper's mean over nouns, `LN_NEW_MIN` over new words, `ENTROPY_MAX` over
 * all tokens, `COUNT` the number of tokens.
 */
export function tokenFeature(quantity: Quantity, group: TokenGroup, statistic: Statistic): TokenFeature {
	return { kind: 'tokens', name: tokenFeatureName(quantity, group, statistic), quantity, group, statistic };
}

/** `PASSAGE_COSINE` and so on. */
export function passageFeature(measure: PassageMeasure): PassageFeature {
	return { kind: 'passages', name: `PASSAGE_${upper(measure)}`, measure };
}

export const passageFeatures: readonly PassageFeature[] = passageMeasures.map(passageFeature);

export function isSource(quantity: Quantity): quantity is SourceName {
	return (sourceNames as readonly string[]).includes(quantity);
}

function tokenFeatureName(quantity: Quantity, group: TokenGroup, statistic: Statistic): string {
	if (statistic === 'count') return group === 'all' ? 'COUNT' : `COUNT_${group.toUpperCase()}`;
	if (group === 'all') return `${quantityName(quantity)}_${upper(statistic)}`;
	if (group === 'new') return `${quantityName(quantity)}_NEW_${upper(statistic)}`;
	return statistic === 'mean' ? `${quantityName(quantity)}_${group}` : `${quantityName(quantity)}_${group}_${upper(statistic)}`;
}

function quantityName(quantity: Quantity): string {
	return quantity === 'logProbability' ? 'LOGPROB' : upper(quantity);
}

/** `logitMargin` to `LOGIT_MARGIN`. */
function upper(camel: string): string {
	return camel.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
