import { describe, it } from 'node:test';
import { payWithKills } from './killed-writers.ts';

describe('a ledger of which writers are killed', () => {
	it('stays sound (a short round: killed-writers.slow.test.ts has the long ones)', async () =>
		payWithKills({ writers: 3, kills: 1, times: 2 }));
});
