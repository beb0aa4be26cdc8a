import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { count, float64, list, uint32, withNumbers, fitting, misfits } from '../../../src/model-io/schema.ts';

const declaration = fitting(
	z.object({
		name: z.string(),
		tokens: uint32('T'),
		pairs: float64('T', 2),
		contexts: z.array(z.object({ ends: uint32('N'), shares: float64('T', 'N') })),
		inside: z.object({ layers: count('L'), parts: float64('T', 'L') }).nullable(),
		ids: list('K', z.string()),
		words: list('T', z.array(z.string())),
	}),
);
const good = {
	name: 'x',
	tokens: Uint32Array.of(1, 2, 3),
	pairs: new Float64Array(6),
	contexts: [
		{ ends: new Uint32Array(2), shares: new Float64Array(6) },
		{ ends: new Uint32Array(0), shares: new Float64Array(0) },
	],
	inside: { layers: 4, parts: new Float64Array(12) },
	ids: ['a'],
	words: [['a', 'b'], [], ['c']],
};

test('lengths that fit together pass, and a record that may be absent is looked into where it is there', () => {
	assert.deepEqual(declaration.parse(good), good);
	assert.deepEqual(misfits(declaration, good), []);
	assert.deepEqual(declaration.parse({ ...good, inside: null }), { ...good, inside: null });
});

test('a field that does not fit is named, with the length that the fields before it make', () => {
	const bad = {
		...good,
		pairs: new Float64Array(5),
		contexts: [good.contexts[0], { ends: new Uint32Array(1), shares: new Float64Array(2) }],
		inside: { layers: 3, parts: good.inside.parts },
		words: [['a']],
	};
	assert.deepEqual(misfits(declaration, bad), [
		{ path: ['pairs'], length: 5, expected: 6 },
		{ path: ['contexts', 1, 'shares'], length: 2, expected: 3 },
		{ path: ['inside', 'parts'], length: 12, expected: 9 },
		{ path: ['words'], length: 1, expected: 3 },
	]);
	const refused = declaration.safeParse(bad);
	assert.deepEqual(
		refused.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)[1],
		'contexts.1.shares holds 2 values, not 3',
	);
});

test('an array of another kind is refused, and nothing is said about lengths then', () => {
	for (const tokens of [new Float64Array(3), [1, 2, 3], new Int32Array(3), undefined])
		assert.deepEqual(
			declaration.safeParse({ ...good, tokens }).error?.issues.map(({ path }) => path.join('.')),
			['tokens'],
		);
});

test('a declaration that multiplies what no field has said is a defect', () => {
	assert.throws(
		() => misfits(z.object({ table: float64('T', 'K') }), { table: new Float64Array(4) }),
		/no field before says how long T is/u,
	);
});

test('arrays of numbers are replaced in the order of the declaration, and everything else stays', () => {
	const asked: string[] = [];
	const replaced = withNumbers(declaration, good, (held, numbers) => {
		asked.push(held);
		return (numbers as Float64Array).length;
	});
	assert.deepEqual(replaced, {
		...good,
		tokens: 3,
		pairs: 6,
		contexts: [
			{ ends: 2, shares: 6 },
			{ ends: 0, shares: 0 },
		],
		inside: { layers: 4, parts: 12 },
	});
	assert.deepEqual(asked, ['uint32', 'float64', 'uint32', 'float64', 'uint32', 'float64', 'float64']);
	for (const odd of [null, 3, 'text', [good], { contexts: 3, inside: [] }])
		assert.deepEqual(
			withNumbers(declaration, odd, () => 0),
			odd,
		);
});
