import * as z from 'zod';
import { fewestToDivide, privateSettings, type BudgetSplit } from '../../src/formats/private-settings.ts';
import { plannedDocuments, type Planned } from '../../src/protocol/private.ts';
import { numberInWords } from '../../src/wording/schema-text.ts';
import { readNumber } from '../shared/words.ts';
import { fieldTerms, filters, splits, clips, decoderTerms } from './terms.ts';

export const fieldNames = [
	'epsilon',
	'delta',
	'documents',
	'decoder',
	'sentences',
	'split',
	'decode',
	'cut',
	'refill',
	'list',
	'clip',
	'clipBound',
	'tokens',
	'payments',
	'subsets',
	'candidates',
	'gate',
	'filter',
	'filtered',
	'keywords',
	'countFacts',
	'vocabulary',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** What stands in the fields, as it was written; of a box, `true` or `false`. */
export type Draft = Readonly<Record<FieldName, string>>;

/** What was read of a draft; what cannot be used is said field by field: what is allowed there. */
export type DraftReading =
	| { readonly right: true; readonly planned: Planned }
	| { readonly right: false; readonly problems: Readonly<Partial<Record<FieldName, string>>> };

const { epsilon, delta, sentences } = privateSettings.shape;
const { clipBound, tokens, payments, subsets, candidates, gate, filtered, keywords } = privateSettings.shape.expert.unwrap().shape;
const share = z.number().min(0).max(1);

/** Which numbers each field takes. */
const numbers = {
	epsilon: epsilon.unwrap(),
	delta: delta.unwrap(),
	documents: plannedDocuments,
	sentences: sentences.unwrap(),
	decode: share,
	cut: share,
	refill: share,
	clipBound: clipBound.unwrap(),
	tokens: tokens.unwrap(),
	payments: payments.unwrap(),
	subsets: subsets.unwrap(),
	candidates: candidates.unwrap(),
	gate: gate.unwrap(),
	filtered: filtered.unwrap(),
	keywords: keywords.unwrap(),
} satisfies Partial<Record<FieldName, z.ZodType<number>>>;
type NumberName = keyof typeof numbers;

const paper: BudgetSplit = { decode: 0.6, filter: 0.1, refill: 0.3 };
const allForTheAnswer: BudgetSplit = { decode: 1, filter: 0, refill: 0 };

/** The fields for what is planned. */
export function draftOf({ settings, documents }: Planned): Draft {
	const { split, expert } = settings;
	const shares = split ?? allForTheAnswer;
	return {
		epsilon: written(settings.epsilon),
		delta: written(settings.delta),
		documents: written(documents),
		decoder: settings.decoder,
		sentences: written(settings.sentences),
		split: split === undefined ? 'automatic' : same(split, allForTheAnswer) ? 'answer' : same(split, paper) ? 'paper' : 'own',
		decode: written(shares.decode),
		cut: written(shares.filter),
		refill: written(shares.refill),
		list: (settings.list ?? []).join('\n'),
		clip: expert.clip,
		clipBound: written(expert.clipBound),
		tokens: written(expert.tokens),
		payments: written(expert.payments),
		subsets: expert.subsets === undefined ? '' : written(expert.subsets),
		candidates: written(expert.candidates),
		gate: written(expert.gate),
		filter: expert.filter,
		filtered: written(expert.filtered),
		keywords: written(expert.keywords),
		countFacts: String(expert.countFacts),
		vocabulary: (settings.vocabulary ?? []).join('\n'),
	};
}

/** What is planned by the fields; shares count only where a person sets their own. */
export function readDraft(draft: Draft): DraftReading {
	const problems: Partial<Record<FieldName, string>> = {};
	const number = (name: NumberName): number => {
		const value = readNumber(draft[name]);
		if (numbers[name].safeParse(value).success && value !== undefined) return value;
		problems[name] = `Write ${allowed(name)}.`;
		return Number.NaN;
	};
	const split = splitOf(draft, number, problems);
	const list = linesOf(draft.list);
	if (list.length === 1 || list.length > 1000 || (list.length === 0 && draft.decoder === 'public-list'))
		problems.list = `Write from 2 to 1000 values, one a line; there ${list.length === 1 ? 'is 1' : `are ${list.length}`}.`;
	const vocabulary = linesOf(draft.vocabulary);
	if (vocabulary.length > 100_000) problems.vocabulary = `Write at most 100000 words; there are ${vocabulary.length}.`;
	const given = {
		epsilon: number('epsilon'),
		delta: number('delta'),
		decoder: draft.decoder,
		sentences: number('sentences'),
		...(split === undefined ? {} : { split }),
		...(list.length === 0 ? {} : { list }),
		...(vocabulary.length === 0 ? {} : { vocabulary }),
		expert: {
			clip: draft.clip,
			clipBound: number('clipBound'),
			tokens: number('tokens'),
			payments: number('payments'),
			...(draft.subsets.trim() === '' ? {} : { subsets: number('subsets') }),
			candidates: number('candidates'),
			gate: number('gate'),
			filter: draft.filter,
			filtered: number('filtered'),
			keywords: number('keywords'),
			countFacts: draft.countFacts === 'true',
		},
	};
	const documents = number('documents');
	problemOfShares(draft, { split, documents, hasWords: vocabulary.length > 0 }, problems);
	if (split !== undefined && split.refill > 0) problemOfKeywords(given.expert.keywords, vocabulary.length, split, problems);
	if (Object.keys(problems).length > 0) return { right: false, problems };
	return { right: true, planned: { settings: privateSettings.parse(given), documents } };
}

/** Whether two drafts read alike, whether or not they can be used. */
export function sameDraft(one: Draft, other: Draft): boolean {
	return fieldNames.every((name) => one[name] === other[name]);
}

/** What a field takes, in words; nothing of one that takes no number. */
export function allowedIn(name: FieldName): string {
	return isNumber(name) ? allowed(name) : '';
}

/** The choices of a field that has some. */
export const choicesOf: Readonly<Partial<Record<FieldName, readonly { readonly value: string; readonly label: string }[]>>> = {
	decoder: Object.entries(decoderTerms).map(([value, { label }]) => ({ value, label })),
	split: labelled(splits),
	clip: labelled(clips),
	filter: labelled(filters),
};

/** Whether two plans are the same. */
export function samePlan(a: Planned, b: Planned): boolean {
	return JSON.stringify(draftOf(a)) === JSON.stringify(draftOf(b));
}

function splitOf(
	draft: Draft,
	number: (name: NumberName) => number,
	problems: Partial<Record<FieldName, string>>,
): BudgetSplit | undefined {
	if (draft.split === 'automatic') return undefined;
	if (draft.split === 'answer') return allForTheAnswer;
	if (draft.split === 'paper') return paper;
	const own = { decode: number('decode'), filter: number('cut'), refill: number('refill') };
	const sum = own.decode + own.filter + own.refill;
	if (Math.abs(sum - 1) > 1e-9)
		problems.refill ??= `The three shares must add up to 1; they add up to ${written(Number(sum.toPrecision(6)))}.`;
	return own;
}

/** Says what a run would be refused for whose filter or keywords would not run, because they have no share of ε. */
function problemOfShares(
	draft: Draft,
	{ split, documents, hasWords }: { readonly split: BudgetSplit | undefined; readonly documents: number; readonly hasWords: boolean },
	problems: Partial<Record<FieldName, string>>,
): void {
	const isUndivided = split === undefined && documents < fewestToDivide;
	const why = isUndivided ? ` With fewer than ${fewestToDivide} documents, ‘${splits.automatic}’ gives all of ε to the answer.` : '';
	const remedy = `Choose other shares at ‘${fieldTerms.split.label}’`;
	if (draft.filter !== 'none' && (isUndivided || split?.filter === 0))
		problems.filter ??= `Cutting has no share of ε, so nothing would be cut.${why} ${remedy}, or ‘${filters.none}’ here.`;
	if (hasWords && isUndivided)
		problems.vocabulary ??= `Keywords have no share of ε, so none would be chosen.${why} ${remedy}. If you need these words only for how words are spelled, choose ‘${splits.answer}’ there.`;
}

/** Says what a run with a share of ε for keywords would be refused for. */
function problemOfKeywords(
	chosen: number,
	vocabulary: number,
	{ decode }: BudgetSplit,
	problems: Partial<Record<FieldName, string>>,
): void {
	if (vocabulary === 0) {
		if (decode === 0) problems.vocabulary ??= 'Write public words here. All of ε is for keywords, which are chosen from these words.';
	} else if (vocabulary === 1) problems.vocabulary ??= 'Write at least two public words: keywords are chosen from these words.';
	else if (chosen >= vocabulary)
		problems.keywords ??= `Write fewer than ${vocabulary}, the number of public words. Otherwise all of them are chosen, whatever the documents say.`;
}

function allowed(name: NumberName): string {
	return `${numberInWords(numbers[name])}${name === 'subsets' ? ', or nothing' : ''}`;
}

function isNumber(name: FieldName): name is NumberName {
	return name in numbers;
}

/** Small ones as `1e-5`, which is easier to read than their zeros. */
function written(value: number): string {
	return value !== 0 && Math.abs(value) < 0.001 ? value.toExponential() : String(value);
}

function linesOf(text: string): string[] {
	return [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== '');
}

function same(a: BudgetSplit, b: BudgetSplit): boolean {
	return a.decode === b.decode && a.filter === b.filter && a.refill === b.refill;
}

function labelled(words: Readonly<Record<string, string>>): { value: string; label: string }[] {
	return Object.entries(words).map(([value, label]) => ({ value, label }));
}
