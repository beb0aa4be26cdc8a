import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askAll } from '../../../../lab/demo-model/ask.ts';
import { times } from '../../../../lab/demo-model/draw.ts';
import { promptOf } from '../../../../lab/demo-model/subject.ts';
import { makeSituation } from '../../../../lab/world/twins.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { countWords, fakeModel, measurementOf } from './fake-model.ts';

const random = seededRandom(5);
const situations = times(20, () => makeSituation(random, 'two', 'test'));

test('prompt, room and temperature reach the model; each answer has its own seed, the same in another run', async () => {
	const ask = async () => {
		const model = fakeModel(() => 'Yes.');
		const answered = await askAll(measurementOf(model), 'two', situations, 0.5);
		assert.deepEqual(
			answered.map(({ situation }) => situation),
			situations,
		);
		return model.asked;
	};
	const asked = await ask();
	assert.deepEqual(
		asked.map(({ parts }) => parts),
		situations.map(promptOf),
	);
	assert.deepEqual(
		asked[0]!.parts.contexts.map(({ text }) => text),
		situations[0]!.passages.map(({ text }) => text),
	);
	assert.ok(asked.every(({ maxTokens, temperature }) => maxTokens === 80 && temperature === 0.5));
	assert.equal(new Set(asked.map(({ seed }) => seed)).size, situations.length);
	assert.deepEqual(await ask(), asked);
});

test('a prompt that leaves no room for its answer is not asked, and counted; one that just fits is asked', async () => {
	const sizes = situations.map((situation) => countWords(promptOf(situation)));
	const limit = sizes.toSorted((a, b) => a - b)[9]!;
	const model = fakeModel(() => 'Yes.', limit + 80);
	const run = measurementOf(model);
	const answered = await askAll(run, 'two', situations);
	const expected = situations.filter((_, i) => sizes[i]! <= limit);
	assert.ok(expected.length >= 10 && expected.length < 20);
	assert.deepEqual(
		answered.map(({ situation }) => situation),
		expected,
	);
	assert.deepEqual(run.losses.get('two'), { tooLong: 20 - expected.length, cutShort: 0 });
});

test('an answer that has no end is counted and judged; a prompt that was cut in spite of all is a defect', async () => {
	const run = measurementOf(fakeModel(({ seed }) => (seed! % 2 === 0 ? 'The ward of' : 'Yes.')));
	const answered = await askAll(run, 'two', situations);
	const open = answered.filter(({ answer }) => answer === 'The ward of').length;
	assert.ok(open > 0);
	assert.deepEqual(run.losses.get('two'), { tooLong: 0, cutShort: open });
	assert.ok(answered.every(({ sentences }) => sentences[0]?.verdict === 'unreadable'));
	await assert.rejects(askAll(measurementOf(fakeModel(() => 'Yes.', 10_000, true)), 'two', situations), /it was cut/);
});
