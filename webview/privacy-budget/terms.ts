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
			'ε (epsilon) limits what one document can change. With the document, any answer is at most e^ε times as likely or unlikely as without it. Smaller is more private.',
	},
	delta: {
		label: 'δ, per answer',
		explains:
			'δ (delta) is the small probability that the promise of ε fails. Keep it far below 1 divided by the number of your documents.',
	},
	documents: {
		label: 'Documents',
		explains:
			'How many documents your retriever returns for a question. The number is public. With more documents you get more, because more of them can agree.',
	},
	decoder: {
		label: 'How the answer is made',
		explains: 'How the answers from many documents become one answer. Every way keeps the same promise. They differ in what they can say.',
	},
	sentences: {
		label: 'Sentences',
		explains: 'How many sentences each document may contribute. They share ε, so each additional sentence needs more documents that agree.',
	},
	split: {
		label: 'What ε is spent on',
		explains: 'The shares of ε for the answer itself, for choosing which sentences to cut, and for keywords to rewrite cut sentences with.',
	},
	decode: { label: 'Share for the answer', explains: 'The part of ε that decides what the answer says.' },
	cut: {
		label: 'Share for cutting',
		explains: 'The part of ε that is used to choose which sentences to cut. The choice reads the documents.',
	},
	refill: {
		label: 'Share for keywords',
		explains: 'The part of ε that is used to choose keywords. Cut sentences are rewritten from them.',
	},
	list: {
		label: 'Public list, one value per line',
		explains: 'The possible answers. Everybody may know them, so do not take them from the documents.',
	},
	clip: {
		label: 'Clipping',
		explains:
			'How to limit the influence of one document on a token: below the best token (PEARL), or around what the model says without documents (InvisibleInk).',
	},
	clipBound: { label: 'Clip bound C, in nats', explains: 'How far one document can move a token’s log-probability at most.' },
	tokens: {
		label: 'Longest answer T, in tokens',
		explains: 'How many tokens ‘Token by token’ may write. They share ε.',
	},
	payments: {
		label: 'Paid tokens K',
		explains:
			'How many tokens of an answer by gated votes may depend on the documents. The budget is charged for all K, even if they are not used.',
	},
	subsets: {
		label: 'Subsets M (empty: one per document)',
		explains: 'Number of groups into which a keyed hash divides the documents. Each group has one vote.',
	},
	candidates: {
		label: 'Candidate tokens',
		explains: 'How many tokens to choose from at each step: the likeliest ones without documents. These are public and cost nothing.',
	},
	gate: {
		label: 'Gate',
		explains:
			'A token costs nothing if the model gives it at least this probability without any document, because it then depends on no document.',
	},
	filter: {
		label: 'Filter that reads the documents',
		explains: 'Whether a private choice, which costs its share of ε, cuts sentences of a long answer. What reviewers see costs nothing.',
	},
	filtered: { label: 'Sentences cut, k', explains: 'How many sentences TOP-K marks as most and as least supported.' },
	keywords: { label: 'Keywords', explains: 'How many public words to choose. Cut sentences are rewritten from them.' },
	countFacts: {
		label: 'Count facts, not wordings',
		explains: 'Count sentences that state the same value in other words as one. The rule reads no other document.',
	},
	vocabulary: {
		label: 'Public words for keywords, one per line',
		explains: 'The words from which keywords are chosen. Everybody may know them, so do not take them from the documents.',
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
		explains: 'This follows from the numbers above. RAG Assay reads no document for it, runs no model, and spends nothing.',
	},
	chart: {
		label: 'the release probability',
		explains:
			'The probability that a sentence is released, by how many documents give it. What only a few documents say does not come out. That protects each of them.',
	},
	releases: {
		label: 'ε of several answers',
		explains: 'The ε of several answers like this one together, for a document that all of them may have read, with the same total δ.',
	},
	ways: {
		label: 'the ways to make an answer',
		explains:
			'Each way keeps the promise of ε and δ. A step is one private decision. Several steps together cost less than the sum of their ε, so this sum may be larger than your ε.',
	},
	ledger: {
		label: 'the ledger',
		explains:
			'A file in your data directory, or one that a setting names. The ε and δ of each answer are added to it before you see the answer. Once the budget is spent, nothing is released until it renews.',
	},
	group: {
		label: 'a person with several documents',
		explains:
			'The promise is for one document. If k documents are about one person, ε for that person is k times as large, and δ grows with it.',
	},
	owner: {
		label: 'the owner',
		explains: 'The person to ask when this budget is spent. The ledger contains the name.',
	},
	budgetEpsilon: { label: 'ε of the budget', explains: 'The sum of ε that all answers of a period may spend.' },
	budgetDelta: { label: 'δ of the budget', explains: 'The sum of δ that all answers of a period may spend.' },
	renewal: {
		label: 'when the budget renews',
		explains:
			'When spending is counted from zero again. This is your choice, not mathematics: somebody who keeps all answers still knows what the earlier ones revealed.',
	},
	days: {
		label: 'the days of a period',
		explains: 'How many days a period has, from 1 to 9999. The first period begins on the day on which the budget takes effect.',
	},
};

/** How the ways to an answer are called, and what each does. */
export const decoderTerms: Readonly<Record<DecoderName, Term>> = {
	'sentence-vote': {
		label: 'Sentence vote',
		explains: 'The model answers from each document separately. A sentence comes out if enough documents give it.',
	},
	'public-list': { label: 'Public list', explains: 'Each document votes for one value of a list that everybody may know.' },
	'gated-votes': {
		label: 'Gated votes',
		explains: 'Words that the model is sure of without documents cost nothing. The documents vote for a few uncertain ones.',
	},
	'per-token': {
		label: 'Token by token',
		explains: 'The paper’s way. Each token is drawn from the probabilities of all documents together, with noise.',
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
	{ value: everyDays, label: 'Every given number of days' },
];

export const splits = {
	automatic: 'Automatic: by the number of documents',
	answer: 'All for the answer',
	paper: 'The paper’s: 0.6 answer, 0.1 cutting, 0.3 keywords',
	own: 'Custom shares',
} as const;

export const clips = { difference: 'Around the model without documents', absolute: 'Below the best token (the paper’s)' } as const;
export const filters = { none: 'None', 'top-k': 'TOP-K', 'sparse-vector': 'Sparse vector' } as const;
