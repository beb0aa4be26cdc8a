import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryQueries, memorySets, type MemorySet } from '../../../../lab/repcs/memory-sets.ts';
import { valueOf } from '../../../../lab/world/entity.ts';
import { trainedBanks } from '../../../../lab/world/banks/trained.ts';
import type { Bank } from '../../../../lab/world/banks/bank.ts';

function first(count: number, set: MemorySet, banks: readonly Bank[] = []) {
	const found = [];
	for (const planned of memoryQueries(5, set, 'test', banks)) {
		found.push(planned);
		if (found.length === count) break;
	}
	return found;
}

test('every asked value stands in a passage; only what the model knows by heart can be contradicted', () => {
	for (const banks of [[], trainedBanks])
		for (const set of memorySets)
			for (const { situation, temperature } of first(30, set, banks)) {
				assert.equal(temperature, 0);
				assert.deepEqual(situation.withheld, []);
				const told = situation.passages.filter(({ entity }) => entity.name === situation.entity.name).map(({ text }) => text);
				for (const asked of situation.asked) {
					const value = valueOf(situation.entity, asked);
					assert.ok(
						told.some((text) => text.includes(value)),
						`${value} in ${told.join(' | ')}`,
					);
					assert.equal(situation.byHeart.get(asked.id) === value, set === 'memorised', `${set}: ${value}`);
					if (set === 'against memory') assert.ok(situation.byHeart.has(asked.id));
				}
			}
});

test('the same seed gives the same questions', () => {
	assert.deepEqual(first(5, 'clean', trainedBanks), first(5, 'clean', trainedBanks));
});
