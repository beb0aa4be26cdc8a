import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeQueries, type Query, type QuerySet } from '../../../../lab/repcs/query-sets.ts';
import { memorised } from '../../../../lab/world/memory.ts';

const queries = makeQueries(1, 41);
const of = (set: QuerySet): Query[] => queries.filter((query) => query.set === set);
const fact = ({ situation }: Query): string => `${situation.entity.name}, ${situation.asked[0]?.id}`;

test('as many of each set, no fact twice, and the same queries for the same seed', () => {
	for (const set of ['clean', 'memorised', 'paraphrased'] as const) {
		assert.equal(of(set).length, 41);
		assert.equal(new Set(of(set).map(fact)).size, 41);
	}
	assert.deepEqual(
		makeQueries(1, 41).map(({ situation }) => situation.query),
		queries.map(({ situation }) => situation.query),
	);
	assert.notDeepEqual(
		makeQueries(2, 41).map(({ situation }) => situation.query),
		queries.map(({ situation }) => situation.query),
	);
});

test('memorised facts are known by heart and stated, asked twice over the same passages in other words', () => {
	const names = new Set(memorised.map(({ name }) => name));
	assert.deepEqual(of('memorised').map(fact), of('paraphrased').map(fact));
	for (const [i, query] of of('memorised').entries()) {
		const other = of('paraphrased')[i]!;
		const { entity, asked, passages, byHeart } = query.situation;
		assert.ok(names.has(entity.name) && byHeart.has(asked[0]!.id));
		assert.ok(passages.some((passage) => passage.entity.name === entity.name && passage.stated.includes(asked[0]!)));
		assert.deepEqual(other.situation.passages, passages);
		assert.notEqual(other.situation.query, query.situation.query);
		assert.deepEqual([query.form, other.form], ['trained', 'held-out']);
	}
});

test("clean facts are nobody's memory, asked in forms of both kinds", () => {
	const names = new Set(memorised.map(({ name }) => name));
	for (const { situation } of of('clean')) assert.ok(!names.has(situation.entity.name) && situation.byHeart.size === 0);
	assert.equal(of('clean').filter(({ form }) => form === 'trained').length, 20);
	assert.ok(
		queries.every(({ situation, temperature }) => situation.withheld.length === 0 && situation.asked.length === 1 && temperature === 0),
	);
});

test('more facts than are known by heart are refused', () => {
	assert.throws(() => makeQueries(1, 1200), /memorised facts/);
});
