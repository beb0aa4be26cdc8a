import { describe, it } from 'node:test';
import { payWithKills } from './killed-writers.ts';

const rounds = 50;

describe('a ledger of which writers are killed, on a slow file system', () => {
	for (let round = 1; round <= rounds; round++)
		it(`stays sound, round ${round} of ${rounds}`, async () => payWithKills({ writers: 8, kills: 4, times: 2 }));
});
