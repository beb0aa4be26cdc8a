import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { budgetState, refusalToSpend, setBudget, settle, spend, verify } from '../../../../src/stores/ledger/ledger.ts';
import { findLedger } from '../../../../src/stores/ledger/ledger-file.ts';
import { notesOf } from '../../../../src/stores/ledger/ledger-words.ts';
import { readLedger } from '../../../../src/stores/ledger/read-ledger.ts';
import { lineOf } from '../../../../src/stores/ledger/record-line.ts';
import { contradictions } from '../../../../src/stores/ledger/witness.ts';
import { answer, change, place, type Place } from './made-ledgers.ts';

/** A small ledger with a record of each kind, a torn one in the midst. */
async function smallLedger(): Promise<{ made: Place; bytes: Buffer; lines: Buffer[] }> {
	const made = place();
	const { file, at } = made;
	const { entry } = await spend(file, answer(), at());
	writeFileSync(made.file, '{"kind":"spend","microEpsilon":100,"femtoDelta":7,"rel', { flag: 'a' });
	await settle(file, entry, { textSha256: 'c'.repeat(64) }, at());
	await spend(file, answer(), at());
	const bytes = made.bytes();
	const ends = [...bytes].flatMap((byte, i) => (byte === 0x0a ? [i + 1] : []));
	return { made, bytes, lines: ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end)) };
}

async function damageOf({ file, at }: Place): Promise<string> {
	const { damage } = await verify(file, at());
	const state = await budgetState(file, at());
	assert.deepEqual(state?.damage ?? [], damage);
	const refused = spend(file, answer(), at());
	if (damage.length > 0)
		await assert.rejects(refused, (error: Error & { code: string }) => error.code === 'RA902' && error.message.includes(damage[0]!));
	else await refused;
	return damage.join('\n');
}

describe('a ledger that was tampered with', () => {
	it('reports every byte that was changed, of each record', async () => {
		const { made, bytes } = await smallLedger();
		assert.deepEqual(await verify(made.file, made.at()).then(({ entries, damage }) => [entries, damage]), [6, []]);
		const { remembered } = await findLedger(made.file, made.at());
		for (let i = 0; i < bytes.length; i++) {
			for (const flip of [0x01, bytes[i]! ^ 0x0a]) {
				if (flip === 0) continue;
				const changed = Buffer.from(bytes);
				changed[i] = changed[i]! ^ flip;
				const content = readLedger(changed);
				const damage = [...content.damage, ...contradictions(remembered, content)];
				assert.ok(damage.length > 0, `byte ${i} (${bytes.subarray(i, i + 1).toString()}) by ${flip}`);
				// Without anything remembered: but for the last line feed, behind which it looks cut off.
				if (i < bytes.length - 1) assert.ok(content.damage.length > 0, `byte ${i}`);
				else assert.match(notesOf(content, undefined).at(-1)!, /The last record is cut off; it counts as ε 0\.5 and δ 0\.000001/);
			}
		}
	});

	it('that is something else is never touched, with whatever wish', async () => {
		const { file, at } = place();
		mkdirSync(dirname(file), { recursive: true });
		for (const text of ['# Notes\n\nMine.\n', 'one line', '{"kind":"spend"}\n']) {
			writeFileSync(file, text);
			const isRefused = (error: { code?: string }): boolean => error.code === 'RA908';
			for (const anew of [false, true])
				for (const atOnce of [false, true]) await assert.rejects(setBudget(file, change({ anew, atOnce }), at()), isRefused);
			await assert.rejects(spend(file, answer(), at()), isRefused);
			assert.equal((await refusalToSpend(file, answer(), at()))?.code, 'RA908');
			await assert.rejects(budgetState(file, at()), isRefused, 'it has no budget of nobody');
			assert.deepEqual([readdirSync(dirname(file)), readFileSync(file, 'utf8')], [[basename(file)], text]);
			assert.match((await verify(file, at())).damage.join(), /^No line of this file is a ledger’s record/);
		}
	});

	it('says beforehand what it would refuse', async () => {
		const { file, at } = place();
		assert.equal(await refusalToSpend(file, { epsilon: 10, delta: 1e-5 }, at()), null);
		const first = await refusalToSpend(file, { epsilon: 20, delta: 1e-5 }, at());
		assert.match(`${first?.message} ${first?.hint}`, /ε 20 .* ε 10 and δ 0\.0001 are left .*It never renews/);
		await setBudget(file, change({ epsilon: 4, renewal: '30d' }), at());
		await spend(file, answer({ epsilon: 3 }), at());
		const wanted = { epsilon: 3, delta: 1e-6 };
		const second = await refusalToSpend(file, wanted, at());
		assert.match(`${second?.message} ${second?.hint}`, /ε 3 .* ε 1 and .* are left .*It renews on \d{4}-/);
		await assert.rejects(spend(file, answer(wanted), at()), { message: second!.message });
		assert.equal(await refusalToSpend(file, { epsilon: 1, delta: 1e-6 }, at()), null);
	});

	it('is refused with the first entry that was changed', async () => {
		const { made, bytes, lines } = await smallLedger();
		let start = 0;
		for (const [entry, line] of lines.entries()) {
			const changed = Buffer.from(bytes);
			changed[start + 20] = changed[start + 20]! ^ 1;
			start += line.length;
			writeFileSync(made.file, changed);
			assert.match(await damageOf(made), new RegExp(`^Entry ${entry} \\(line ${entry + 1}\\) (was changed|begins with other bytes)`));
		}
	});

	it('reports records that were taken out, repeated, put elsewhere or written anew', async () => {
		const { made, lines } = await smallLedger();
		const [first, second, third, ...rest] = lines as [Buffer, Buffer, Buffer, ...Buffer[]];
		const last = rest.at(-1)!;
		for (const [changed, word] of [
			[[first, second, ...rest], /Entry 2 \(line 3\) is numbered 3/],
			[[first, third, second, ...rest], /Entry 1 \(line 2\) is numbered 2/],
			[[...lines, last], /Entry 6 \(line 7\) is numbered 5/],
			[[second, third, ...rest], /Entry 0 \(line 1\) is numbered 1/],
			[[first, first, third, ...rest], /Entry 1 \(line 2\) is numbered 0/],
			[[Buffer.from('\n'), ...lines], /Entry 0 \(line 1\) is no record/],
			[[Buffer.from('{}\n')], /Entry 0 \(line 1\) is no record/],
			[[], /The file is empty/],
			[[first.subarray(0, 30)], /Its first record is cut off/],
		] as const) {
			writeFileSync(made.file, Buffer.concat(changed));
			assert.match(await damageOf(made), word);
		}
		// With a hash that fits: the next record, or what is remembered, tells.
		const anew = Buffer.from(
			lineOf({ kind: 'release', spend: 2, textSha256: 'cancelled', when: '2026-11-23T12:00:00.000Z' }, 2, '0'.repeat(64)).line,
		);
		writeFileSync(made.file, Buffer.concat([first, second, anew, ...rest]));
		assert.match(await damageOf(made), /Entry 2 \(line 3\) does not follow on the one before it\.\nEntry 3 \(line 4\) does not follow/);
	});

	it('says of twenty entries what is wrong with them, and counts the others', async () => {
		const { made } = await smallLedger();
		writeFileSync(made.file, 'x\n'.repeat(1000));
		const { damage } = await verify(made.file, made.at());
		assert.deepEqual([damage.length, damage.at(-2)], [22, 'So it is with 980 more entries.']);
	});
});

describe('a ledger that is not the newest', () => {
	it('is reported when it is truncated after any record, or an older copy took its place', async () => {
		const { made, lines } = await smallLedger();
		for (let kept = 1; kept < lines.length; kept++) {
			writeFileSync(made.file, Buffer.concat(lines.slice(0, kept)));
			assert.match(
				await damageOf(made),
				new RegExp(`^The ledger was rolled back: it ends with entry ${kept - 1}, and ended with entry 5 when`),
			);
		}
		// The older copy went on elsewhere, and is as long.
		const other = place();
		mkdirSync(dirname(other.file), { recursive: true });
		writeFileSync(other.file, Buffer.concat(lines.slice(0, 3)));
		for (let i = 0; i < 3; i++) await spend(other.file, answer({ release: `fork-${i}` }), other.at());
		cpSync(other.file, made.file);
		assert.match(await damageOf(made), /^The ledger is another one: its entry 5 is not the one/);
	});

	it('is reported when it was deleted, or another one took its place', async () => {
		const { made } = await smallLedger();
		const other = place();
		await spend(other.file, answer(), other.at());
		cpSync(other.file, made.file);
		assert.match(await damageOf(made), /^Another ledger lay here, of 6 records, and was replaced/);
		rmSync(made.file);
		assert.match(await damageOf(made), /^The ledger is gone: it had 6 records/);
		const state = (await budgetState(made.file, made.at()))!;
		assert.deepEqual([state.epsilon, state.spentEpsilon], [0, 0]);
	});

	it('may be ahead of what is remembered, and may lie in another place', async () => {
		const { made } = await smallLedger();
		const memory = `${made.witnesses}-before`;
		cpSync(made.witnesses, memory, { recursive: true });
		await spend(made.file, answer(), made.at());
		assert.equal((await verify(made.file, { ...made.at(), witnesses: memory })).damage.length, 0);
		const moved = `${made.file}-moved`;
		renameSync(made.file, moved);
		assert.deepEqual((await verify(moved, made.at())).damage, []);
		// A copy that is used beside the original is a rollback of it.
		const copy = `${made.file}-copy`;
		cpSync(moved, copy, { recursive: true });
		await spend(moved, answer(), made.at());
		assert.match((await verify(copy, made.at())).damage[0]!, /rolled back/);
	});

	it('is refused with what is remembered, when that cannot be understood', async () => {
		const { made } = await smallLedger();
		for (const name of readdirSync(made.witnesses)) {
			const path = join(made.witnesses, name);
			cpSync(path, `${path}.kept`);
			writeFileSync(path, '{');
			assert.match(await damageOf(made), new RegExp(`cannot be understood; delete .*${name} to do without it`));
			cpSync(`${path}.kept`, path);
		}
		assert.equal(await damageOf(made), '');
	});
});

describe('a ledger that is begun anew', () => {
	const anew = change({ anew: true, epsilon: 3, renewal: 'monthly' });

	it('takes the place of a damaged or lost one, which stays; all counts as spent until the period ends', async () => {
		const { made, bytes } = await smallLedger();
		const { file, at } = made;
		await assert.rejects(setBudget(file, anew, at()), { code: 'RA907' });
		const damaged = bytes.subarray(0, 900);
		writeFileSync(file, damaged);
		await assert.rejects(setBudget(file, { ...anew, anew: false }, at()), { code: 'RA902' });
		const state = await setBudget(file, anew, at());
		assert.deepEqual([state.damage, state.epsilon, state.spentEpsilon], [[], 3, 3]);
		assert.match(state.notes[0]!, /^Started again on 2026-11-23 by Dana, in place of a damaged or lost ledger of 6 records/);
		const kept = readdirSync(dirname(file)).filter((name) => name.includes('.damaged-'));
		assert.deepEqual(kept, ['documents-0123456789abcdef.jsonl.damaged-2026-11-23T12-00-00.000Z']);
		await assert.rejects(spend(file, answer(), at()), { code: 'RA901' });
		await spend(file, answer(), at('2026-12-01'));
		rmSync(file);
		assert.equal((await setBudget(file, { ...anew, atOnce: true }, at('2026-12-02'))).spentEpsilon, 0, 'the word of the owner');
		await spend(file, answer(), at('2026-12-02'));
		// The one before it does not come back.
		writeFileSync(file, bytes);
		assert.match(await damageOf(made), /Another ledger lay here/);
	});
});
