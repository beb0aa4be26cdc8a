import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Origins } from '../../../../src/model-io/attribution.ts';
import { originWords } from '../../../../src/analysis/spad/origin-words.ts';

/** Tokens of a text with what each gave to one row, or to several. */
function origins(...contexts: readonly (readonly [token: string, ...shares: number[]])[][]): Origins {
	const rows = contexts[0]![0]!.length - 1;
	return {
		rows: Uint32Array.from({ length: rows }, (_, r) => r),
		contexts: contexts.map((tokens, k) => {
			let at = 0;
			const start = tokens.map(([token]) => (at += token.length) - token.length);
			return {
				id: `c${k}`,
				start: Uint32Array.from(start),
				end: Uint32Array.from(tokens, ([token], j) => start[j]! + token.length),
				shares: Float64Array.from(Array.from({ length: rows }, (_, r) => tokens.map((token) => Number(token[r + 1]))).flat()),
			};
		}),
		layers: { count: 0, attention: new Float64Array(), ffn: new Float64Array() },
		errorBound: 0,
	};
}
const textOf = (tokens: readonly (readonly [token: string, ...shares: number[]])[]) => tokens.map(([token]) => token).join('');

test('tokens of a word are added up, words are ordered by what they gave', () => {
	const tokens = [
		['Ann', 0.1],
		[' is', 0.001],
		[' 12', 0.4],
		['7', 0.1],
		['/', 0.05],
		['84', 0.2],
		['.\n', 0.01],
	] as const;
	const words = originWords(origins(tokens.map((t) => [...t])), [textOf(tokens.map((t) => [...t]))]);
	assert.deepEqual(
		words.map(({ start, end, share }) => [start, end, share.toFixed(3)]),
		[
			[7, 14, '0.760'],
			[0, 3, '0.100'],
		],
		'what is next to nothing beside the strongest is left out',
	);
});

test('several rows count as their mean, a token over two words by its letters', () => {
	const tokens: [string, ...number[]][] = [
		['aa bbbb', 0.6, 0],
		[' c', 0.2, 0.4],
	];
	const found = originWords(origins(tokens), [textOf(tokens)]);
	assert.deepEqual(
		found.map(({ start, share }) => [start, Math.round(1000 * share)]),
		[
			[8, 300],
			[3, 200],
			[0, 100],
		],
	);
});

test('where the contexts gave nothing, or took, nothing is lit', () => {
	const tokens: [string, ...number[]][] = [
		['Ann', 0.0005],
		[' is', -0.9],
	];
	assert.deepEqual(originWords(origins(tokens), [textOf(tokens)]), []);
});

test('whatever the tokens: words do not overlap, give no more than the tokens did, and the strongest is first', () => {
	const token = fc.tuple(fc.stringMatching(/^[a-c \n]{1,4}$/), fc.double({ min: 0, max: 1, noNaN: true }));
	fc.assert(
		fc.property(fc.array(fc.array(token, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }), (contexts) => {
			const words = originWords(origins(...contexts), contexts.map(textOf));
			for (const [i, word] of words.entries()) {
				assert.match(textOf(contexts[word.context]!).slice(word.start, word.end), /^\S+$/);
				assert.ok(i === 0 || word.share <= words[i - 1]!.share);
			}
			const total = contexts.flat().reduce((sum, [, share]) => sum + share, 0);
			assert.ok(words.reduce((sum, { share }) => sum + share, 0) <= total + 1e-9);
			assert.equal(new Set(words.map((word) => `${word.context} ${word.start}`)).size, words.length);
		}),
	);
});
