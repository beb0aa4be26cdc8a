import { describe, it } from 'node:test';
import { slowTest } from '../../../support/slow-test.ts';
import { payAfterKill, payWithKills } from './killed-writers.ts';

describe('a ledger whose writer was killed', () => {
	it('is sound after others have waited for its lock', async () => {
		for (let round = 0; round < 3; round++) await payAfterKill({ waiters: 4 });
	});
});

const rounds = 50;

describe('a ledger of which writers are killed, on a slow file system', () => {
	for (let round = 1; round <= rounds; round++)
		slowTest(`stays sound, round ${round} of ${rounds}`, async (t) => payWithKills(t, { writers: 8, kills: 4, times: 2 }));
});
