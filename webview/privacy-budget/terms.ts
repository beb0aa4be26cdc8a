import type { DecoderName } from '../../src/formats/private-settings.ts';
import { calendarRenewals, daysOf, type Renewal } from '../../src/formats/budget-renewal.ts';
import { plural } from '../../src/wording/phrases.ts';
import { everyDays } from './budget-draft.ts';
import type { FieldName } from './draft.ts';

interface Term {
	readonly label: string;
	/** One sentence. */
	readonly explains: string;
}

/** What the fields are called, and what each is. */
export const fieldTerms: Readonly<Record<FieldName, Term>> = {
	epsilon: {
		label: 'ε, per answer',
		explains:
			'ε (epsilon) limits what one document can change: with it, any answer is at most e^ε times as likely as without it, or as unlikely, so that smaller is more private.',
	},
	delta: {
		label: 'δ, per answer',
		explains:
			'δ (delta) is the small probability with which the promise of ε may fail; keep it far below one in the number of your documents.',
	},
	documents: {
		label: 'Documents',
		explains:
			'How many documents your retriever hands on for a question; the number is public, and more documents buy more, because more of them can agree.',
	},
	decoder: {
		label: 'How the answer is made',
		explains:
			'The way by which many documents’ answers become one: every way keeps the same promise, and they differ in what they can say.',
	},
	sentences: {
		label: 'Sentences',
		explains: 'How many sentences each document may give: they share ε, so that each one more needs more documents that agree.',
	},
	split: {
		label: 'What ε is spent on',
		explains:
			'The shares of ε for the answer itself, for choosing sentences that are cut, and for keywords by which cut sentences are refilled.',
	},
	decode: { label: 'Share for the answer', explains: 'The part of ε that decides what the answer says.' },
	cut: { label: 'Share for cutting', explains: 'The part of ε that chooses, by what the documents say, which sentences are cut.' },
	refill: { label: 'Share for keywords', explains: 'The part of ε that chooses the keywords from which cut sentences are written anew.' },
	list: {
		label: 'Public list, one value a line',
		explains: 'The values that the answer is one of: everybody may know them, and they must not be taken from the documents.',
	},
	clip: {
		label: 'Clipping',
		explains:
			'How one document’s pull on a token is limited: below the best token (PEARL), or around what the model says without documents (InvisibleInk).',
	},
	clipBound: { label: 'Clip bound C, in nats', explains: 'How far one document can move a token’s log-probability at most.' },
	tokens: {
		label: 'Longest answer T, in tokens',
		explains: 'How many tokens the token-by-token way may write; ε is shared among all of them.',
	},
	payments: {
		label: 'Paid tokens K',
		explains: 'How many tokens of an answer by gated votes may depend on the documents; all K are charged, used or not.',
	},
	subsets: {
		label: 'Subsets M (empty: one a document)',
		explains: 'How many groups the documents are put into by a keyed hash; each group has one say.',
	},
	candidates: {
		label: 'Candidate tokens',
		explains: 'How many tokens may be chosen from at each step: the likeliest without any document, which is public and costs nothing.',
	},
	gate: {
		label: 'Gate',
		explains: 'A token that the model gives at least this probability without any document is free, because it depends on none.',
	},
	filter: {
		label: 'Cutting by what the documents say',
		explains:
			'Whether sentences of a long answer are cut by a private choice that costs its share of ε; what a reviewer is shown costs nothing.',
	},
	filtered: { label: 'Sentences cut, k', explains: 'How many sentences TOP-K marks as most and as least supported.' },
	keywords: { label: 'Keywords', explains: 'How many public words may be chosen from which a cut sentence is written anew.' },
	countFacts: {
		label: 'Count facts, not wordings',
		explains: 'Sentences that state the same value in other words count as one, by a rule that reads no other document.',
	},
	vocabulary: {
		label: 'Public words for keywords, one a line',
		explains: 'The words from which keywords are chosen: everybody may know them, and they must not be taken from the documents.',
	},
};

export type TopicName =
	| 'verdict'
	| 'chart'
	| 'releases'
	| 'ways'
	| 'ledger'
	| 'group'
	| 'owner'
	| 'budgetEpsilon'
	| 'budgetDelta'
	| 'renewal'
	| 'days';

/** What else is explained on demand. */
export const topics: Readonly<Record<TopicName, Term>> = {
	verdict: {
		label: 'what comes out',
		explains: 'It follows from the numbers above alone: no document is read for it, no model runs, and nothing is spent.',
	},
	chart: {
		label: 'the release probability',
		explains:
			'The probability that a sentence is released when so many documents give it: what few documents say stays unsaid, and that is what protects each of them.',
	},
	releases: {
		label: 'ε of several answers',
		explains: 'What several answers like this promise together to a document that all of them may have read, for the same total δ.',
	},
	ways: {
		label: 'the ways to make an answer',
		explains:
			'Each way keeps the promise of ε and δ; a step is one private decision, and several cost less together than the sum of their ε, so that this sum may be larger than your ε.',
	},
	ledger: {
		label: 'the ledger',
		explains:
			'A file among your own data, or one that a setting names, to which every answer’s ε and δ are added before its text is shown; once the budget is spent, nothing is released until it renews.',
	},
	group: {
		label: 'a person with several documents',
		explains:
			'The promise is made to a document: if k documents are about one person, the promise to that person is k times ε, with a δ that grows with it.',
	},
	owner: {
		label: 'the owner',
		explains: 'The person to ask when this budget is spent; the name is in the ledger.',
	},
	budgetEpsilon: { label: 'ε of the budget', explains: 'The sum of ε that all answers of a period may spend.' },
	budgetDelta: { label: 'δ of the budget', explains: 'The sum of δ that all answers of a period may spend.' },
	renewal: {
		label: 'when the budget renews',
		explains:
			'When spending is counted from zero again, which is your choice and not mathematics: whoever keeps every answer still knows what the earlier ones told.',
	},
	days: {
		label: 'the days of a period',
		explains: 'How many days a period has, from 1 to 9999; the first begins on the day on which the budget comes into force.',
	},
};

/** How the ways to an answer are called, and what each does. */
export const decoderTerms: Readonly<Record<DecoderName, Term>> = {
	'sentence-vote': {
		label: 'Sentence vote',
		explains: 'Each document gives its first sentences, and a sentence that enough of them give comes out.',
	},
	'public-list': { label: 'Public list', explains: 'Each document votes for one value of a list that everybody may know.' },
	'gated-votes': {
		label: 'Gated votes',
		explains: 'Words that are sure without documents are free; a few uncertain ones are voted for.',
	},
	'per-token': {
		label: 'Token by token',
		explains: 'The paper’s way: every token is drawn from what all documents say together, with noise.',
	},
};

const ofCalendar: Readonly<Record<(typeof calendarRenewals)[number], string>> = {
	never: 'Never',
	daily: 'Every day',
	weekly: 'Every week',
	monthly: 'Every month',
	yearly: 'Every year',
};

/** `Every week`, `Every 30 days`. */
export function renewalLabel(of: Renewal): string {
	const name = calendarRenewals.find((one) => one === of);
	return name === undefined ? `Every ${plural(daysOf(of) ?? 1, 'day')}` : ofCalendar[name];
}

/** What can be chosen: the calendar's periods, and so many days. */
export const renewalChoices: readonly { readonly value: string; readonly label: string }[] = [
	...calendarRenewals.map((value) => ({ value, label: renewalLabel(value) })),
	{ value: everyDays, label: 'Every so many days' },
];

export const splits = {
	automatic: 'Automatic: by the number of documents',
	answer: 'All for the answer',
	paper: 'The paper’s: 0.6 answer, 0.1 cutting, 0.3 keywords',
	own: 'Shares of my own',
} as const;

export const clips = { difference: 'Around the model without documents', absolute: 'Below the best token (the paper’s)' } as const;
export const filters = { none: 'None', 'top-k': 'TOP-K', 'sparse-vector': 'Sparse vector' } as const;
