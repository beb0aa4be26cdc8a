import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { ledgerRecord, type LedgerRecord, type RecordDraft } from '../../../../src/formats/ledger-record.ts';
import { accountOf } from '../../../../src/stores/ledger/account.ts';
import { spentAmount } from '../../../../src/stores/ledger/amounts.ts';
import { budgetRecord } from '../../../../src/stores/ledger/change-budget.ts';
import { budgetState, setBudget, settle, spend, verify } from '../../../../src/stores/ledger/ledger.ts';
import { lineOf } from '../../../../src/stores/ledger/record-line.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';
import { answer, change, place, placeWithBudget } from './made-ledgers.ts';

const recordsIn = (bytes: Buffer): LedgerRecord[] =>
	bytes
		.toString()
		.trimEnd()
		.split('\n')
		.map((line) => ledgerRecord.parse(JSON.parse(line)));
const rejectedWith =
	(code: string, ...words: readonly RegExp[]) =>
	(error: unknown) => {
		assert.ok(error instanceof Error && 'code' in error);
		assert.equal(error.code, code);
		for (const word of words) assert.match(`${error.message} ${'hint' in error ? String(error.hint) : ''}`, word);
		return true;
	};

const { epsilon: ofRun, delta: deltaOfRun, ...paidFor } = answer();

describe('the ledger of a corpus', () => {
	it('is made with the default budget by the first private answer, which says so', async () => {
		const { file, at, bytes } = place();
		assert.equal(await budgetState(file, at()), null);
		assert.ok(!existsSync(file), 'asking makes nothing');
		const spent = await spend(file, answer({ epsilon: 3 }), at());
		assert.match(spent.note!, /^'documents' had no privacy budget: it has ε 10 and δ 0\.0001 in all from now on, owned by Dana\./);
		const records = recordsIn(bytes());
		assert.deepEqual(
			records.map(({ kind, entry }) => [kind, entry]),
			[
				['begin', 0],
				['budget', 1],
				['spend', 2],
			],
		);
		assert.deepEqual([spent.entry, spent.hash], [2, records[2]!.hash]);
		const { notes, damage, ...state } = (await budgetState(file, at()))!;
		assert.deepEqual([notes, damage], [[], []]);
		assert.deepEqual(state, {
			file,
			corpus: 'documents',
			owner: 'Dana',
			epsilon: 10,
			delta: 1e-4,
			spentEpsilon: 3,
			spentDelta: 1e-6,
			releases: 1,
			renewal: 'never',
			renewsAt: null,
		});
		assert.equal((await spend(file, answer(), at('2026-12-01'))).note, undefined);
	});

	it("is its owner's alone, and so is what is remembered of it", { skip: process.platform === 'win32' && 'no such modes' }, async () => {
		const { file, witnesses, at } = place();
		await spend(file, answer(), at());
		assert.deepEqual(
			[dirname(file), file, witnesses].map((path) => statSync(path).mode & 0o777),
			[0o700, 0o600, 0o700],
		);
	});

	it('counts what is spent in whole units, rounded up', async () => {
		const { file, at, bytes } = place();
		await spend(file, answer({ epsilon: 0.1234561, delta: 1.0000001e-8 }), at());
		const last = (): unknown[] => {
			const record = recordsIn(bytes()).at(-1);
			assert.ok(record?.kind === 'spend');
			return [record.microEpsilon, record.femtoDelta];
		};
		assert.deepEqual(last(), [123_457, 10_000_001]);
		await spend(file, answer({ epsilon: 1e-9, delta: 1e-20 }), at());
		assert.deepEqual(last(), [1, 1]);
	});

	it('begins each line with the kind and the amounts, and holds no text', async () => {
		const { file, at, bytes } = place();
		const { entry } = await spend(file, answer(), at());
		await settle(file, entry, { textSha256: 'c'.repeat(64) }, at());
		const lines = bytes().toString().split('\n');
		assert.match(lines[2]!, /^\{"kind":"spend","microEpsilon":500000,"femtoDelta":1000000000,"release":"r-1",/);
		assert.match(lines[3]!, /^\{"kind":"release","spend":2,"textSha256":"c{64}",/);
		for (const line of lines.slice(0, -1)) assert.match(line, /,"hash":"[0-9a-f]{64}"\}$/);
	});

	it('refuses what does not fit, by ε or by δ, and says what is left, when it renews and whose it is; nothing is spent then', async () => {
		const { file, at, bytes } = await placeWithBudget({ owner: 'Eli', epsilon: 1, delta: 2e-6 });
		await spend(file, answer({ epsilon: 0.7, delta: 0 }), at());
		const before = bytes();
		await assert.rejects(
			spend(file, answer({ epsilon: 0.300001, delta: 0 }), at()),
			rejectedWith(
				'RA901',
				/ε 0\.300001 and δ 0 are asked for, and ε 0\.3 and δ 0\.000002 are left of ε 1 and δ 0\.000002 a month/,
				/renews on 2026-12-01 \(UTC\), and it is the budget of Eli/,
			),
		);
		await assert.rejects(spend(file, answer({ epsilon: 0, delta: 2.1e-6 }), at()), rejectedWith('RA901'));
		assert.deepEqual(bytes(), before);
		await spend(file, answer({ epsilon: 0.3, delta: 2e-6 }), at());
		assert.deepEqual((await budgetState(file, at()))!.spentEpsilon, 1);
	});

	it('renews by the calendar, and not for a clock that was set back', async () => {
		const { file, at } = await placeWithBudget({ epsilon: 1 }, '2026-10-15');
		await spend(file, answer({ epsilon: 1 }), at('2026-11-30'));
		await assert.rejects(spend(file, answer(), at('2026-11-30')), rejectedWith('RA901'));
		await assert.rejects(spend(file, answer(), at('2026-10-20')), rejectedWith('RA901'), 'set back');
		await assert.rejects(spend(file, answer(), at('2026-09-20')), rejectedWith('RA901'), 'before the ledger was there');
		await spend(file, answer({ epsilon: 1 }), at('2026-12-01'));
		await setBudget(file, change({ renewal: 'yearly' }), at('2026-12-02'));
		assert.equal((await budgetState(file, at('2026-12-02')))!.spentEpsilon, 2, 'of the whole year, now that it is one of a year');
	});

	it('adds up the δ of several answers, as their ε', async () => {
		const { file, at } = await placeWithBudget({ epsilon: 60, delta: 3.5e-6 });
		for (const release of ['r-1', 'r-2', 'r-3']) await spend(file, answer({ release, delta: 1e-6 }), at());
		assert.equal((await budgetState(file, at()))!.spentDelta, 3e-6);
		await assert.rejects(spend(file, answer({ delta: 1e-6 }), at()), rejectedWith('RA901', /δ 5e-7 are left/));
	});

	it('goes by its newest entry where the clock is behind it: a clock that is set back brings back no larger budget', async () => {
		const { file, at, bytes } = await placeWithBudget({ epsilon: 10, renewal: 'never' }, '2026-11-01');
		await setBudget(file, change({ epsilon: 2 }), at('2026-11-20'));
		for (const now of ['2026-11-10', '2026-10-01'])
			await assert.rejects(spend(file, answer({ epsilon: 9 }), at(now)), rejectedWith('RA901', /ε 2 and δ \S+ are left of ε 2/));
		await spend(file, answer({ epsilon: 2 }), at('2026-11-10'));
		const records = recordsIn(bytes());
		assert.equal(records.at(-1)?.when, '2026-11-20T12:00:00.000Z', 'what is written is no older than what is there');
		const state = (await budgetState(file, at('2026-11-10')))!;
		assert.deepEqual([state.epsilon, state.spentEpsilon], [2, 2]);
		assert.match(state.notes.join(), /newest entry is dated 2026-11-20T12:00:00\.000Z, and this machine’s clock is behind that/);
		assert.deepEqual((await budgetState(file, at('2026-11-20')))!.notes, []);
	});

	it('counts an entry from its place in the file on, also where an older version has dated it earlier than the one before it', () => {
		const budget = (epsilon: number, when: string): RecordDraft =>
			budgetRecord(
				{ owner: 'Dana', who: 'Dana', epsilon, delta: 1e-4, renewal: 'monthly', atOnce: false },
				undefined,
				new Date(`${when}T12:00:00Z`),
				'',
			);
		const spent: RecordDraft = { kind: 'spend', ...spentAmount(4 * ofRun, deltaOfRun), ...paidFor, when: '2026-10-30T12:00:00.000Z' };
		const records: LedgerRecord[] = [];
		for (const draft of [budget(10, '2026-11-02'), budget(3, '2026-11-20'), spent, budget(9, '2026-10-31')])
			records.push(lineOf(draft, records.length + 1, 'a'.repeat(64)).record);
		const account = accountOf({ records, tail: Buffer.alloc(0), legible: [] }, new Date('2026-11-21T12:00:00Z'));
		assert.deepEqual([account?.spent.microEpsilon, account?.releases], [2_000_000, 1], 'it was dated in the month before');
		assert.equal(account?.budget.microEpsilon, 9_000_000, 'the later word counts');
	});

	it('lowers a budget at once and raises it from the next period on, or at once by a word that is kept', async () => {
		const { file, at, bytes } = await placeWithBudget({ epsilon: 2 });
		const raised = await setBudget(file, change({ epsilon: 4 }), at());
		assert.equal(raised.epsilon, 2);
		assert.deepEqual(raised.notes, ['From 2026-12-01 on: ε 4 and δ 0.00001 a month, owned by Dana.']);
		assert.equal((await budgetState(file, at('2026-12-01')))!.epsilon, 4);
		assert.equal((await setBudget(file, change({ renewal: 'weekly' }), at())).renewal, 'monthly', 'a shorter period allows more');
		const lowered = await setBudget(file, change({ epsilon: 1, renewal: 'monthly' }), at());
		assert.deepEqual([lowered.epsilon, lowered.notes], [1, []], 'and the raise that was to come is gone');
		assert.equal((await budgetState(file, at('2026-12-01')))!.epsilon, 1);
		const atOnce = await setBudget(file, change({ epsilon: 5, who: 'Eli', atOnce: true }), at());
		assert.deepEqual([atOnce.epsilon, atOnce.owner], [5, 'Dana']);
		assert.deepEqual(atOnce.notes, ['Set at once on 2026-11-23 by Eli: ε 5 and δ 0.00001 a month.']);
		assert.equal(recordsIn(bytes()).filter((record) => record.kind === 'budget' && record.now).length, 1);
	});

	it('renews so many days after the day of its beginning, whatever else of it changes in between', async () => {
		const { file, at } = await placeWithBudget({ epsilon: 1, renewal: '30d' }, '2026-11-23');
		await spend(file, answer({ epsilon: 0.6 }), at('2026-12-20'));
		assert.deepEqual((await budgetState(file, at('2026-12-22')))!.renewsAt, '2026-12-23T00:00:00.000Z');
		await setBudget(file, change({ epsilon: 0.9, owner: 'Eli' }), at('2026-12-21'));
		const lowered = (await budgetState(file, at('2026-12-22')))!;
		assert.deepEqual([lowered.spentEpsilon, lowered.renewsAt], [0.6, '2026-12-23T00:00:00.000Z']);
		await assert.rejects(spend(file, answer(), at('2026-12-22')), rejectedWith('RA901', /ε 0\.9 and δ 0\.00001 every 30 days/));
		await spend(file, answer(), at('2026-12-23'));
		const raised = await setBudget(file, change({ renewal: 'monthly' }), at('2026-12-24'));
		assert.deepEqual([raised.renewal, raised.renewsAt], ['30d', '2027-01-22T00:00:00.000Z'], 'some months are shorter than 30 days');
	});

	it('forgets nothing that was spent because a budget came into force in the midst of a period', async () => {
		for (const [renewal, spent, then, changed] of [
			// 2026-11-30 is a Monday: the week goes on when the month begins anew.
			['weekly', '2026-11-30', '2026-12-01', { renewal: 'monthly' }],
			['30d', '2026-11-24', '2026-12-01', { renewal: '45d' }],
			['monthly', '2026-11-24', '2026-11-25', { renewal: '45d' }],
			['never', '2020-01-01', '2026-11-25', { renewal: '30d', atOnce: true }],
			['never', '2020-01-01', '2026-11-25', { renewal: 'monthly', atOnce: true }],
		] as const) {
			const { file, at } = await placeWithBudget({ epsilon: 1, renewal }, renewal === 'never' ? '2020-01-01' : '2026-11-23');
			await spend(file, answer({ epsilon: 0.6 }), at(spent));
			const state = await setBudget(file, change(changed), at(then));
			assert.deepEqual([state.renewal, state.spentEpsilon], [changed.renewal, 0.6], `${renewal} to ${changed.renewal}`);
			assert.equal((await setBudget(file, change({ epsilon: 0.9 }), at(then))).spentEpsilon, 0.6, 'and not because of the next one');
			assert.equal((await budgetState(file, { ...at(), now: new Date(state.renewsAt!) }))!.spentEpsilon, 0);
		}
	});

	it('raises a budget that never renews at once or not at all', async () => {
		const { file, at } = place();
		await setBudget(file, change({ epsilon: 1, renewal: 'never' }), at('2020-01-01'));
		await spend(file, answer({ epsilon: 1 }), at('2020-01-01'));
		await assert.rejects(spend(file, answer(), at('2030-01-01')), rejectedWith('RA901', /It never renews/));
		await assert.rejects(setBudget(file, change({ epsilon: 2 }), at()), rejectedWith('RA906', /--now/));
		await assert.rejects(setBudget(file, change({ renewal: 'monthly' }), at()), rejectedWith('RA906'));
		await setBudget(file, change({ epsilon: 1.5, atOnce: true }), at());
		await spend(file, answer({ epsilon: 0.5 }), at());
		await assert.rejects(spend(file, answer({ epsilon: 0.1 }), at()), rejectedWith('RA901'), 'what was spent stays spent');
	});

	// 0.4 each: 7 × 0.4 = 2.8, 8 × 0.4 = 3.2; 2 × 0.4 = 0.8, 3 × 0.4 = 1.2.
	for (const [answers, epsilon, fitting, declare] of [
		[5, 1, [2, 3], quickTest],
		[20, 3, [2, 3, 4, 5, 6, 7, 8], slowTest],
	] as const)
		declare(`lets as many of ${answers} answers at once through as fit`, { timeout: 120_000 }, async () => {
			const { file, at } = place();
			await setBudget(file, change({ epsilon, delta: 1e-3 }), at());
			const asked = await Promise.allSettled(
				Array.from({ length: answers }, async (_, i) => spend(file, answer({ release: `r-${i}`, epsilon: 0.4 }), at())),
			);
			const paid = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.entry] : []));
			assert.deepEqual(
				paid.toSorted((a, b) => a - b),
				fitting,
			);
			for (const one of asked) if (one.status === 'rejected') rejectedWith('RA901')(one.reason);
			assert.deepEqual((await verify(file, at())).damage, []);
		});

	it('keeps what became of a release, once', async () => {
		const { file, at, bytes } = place();
		const { entry } = await spend(file, answer(), at());
		await settle(file, entry, 'cancelled', at());
		await assert.rejects(settle(file, entry, 'cancelled', at()), /settled before/);
		await assert.rejects(settle(file, 1, 'cancelled', at()), /spends nothing/);
		assert.deepEqual(recordsIn(bytes()).at(-1)!.kind, 'release');
		assert.equal((await budgetState(file, at()))!.spentEpsilon, 0.5, 'what is spent stays spent');
	});

	it('needs a file that it can write to, and a place to remember it', async () => {
		const { file, witnesses, at } = place();
		writeFileSync(witnesses, 'no folder');
		await assert.rejects(spend(file, answer(), at()), rejectedWith('RA903', /cache directory/));
		assert.ok(!existsSync(file), 'nothing is paid for that could not be shown');
		const other = place();
		mkdirSync(dirname(dirname(other.file)));
		writeFileSync(dirname(other.file), 'no folder');
		await assert.rejects(spend(other.file, answer(), other.at()), rejectedWith('RA903'));
		const third = place();
		mkdirSync(third.file, { recursive: true });
		await assert.rejects(budgetState(third.file, third.at()), rejectedWith('RA904', /folder/));
	});

	it('may be reached by a link, which stays one', { skip: process.platform === 'win32' && 'links need a right there' }, async () => {
		const { file, witnesses, at } = await placeWithBudget();
		const link = join(dirname(witnesses), 'team.jsonl');
		symlinkSync(file, link);
		await Promise.all([spend(link, answer(), at()), spend(file, answer(), at())]);
		assert.equal((await budgetState(link, at()))!.corpus, 'team');
		writeFileSync(file, 'x');
		assert.equal((await setBudget(link, change({ anew: true }), at())).damage.length, 0);
		assert.ok(lstatSync(link).isSymbolicLink());
		assert.deepEqual((await verify(file, at())).damage, []);
	});
});
