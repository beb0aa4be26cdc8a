import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fitLexical } from '../../../../src/embedding/lexical/fit-lexical.ts';
import { lexicalEncoder } from '../../../../src/embedding/lexical/lexical-encoder.ts';
import { lexicalBytes, lexicalHash, readLexical } from '../../../../src/embedding/lexical/lexical-file.ts';
import type { LexicalModel } from '../../../../src/embedding/lexical/lexical-model.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const quiet = { signal: new AbortController().signal, onProgress: () => undefined };
const rowsOf = async (model: LexicalModel, texts: readonly string[]): Promise<number[][]> => {
	const encoder = lexicalEncoder(model);
	const all = await encoder.embed(texts, quiet);
	return texts.map((_, i) => Array.from(all.subarray(i * encoder.dimensions, (i + 1) * encoder.dimensions)));
};
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, one, i) => sum + one * b[i]!, 0);

const store = [
	'Prefers window seats on morning flights.',
	'Her sister Alina lives in Porto and visits every spring.',
	'Standup moved to 9:45 on Tuesdays.',
	'The staging database is restarted each night at 02:00 UTC.',
	'Never schedule calls on Friday afternoons, please.',
	'Asked for the invoice as plain text.',
	'会議は木曜日に変更されました。',
];

test('a text lies nearest to the entry that shares its words, in any case and with signs that show nothing', async () => {
	const model = await fitLexical(store);
	const [seat, hidden, ...entries] = await rowsOf(model, ['does she like WINDOW SEATS?', 'win\u200bdow se\u00adats', ...store]);
	for (const asked of [seat!, hidden!]) {
		const near = entries.map((entry) => dot(asked, entry));
		assert.equal(near.indexOf(Math.max(...near)), 0, near.join(' '));
	}
	const [thursday, ...again] = await rowsOf(model, ['木曜日', ...store]);
	assert.equal(again.map((entry) => dot(thursday!, entry)).indexOf(Math.max(...again.map((entry) => dot(thursday!, entry)))), 6);
});

test('rows have length 1, whatever the text', async () => {
	const model = await fitLexical(store);
	await fc.assert(
		fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 60 }), async (text) => {
			const [row] = await rowsOf(model, [text]);
			assert.ok(Math.abs(dot(row!, row!) - 1) < 1e-6, String(dot(row!, row!)));
		}),
		{ numRuns: 100 },
	);
});

test('texts of which nothing is known are one axis, at right angles to all others', async () => {
	const model = await fitLexical(store);
	const [known] = await rowsOf(model, [store[0]!]);
	for (const text of ['', '!?', 'жжж', '🙂']) {
		const [row] = await rowsOf(model, [text]);
		assert.deepEqual([row!.at(-1), dot(row!, known!)], [1, 0], text);
	}
});

test('the order of a store and copies of its entries decide nothing', async () => {
	const hash = lexicalHash(await fitLexical(store));
	await fc.assert(
		fc.asyncProperty(fc.shuffledSubarray(store, { minLength: store.length }), fc.nat(store.length - 1), async (texts, twice) => {
			const { fitted, ...model } = await fitLexical([...texts, texts[twice]!]);
			assert.deepEqual(fitted, { texts: store.length, of: store.length + 1 });
			assert.equal(lexicalHash({ ...model, fitted: { texts: store.length, of: store.length } }), hash);
		}),
		{ numRuns: 10 },
	);
});

test('of a large store a sample is taken, the same in any order', async () => {
	const texts = Array.from({ length: 500 }, (_, i) => `entry ${i} of ${i % 7} kinds`);
	const model = await fitLexical(texts, { texts: 40, directions: 8 });
	assert.deepEqual([model.fitted, model.directions], [{ texts: 40, of: 500 }, 8]);
	assert.equal(lexicalHash(await fitLexical(texts.toReversed(), { texts: 40, directions: 8 })), lexicalHash(model));
});

test('an empty store, and one without words, can be fitted: nothing is known then', async () => {
	for (const texts of [[], ['', '!!']]) {
		const model = await fitLexical(texts);
		assert.deepEqual(await rowsOf(model, ['hello']), [[1]]);
		assert.equal(lexicalHash(readLexical(lexicalBytes(model), 'x')), lexicalHash(model));
	}
});

test('a fit ends when it is canceled', async () => {
	const controller = new AbortController();
	const done: number[] = [];
	const fitting = fitLexical(store, {
		signal: controller.signal,
		onProgress: (now) => {
			done.push(now);
			if (done.length === 3) controller.abort();
		},
	});
	await assert.rejects(fitting, { name: 'AbortError' });
	assert.equal(done.length, 3);
});

test('what is read back embeds the same; a damaged file is refused', async () => {
	const model = await fitLexical(store);
	const bytes = lexicalBytes(model);
	assert.deepEqual(await rowsOf(readLexical(bytes, 'x'), store), await rowsOf(model, store));
	assert.equal(lexicalHash(readLexical(bytes, 'x')), lexicalHash(model));
	const changed = (at: number, to: number): Buffer => {
		const copy = Buffer.from(bytes);
		copy[at] = to;
		return copy;
	};
	const huge = Buffer.from(bytes);
	huge.writeFloatLE(Number.NaN, huge.length - 4);
	for (const damaged of [
		Buffer.alloc(0),
		changed(0, 0),
		changed(14, 0x7d),
		changed(9, 255),
		bytes.subarray(0, -1),
		Buffer.concat([bytes, bytes]),
		huge,
	])
		assert.throws(() => readLexical(damaged, 'kept'), { code: 'RA451', place: { file: 'kept' } });
});
