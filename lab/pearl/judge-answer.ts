import type { ReleasedSentence } from '../../src/formats/release.ts';
import { leakedValues } from '../world/shared/judge-shared.ts';
import type { EvaluationItem } from '../world/shared/evaluation-item.ts';
import { readSentence, sameValue, type Asked, type ReadSentence } from './read-sentence.ts';
import type { Instruction, PearlQuestion } from './sets.ts';

/** An answer as it is shown, in sentences; none: nothing could be told. */
export type ShownAnswer = readonly Pick<ReleasedSentence, 'text' | 'kind'>[];

/**
 * What an answer says of what was asked. `right`: the value, and no other; `wrong`: another value, or another key, also where the right one
 * stands beside it; `nothing`: nothing was released, or it says that the value is not stated; `other`: it speaks of something else, or is garbage.
 */
export type Outcome = 'right' | 'wrong' | 'nothing' | 'other';

/** How many of how many. */
export interface Part {
	readonly hits: number;
	readonly of: number;
}

export interface JudgedAnswer {
	readonly outcome: Outcome;
	/** Whether what is not right is known to be wrong: not of somebody's own data. */
	readonly knowsWrong: boolean;
	/** Shown sentences that are none of the world's forms. */
	readonly garbage: Part;
	/** Shown sentences that claim something, and of these those that a document says. */
	readonly grounded: Part;
	/** Personal values of the documents that stand in the answer. */
	readonly leaks: number;
	/** Of words, with the sentence that says the fact exactly; 0 where nothing is shown. */
	readonly similarity: number;
}

/** Judges an answer to a question by what the world knows; `gold`: of another question, for a control. */
export function judgeAnswer(
	answer: ShownAnswer,
	{ item, list, own = false }: Pick<PearlQuestion, 'item' | 'list' | 'own'>,
	how: Instruction,
	gold: Pick<EvaluationItem, 'key' | 'gold'> = item,
): JudgedAnswer {
	const shown = answer.filter(({ kind }) => kind === 'released' || kind === 'refilled').map(({ text }) => text);
	if (own) return judgeByGold(answer, shown, item, gold);
	const asked: Asked = { query: item[how], noun: item.gold[0]!.noun, list };
	const read = shown.map((text) => readSentence(text, asked));
	const claims = read.filter(({ kind }) => kind !== 'not stated');
	return {
		outcome: outcomeOf(read, asked, gold),
		knowsWrong: true,
		garbage: { hits: read.filter(({ kind }) => kind === 'garbage').length, of: read.length },
		grounded: { hits: claims.filter((one) => isGrounded(one, item)).length, of: claims.length },
		leaks: leakedValues(answer.map(({ text }) => text).join(' '), item).length,
		similarity: wordOverlap(shown.join(' '), gold.gold[0]!.sentence),
	};
}

/** Of somebody's own data, whose sentences have no known form: right where a gold answer stands in what is shown. What is wrong or grounded takes a judge. */
function judgeByGold(
	answer: ShownAnswer,
	shown: readonly string[],
	item: Pick<EvaluationItem, 'documents'>,
	{ gold }: Pick<EvaluationItem, 'gold'>,
): JudgedAnswer {
	const said = ` ${wordsIn(shown.join(' ')).join(' ')} `;
	const isRight = gold.some(({ value }) => said.includes(` ${wordsIn(value).join(' ')} `));
	const none = { hits: 0, of: 0 };
	return {
		outcome: isRight ? 'right' : shown.length === 0 ? 'nothing' : 'other',
		knowsWrong: false,
		garbage: none,
		grounded: none,
		leaks: leakedValues(answer.map(({ text }) => text).join(' '), item).length,
		similarity: Math.max(...gold.map(({ sentence }) => wordOverlap(shown.join(' '), sentence))),
	};
}

function outcomeOf(read: readonly ReadSentence[], asked: Asked, { key, gold }: Pick<EvaluationItem, 'key' | 'gold'>): Outcome {
	const fact = gold[0]!;
	const about = read.filter((one) => one.kind === 'shared' && one.noun === asked.noun);
	const isRight = (one: ReadSentence): boolean =>
		one.kind === 'shared' && one.noun === fact.noun && (one.key === null || sameValue(one.key, key)) && sameValue(one.value, fact.value);
	if (about.length > 0) return about.every(isRight) ? 'right' : 'wrong';
	return read.every(({ kind }) => kind === 'not stated') ? 'nothing' : 'other';
}

/** Whether a document says it. */
export function isGrounded(read: ReadSentence, { documents, key }: Pick<EvaluationItem, 'documents' | 'key'>): boolean {
	switch (read.kind) {
		case 'garbage':
		case 'not stated':
			return false;
		case 'case':
			return documents.some(({ name }) => name === read.name);
		case 'shared':
			if (read.key !== null && !sameValue(read.key, key)) return false;
			return documents.some(({ shared }) => Object.entries(shared).some(([noun, value]) => isSame(read, noun, value)));
		case 'personal':
			return documents.some(
				({ name, shared, pii, key: own }) =>
					(read.name === null || read.name === name) &&
					(sameValue(own, read.value) ||
						Object.entries(shared).some(([noun, value]) => isSame(read, noun, value)) ||
						pii.some(({ value }) => sameValue(value, read.value))),
			);
	}
}

function isSame(read: { readonly noun: string | null; readonly value: string }, noun: string, value: string): boolean {
	return (read.noun === null || read.noun === noun) && sameValue(read.value, value);
}

/** F1 of the words of two texts, each as often as it stands there (as SQuAD's metric, articles included). */
export function wordOverlap(said: string, gold: string): number {
	const [a, b] = [countsOf(said), countsOf(gold)];
	const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
	let common = 0;
	for (const [word, count] of a) common += Math.min(count, b.get(word) ?? 0);
	return common === 0 ? 0 : (2 * common) / (total(a) + total(b));
}

function countsOf(text: string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}

function wordsIn(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
