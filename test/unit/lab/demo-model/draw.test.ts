import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	aboutFresh,
	aboutMemorized,
	aboutUnknown,
	domainIds,
	factsOf,
	memorizedDomainIds,
	statedFacts,
	times,
} from '../../../../lab/demo-model/draw.ts';
import { sideOf } from '../../../../lab/world/entity.ts';
import { memorised } from '../../../../lab/world/memory.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

test('questions about fresh entities are of their domain, about one attribute, stated or withheld as wanted', () => {
	const random = seededRandom(3);
	for (const id of domainIds) {
		for (const withholds of [true, false]) {
			for (const { entity, asked, withheld, passages } of times(10, () => aboutFresh(random, 'test', id, withholds))) {
				assert.equal(entity.domain.id, id);
				assert.equal(sideOf(entity.name), 'test');
				assert.equal(asked.length, 1);
				assert.deepEqual(withheld, withholds ? [asked[0]] : []);
				assert.equal(
					passages.some((p) => p.entity.name === entity.name && p.stated.includes(asked[0]!)),
					!withholds,
				);
			}
		}
	}
});

test('memorised facts that are asked for: 1,145 in four domains (of one company none); a sample has each at most once, so many of each domain, each stated', () => {
	assert.deepEqual(
		memorizedDomainIds.map((id) => [id, factsOf(id).length]),
		[
			['company', 495],
			['network', 225],
			['hospital', 225],
			['bank', 200],
		],
	);
	const drawn = statedFacts(seededRandom(4), 'test', 30);
	assert.equal(drawn.length, 120);
	assert.equal(new Set(drawn.map(({ entity, asked }) => `${entity.name} ${asked[0]?.id}`)).size, 120);
	for (const id of memorizedDomainIds) assert.equal(drawn.filter(({ entity }) => entity.domain.id === id).length, 30);
	const names = new Set(memorised.map(({ name }) => name));
	assert.ok(
		drawn.every(
			({ entity, asked, passages }) => names.has(entity.name) && passages.some((p) => p.entity === entity && p.stated.includes(asked[0]!)),
		),
	);
});

test('every memorised fact can be had, from both halves', () => {
	const drawn = statedFacts(seededRandom(5), 'test', 500);
	assert.equal(new Set(drawn.map(({ entity, asked }) => `${entity.name} ${asked[0]?.id}`)).size, 1145);
	assert.equal(
		new Set(times(300, () => aboutMemorized(seededRandom(drawn.length), 'test', 'memory').entity.name)).size,
		1,
		'the same numbers give the same question',
	);
});

test('questions without passages about entities that nobody knows', () => {
	const random = seededRandom(6);
	const names = new Set(memorised.map(({ name }) => name));
	for (const id of domainIds) {
		const { entity, asked, passages, query } = aboutUnknown(random, 'test', id);
		assert.equal(entity.domain.id, id);
		assert.deepEqual(passages, []);
		assert.ok(query.includes(entity.name) && asked.length === 1 && sideOf(entity.name) === 'test' && !names.has(entity.name));
	}
});
