/** Spends ε 0.1 so often from a ledger: `node spending-program.ts LEDGER WITNESSES NAME COUNT`; prints a line of JSON for each, what it paid or the error's number. */
import { UserError } from '../../src/errors.ts';
import { spend } from '../../src/stores/ledger/ledger.ts';

const [ledger = '', witnesses = '', name = '', count = '0'] = process.argv.slice(2);
for (let i = 0; i < Number(count); i++) {
	const spending = {
		release: `${name}-${i}`,
		epsilon: 0.1,
		delta: 0,
		decoder: 'sentence-vote',
		documents: 8,
		who: name,
		querySha256: 'a'.repeat(64),
		settingsSha256: 'b'.repeat(64),
	};
	try {
		console.log(JSON.stringify(await spend(ledger, spending, { now: new Date('2026-11-23T12:00:00Z'), witnesses })));
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		console.log(JSON.stringify({ code: error.code }));
	}
}
