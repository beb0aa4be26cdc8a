import { passageFeatures, tokenFeature, type Feature } from '../../methods/spad/feature.ts';

/** A number that answers are compared by, and how it is said where a batch has more or less of it. */
export interface LikenessColumn {
	readonly name: string;
	readonly more: string;
	readonly less: string;
}

/** What is seen without a model, in the order of `textNumbers`. */
const textColumns = [
	column('contexts', 'more contexts', 'fewer contexts'),
	column('context-words', 'longer contexts', 'shorter contexts'),
	column('context-sentence', 'longer sentences in the contexts', 'shorter sentences in the contexts'),
	column('context-bullets', 'lists in the contexts', 'fewer lists in the contexts'),
	column('context-key-value', '“key: value” lines in the contexts', 'fewer “key: value” lines in the contexts'),
	column('context-tables', 'tables in the contexts', 'fewer tables in the contexts'),
	column('context-digits', 'more numbers in the contexts', 'fewer numbers in the contexts'),
	column('question-words', 'longer questions', 'shorter questions'),
	column('answer-words', 'longer answers', 'shorter answers'),
	column('answer-sentences', 'more sentences an answer', 'fewer sentences an answer'),
	column('answer-sentence', 'longer sentences', 'shorter sentences'),
	column('answer-bullets', 'lists in the answers', 'fewer lists in the answers'),
	column('answer-digits', 'more numbers in the answers', 'fewer numbers in the answers'),
	column('refuses', 'more refusals', 'fewer refusals'),
] as const;

const surer = ['answers that the model is surer of', 'answers that the model is less sure of'] as const;
const copied = ['more of the answers from the contexts', 'less of the answers from the contexts'] as const;
const sources = ['words drawn from other parts of the model', 'words drawn from other parts of the model'] as const;
const passages = ['other shares of the contexts in the answers', 'other shares of the contexts in the answers'] as const;

/** Of the attributed pass, over the whole response. */
const ofModel: readonly { readonly feature: Feature; readonly more: string; readonly less: string }[] = [
	...(['query', 'past', 'self', 'ffn', 'ln'] as const).map((source) => said(tokenFeature(source, 'all', 'mean'), sources)),
	said(tokenFeature('rag', 'all', 'mean'), copied),
	...(['mean', 'min'] as const).map((statistic) => said(tokenFeature('logProbability', 'all', statistic), surer)),
	...(['mean', 'max'] as const).map((statistic) => said(tokenFeature('entropy', 'all', statistic), [surer[1], surer[0]])),
	said(tokenFeature('margin', 'all', 'mean'), surer),
	...passageFeatures.filter(({ measure }) => measure === 'cosine' || measure === 'largest').map((feature) => said(feature, passages)),
];

export const modelFeatures: readonly Feature[] = ofModel.map(({ feature }) => feature);

/** Of a row, in its order. */
export const likenessColumns: readonly LikenessColumn[] = [
	...textColumns,
	...ofModel.map(({ feature, more, less }) => column(feature.name, more, less)),
];

function column(name: string, more: string, less: string): LikenessColumn {
	return { name, more, less };
}

function said(feature: Feature, [more, less]: readonly [string, string]): (typeof ofModel)[number] {
	return { feature, more, less };
}
