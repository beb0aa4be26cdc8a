import { describe, it } from 'node:test';
import { payAfterKill } from './killed-writers.ts';

describe('a ledger whose writer was killed', () => {
	it('is sound after others have waited for its lock (killed-writers.slow.test.ts kills while they write)', async () => {
		for (let round = 0; round < 3; round++) await payAfterKill({ waiters: 4 });
	});
});
