import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FanOut } from '../../../../src/extension/vscode/disposables.ts';

test('every handler hears of it, a second one does not silence the first, and one that leaves takes no other along', () => {
	const fanOut = new FanOut<number>();
	const heard: string[] = [];
	const first = fanOut.add((value) => {
		heard.push(`a${value}`);
	});
	const second = fanOut.add((value) => {
		heard.push(`b${value}`);
	});
	fanOut.fire(1);
	second.dispose();
	fanOut.fire(2);
	first.dispose();
	fanOut.fire(3);
	assert.deepEqual(heard, ['a1', 'b1', 'a2']);
});

test('a handler that leaves while it is called does not keep the next from hearing', () => {
	const fanOut = new FanOut<null>();
	const heard: string[] = [];
	const first = fanOut.add(() => {
		heard.push('a');
		first.dispose();
	});
	fanOut.add(() => {
		heard.push('b');
	});
	fanOut.fire(null);
	fanOut.fire(null);
	assert.deepEqual(heard, ['a', 'b', 'b']);
});
