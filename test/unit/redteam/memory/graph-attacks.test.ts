import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attackGraph, minRelations, type Relation } from '../../../../src/redteam/memory/graph-attacks.ts';
import { randomFor } from '../../../../src/statistics/random.ts';

/** A ring of so many nodes, each related to the next one and to one at random. */
function ring(nodes: number, seed = 1): Relation[] {
	const random = randomFor(seed, 'ring');
	const name = (i: number): string => `n${i % nodes}`;
	return Array.from({ length: nodes }, (_, i) => [
		{ from: name(i), to: name(i + 1), when: null },
		{ from: name(i), to: name(i + 2 + Math.floor(random() * (nodes - 3))), when: null },
	]).flat();
}

describe('attacks on a graph', () => {
	test('plant as many relations as asked for, or as the shape of a cluster allows', () => {
		for (const [count, cluster] of [
			[1, 1],
			[2, 1],
			[3, 3],
			[10, 10],
			[14, 10],
			[15, 15],
		] as const) {
			const planted = attackGraph(ring(30), { count, seeds: [1] })!.attacks.map((one) => one.planted);
			assert.deepEqual(planted, [count, count, cluster], `${count}`);
		}
	});

	test('plant no more relations to a node than there are nodes', () => {
		const few = [...ring(10), ...ring(10, 2)];
		assert.deepEqual(
			attackGraph(few, { count: 50, seeds: [1] })!.attacks.map(({ name, planted }) => [name, planted]),
			[
				['hub', 10],
				['hijack', 10],
				['cluster', 45],
			],
		);
	});

	test('a hub of new relations is flagged, and reaches nothing without what is flagged', () => {
		const { attacks } = attackGraph(ring(30), { count: 6, seeds: [1, 2] })!;
		const { reach, tpr, fpr } = attacks.find(({ name }) => name === 'hub')!;
		assert.ok(reach.attacked.value > 0.3, `${reach.attacked.value}`);
		assert.equal(reach.defended.value, 0);
		assert.deepEqual([tpr.value, tpr.n, fpr.value, fpr.n], [1, 12, 0, 120]);
	});

	test('a hub with more relations than count as new is mentioned for its size, and not flagged', () => {
		const { tpr, noted, reach } = attackGraph(ring(30), { count: 30, seeds: [1] })!.attacks.find(({ name }) => name === 'hub')!;
		assert.deepEqual([tpr.value, noted.value], [0, 1]);
		assert.deepEqual([reach.attacked.value, reach.defended.value], [1, 1]);
	});

	test('one relation reaches the nodes within two relations, counted by brute force', () => {
		const relations = ring(30);
		const { attacks } = attackGraph(relations, { count: 1, seeds: [1] })!;
		const degree = new Map<string, number>();
		for (const { from, to } of relations) for (const node of [from, to]) degree.set(node, (degree.get(node) ?? 0) + 1);
		const most = [...degree].toSorted((a, b) => b[1] - a[1])[0]![0];
		// The planted node hangs at the node with the most relations: this one and its neighbors reach it.
		const near = new Set([most, ...relations.flatMap(({ from, to }) => (from === most ? [to] : to === most ? [from] : []))]);
		const { attacked, defended } = attacks.find(({ name }) => name === 'hijack')!.reach;
		assert.equal(attacked.value, near.size / degree.size);
		// One new relation is no finding.
		assert.equal(defended.value, attacked.value);
	});

	test('what is planted is the newest, by time if all relations have one', () => {
		const timed = ring(40).map((one, i) => ({ ...one, when: new Date(Date.UTC(2026, 0, 1) - i * 86_400_000).toISOString() }));
		const hub = (relations: readonly Relation[]) => attackGraph(relations, { count: 8, seeds: [1] })!.attacks[0]!;
		assert.equal(hub(timed).tpr.value, 1);
		assert.equal(hub(timed.toReversed()).tpr.value, 1);
		assert.equal(hub([...timed.slice(1), { ...timed[0]!, when: null }]).tpr.value, 1);
	});

	test('a node of the store may have any name', () => {
		const odd = ring(30).map(({ from, to, when }) => ({ from: from.replace('n1', 'planted 1'), to: to.replace('n1', 'planted 1'), when }));
		const plain = attackGraph(ring(30), { count: 5, seeds: [1] })!;
		assert.equal(attackGraph(odd, { count: 5, seeds: [1] })!.nodes, plain.nodes);
		assert.deepEqual(
			attackGraph(odd, { count: 5, seeds: [1] })!.attacks.map(({ reach }) => reach.attacked.value),
			plain.attacks.map(({ reach }) => reach.attacked.value),
		);
	});

	test('a store with few relations is not attacked', () => {
		assert.equal(attackGraph(ring(30).slice(0, minRelations - 1), { count: 5, seeds: [1] }), null);
		assert.notEqual(attackGraph(ring(30).slice(0, minRelations), { count: 5, seeds: [1] }), null);
	});
});
