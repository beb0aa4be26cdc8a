import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowsInWords } from '../../../src/cli/commands/model.ts';

const window = (layer: number, keys = 512) => ({ layer, sees: 'window' as const, keys });
const all = (layer: number, keys: number | null = null) => ({ layer, sees: 'all' as const, keys });

test('sliding windows in words, by layers that are alike', () => {
	assert.equal(windowsInWords([all(0), all(1)]), null);
	assert.equal(
		windowsInWords([window(0, 9), all(1, 4098)]),
		'Sliding windows: layer 0 sees 9 keys; layer 1 all of 4,098 keys that were tried.',
	);
	assert.equal(
		windowsInWords([
			...[0, 1, 2, 3, 4].map((layer) => window(layer, 4096)),
			all(5),
			window(6, 4096),
			window(7, 4096),
			{ layer: 8, sees: 'unknown', keys: null },
		]),
		'Sliding windows: layers 0\u20134, 6, 7 see 4,096 keys; layer 5 all keys; layer 8 what is not known.',
	);
});
