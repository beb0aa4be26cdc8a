import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillPrompt, filledPrompts } from '../../../../lab/demo-model/fill-prompt.ts';
import { promptOf } from '../../../../lab/demo-model/subject.ts';
import { makeSituation } from '../../../../lab/world/twins.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { countWords } from './fake-model.ts';

const filling = { subject: { promptTokens: countWords }, forms: 'test' } as const;

test('prompts are filled to the range with passages about others; question and own passages stay', () => {
	const random = seededRandom(8);
	const originals: ReturnType<typeof makeSituation>[] = [];
	const draw = () => {
		originals.push(makeSituation(random, 'one', 'test', false));
		return originals.at(-1)!;
	};
	const filled = filledPrompts(random, filling, draw, 25, 250, 280);
	assert.equal(filled.length, 25);
	const places = new Set<number>();
	for (const situation of filled) {
		const original = originals.find(({ entity }) => entity.name === situation.entity.name)!;
		const size = countWords(promptOf(situation));
		assert.ok(size >= 250 && size <= 280, String(size));
		assert.deepEqual(
			situation.passages.filter((p) => original.passages.includes(p)),
			original.passages,
		);
		assert.deepEqual({ ...situation, passages: [] }, { ...original, passages: [] });
		const names = situation.passages
			.slice()
			.filter((p) => !original.passages.includes(p))
			.map((p) => p.entity.name);
		assert.equal(new Set([...names, situation.entity.name]).size, names.length + 1, 'each added passage is about someone else');
		places.add(situation.passages.findIndex((p) => p.entity.name === situation.entity.name));
	}
	assert.ok(places.size > 3, 'the passage that answers stands anywhere');
});

test('too long from the start, or a range that no prompt can have', () => {
	const random = seededRandom(9);
	const draw = () => makeSituation(random, 'one', 'test', false);
	assert.equal(fillPrompt(random, filling, draw(), 5, 10), undefined);
	assert.throws(() => filledPrompts(random, filling, draw, 1, 5, 10), RangeError);
});
