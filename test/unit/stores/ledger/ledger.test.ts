import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { ledgerRecord, type LedgerRecord } from '../../../../src/formats/ledger-record.ts';
import { budgetState, setBudget, settle, spend, verify, type BudgetChange } from '../../../../src/stores/ledger/ledger.ts';
import { answer, place } from './made-ledgers.ts';

const change = (more: Partial<BudgetChange> = {}): BudgetChange => ({ atOnce: false, anew: false, who: 'Dana', ...more });
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

describe('the ledger of a corpus', () => {
	it('is made with the default budget by the first private answer, which says so', async () => {
		const { corpus, file, at, bytes } = place();
		assert.equal(await budgetState(corpus, at()), null);
		assert.ok(!existsSync(file), 'asking makes nothing');
		const spent = await spend(corpus, answer({ epsilon: 3 }), at());
		assert.match(spent.note!, /^'documents' had no privacy budget: it has ε 3 and δ 0\.00001 a month from now on, owned by Dana\./);
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
		const { notes, damage, ...state } = (await budgetState(corpus, at()))!;
		assert.deepEqual([notes, damage], [[], []]);
		assert.deepEqual(state, {
			file,
			corpus: 'documents',
			owner: 'Dana',
			epsilon: 3,
			delta: 1e-5,
			spentEpsilon: 3,
			spentDelta: 1e-6,
			releases: 1,
			renewal: 'monthly',
			renewsAt: '2026-12-01T00:00:00.000Z',
		});
		assert.equal((await spend(corpus, answer(), at('2026-12-01'))).note, undefined);
	});

	it("is its owner's alone, and so is what is remembered of it", { skip: process.platform === 'win32' && 'no such modes' }, async () => {
		const { corpus, file, witnesses, at } = place();
		await spend(corpus, answer(), at());
		assert.deepEqual(
			[dirname(file), file, witnesses].map((path) => statSync(path).mode & 0o777),
			[0o700, 0o600, 0o700],
		);
	});

	it('begins each line with the kind and the amounts, and holds no text', async () => {
		const { corpus, at, bytes } = place();
		const { entry } = await spend(corpus, answer(), at());
		await settle(corpus, entry, { textSha256: 'c'.repeat(64) }, at());
		const lines = bytes().toString().split('\n');
		assert.match(lines[2]!, /^\{"kind":"spend","microEpsilon":500000,"femtoDelta":1000000000,"release":"r-1",/);
		assert.match(lines[3]!, /^\{"kind":"release","spend":2,"textSha256":"c{64}",/);
		for (const line of lines.slice(0, -1)) assert.match(line, /,"hash":"[0-9a-f]{64}"\}$/);
	});

	it('refuses what does not fit, by ε or by δ, and says what is left, when it renews and whose it is; nothing is spent then', async () => {
		const { corpus, at, bytes } = place();
		await setBudget(corpus, change({ owner: 'Eli', epsilon: 1, delta: 2e-6 }), at());
		await spend(corpus, answer({ epsilon: 0.7, delta: 0 }), at());
		const before = bytes();
		await assert.rejects(
			spend(corpus, answer({ epsilon: 0.300001, delta: 0 }), at()),
			rejectedWith(
				'RA901',
				/ε 0\.300001 and δ 0 are asked for, and ε 0\.3 and δ 0\.000002 are left of ε 1 and δ 0\.000002 a month/,
				/renews on 2026-12-01 \(UTC\), and it is the budget of Eli/,
			),
		);
		await assert.rejects(spend(corpus, answer({ epsilon: 0, delta: 2.1e-6 }), at()), rejectedWith('RA901'));
		assert.deepEqual(bytes(), before);
		await spend(corpus, answer({ epsilon: 0.3, delta: 2e-6 }), at());
		assert.deepEqual((await budgetState(corpus, at()))!.spentEpsilon, 1);
	});

	it('renews by the calendar, and not for a clock that was set back', async () => {
		const { corpus, at } = place();
		await setBudget(corpus, change({ epsilon: 1 }), at('2026-10-15'));
		await spend(corpus, answer({ epsilon: 1 }), at('2026-11-30'));
		await assert.rejects(spend(corpus, answer(), at('2026-11-30')), rejectedWith('RA901'));
		await assert.rejects(spend(corpus, answer(), at('2026-10-20')), rejectedWith('RA901'), 'set back');
		await assert.rejects(spend(corpus, answer(), at('2026-09-20')), rejectedWith('RA901'), 'before the ledger was there');
		await spend(corpus, answer({ epsilon: 1 }), at('2026-12-01'));
		await setBudget(corpus, change({ renewal: 'yearly' }), at('2026-12-02'));
		assert.equal((await budgetState(corpus, at('2026-12-02')))!.spentEpsilon, 2, 'of the whole year, now that it is one of a year');
	});

	it('lowers a budget at once and raises it from the next period on, or at once by a word that is kept', async () => {
		const { corpus, at, bytes } = place();
		await setBudget(corpus, change({ epsilon: 2 }), at());
		const raised = await setBudget(corpus, change({ epsilon: 4 }), at());
		assert.equal(raised.epsilon, 2);
		assert.deepEqual(raised.notes, ['From 2026-12-01 on: ε 4 and δ 0.00001 a month, owned by Dana.']);
		assert.equal((await budgetState(corpus, at('2026-12-01')))!.epsilon, 4);
		assert.equal((await setBudget(corpus, change({ renewal: 'weekly' }), at())).renewal, 'monthly', 'a shorter period allows more');
		const lowered = await setBudget(corpus, change({ epsilon: 1, renewal: 'monthly' }), at());
		assert.deepEqual([lowered.epsilon, lowered.notes], [1, []], 'and the raise that was to come is gone');
		assert.equal((await budgetState(corpus, at('2026-12-01')))!.epsilon, 1);
		const atOnce = await setBudget(corpus, change({ epsilon: 5, who: 'Eli', atOnce: true }), at());
		assert.deepEqual([atOnce.epsilon, atOnce.owner], [5, 'Dana']);
		assert.deepEqual(atOnce.notes, ['Set at once on 2026-11-23 by Eli: ε 5 and δ 0.00001 a month.']);
		assert.equal(recordsIn(bytes()).filter((record) => record.kind === 'budget' && record.now).length, 1);
	});

	it('raises a budget that never renews at once or not at all', async () => {
		const { corpus, at } = place();
		await setBudget(corpus, change({ epsilon: 1, renewal: 'never' }), at('2020-01-01'));
		await spend(corpus, answer({ epsilon: 1 }), at('2020-01-01'));
		await assert.rejects(spend(corpus, answer(), at('2030-01-01')), rejectedWith('RA901', /It never renews/));
		await assert.rejects(setBudget(corpus, change({ epsilon: 2 }), at()), rejectedWith('RA906', /--now/));
		await assert.rejects(setBudget(corpus, change({ renewal: 'monthly' }), at()), rejectedWith('RA906'));
		await setBudget(corpus, change({ epsilon: 1.5, atOnce: true }), at());
		await spend(corpus, answer({ epsilon: 0.5 }), at());
		await assert.rejects(spend(corpus, answer({ epsilon: 0.1 }), at()), rejectedWith('RA901'), 'what was spent stays spent');
	});

	it('lets as many of twenty answers at once through as fit', { timeout: 120_000 }, async () => {
		const { corpus, at } = place();
		await setBudget(corpus, change({ epsilon: 3, delta: 1e-3 }), at());
		const asked = await Promise.allSettled(
			Array.from({ length: 20 }, async (_, i) => spend(corpus, answer({ release: `r-${i}`, epsilon: 0.4 }), at())),
		);
		const paid = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value.entry] : []));
		// 7 × 0.4 = 2.8, 8 × 0.4 = 3.2.
		assert.deepEqual(
			paid.toSorted((a, b) => a - b),
			[2, 3, 4, 5, 6, 7, 8],
		);
		for (const one of asked) if (one.status === 'rejected') rejectedWith('RA901')(one.reason);
		assert.deepEqual((await verify(corpus, at())).damage, []);
	});

	it('keeps what became of a release, once', async () => {
		const { corpus, at, bytes } = place();
		const { entry } = await spend(corpus, answer(), at());
		await settle(corpus, entry, 'cancelled', at());
		await assert.rejects(settle(corpus, entry, 'cancelled', at()), /settled before/);
		await assert.rejects(settle(corpus, 1, 'cancelled', at()), /spends nothing/);
		assert.deepEqual(recordsIn(bytes()).at(-1)!.kind, 'release');
		assert.equal((await budgetState(corpus, at()))!.spentEpsilon, 0.5, 'what is spent stays spent');
	});

	it('needs a folder of documents, which it can write to and in which a file may lie', async () => {
		const { corpus, file, witnesses, at } = place();
		writeFileSync(join(corpus, 'a.txt'), '');
		for (const none of [join(corpus, 'nothing'), join(corpus, 'a.txt')]) {
			await assert.rejects(spend(none, answer(), at()), rejectedWith('RA905'));
			await assert.rejects(budgetState(none, at()), rejectedWith('RA905'));
			assert.ok(!existsSync(join(none, '.rag-assay')));
		}
		writeFileSync(witnesses, 'no folder');
		await assert.rejects(spend(corpus, answer(), at()), rejectedWith('RA903', /cache directory/));
		assert.ok(!existsSync(file), 'nothing is paid for that could not be shown');
		const other = place();
		writeFileSync(join(other.corpus, '.rag-assay'), 'no folder');
		await assert.rejects(spend(other.corpus, answer(), other.at()), rejectedWith('RA903'));
		const third = place();
		mkdirSync(third.file, { recursive: true });
		await assert.rejects(budgetState(third.corpus, third.at()), rejectedWith('RA904', /folder/));
	});
});
