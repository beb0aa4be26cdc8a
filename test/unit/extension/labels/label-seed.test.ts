import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelSeed } from '../../../../src/extension/labels/label-seed.ts';
import { OpenLabelQueue } from '../../../../src/protocol/labels.ts';

test('an installation has a seed of its own, always the same, which a queue takes', () => {
	// `printf machine | sha256sum` begins with bc020a35.
	assert.equal(labelSeed('machine'), 0xbc020a35);
	const seeds = Array.from({ length: 100 }, (_, i) => labelSeed(`machine ${i}`));
	assert.equal(new Set(seeds).size, 100);
	for (const seed of seeds) assert.equal(OpenLabelQueue.params.parse({ folders: [], seed }).seed, seed);
});
