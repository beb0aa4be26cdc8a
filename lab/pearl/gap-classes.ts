import { promptWithout } from '../../src/analysis/private/document-paths.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import type { Figure } from '../figure.ts';
import { sentencesOf } from '../world/label-answer.ts';
import { leakedValues } from '../world/shared/judge-shared.ts';
import { answeredFromAll } from '../../src/analysis/private/answer-from-all.ts';
import { isGrounded } from './judge-answer.ts';
import { documentsOf, promptOf, type Asking } from './pipelines.ts';
import { readSentence } from './read-sentence.ts';

/** What documents say of a sentence; `uncertain`: it claims nothing that can be checked. */
type Support = 'supported' | 'unsupported' | 'uncertain';

/** A sentence of an answer from all documents in one prompt. */
export interface GapSentence {
	readonly support: Support;
	/** Whether a personal value stands in it. */
	readonly personal: boolean;
	/** `H_0 − H` of its tokens, nats: their mean, and the mean of the five largest. */
	readonly mean: number;
	readonly top: number;
}

const topTokens = 5;

/** Reads the confidence gap of each sentence of an answer, with all documents in the prompt against none, as the paper has it. Rejects as the model does. */
export async function gapSentences(asking: Asking): Promise<GapSentence[]> {
	const { question, how, model, signal } = asking;
	const prompt = promptOf(asking);
	const documents = documentsOf(question);
	const text = (await answeredFromAll(model, prompt, documents, signal)).text.trim();
	if (text === '') return [];
	const contexts = documents.map((document, i) => ({ id: String(i + 1), text: document.text }));
	const { scored } = await model.score(
		{ ...promptWithout(prompt), contexts, response: text },
		{ topK: 1, signal, onProgress: () => undefined },
	);
	const asked = { query: question.item[how], noun: question.item.gold[0]!.noun, list: question.list };
	return sentencesOf(text).flatMap((sentence): GapSentence[] => {
		const end = sentence.start + sentence.text.length;
		const gaps = [...scored.start.keys()]
			.filter((t) => scored.start[t]! >= sentence.start && scored.start[t]! < end)
			.map((t) => scored.withoutContext.entropy[t]! - scored.withContext.entropy[t]!);
		if (gaps.length === 0) return [];
		const read = readSentence(sentence.text, asked);
		const support =
			read.kind === 'garbage' || read.kind === 'not stated' ? 'uncertain' : isGrounded(read, question.item) ? 'supported' : 'unsupported';
		const largest = gaps.toSorted((a, b) => b - a).slice(0, topTokens);
		return [{ support, personal: leakedValues(sentence.text, question.item).length > 0, mean: mean(gaps), top: mean(largest) }];
	});
}

/** Bounds of the bars, nats; the first and the last bar are open. */
const bounds = [-1, -0.5, 0, 0.5, 1, 1.5, 2] as const;

/** The paper's figure 3 as figures named 'gap | CLASS | BAR': shares by bar, then the mean and the quartiles. */
export function gapFigures(sentences: readonly GapSentence[]): Figure[] {
	const classes: [string, number[]][] = [
		...(['supported', 'unsupported', 'uncertain'] as const).map((support): [string, number[]] => [
			`mean over the sentence: ${support}`,
			sentences.filter((one) => one.support === support).map((one) => one.mean),
		]),
		...[true, false].map((personal): [string, number[]] => [
			`mean of the five largest: ${personal ? 'with' : 'without'} PII`,
			sentences.filter((one) => one.personal === personal).map(({ top }) => top),
		]),
	];
	return classes
		.filter(([, gaps]) => gaps.length > 0)
		.flatMap(([name, gaps]) => {
			const figure = (what: string, value: number): Figure => {
				return { name: `gap | ${name} | ${what}`, value, low: null, high: null, n: gaps.length, unit: '', target: null };
			};
			const sorted = gaps.toSorted((a, b) => a - b);
			return [
				...barsOf(gaps).map(([bar, share]) => figure(bar, share)),
				figure('mean', mean(gaps)),
				...[0.25, 0.5, 0.75].map((level) => figure(`quantile ${level}`, quantile(sorted, level))),
			];
		});
}

function barsOf(gaps: readonly number[]): [string, number][] {
	const share = (is: (gap: number) => boolean): number => gaps.filter(is).length / gaps.length;
	const [first, last] = [bounds[0], bounds.at(-1)!];
	return [
		[`below ${first}`, share((gap) => gap < first)],
		...bounds.slice(1).map((to, i): [string, number] => [`${bounds[i]!} to ${to}`, share((gap) => gap >= bounds[i]! && gap < to)]),
		[`${last} and more`, share((gap) => gap >= last)],
	];
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
