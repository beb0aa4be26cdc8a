import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twinSeeds } from '../../../../lab/spad/twin-seeds.ts';
import { twinPlan } from '../../../../lab/datasets/planned-answer.ts';
import { partsOf } from '../../../../lab/datasets/sample-answers.ts';
import type { Side } from '../../../../lab/world/domain.ts';

const sides = ['train', 'test'] as const;

function questions(seed: number, side: Side): string[] {
	const texts: string[] = [];
	for (const { situation } of twinPlan(twinSeeds(seed)[side], side)) {
		texts.push(JSON.stringify(partsOf(situation)));
		if (texts.length === 60) break;
	}
	return texts;
}

test('the first seed draws what ships; every other one draws a set of its own, and no seed the same for both sides', () => {
	assert.deepEqual(twinSeeds(1), { train: 401, test: 402 });
	const seeds = Array.from({ length: 200 }, (_, i) => i - 5).flatMap((seed) => Object.values(twinSeeds(seed)));
	assert.equal(new Set(seeds).size, 400);
	for (const seed of seeds) assert.ok(Number.isSafeInteger(seed) && seed >= 0 && seed < 2 ** 31, String(seed));
	assert.deepEqual(twinSeeds(2), twinSeeds(2));
});

test('what is asked is new with every seed, and nothing of training is asked again', () => {
	const all = [1, 2, 3].flatMap((seed) => sides.map((side) => questions(seed, side)));
	const apart = all.map((texts) => new Set(texts));
	for (const [i, one] of apart.entries())
		for (const [j, other] of apart.entries()) if (i !== j) assert.equal([...one].filter((text) => other.has(text)).length, 0, `${i} ${j}`);
});
