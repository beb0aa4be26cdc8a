import { sourceNames, type SourceName } from '../../model-io/attribution.ts';
import { isSource, type Feature, type TokenGroup } from './feature.ts';
import { featureSets } from './feature-sets.ts';

/** Where a feature looks: at one of the seven sources, at the model's certainty, at the contexts' agreement. */
export type FeatureOrigin = SourceName | 'certainty' | 'passages' | 'unknown';
export const featureOrigins: readonly FeatureOrigin[] = [...sourceNames, 'certainty', 'passages', 'unknown'];

/** Which words it looks at. The paper tells content words from words of relation, and numbers from both. */
export type WordKind = 'content' | 'numbers' | 'relation' | 'other' | 'new' | 'all';
const wordKinds: readonly WordKind[] = ['content', 'numbers', 'relation', 'other', 'new', 'all'];

const kinds: Readonly<Record<TokenGroup, WordKind>> = {
	NOUN: 'content',
	PROPN: 'content',
	VERB: 'content',
	ADJ: 'content',
	ADV: 'content',
	NUM: 'numbers',
	ADP: 'relation',
	AUX: 'relation',
	CCONJ: 'relation',
	DET: 'relation',
	PART: 'relation',
	PRON: 'relation',
	SCONJ: 'relation',
	INTJ: 'other',
	PUNCT: 'other',
	SPACE: 'other',
	SYM: 'other',
	X: 'other',
	new: 'new',
	all: 'all',
};

const known: ReadonlyMap<string, Feature> = new Map(
	Object.values(featureSets)
		.flat()
		.map((feature: Feature) => [feature.name, feature]),
);

/** Finds a feature by its name; `undefined` for one of another version. */
export function featureByName(name: string): Feature | undefined {
	return known.get(name);
}

/** Says where a feature looks, and at which words. */
export function placeOf(name: string): { readonly origin: FeatureOrigin; readonly words: WordKind } {
	const feature = featureByName(name);
	if (feature === undefined) return { origin: 'unknown', words: 'all' };
	if (feature.kind === 'passages') return { origin: 'passages', words: 'all' };
	return { origin: isSource(feature.quantity) ? feature.quantity : 'certainty', words: kinds[feature.group] };
}

/** A part of what a classifier goes by. */
export interface SignaturePart {
	readonly origin: FeatureOrigin;
	readonly words: WordKind;
	/** Of the sum of all mean |SHAP|, from 0 to 1. */
	readonly share: number;
}

/**
 * Adds up mean |SHAP| by source and kind of word. Shares of one classifier add up to 1, so that those of two models can be laid side by side,
 * whatever the size of their log-odds.
 * @param means by feature name, each above 0
 */
export function signatureOf(means: Readonly<Record<string, number>>): readonly SignaturePart[] {
	const sums = new Map<string, { origin: FeatureOrigin; words: WordKind; sum: number }>();
	let total = 0;
	for (const [name, mean] of Object.entries(means)) {
		const place = placeOf(name);
		const key = `${place.origin} ${place.words}`;
		sums.set(key, { ...place, sum: (sums.get(key)?.sum ?? 0) + mean });
		total += mean;
	}
	return featureOrigins.flatMap((origin) =>
		wordKinds.flatMap((words) => {
			const part = sums.get(`${origin} ${words}`);
			return part === undefined ? [] : [{ origin, words, share: part.sum / total }];
		}),
	);
}
