import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errorRoom } from '../../src/error-numbers.ts';

test('each section of docs/errors.md is a room', () => {
	const heads = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8').matchAll(/^## (\d)xx: (.*)$/gm);
	assert.deepEqual(
		Array.from(heads, ([, hundreds, name]) => [name, errorRoom(`RA${hundreds}01`)]),
		[
			['files', 'files'],
			['model folders and devices', 'models'],
			['downloads and the model store', 'downloads'],
			['scoring and generating', 'scoring'],
			['runner and jobs', 'runner'],
			['profiles', 'profiles'],
			['arguments', 'arguments'],
			['editor', 'editor'],
			['private answers', 'private answers'],
		],
	);
});

test('what is no number of an error has no room', () => {
	assert.deepEqual(['RA001', 'RA1', 'RA1011', 'ra101', 'rag-assay/leak', ''].map(errorRoom), Array(6).fill(undefined));
});
