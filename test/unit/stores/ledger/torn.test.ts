import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { budgetState, setBudget, settle, spend, verify } from '../../../../src/stores/ledger/ledger.ts';
import { accountOf } from '../../../../src/stores/ledger/account.ts';
import { amountOf, numbersOf } from '../../../../src/stores/ledger/amounts.ts';
import { readLedger } from '../../../../src/stores/ledger/read-ledger.ts';
import { countsOf } from '../../../../src/stores/ledger/torn-bytes.ts';
import { answer, change, placeWithBudget, type Place } from './made-ledgers.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';

/** A ledger that has spent ε 0.5 of 3, as the file was before and after something was appended; what is remembered is of before. */
async function appended(
	append: (made: Place) => Promise<unknown>,
): Promise<{ before: Buffer; after: Buffer; made: Place; revive: (bytes: Buffer) => Place }> {
	const made = await placeWithBudget({ owner: 'Eli', delta: 1e-4 });
	await spend(made.file, answer({ release: 'first' }), made.at());
	const before = made.bytes();
	const memory = `${made.witnesses}-before`;
	cpSync(made.witnesses, memory, { recursive: true });
	await append(made);
	// Killed in the midst of it: these bytes, and the memory of before.
	const revive = (bytes: Buffer): Place => {
		writeFileSync(made.file, bytes);
		cpSync(memory, made.witnesses, { recursive: true });
		return made;
	};
	return { before, after: made.bytes(), made, revive };
}

/** What a ledger of these bytes has spent, and what is wrong with them. */
function readOf(bytes: Buffer, at: Place['at']): { damage: readonly string[]; entries: number; spent: number } {
	const content = readLedger(bytes);
	return {
		damage: content.damage,
		entries: content.records.length,
		spent: numbersOf(amountOf(accountOf(content, at().now)!.spent)).epsilon,
	};
}

/** Of the places at which a writer may be killed, those at which another one goes on on a disk: it takes its time. */
const isTriedOnDisk = (step: number, cut: number, marks: readonly number[]): boolean =>
	cut % step === 0 || marks.some((mark) => Math.abs(cut - mark) <= 1);

describe('a writer that was killed', () => {
	const steps = [
		[quickTest, 164],
		[slowTest, 41],
	] as const;

	for (const [declare, step] of steps)
		declare(
			`at any byte of a spend: the next one works, what was spent counts, and no record is lost; on a disk every ${step} bytes`,
			{ timeout: 300_000 },
			async () => {
				const { before, after, made, revive } = await appended(({ file, at }) =>
					spend(file, answer({ release: 'second', epsilon: 0.75, delta: 2e-6 }), at()),
				);
				const amounts = '{"kind":"spend","microEpsilon":750000,"femtoDelta":2000000000,'.length;
				const whole = after.length - before.length;
				for (let cut = 0; cut <= whole; cut++) {
					const left = after.subarray(0, before.length + cut);
					const isWhole = cut === whole;
					// 0.5 before; with its amounts 1.25; without them all of it.
					const counted = cut === 0 ? 0.5 : isWhole || cut >= amounts ? 1.25 : 3;
					assert.deepEqual(readOf(left, made.at), { damage: [], entries: isWhole ? 4 : 3, spent: counted }, `byte ${cut}`);
					if (!isTriedOnDisk(step, cut, [0, amounts, whole])) continue;
					const { file, at, bytes } = revive(left);
					const seen = (await budgetState(file, at()))!;
					assert.deepEqual([seen.damage, (await verify(file, at())).damage, seen.spentEpsilon], [[], [], counted], `byte ${cut}`);
					const next = spend(file, answer({ release: 'third' }), at());
					if (counted === 3) await assert.rejects(next, { code: 'RA901' });
					else await next;
					assert.ok(bytes().subarray(0, left.length).equals(left), 'what was torn stays');
					const then = (await budgetState(file, at()))!;
					assert.deepEqual([then.damage, then.spentEpsilon], [[], counted === 3 ? 3 : counted + 0.5], `byte ${cut}`);
					assert.equal((await verify(file, at())).entries, 3 + Number(cut > 0) + Number(counted !== 3), `byte ${cut}`);
				}
			},
		);

	it('at any byte of what marks a torn record: the same, and the torn record counts once', { timeout: 300_000 }, async () => {
		const { before, after, revive } = await appended(({ file, at }) => spend(file, answer({ epsilon: 0.75 }), at()));
		const torn = after.subarray(0, before.length + 100);
		const { file, at, bytes } = revive(torn);
		await assert.rejects(spend(file, answer({ epsilon: 2 }), at()), { code: 'RA901' });
		const marked = bytes();
		for (let cut = torn.length; cut <= marked.length; cut++) {
			assert.deepEqual([readOf(marked.subarray(0, cut), at).damage, readOf(marked.subarray(0, cut), at).spent], [[], 1.25], `byte ${cut}`);
			if (!isTriedOnDisk(41, cut - torn.length, [0, marked.length - torn.length])) continue;
			revive(marked.subarray(0, cut));
			assert.equal((await budgetState(file, at()))!.spentEpsilon, 1.25, `byte ${cut}`);
			await spend(file, answer({ release: 'next' }), at());
			const { damage, spentEpsilon } = (await budgetState(file, at()))!;
			assert.deepEqual([damage, spentEpsilon], [[], 1.75], `byte ${cut}`);
		}
	});

	for (const [declare, step] of steps)
		declare(
			`at any byte of a budget or of what became of a release: nothing more counts as spent, and the next one works; on a disk every ${step} bytes`,
			{
				timeout: 300_000,
			},
			async () => {
				for (const append of [
					({ file, at }: Place) => settle(file, 2, 'cancelled', at()),
					({ file, at }: Place) => setBudget(file, change({ epsilon: 2 }), at()),
				]) {
					const { before, after, made, revive } = await appended(append);
					// One byte of a kind's name may be a spend's.
					for (let cut = '{"kind":"r'.length; cut < after.length - before.length; cut++) {
						const left = after.subarray(0, before.length + cut);
						assert.deepEqual(readOf(left, made.at), { damage: [], entries: 3, spent: 0.5 }, `byte ${cut}`);
						if (!isTriedOnDisk(step, cut, [])) continue;
						const { file, at } = revive(left);
						assert.equal((await budgetState(file, at()))!.spentEpsilon, 0.5);
						await spend(file, answer(), at());
						assert.deepEqual((await verify(file, at())).damage, []);
					}
				}
			},
		);

	it('leaves a rest that counts as spent, until the next period or the word of the owner', async () => {
		const { before, after, revive } = await appended(({ file, at }) => spend(file, answer(), at()));
		const { file, at } = revive(after.subarray(0, before.length + 20));
		await assert.rejects(spend(file, answer(), at()), (error: Error) => /cannot be read counts as all of it/.test(error.message));
		assert.equal((await budgetState(file, at('2026-12-01')))!.spentEpsilon, 0, 'in the next period nothing is left of it');
		const { notes, spentEpsilon } = await setBudget(file, change({ atOnce: true }), at());
		assert.equal(spentEpsilon, 0.5);
		assert.match(notes.join('\n'), /Entry 3 marks one that was cut off; how much it spent is unknown\./);
		await spend(file, answer(), at());
	});
});

describe('the bytes of a record that was cut off', () => {
	const counts = (text: string): unknown => countsOf(Buffer.from(text, 'latin1'));
	const spending = '{"kind":"spend","microEpsilon":15,"femtoDelta":70,';
	const free = { microEpsilon: 0, femtoDelta: 0 };
	const known = { microEpsilon: 15, femtoDelta: 70 };

	it('count by amounts that stand there to their last digit; what may have been anything counts as anything', () => {
		for (let cut = 1; cut < spending.length; cut++) assert.equal(counts(spending.slice(0, cut)), null, spending.slice(0, cut));
		assert.deepEqual(counts(spending), known);
		assert.deepEqual(counts(`${spending}"release":"x`), known);
		for (const other of ['\0\0\0\0', '{"kind":"spent"', 'x', spending.replace('15', '1e5')]) assert.equal(counts(other), null, other);
	});

	it('of other kinds count nothing, and what marks them counts nothing more', () => {
		for (const other of ['{"kind":"b', '{"kind":"budget","microEpsilon":9', '{"kind":"re', '{"kind":"torn"'])
			assert.deepEqual(counts(other), free, other);
		for (const marking of ['\u001e', '\u001e{"ki', '\u001e{"kind":"torn","counts":{"m', '\u001e{"kind"\u001e{'])
			assert.deepEqual(counts(spending + marking), known, marking);
		assert.equal(counts(`${spending}\u001egarbage`), null);
		assert.equal(counts('{"ki\u001e{"kind":"torn"'), null);
	});
});
