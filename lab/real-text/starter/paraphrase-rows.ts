import type { JudgedSet } from '../judged-text.ts';
import { developmentHalf, keptRows, sentenceHalf, type BankRow, type Half } from '../../support/bank.ts';
import { starterRows, type StarterRow } from './starter-rows.ts';

/**
 * Returns the rows of English answers that say in other words what their contexts say, of answers in which one value is wrong, and of sentences
 * without values, each kind as a set of its own (`lab/support/bank/`). Thresholds are chosen with half A and measured with half B. The rules for
 * values, which some features are made of, were written with both.
 */
export function paraphraseRows(half: Half): Promise<StarterRow[]> {
	const sentences = sentenceHalf(half);
	return starterRows([
		setOf(`other words (half ${half})`, english(developmentHalf(half))),
		...Object.entries(sentenceKinds).map(([kind, words]) =>
			setOf(
				`${words} (half ${half})`,
				sentences
					.filter((row) => row.kind === kind)
					.map(({ id, context, answer, supported }) => ({ id, context, answer, isUnsupported: !supported })),
			),
		),
	]);
}

/** Returns the rows of English answers in other words that neither rules nor thresholds have seen (`lab/support/bank.ts`), as one set. */
export function keptParaphraseRows(): Promise<StarterRow[]> {
	return starterRows([setOf('kept answers in other words', english(keptRows()))]);
}

function english(rows: readonly BankRow[]): WrittenAnswer[] {
	return rows
		.filter(({ language }) => language === 'en')
		.map(({ id, context, answer, planted }) => ({ id, context, answer, isUnsupported: planted !== null }));
}

/** What tables call the kinds of sentences without values. */
const sentenceKinds = {
	reworded: 'right sentences in all other words',
	close: 'right sentences with some of the words',
	summary: 'right summaries',
	added: 'invented sentences with words of the context',
	foreign: 'invented sentences in other words',
} as const;

interface WrittenAnswer {
	readonly id: string;
	readonly context: string;
	readonly answer: string;
	readonly isUnsupported: boolean;
}

function setOf(name: string, answers: readonly WrittenAnswer[]): JudgedSet {
	const texts = answers.map(({ id, context, answer, isUnsupported }) => ({
		id,
		source: id,
		parts: { query: '', contexts: [{ id: 'c1', text: context }], response: answer },
		isUnsupported,
		sentences: [{ start: 0, end: answer.length, isUnsupported }],
	}));
	return { name, family: name, texts };
}
