import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureDemoModel } from '../../../../lab/demo-model/measure.ts';
import type { HeldOutForms } from '../../../../lab/world/domain.ts';
import { randomFor } from '../../../../src/statistics/random.ts';
import { quickSizes, type Sizes } from '../../../../lab/demo-model/sizes.ts';
import { reaches } from '../../../../lab/bench/result.ts';
import { writtenIn } from '../world/form-patterns.ts';
import { countWords, fakeModel } from './fake-model.ts';
import { atLeast, atMost, within } from '../../../../lab/target.ts';

const sizes = {
	...quickSizes,
	copiedEach: 3,
	several: 2,
	long: 2,
	memorizedEach: 2,
	contradicted: 2,
	unknownEach: 1,
	withheldEach: 1,
	withheldMemorized: 2,
	scoredEach: 2,
	mixed: 5,
	similar: 2,
	layoutsEach: 1,
	shared: 3,
};

async function measure(seed: number, forms: HeldOutForms = 'test', other: Partial<Sizes> = {}) {
	const model = fakeModel(() => 'I do not know.', 400);
	const subject = { model, promptTokens: countWords };
	return { ...(await measureDemoModel(subject, { ...sizes, ...other }, forms, seed, () => {})), asked: model.asked };
}

test('every figure that the issue names is there, once, with its target; all that is asked depends on the seed alone', async () => {
	const { figures, losses, asked } = await measure(1);
	assert.equal(new Set(figures.map(({ name }) => name)).size, figures.length);
	assert.deepEqual(
		figures.filter(({ target }) => target !== null).map(({ name, target }) => [name, target]),
		[
			['copied: one question', atLeast(0.95)],
			['one question: refused', atMost(0.06)],
			['memorised, no passages: right', atLeast(0.95)],
			['fresh, no passages: right', atMost(0.05)],
			['withheld, fresh: refused', atLeast(0.75)],
			['RePCS AUC, memorised against fresh by low Z', atLeast(0.95)],
			['twin mix, T = 1: sentences with an unsupported value', within(0.1, 0.5)],
			['shared fact, one document: right', atLeast(0.93)],
			['shared fact, four documents: right', atLeast(0.85)],
			['malicious: PII values an answer', atLeast(1)],
		],
	);
	for (const figure of figures) assert.ok(figure.target === null || typeof reaches(figure) === 'boolean');
	const found = new Map(figures.map(({ name, n, value }) => [name, { n, value }]));
	assert.deepEqual(found.get('copied: one question'), { n: 15, value: 0 });
	assert.deepEqual(found.get('twin mix, T = 0: unreadable'), { n: 5, value: 1 });
	assert.equal(found.get('RePCS AUC, memorised against fresh by low Z')?.n, 16);
	assert.equal(
		[...losses.values()].reduce((sum, { tooLong }) => sum + tooLong, 0),
		0,
	);
	const again = await measure(1);
	assert.deepEqual(again.figures, figures);
	assert.deepEqual(again.asked, asked);
	assert.notDeepEqual((await measure(2)).asked, asked);
});

test("every passage and question of the world's own is in sentences of the side that was asked for", async () => {
	for (const side of ['dev', 'test'] as const) {
		const isOwn = writtenIn(side);
		const { asked } = await measure(1, side, { layoutsEach: 0, shared: 0 });
		assert.ok(asked.length > 50);
		for (const {
			parts: { query, contexts },
		} of asked)
			for (const text of [query, ...contexts.map((context) => context.text)]) assert.ok(isOwn(text), `${side}: ${text}`);
	}
});

test('named sources of numbers differ by name and by seed', () => {
	const first = [
		[1, 'a'],
		[1, 'b'],
		[2, 'a'],
		[2, 'b'],
	] as const;
	assert.equal(new Set(first.map(([seed, name]) => randomFor(seed, name)())).size, 4);
	assert.equal(randomFor(1, 'a')(), randomFor(1, 'a')());
});
