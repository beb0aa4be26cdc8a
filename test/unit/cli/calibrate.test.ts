import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlisted } from '../../../src/cli/commands/calibrate.ts';

test('a profile under a name that no editor lists is told the one that it would be listed under', () => {
	assert.deepEqual(unlisted('/w/out/p.json'), ['Editors do not list p.json as a profile: they would as p.assay-profile.json. `analyze --profile` takes any name.']);
	assert.deepEqual(unlisted('/w/out/p.assay-profile.json'), []);
});
