import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likenessColumns } from '../../../../src/analysis/likeness/likeness-columns.ts';
import { profileAnswers } from '../../../../src/analysis/likeness/likeness-of.ts';
import { drawReference, formatReference, readReference } from '../../../../src/analysis/likeness/reference-file.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

/** Rows without a pattern, but for what `shifted` adds. */
function rows(seed: number, count: number, shifted: Readonly<Record<string, number>> = {}): number[][] {
	const random = seededRandom(seed);
	return Array.from({ length: count }, () => likenessColumns.map(({ name }) => Number((random() + (shifted[name] ?? 0)).toPrecision(6))));
}

test('a batch like the reference is not called unlike', () => {
	const { p, ...told } = profileAnswers(rows(1, 300), { english: true }).likenessOf(rows(2, 50));
	assert.deepEqual({ ...told, outside: 0 }, { unlike: false, outside: 0, differs: [], rows: 50 });
	assert.ok(p! > 0.01 && told.outside <= 7, JSON.stringify(told));
});

test('a batch of one kind is like a reference in which that kind is one of ten', () => {
	const kinds = Array.from({ length: 10 }, (_, kind) => ({ 'context-tables': 3 * kind, 'answer-sentence': 2 * ((kind * 7) % 10) }));
	const reference = kinds.flatMap((shift, kind) => rows(20 + kind, 40, shift));
	for (const [kind, shift] of kinds.entries())
		assert.equal(profileAnswers(reference, { english: true }).likenessOf(rows(40 + kind, 30, shift)).unlike, false);
	assert.equal(
		profileAnswers(reference, { english: true }).likenessOf(rows(60, 30, { 'context-tables': -6, 'answer-sentence': 30 })).unlike,
		true,
	);
});

test('an unlike batch is called so, and what differs most is named first', () => {
	const told = profileAnswers(rows(1, 300), { english: true }).likenessOf(
		rows(3, 50, { 'context-tables': 2, 'answer-sentence': 1.3, refuses: -0.9 }),
	);
	assert.equal(told.unlike, true);
	assert.ok(told.outside >= 40, `${told.outside}`);
	assert.deepEqual(told.differs, ['tables in the contexts', 'longer sentences', 'fewer refusals']);
});

test('a few answers among many that are alike do not make the batch unlike', () => {
	const far = rows(9, 8, { contexts: 9 });
	const { unlike, outside } = profileAnswers(rows(1, 300), { english: true }).likenessOf([...rows(2, 42), ...far]);
	assert.equal(unlike, false);
	assert.ok(outside >= 8, `${outside}`);
});

test('of few answers nothing is said, or with a small reference, and of many the last fifty count', () => {
	const compare = profileAnswers(rows(1, 300), { english: true }).likenessOf;
	const nothing = { unlike: null, outside: 0, differs: [], p: null };
	assert.deepEqual(compare(rows(4, 4, { contexts: 9 })), { ...nothing, rows: 4 });
	assert.deepEqual(profileAnswers(rows(1, 39), { english: true }).likenessOf(rows(4, 20, { contexts: 9 })), { ...nothing, rows: 20 });
	assert.equal(compare(rows(4, 5, { contexts: 9 })).unlike, true);
	assert.equal(compare([...rows(5, 100, { contexts: 9 }), ...rows(6, 50)]).unlike, false);
});

test('one answer that lies plainly outside is set apart, none of those that are alike, and none that is only surprising in one way', () => {
	const { setsApart } = profileAnswers(rows(1, 400), { english: true });
	const far = { contexts: 9, 'context-tables': 9, 'answer-sentence': 9, 'answer-digits': 9, 'question-words': 9, refuses: -9 };
	const named = setsApart(rows(3, 1, far)[0]!);
	assert.equal(named?.length, 3);
	const words = [
		'more contexts',
		'tables in the contexts',
		'longer sentences',
		'more numbers in the answers',
		'longer questions',
		'fewer refusals',
	];
	assert.ok(
		named.every((one) => words.includes(one)),
		named.join(),
	);
	assert.equal(rows(2, 500).filter((row) => setsApart(row) !== null).length, 0);
	assert.equal(setsApart(rows(4, 1, { LOGPROB_MIN: -9 })[0]!), null);
	assert.deepEqual(setsApart(null), ['another language']);
	assert.equal(profileAnswers(rows(1, 400), { english: false }).setsApart(null), null);
	// Too few to be compared with.
	assert.equal(profileAnswers(rows(1, 39), { english: true }).setsApart(rows(3, 1, far)[0]!), null);
});

test('the reference has a row a group and is read as it was written, or not at all', () => {
	const drawn = drawReference(
		rows(7, 1000).map((row, i) => ({ group: `g${Math.floor(i / 2)}`, row })),
		1,
	);
	assert.equal(drawn.length, 400);
	const { reference, text } = formatReference(drawn, { english: true });
	assert.deepEqual(readReference(Buffer.from(text), reference), drawn);
	assert.equal(readReference(Buffer.from(text.replace('[0', '[1')), reference), null);
});
