import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Feeding } from '../../../../src/lm/prefill.ts';
import type { KeyValueCache } from '../../../../src/lm/key-value-cache.ts';
import { Logits } from '../../../../src/lm/logits.ts';
import { continueEach, type DecodeRequest } from '../../../../src/lm/paths/decode-paths.ts';
import type { Tokenizer } from '../../../../src/lm/tokenizer.ts';
import { EnsembleDecoder } from '../../../../src/methods/pearl/ensemble.ts';
import { GatedVotesDecoder } from '../../../../src/methods/pearl/gated-votes.ts';
import { seededBits } from '../../../../src/privacy/random-bits.ts';
import { Tensor } from 'onnxruntime-node';

const vocabulary = 6;
const end = 5;
/** What overflows in a graph of half precision: no file here does. */
const overflowing = 4;

/** Says the token behind the last one, up to the end; a text with token 4 in it has no numbers. */
const step: Feeding['session']['step'] = (given, cache) => {
	const ids = Array.from(given);
	const last = ids.at(-1) ?? 0;
	const row = new Float32Array(vocabulary);
	row[ids.includes(overflowing) ? 0 : last === 2 ? end : last + 1] = 9;
	if (ids.includes(overflowing)) row[3] = NaN;
	return Promise.resolve({ cache, logits: new Logits(new Tensor('float32', row, [1, 1, vocabulary]), 1, vocabulary) });
};
const start = (): KeyValueCache => ({ length: 0, tensors: new Map() });
const feeding = { session: { vocabulary, step, start }, growth: 'none', firstPiece: (length: number) => length } as unknown as Feeding;
const tokenizer = { decode: (ids: readonly number[]) => ids.join('') } as unknown as Tokenizer;

const request = (prompts: number[][], isPrivate: boolean[]): DecodeRequest => ({
	prompts,
	isPrivate,
	beginning: [0],
	without: 1,
	window: 16,
	batching: null,
	maxTokens: 8,
	endTokens: new Set([end]),
	lead: '',
	signal: new AbortController().signal,
	onProgress: () => undefined,
});

test('a document whose rows are no distribution says nothing, and the others what they say without it', async () => {
	const texts = await continueEach(feeding, tokenizer, request([[0], [overflowing, 0], [1]], [true, true, true]));
	assert.deepEqual(
		texts.map(({ text, finish }) => [text, finish]),
		[
			['12', 'stop'],
			['', 'stop'],
			['2', 'stop'],
		],
	);
});

test('a prompt without documents that fails is told by number', async () => {
	await assert.rejects(continueEach(feeding, tokenizer, request([[0], [overflowing]], [true, false])), { code: 'RA408' });
});

describe('a choice among rows of which one is refused', () => {
	const bits = () => seededBits(3);
	const row = (...logits: number[]) => Float32Array.from(logits);
	const without = row(1, 0.5, 0, -1);
	const broken = [row(0, 3, 0, 0), row(0, NaN, 0, 0), row(0, 3, 0, 1)];
	const gated = { gate: 0.99, payments: 3, stepEpsilon: 2, candidates: 4, abstaining: 0, refusals: [] };
	const ensemble = { clipBound: 2, stepEpsilon: 1, candidates: 4 };
	for (const [name, make] of [
		['gated votes', () => new GatedVotesDecoder(gated, bits(), 4)],
		['ensemble, absolute', () => new EnsembleDecoder({ ...ensemble, clip: 'absolute' }, bits(), 4)],
		['ensemble, difference', () => new EnsembleDecoder({ ...ensemble, clip: 'difference' }, bits(), 4)],
	] as const)
		test(`${name}: it draws and pays nothing, so that it may be asked again without that row`, () => {
			const [again, once] = [make(), make()];
			assert.throws(() => again.next(without, broken), RangeError);
			assert.equal(again.paid, 0);
			const rest = [broken[0]!, null, broken[2]!];
			assert.deepEqual(again.next(without, rest), once.next(without, rest));
			assert.equal(again.paid, 1);
		});
});
