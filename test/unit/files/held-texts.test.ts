import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { HeldTexts } from '../../../src/files/held-texts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('what was spilled is gone with its owner', async () => {
	const own = join(temporaryFolder({ after }), 'texts');
	{
		await using texts = new HeldTexts(own, 10);
		for (const text of ['short', 'a longer one: 🐾', '\ud800', 'x']) await texts.add(text);
		assert.deepEqual(
			[await texts.get(0), await texts.get(1), await texts.get(2), await texts.get(3)],
			['short', 'a longer one: 🐾', '\ud800', 'x'],
		);
	}
	assert.deepEqual(readdirSync(own), []);
});
