import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownFiles } from '../../../src/files/beside-files.ts';

test('a copy is known for sure while nothing is written to it, or if it is known when it was made: otherwise another file may have got its inode', () => {
	const known = new KnownFiles();
	const copy = { id: '1:7', born: 5n, size: 10, changed: 8n };
	known.add(copy, { copyOf: '1:3' });
	assert.deepEqual(known.get(copy), { copyOf: '1:3', isSure: true });
	assert.deepEqual(known.get({ ...copy, size: 20 }), { copyOf: '1:3', isSure: true });
	assert.deepEqual(known.get({ ...copy, born: null }), { copyOf: '1:3', isSure: true });
	assert.deepEqual(known.get({ ...copy, born: null, size: 20 }), { copyOf: '1:3', isSure: false });
	assert.deepEqual(known.get({ ...copy, born: null, changed: 9n }), { copyOf: '1:3', isSure: false });
	assert.equal(known.get({ ...copy, born: 6n }), 'new');
});
