import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byExpressions, namesByCapitals } from '../../../../lab/pii/baselines.ts';
import { handWrittenSentences, sentencesOf } from '../../../../lab/pii/read-sentences.ts';
import { countsOf, figuresOf } from '../../../../lab/pii/score.ts';
import { worldPassages } from '../../../../lab/pii/world-passages.ts';
import { piiTables } from '../../../../lab/pii/bench-tables.ts';

const name = (start: number, end: number) => ({ start, end, type: 'name' as const });

test('each marked value counts once', () => {
	const marked = [name(0, 5), name(10, 15)];
	assert.deepEqual(countsOf([name(0, 3), name(3, 5), name(10, 15)], marked, 'exact'), { right: 1, found: 3, marked: 2 });
	assert.deepEqual(countsOf([name(0, 3), name(3, 5), name(10, 15)], marked, 'overlapping'), { right: 2, found: 3, marked: 2 });
	assert.deepEqual(countsOf([{ start: 0, end: 5, type: 'city' }], marked, 'overlapping'), { right: 0, found: 1, marked: 2 });
});

test('precision, recall and F1 of two texts, by hand; a type that is nowhere has no figure', () => {
	const texts = [
		{ text: 'x'.repeat(20), values: [name(0, 5), name(10, 15)] },
		{ text: 'x'.repeat(20), values: [name(0, 5)] },
	];
	const options = { seed: 1, resamples: 50 };
	const figures = figuresOf('set | rules', texts, [[name(0, 5)], [name(0, 5), name(6, 8), name(9, 10)]], 'name', 'exact', options);
	assert.deepEqual(
		figures.map(({ name: what, value, n }) => [what, value, n]),
		[
			['set | rules | name | exact | precision', 2 / 4, 4],
			['set | rules | name | exact | recall', 2 / 3, 3],
			['set | rules | name | exact | F1', 4 / 7, 7],
		],
	);
	assert.deepEqual(figuresOf('set | rules', texts, [[], []], 'city', 'exact', options), []);
	assert.match(piiTables({ quick: false, figures }), /\| rules \| name \| 3 \| 0\.500 /u);
});

test("the world's passages: what it calls personal stands where it is marked, and the same seed gives the same", () => {
	const passages = worldPassages(3, 60, 'dev');
	assert.deepEqual(passages, worldPassages(3, 60, 'dev'));
	const types = new Set(passages.flatMap(({ values }) => values.map(({ type }) => type)));
	assert.deepEqual([...types].toSorted(), [
		'account-number',
		'address',
		'city',
		'dob',
		'email',
		'name',
		'phone',
		'record-number',
		'visit-time',
	]);
	for (const { text, values } of passages)
		for (const { start, end, type } of values) {
			assert.ok(start >= 0 && end <= text.length && start < end);
			if (type === 'email') assert.match(text.slice(start, end), /^\S+@\S+\.example$/u);
			if (type === 'name') assert.doesNotMatch(text.slice(start, end), /^Dr /u);
		}
});

test('the hand-written sentences are whole: 200, a quarter without a value; a wrong offset is refused', async () => {
	const sentences = await handWrittenSentences();
	assert.equal(sentences.length, 200);
	const line = { text: 'Ana came.', pii: [{ start: 0, end: 3, type: 'name', value: 'Ana' }], kind: 'chat' };
	assert.equal(sentencesOf(JSON.stringify(line)).length, 1);
	assert.throws(() => sentencesOf(JSON.stringify({ ...line, pii: [{ ...line.pii[0], end: 4 }] })), RangeError);
	assert.throws(() => sentencesOf(JSON.stringify({ ...line, kind: 'poem' })));
});

test('baselines find what they say, and no more', () => {
	const text = 'Ana Lima wrote to ana@x.example on May 3, 2020.';
	assert.deepEqual(
		byExpressions(text).map(({ type }) => type),
		['email', 'dob'],
	);
	assert.deepEqual(namesByCapitals(text), [{ start: 0, end: 8, type: 'name' }]);
});
