import type { AttributeResult, Origins } from '../../../src/model-io/attribution.ts';

/** A made-up attribution of `tokens` tokens over contexts `c0`, `c1` and so on, all numbers different. */
export function attributedResponse(tokens: number, contexts = 2, seed = 1): AttributeResult {
	const doubles = (count: number, offset: number): Float64Array =>
		Float64Array.from({ length: count }, (_, i) => Math.sin(seed * 1000 + offset * 100 + i));
	const integers = (offset: number): Uint32Array => Uint32Array.from({ length: tokens }, (_, t) => seed + offset + t);
	return {
		attributed: {
			tokenIds: integers(9),
			start: integers(20),
			end: integers(21),
			contextIds: Array.from({ length: contexts }, (_, k) => `c${k}`),
			sources: doubles(tokens * 7, 1),
			contextShares: doubles(tokens * contexts, 2),
			logProbability: doubles(tokens, 3),
			entropy: doubles(tokens, 4),
			margin: doubles(tokens, 5),
			logitMargin: doubles(tokens, 6),
			energy: doubles(tokens, 7),
		},
		truncation: null,
		parallelLayers: seed,
		mixingLayers: [seed, seed + 2],
		errorBound: seed / 1024,
		unscreened: seed === 1 ? null : 'of this test',
	};
}

/** Made-up origins of `rows`, whose numbers say row and place: of context `k`, token `j`, `row + k / 10 + j / 100`. */
export function originsOf(rows: readonly number[], contexts: readonly number[] = [3, 2], layers = 2): Origins {
	return {
		rows: Uint32Array.from(rows),
		contexts: contexts.map((tokens, k) => ({
			id: `c${k}`,
			start: Uint32Array.from({ length: tokens }, (_, j) => 2 * j),
			end: Uint32Array.from({ length: tokens }, (_, j) => 2 * j + 2),
			shares: Float64Array.from(rows.flatMap((row) => Array.from({ length: tokens }, (_, j) => row + k / 10 + j / 100))),
		})),
		layers: {
			count: layers,
			attention: Float64Array.from(rows.flatMap((row) => Array.from({ length: 4 * layers }, (_, i) => row * 100 + i))),
			ffn: Float64Array.from(rows.flatMap((row) => Array.from({ length: layers }, (_, l) => row * 100 + l / 2))),
		},
		errorBound: 1 / 2048,
	};
}
