import { sourceNames } from '../../model-io/attribution.ts';
import { partsOfSpeech } from '../../text/tagged-text.ts';
import {
	passageFeatures,
	tokenFeature,
	type Certainty,
	type Feature,
	type Quantity,
	type Statistic,
	type TokenFeature,
	type TokenGroup,
} from './feature.ts';

const threeStatistics = ['mean', 'min', 'max'] as const;
const certainties: readonly Certainty[] = ['logProbability', 'entropy', 'margin'];

function every(quantities: readonly Quantity[], group: TokenGroup, statistics: readonly Statistic[] = threeStatistics): TokenFeature[] {
	return quantities.flatMap((quantity) => statistics.map((statistic) => tokenFeature(quantity, group, statistic)));
}

/** The paper's 126: for each part of speech the mean of the seven sources, tag-major (SPAD, equation 16). */
const spad: readonly Feature[] = partsOfSpeech.flatMap((tag) => every(sourceNames, tag, ['mean']));

/** Mean, least and greatest log-probability, entropy and top-1 margin. */
const logit9: readonly Feature[] = every(certainties, 'all');

/** With energy, logit margin, and the length: `ln P` of the whole span and its number of tokens. */
const logit17: readonly Feature[] = [
	...logit9,
	...every(['energy', 'logitMargin'], 'all'),
	tokenFeature('logProbability', 'all', 'sum'),
	tokenFeature('logProbability', 'all', 'count'),
];

/** Lists of features that a classifier can be trained on (docs/methods/spad.md). All come from one attributed pass. */
export const featureSets = {
	spad: spad,
	'spad+': [...spad, ...every([...sourceNames, ...certainties], 'new'), ...logit9, ...passageFeatures],
	'logit-9': logit9,
	'logit-17': logit17,
	'spad+logit-17': [...spad, ...logit17],
	/** The RAG and FFN share of a ReDeEP-style regression. */
	redeep: every(['rag', 'ffn'], 'all', ['mean']),
} as const satisfies Readonly<Record<string, readonly Feature[]>>;
