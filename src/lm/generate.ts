import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { prefill, progressOf, type Feeding } from './prefill.ts';
import { sampleToken, type SamplingOptions } from './sample.ts';
import type { GenerateResult } from '../model-io/requests.ts';
import type { Random } from '../statistics/random.ts';
import { TextStream } from './text-stream.ts';
import type { Tokenizer } from './tokenizer.ts';

export interface GenerateRequest extends SamplingOptions {
	readonly prompt: readonly number[];
	/** Tokens at most, the prompt aside. */
	readonly maxTokens: number;
	readonly endTokens: ReadonlySet<number>;
	/** White space of the template that a generated answer begins with. */
	readonly lead: string;
	readonly random: Random;
	readonly signal: AbortSignal;
	readonly onText: (piece: string) => void;
	/** Hears each token of the answer with the logits `[V]` that it was chosen from, good until it returns. */
	readonly onToken?: (id: number, row: Float32Array) => void;
}

/**
 * Continues a prompt token by token, through the cache or, where the model has none, by reading the text so far anew for each. The end
 * token is no part of the text.
 * When the signal aborts, what there is comes back as `cancelled`, within one chunk of the prompt or one token.
 * @throws {UserError} RA408 for logits that are no numbers, RA409 when the runtime fails.
 */
export async function generateText(
	feeding: Feeding,
	tokenizer: Tokenizer,
	request: GenerateRequest,
): Promise<Pick<GenerateResult, 'text' | 'finish'>> {
	const stream = new TextStream((ids) => tokenizer.decode(ids), request.lead, request.onText);
	try {
		const progress = progressOf(request.prompt.length, { signal: request.signal, onProgress: () => undefined });
		const { session, firstPiece, growth } = feeding;
		const text = [...request.prompt];
		const first = firstPiece(text.length);
		let cache = growth !== 'none' && first < text.length ? await prefill(feeding, text.slice(0, -1), first, progress) : session.start();
		const scratch = new Float32Array(session.vocabulary);
		for (let n = 0; n < request.maxTokens; n++) {
			// Where a longer text is treated otherwise, what the cache holds is of another text.
			const anew = growth === 'none' || cache.length < firstPiece(text.length);
			const fed = anew ? text : text.slice(cache.length);
			const step = await session.step(fed, anew ? session.start() : cache, 1);
			cache = step.cache;
			const row = step.logits!.row(0, scratch);
			const last = choose(row, request);
			text.push(last);
			if (request.endTokens.has(last)) return { text: stream.end(true), finish: 'stop' };
			request.onToken?.(last, row);
			stream.push(last);
			await progress(1);
		}
		return { text: stream.end(false), finish: 'length' };
	} catch (error) {
		if (!request.signal.aborted || error instanceof UserError) throw error;
		return { text: stream.end(false), finish: 'cancelled' };
	}
}

function choose(row: Float32Array, request: GenerateRequest): number {
	try {
		return sampleToken(row, request, request.random);
	} catch (cause) {
		if (!(cause instanceof RangeError)) throw cause;
		throw new UserError(errorNumbers.outputIsNoDistribution, `The model's output is no distribution: ${cause.message}.`, {
			hint: 'Half-precision weights overflow on some devices: try another device or dtype.',
			cause,
		});
	}
}
