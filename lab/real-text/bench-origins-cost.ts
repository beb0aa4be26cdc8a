import type { DecoderModel } from '../../src/lm/decoder-model.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';

/** What hiding takes in one run, seconds. */
export interface HidingCost {
	/** Reading the prompt and the response once. */
	readonly plain: number;
	/** Everything behind it. */
	readonly extra: number;
	/** Tokens of the prompt and of the response, and readings of the response. */
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

/** Times one call: the runtime says how many tokens it was fed, and when. */
export async function hidingCost(model: DecoderModel, parts: PromptParts): Promise<HidingCost> {
	const marks: { done: number; at: number }[] = [];
	let all = 0;
	const start = performance.now();
	const { tokenIds, how, passes } = await model.hide(parts, {
		signal: new AbortController().signal,
		onProgress: (done, total) => {
			all = total;
			marks.push({ done, at: performance.now() });
		},
	});
	const rows = tokenIds.length;
	const most = 2 * contexts + 2;
	const once = how === 'hidden' ? all - rows * (most - 1) : all / most;
	const plain = marks.find(({ done }) => done >= once)!.at - start;
	// The last one says that nothing is left to do.
	return { plain: plain / 1000, extra: (marks.at(-1)!.at - start - plain) / 1000, tokens: once, rows, passes };
}
