import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fitLexical } from '../../../../src/embedding/lexical/fit-lexical.ts';
import { lexicalEncoder } from '../../../../src/embedding/lexical/lexical-encoder.ts';

interface Case {
	readonly texts: readonly string[];
	readonly asked: readonly string[];
	readonly directions: number;
	readonly grams: number;
	readonly firstGrams: readonly string[];
	readonly rarity: readonly number[];
	readonly singularValues: readonly number[];
	/** Of the asked texts with each other: a subspace has many bases, and they are the same in all. */
	readonly cosines: readonly (readonly number[])[];
}

/** Made by lab/embedding/make_lexical_expected.py: `TfidfVectorizer` and `TruncatedSVD` (ARPACK) of scikit-learn. */
const cases = JSON.parse(readFileSync(new URL('expected.json', import.meta.url), 'utf8')) as readonly Case[];
/** Largest distances, of singular values in proportion to the first: the few directions come out exactly, of many those at the end are still near. */
const bounds = [
	{ values: 1e-9, cosines: 1e-5 },
	{ values: 1e-4, cosines: 1e-3 },
] as const;

for (const [at, expected] of cases.entries())
	test(`${expected.directions} directions of ${expected.texts.length} texts are those of scikit-learn`, async () => {
		const model = await fitLexical(expected.texts, { directions: expected.directions });
		assert.equal(model.grams.length, expected.grams);
		for (const [i, gram] of expected.firstGrams.entries())
			assert.ok(Math.abs(model.rarity[model.grams.indexOf(gram)]! - expected.rarity[i]!) < 1e-10, gram);
		const first = expected.singularValues[0]!;
		const values = expected.singularValues.map((value, k) => Math.abs(model.singularValues[k]! - value) / first);
		assert.ok(Math.max(...values) < bounds[at]!.values, values.join(' '));
		const encoder = lexicalEncoder(model);
		const rows = await encoder.embed(expected.asked, { signal: new AbortController().signal, onProgress: () => undefined });
		const rowOf = (i: number): Float32Array => rows.subarray(i * encoder.dimensions, (i + 1) * encoder.dimensions);
		const distances = expected.cosines.flatMap((all, i) =>
			all.map((cosine, j) => Math.abs(rowOf(i).reduce((sum, one, k) => sum + one * rowOf(j)[k]!, 0) - cosine)),
		);
		assert.ok(Math.max(...distances) < bounds[at]!.cosines, String(Math.max(...distances)));
	});
