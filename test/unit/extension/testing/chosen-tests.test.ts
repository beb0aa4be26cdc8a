import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chosenTests, type TestNode } from '../../../../src/extension/testing/chosen-tests.ts';

interface Item extends TestNode<Item> {
	readonly children: Map<string, Item>;
	parent?: Item;
}

function file(id: string, ...traces: string[]): Item {
	const item: Item = { id, children: new Map() };
	for (const trace of traces) item.children.set(trace, { id: trace, children: new Map(), parent: item });
	return item;
}

const ids = (chosen: ReadonlyMap<Item, readonly Item[]>): [string, string[]][] =>
	[...chosen].map(([{ id }, tests]) => [id, tests.map((one) => one.id)]);

describe('the tests of a run', () => {
	const own = file('own');
	const many = file('many', 'a', 'b', 'c');
	const [a, b] = [many.children.get('a')!, many.children.get('b')!];

	test('are all of them if nothing was chosen', () => {
		assert.deepEqual(ids(chosenTests([own, many], undefined)), [
			['own', ['own']],
			['many', ['a', 'b', 'c']],
		]);
	});

	test('are the chosen ones, each once, by their file', () => {
		assert.deepEqual(ids(chosenTests([own, many], [b, many, own])), [
			['many', ['b', 'a', 'c']],
			['own', ['own']],
		]);
	});

	test('are without those that were left out, and without the traces of a file that was', () => {
		assert.deepEqual(ids(chosenTests([own, many], undefined, [own, a])), [['many', ['b', 'c']]]);
		assert.deepEqual(ids(chosenTests([own, many], [a, own], [many])), [['own', ['own']]]);
	});
});
