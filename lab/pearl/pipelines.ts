import type * as z from 'zod';
import { answeredFromAll } from '../../src/analysis/private/answer-from-all.ts';
import { pathOfEach, promptWithout, type PublicPrompt } from '../../src/analysis/private/document-paths.ts';
import { localFiller, type Filler } from '../../src/analysis/private/filler.ts';
import { generatePrivately } from '../../src/analysis/private/generate-privately.ts';
import type { BenchModel } from './decoding-model.ts';
import { GaussianDecoder, gaussianDeviation } from './gaussian-decoder.ts';
import { privateSettings, type PrivateSettings } from '../../src/formats/private-settings.ts';
import { canonicalSentence, publicSpelling } from '../../src/methods/pearl/canonical-sentence.ts';
import { factBallot, sayReleased } from '../../src/methods/pearl/fact.ts';
import { pathSentences, countVotes, tellingSentences } from '../../src/methods/pearl/sentence-vote.ts';
import { seededBits } from '../../src/privacy/random-bits.ts';
import { seededRandom } from '../../src/statistics/random.ts';
import { sentencesOf } from '../world/label-answer.ts';
import { systemLines } from '../world/questions.ts';
import type { ShownAnswer } from './judge-answer.ts';
import type { Instruction, PearlQuestion } from './sets.ts';

export const delta = 1e-5;
/** Tokens of an answer: the paper's `T` for what is paid for token by token; a document's own answer may be as long as the product lets it. */
export const paidTokens = 32;
const ownTokens = 48;

/** What answers a question. */
export interface Asking {
	readonly question: PearlQuestion;
	readonly how: Instruction;
	readonly model: BenchModel;
	readonly signal: AbortSignal;
	/** Of the mechanism's draw. */
	readonly seed: number;
}
export type Answering = (asking: Asking) => Promise<ShownAnswer>;

export function promptOf({ question: { item }, how }: Pick<Asking, 'question' | 'how'>): PublicPrompt {
	return { query: item[how], system: systemLines[0] };
}

export function documentsOf({ item }: PearlQuestion): { id: string; text: string }[] {
	return item.documents.map(({ text }, i) => ({ id: String(i), text }));
}

/** Settings of a private answer, by the question: the public list is the asked attribute's own values. */
export type SettingsOf = (question: PearlQuestion) => z.input<typeof privateSettings>;

/** The product's private answer, in a seeded run; `filler` writes where a refill is wanted, the model itself unless said. */
export function privately(settingsOf: SettingsOf, filler: (asking: Asking) => Filler = ownFiller): Answering {
	return async (asking) => {
		const { question, model, signal, seed } = asking;
		const settings: PrivateSettings = privateSettings.parse(settingsOf(question));
		const { sentences } = await generatePrivately(
			{ ...promptOf(asking), documents: documentsOf(question), settings, corpus: 'bench', seed },
			{
				model,
				bits: seededBits(seed),
				id: question.id,
				who: 'bench',
				when: new Date(0).toISOString(),
				spend: () => Promise.reject(new Error('a seeded run pays for nothing')),
				filler: filler(asking),
				onStep: () => undefined,
				signal,
				onProgress: () => undefined,
			},
		);
		return sentences;
	};
}

export function ownFiller(asking: Asking): Filler {
	return localFiller(asking.model, promptOf(asking).system);
}

/** The model's answer with every document in one prompt. */
export const allInOnePrompt: Answering = async (asking) => {
	const { question, model, signal } = asking;
	return asShown((await answeredFromAll(model, promptOf(asking), documentsOf(question), signal)).text);
};

/** The model's answer with no document. */
export const noContext: Answering = async (asking) => {
	const parts = promptWithout(promptOf(asking));
	const { text } = await asking.model.generate(parts, {
		maxTokens: ownTokens,
		temperature: 0,
		topP: 1,
		signal: asking.signal,
		onText: () => undefined,
	});
	return asShown(text);
};

/** The ensemble's likeliest tokens: no noise, no privacy. */
export function ensembleWithoutNoise(clip: 'absolute' | 'difference', clipBound: number): Answering {
	return async (asking) => {
		const prompt = promptOf(asking);
		const result = await asking.model.decodePaths(
			{
				paths: pathOfEach(prompt, documentsOf(asking.question)),
				withoutContext: promptWithout(prompt),
				maxTokens: paidTokens,
				decoding: { kind: 'ensemble-without-noise', clip, clipBound, candidates: 200 },
			},
			{ signal: asking.signal, onProgress: () => undefined },
		);
		if (result.kind !== 'joint') throw new TypeError(`one text for all was asked for, ${result.kind} came`);
		return asShown(result.text);
	};
}

/** In-context learning by the Gaussian mechanism. */
export function gaussian(epsilon: number): Answering {
	return async (asking) => {
		const { question, model, signal, seed } = asking;
		const prompt = promptOf(asking);
		const deviation = gaussianDeviation({ epsilon, delta, tokens: paidTokens, documents: question.documents });
		const text = await model.textBy(
			new GaussianDecoder(deviation, 200, seededRandom(seed)),
			{ paths: pathOfEach(prompt, documentsOf(question)), withoutContext: promptWithout(prompt), maxTokens: paidTokens },
			{ signal, onProgress: () => undefined },
		);
		return asShown(text);
	};
}

/** What most documents give as their first fact: the vote without noise. Of equally many, the first in the alphabet. */
export const maxVotes: Answering = async (asking) => {
	const prompt = promptOf(asking);
	const answers = await ownAnswers(asking);
	const spelling = publicSpelling([prompt.query, prompt.system ?? '']);
	const without = answers.at(-1)!.map((sentence) => canonicalSentence(sentence, spelling));
	const counts = countVotes(
		answers.slice(0, -1).map((sentences) => factBallot(tellingSentences(sentences, prompt.query), prompt.query, spelling)),
		1,
	);
	const [max] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
	return max === undefined ? [] : [{ text: sayReleased(max[0], prompt.query, without), kind: 'released' }];
};

/** Sentences that the model says to each document by itself, and last to none: the very requests that the product makes. */
export async function ownAnswers(asking: Asking): Promise<string[][]> {
	const prompt = promptOf(asking);
	const result = await asking.model.decodePaths(
		{
			paths: [...pathOfEach(prompt, documentsOf(asking.question)), promptWithout(prompt)],
			withoutContext: promptWithout(prompt),
			maxTokens: ownTokens,
			decoding: { kind: 'greedy' },
		},
		{ signal: asking.signal, onProgress: () => undefined },
	);
	if (result.kind !== 'greedy') throw new TypeError(`greedy paths were asked for, ${result.kind} came`);
	return Promise.all(result.paths.map(({ text, finish }) => pathSentences(text, finish)));
}

export function asShown(text: string): ShownAnswer {
	return sentencesOf(text).map((sentence) => ({ text: sentence.text, kind: 'released' }));
}
