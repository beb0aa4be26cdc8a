import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemReason } from '../../src/errors.ts';

function caught(read: () => unknown): unknown {
	try {
		return read();
	} catch (error) {
		return error;
	}
}

test('why the system did not give a file, in plain words and without its codes', () => {
	assert.equal(systemReason(caught(() => readFileSync(join(tmpdir(), 'no-such-folder-here', 'x')))), 'there is no such file or folder');
	assert.equal(systemReason(caught(() => readFileSync(tmpdir()))), 'it is a folder, and a file was expected');
	assert.equal(
		systemReason(Object.assign(new Error("EXDEV: cross-device link not permitted, rename '/a' -> '/b'"), { code: 'EXDEV' })),
		'cross-device link not permitted',
	);
	assert.equal(systemReason(new Error('it has 9 bytes, and at most 8 are read')), 'it has 9 bytes, and at most 8 are read');
	assert.equal(systemReason(caught(() => readFileSync('a\0b'))), 'a file cannot have this name');
	assert.equal(systemReason(new TypeError("The first word stays. Received 'x'")), "The first word stays. Received 'x'");
	assert.equal(systemReason('cut'), 'cut');
});
