import type { DecoderModel } from '../../src/lm/decoder-model.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';

/** What hiding takes in one run, seconds. */
export interface HidingCost {
	/** Reading a prompt of the same words, and the response, once. */
	readonly plain: number;
	/** Scoring with and without the contexts. */
	readonly scoring: number;
	/** Hiding after it, as in an analysis. */
	readonly extra: number;
	/** Tokens that the plain pass reads, and of the response, and readings of the response. */
	readonly tokens: number;
	readonly rows: number;
	readonly passes: number;
}

const contexts = 5;

/** Parts of a text of about `tokens` tokens in five contexts, with a response of about `rows`. @param letters of a token. */
export function costParts(passages: readonly string[], tokens: number, rows: number, letters: number): PromptParts & { response: string } {
	const text = passages.join(' ');
	const size = Math.floor(((tokens - rows) * letters) / contexts);
	const piece = (k: number): string => text.slice(k * size, (k + 1) * size);
	return {
		query: 'What do the documents say?',
		contexts: Array.from({ length: contexts }, (_, k) => ({ id: `p${k + 1}`, text: piece(k) })),
		// Copied from all of them, as an answer that uses every document.
		response: Array.from({ length: contexts }, (_, k) =>
			piece(k)
				.slice(0, Math.floor((rows * letters) / contexts))
				.trim(),
		).join(' '),
	};
}

/** Times hiding as an analysis does it, behind scoring, and beside both one pass over the same words: the contexts as part of the question. */
export async function hidingCost(model: DecoderModel, parts: PromptParts & { response: string }): Promise<HidingCost> {
	const options = { signal: new AbortController().signal, onProgress: () => undefined };
	const scored = { ...options, topK: 5 };
	const query = [...parts.contexts.map(({ text }) => text), parts.query].join('\n');
	await model.prepareHiding();
	let tokens = 0;
	const counting = { ...scored, onProgress: (_done: number, all: number) => void (tokens = all) };
	const [plain] = await seconds(() => model.score({ query, contexts: [], response: parts.response }, counting));
	const [scoring] = await seconds(() => model.score(parts, { ...scored, keepsPrompt: true }));
	const [extra, { tokenIds, passes }] = await seconds(() => model.hide(parts, options));
	return { plain, scoring, extra, tokens, rows: tokenIds.length, passes };
}

async function seconds<T>(task: () => Promise<T>): Promise<readonly [number, T]> {
	const start = performance.now();
	const result = await task();
	return [(performance.now() - start) / 1000, result];
}
