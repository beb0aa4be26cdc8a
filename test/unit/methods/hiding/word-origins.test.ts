import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wordOrigins, type HiddenReadings } from '../../../../src/methods/hiding/word-origins.ts';

/** Log-probabilities of one token: with all contexts, with none, without each, and with each alone (absent: not asked for). */
interface Row {
	readonly all: number;
	readonly none: number;
	readonly without: readonly number[];
	readonly only?: readonly number[];
}

/** A response whose tokens are its words, each with the white space before it. */
function readings(text: string, rows: readonly Row[]): HiddenReadings {
	const tokens = [...text.matchAll(/\s*\S+/gu)];
	return {
		start: tokens.map(({ index }) => index),
		end: tokens.map(({ index, 0: token }) => index + token.length),
		logProbability: rows.map(({ all }) => all),
		none: rows.map(({ none }) => none),
		without: rows.flatMap(({ without }) => without),
		only: rows.flatMap(({ without, only }) => only ?? without.map(() => NaN)),
	};
}
const origins = (text: string, rows: readonly Row[]) => wordOrigins(text, readings(text, rows), rows[0]!.without.length);

describe('where a word comes from', () => {
	test('the context without which it is far less likely', () => {
		const [word] = origins('36', [{ all: -0.02, none: -4.6, without: [-0.02, -4.5, -0.03] }]);
		assert.deepEqual(word!.from, [1]);
		assert.deepEqual(word!.gains[0], { context: 1, nats: 4.48, without: -4.5 });
	});

	test('copies that make up for each other are named together, by what each gives alone', () => {
		const [word] = origins('36', [{ all: -0.02, none: -5, without: [-0.05, -0.02, -0.06], only: [-0.1, -5.1, -0.3] }]);
		assert.deepEqual(word!.from, [0, 2]);
	});

	test('of copies that differ by more than a tenth the stronger one is named alone', () => {
		const [word] = origins('36', [{ all: -0.02, none: -5, without: [-0.05, -0.02, -0.06], only: [-0.1, -5.1, -1] }]);
		assert.deepEqual(word!.from, [0]);
	});

	test('nothing below 0.1 nat, whether the word is likely or not', () => {
		assert.deepEqual(origins('login', [{ all: -0.001, none: -0.02, without: [-0.09, -0.001, -0.001] }])[0]!.from, []);
		assert.deepEqual(origins('login', [{ all: -0.001, none: -0.3, without: [-0.2, -0.001, -0.001] }])[0]!.from, [0]);
	});

	test('nothing where the word is as surprising with the context as without it, or where all contexts give about the same', () => {
		assert.deepEqual(origins('edifice', [{ all: -8.2, none: -8.6, without: [-9.2, -8.2, -8.4] }])[0]!.from, []);
		assert.deepEqual(origins('German', [{ all: -3.3, none: -5.3, without: [-5.2, -4.7, -4.6] }])[0]!.from, []);
	});

	test('tokens of a word are added up; marks around it are not part of it', () => {
		const text = 'of (VLL-3648).';
		const rows = [
			{ all: 0, none: 0, without: [0, 0] },
			{ all: -0.1, none: -9, without: [-9, -0.1] },
			{ all: -0.2, none: -3, without: [-2, -0.2] },
		];
		const spans = { start: [0, 2, 8], end: [2, 8, 14] };
		const found = wordOrigins(text, { ...readings('a b c', rows), ...spans }, 2);
		assert.deepEqual(
			found.map(({ start, end }) => text.slice(start, end)),
			['of', 'VLL-3648'],
		);
		assert.equal(found[1]!.none, -12);
		assert.deepEqual(found[1]!.from, [0]);
	});

	test('contexts that were only measured together are not named, and words behind the last token are left out', () => {
		const text = '36 months';
		const found = wordOrigins(text, { ...readings('36', [{ all: -0.02, none: -5, without: [NaN, -4, NaN] }]) }, 3);
		assert.deepEqual(
			found.map(({ start, from, gains }) => ({ start, from, measured: gains.length })),
			[{ start: 0, from: [1], measured: 1 }],
		);
	});

	test('without contexts nothing is named', () => {
		assert.deepEqual(wordOrigins('36', { start: [0], end: [2], logProbability: [-1], none: [-1], without: [], only: [] }, 0)[0]!.from, []);
	});
});
