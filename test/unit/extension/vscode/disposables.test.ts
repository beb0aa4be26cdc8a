import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DisposableList } from '../../../../src/extension/vscode/disposables.ts';

describe('DisposableList', () => {
	test('disposes the last one first', () => {
		const order: string[] = [];
		const list = new DisposableList();
		for (const name of ['a', 'b', 'c']) list.add({ dispose: () => order.push(name) });
		list.dispose();
		assert.deepEqual(order, ['c', 'b', 'a']);
	});

	test('disposes at once what comes late, and each thing once', () => {
		let count = 0;
		const list = new DisposableList();
		list.add({
			dispose: () => {
				count += 1;
			},
		});
		list.dispose();
		list.dispose();
		assert.equal(count, 1);
		list.add({
			dispose: () => {
				count += 10;
			},
		});
		assert.equal(count, 11);
	});

	test('one that throws does not keep the others', () => {
		let rest = false;
		const list = new DisposableList();
		list.add({
			dispose: () => {
				rest = true;
			},
		});
		list.add({
			dispose: () => {
				throw new Error('broken');
			},
		});
		assert.throws(() => {
			list.dispose();
		}, /broken/);
		assert.equal(rest, true);
	});
});
