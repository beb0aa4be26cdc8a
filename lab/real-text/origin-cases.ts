import type { LanguageModel } from '../../src/analysis/language-model.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import { between, pick, sample, shuffled, type Random } from '../../src/statistics/random.ts';
import { promptOf } from '../demo-model/subject.ts';
import { valueOf } from '../world/entity.ts';
import { writePassage } from '../world/passage.ts';
import type { Situation } from '../world/situation.ts';
import { makeSituation } from '../world/twins.ts';
import type { PassageQuestion } from './passage-questions.ts';

/**
 * What is in the contexts of a case. `copied`: the response's words stand in one of them. `near-duplicate`: another one is the same but for a
 * value. `twice`: what the response says stands in two. `elsewhere`: in none.
 */
export const caseKinds = ['copied', 'near-duplicate', 'twice', 'elsewhere'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** A response whose words' origins are known from the texts. */
export interface OriginCase {
	readonly kind: CaseKind;
	/** Of the question that it is made of: cases of one question are not independent. */
	readonly question: number;
	readonly parts: PromptParts & { readonly response: string };
	/** What of the response is copied; absent: all of it. */
	readonly values?: readonly string[];
}

const system = 'Answer the question from the documents in one short sentence.';

/** Four cases for each question: a sentence of one of its passages in the place of an answer. */
export function copiedCases(random: Random, questions: readonly PassageQuestion[], count: number): OriginCase[] {
	return shuffled(random, questions)
		.flatMap((question, i, all): OriginCase[][] => {
			const others = sample(
				random,
				all.filter((other) => other !== question),
				4,
			);
			const [sentences, foreignSentences] = [sentencesOf(question.passage), sentencesOf(others[3]!.passage)];
			if (sentences.length === 0 || foreignSentences.length === 0) return [];
			const [own, foreign] = [pick(random, sentences), pick(random, foreignSentences)];
			const changed = otherValue(random, own);
			if (changed === undefined) return [];
			const passages = [question, ...others.slice(0, 3)].map(({ passage }) => passage);
			const made = (kind: CaseKind, texts: readonly string[], response: string): OriginCase => {
				const contexts = shuffled(random, texts).map((text, k) => ({ id: `p${k + 1}`, text }));
				return { kind, question: i, parts: { system, query: question.question, contexts, response } };
			};
			return [
				[
					made('copied', passages, own),
					made('near-duplicate', [...passages, question.passage.replace(own, changed)], own),
					made('twice', passages.with(1, `${own} ${passages[1]}`), own),
					made('elsewhere', passages, foreign),
				],
			];
		})
		.slice(0, count)
		.flat();
}

/** The model's own answers about the invented world, whose values stand in its passages. */
export async function worldCases(random: Random, model: LanguageModel, count: number): Promise<OriginCase[]> {
	const cases: OriginCase[] = [];
	for (let question = 0; question < count; question++) {
		const situation = makeSituation(random, pick(random, ['one', 'two', 'dense'] as const), 'test', false, 'dev');
		const elsewhere = makeSituation(random, 'one', 'test', false, 'dev');
		/* oxlint-disable no-await-in-loop -- the model does one thing at a time */
		const own = await answerOf(model, situation);
		const foreign = await answerOf(model, elsewhere);
		/* oxlint-enable no-await-in-loop */
		const parts = promptOf(situation);
		const passage = situation.passages.find(({ entity }) => entity.name === situation.entity.name);
		if (own === '' || foreign === '' || passage === undefined) continue;
		const contextsWith = (text: string): PromptParts['contexts'] =>
			shuffled(random, [...parts.contexts.map((one) => one.text), text]).map((one, k) => ({ id: String(k + 1), text: one }));
		const again = writePassage(random, situation.entity, passage.stated, 'dev').text;
		const changed = otherValue(random, passage.text);
		const made = (kind: CaseKind, contexts: PromptParts['contexts'], response: string): OriginCase => ({
			kind,
			question,
			parts: { ...parts, contexts, response },
			...(kind !== 'elsewhere' && { values: situation.asked.map((attribute) => valueOf(situation.entity, attribute)) }),
		});
		cases.push(made('copied', parts.contexts, own));
		if (changed !== undefined) cases.push(made('near-duplicate', contextsWith(changed), own));
		cases.push(made('twice', contextsWith(again === passage.text ? `${again} ` : again), own), made('elsewhere', parts.contexts, foreign));
	}
	return cases;
}

async function answerOf(model: LanguageModel, situation: Situation): Promise<string> {
	const { text } = await model.generate(promptOf(situation), {
		maxTokens: 60,
		temperature: 0,
		topP: 1,
		signal: new AbortController().signal,
		onText: () => undefined,
	});
	return text.trim();
}

/** Sentences of 60 to 260 characters. */
function sentencesOf(passage: string): string[] {
	return passage.split(/(?<=[.!?])\s*(?=[A-Z])/u).filter(({ length }) => length > 60 && length < 260);
}

/** The same text with another number in it, or without one with another name: `undefined` where it has neither. */
function otherValue(random: Random, text: string): string | undefined {
	const numbers = [...text.matchAll(/\d+/gu)];
	if (numbers.length > 0) {
		const number = pick(random, numbers);
		const other = String(Number(number[0]) + between(random, 1, 9)).padStart(number[0].length, '0');
		return text.slice(0, number.index) + other + text.slice(number.index + number[0].length);
	}
	const names = [...text.matchAll(/(?<=\w )[A-Z][a-z]{3,}/gu)];
	if (names.length === 0) return undefined;
	const name = pick(random, names);
	return (
		text.slice(0, name.index) +
		pick(random, ['Bellwood', 'Harlan', 'Ostrava', 'Quint', 'Tamsin', 'Verrall']) +
		text.slice(name.index + name[0].length)
	);
}
