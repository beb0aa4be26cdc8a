import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenByRows, visibleKeys, type MaskRow } from '../../../../src/onnx/windows/seen-keys.ts';

/** A mask's last row: `.` is seen, `x` hidden; a space parts heads. */
function row(text: string, hidden = -Infinity, keys?: number): MaskRow {
	const heads = text.split(' ');
	return {
		values: Float32Array.from(heads.join(''), (c) => (c === 'x' ? hidden : 0)),
		columns: heads[0]!.length,
		keys: keys ?? heads[0]!.length,
	};
}

test('keys are counted from a row\u2019s own backwards, whatever an exporter hides the others with', () => {
	for (const hidden of [-Infinity, -3.4028235e38, -65504, -10000]) assert.equal(visibleKeys(row('xxx...', hidden)), 3);
	assert.equal(visibleKeys(row('......')), 6);
	assert.equal(visibleKeys(row('xx.. xx..')), 2);
	// A bias by distance is no mask: the steepest of ALiBi at 4,096 keys.
	assert.equal(visibleKeys({ values: Float32Array.of(-0.84 * 4096, 0), columns: 2, keys: 2 }), 2);
	// One column for all keys.
	assert.equal(visibleKeys(row('.', 0, 7)), 7);
});

test('what is no window is none', () => {
	assert.match(String(visibleKeys(row('.xx..'))), /between others/);
	assert.match(String(visibleKeys(row('..x'))), /between others/);
	assert.match(String(visibleKeys(row('xxx'))), /between others/);
	assert.match(String(visibleKeys(row('xx.. x...'))), /different keys/);
	assert.match(String(visibleKeys(row('xx..', -Infinity, 9))), /for 4 keys where there are 9/);
});

test('a window stays as wide when a key comes; chunks grow', () => {
	assert.deepEqual(seenByRows(row('xx...'), row('xxx...')), { kind: 'window', keys: 3 });
	assert.deepEqual(seenByRows(row('....'), row('.....')), { kind: 'all', tried: 5 });
	assert.deepEqual(seenByRows(row('....'), row('x....')), { kind: 'window', keys: 4 });
	assert.equal(seenByRows(row('xxxx..'), row('xxxx...')), 'a row of 6 keys sees 2 of them and the next one 3, which is no sliding window');
});
