import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { budgetState, setBudget, settle, spend, verify } from '../../../../src/stores/ledger/ledger.ts';
import { lineOf } from '../../../../src/stores/ledger/record-line.ts';
import { answer, place, type Place } from './made-ledgers.ts';

/** A small ledger with a record of each kind, a torn one in the midst. */
async function smallLedger(): Promise<{ made: Place; bytes: Buffer; lines: Buffer[] }> {
	const made = place();
	const { corpus, at } = made;
	const { entry } = await spend(corpus, answer(), at());
	writeFileSync(made.file, '{"kind":"spend","microEpsilon":100,"femtoDelta":7,"rel', { flag: 'a' });
	await settle(corpus, entry, { textSha256: 'c'.repeat(64) }, at());
	await spend(corpus, answer(), at());
	const bytes = made.bytes();
	const ends = [...bytes].flatMap((byte, i) => (byte === 0x0a ? [i + 1] : []));
	return { made, bytes, lines: ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end)) };
}

async function damageOf({ corpus, at }: Place): Promise<string> {
	const { damage } = await verify(corpus, at());
	const state = await budgetState(corpus, at());
	assert.deepEqual(state?.damage ?? [], damage);
	const refused = spend(corpus, answer(), at());
	if (damage.length > 0)
		await assert.rejects(refused, (error: Error & { code: string }) => error.code === 'RA902' && error.message.includes(damage[0]!));
	else await refused;
	return damage.join('\n');
}

describe('a ledger that was tampered with', () => {
	it('reports every byte that was changed, of each record', { timeout: 300_000 }, async () => {
		const { made, bytes } = await smallLedger();
		assert.deepEqual(await verify(made.corpus, made.at()).then(({ entries, damage }) => [entries, damage]), [6, []]);
		for (let i = 0; i < bytes.length; i++) {
			for (const flip of [0x01, bytes[i]! ^ 0x0a]) {
				if (flip === 0) continue;
				const changed = Buffer.from(bytes);
				changed[i] = changed[i]! ^ flip;
				writeFileSync(made.file, changed);
				const { damage } = await verify(made.corpus, made.at());
				assert.ok(damage.length > 0, `byte ${i} (${bytes.subarray(i, i + 1).toString()}) by ${flip}`);
			}
		}
	});

	it('does so without anything remembered, but for its last line feed, behind which it looks cut off', { timeout: 300_000 }, async () => {
		const { made, bytes } = await smallLedger();
		rmSync(made.witnesses, { recursive: true });
		for (let i = 0; i < bytes.length; i++) {
			const changed = Buffer.from(bytes);
			changed[i] = changed[i]! ^ 0x01;
			writeFileSync(made.file, changed);
			const { damage, notes } = await verify(made.corpus, made.at());
			if (i < bytes.length - 1) assert.ok(damage.length > 0, `byte ${i}`);
			else assert.match(notes.at(-1)!, /The last record is cut off; it counts as ε 0\.5 and δ 0\.000001/);
		}
	});

	it('reports records that were taken out, repeated, put elsewhere or written anew', async () => {
		const { made, lines } = await smallLedger();
		const [first, second, third, ...rest] = lines as [Buffer, Buffer, Buffer, ...Buffer[]];
		const last = rest.at(-1)!;
		for (const [changed, word] of [
			[[first, second, ...rest], /Line 3 holds record 3, and 2 was expected/],
			[[first, third, second, ...rest], /Line 2 holds record 2/],
			[[...lines, last], /Line 7 holds record 5, and 6 was expected/],
			[[second, third, ...rest], /Line 1 holds record 1, and 0 was expected/],
			[[first, first, third, ...rest], /Line 2 holds record 0/],
			[[Buffer.from('\n'), ...lines], /Line 1 is no record/],
			[[Buffer.from('{}\n')], /Line 1 is no record/],
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
		assert.match(await damageOf(made), /Line 3 does not follow on the line before it\.\nLine 4 does not follow/);
	});

	it('says of twenty lines what is wrong with them, and counts the others', async () => {
		const { made } = await smallLedger();
		writeFileSync(made.file, 'x\n'.repeat(1000));
		const { damage } = await verify(made.corpus, made.at());
		assert.deepEqual([damage.length, damage.at(-2)], [22, 'So it is with 980 more lines.']);
	});
});

describe('a ledger that is not the newest', () => {
	it('is reported when it is truncated after any record, or an older copy took its place', async () => {
		const { made, lines } = await smallLedger();
		for (let kept = 1; kept < lines.length; kept++) {
			writeFileSync(made.file, Buffer.concat(lines.slice(0, kept)));
			assert.match(await damageOf(made), new RegExp(`^The ledger was rolled back: it has ${kept} records?, and had 6 when`));
		}
		// The older copy went on elsewhere, and is as long.
		const other = place();
		mkdirSync(dirname(other.file));
		writeFileSync(other.file, Buffer.concat(lines.slice(0, 3)));
		for (let i = 0; i < 3; i++) await spend(other.corpus, answer({ release: `fork-${i}` }), other.at());
		cpSync(other.file, made.file);
		assert.match(await damageOf(made), /^The ledger is another one since record 5/);
	});

	it('is reported when it was deleted, or another one took its place', async () => {
		const { made } = await smallLedger();
		const other = place();
		await spend(other.corpus, answer(), other.at());
		cpSync(other.file, made.file);
		assert.match(await damageOf(made), /^Another ledger lay here, of 6 records, and was replaced/);
		rmSync(made.file);
		assert.match(await damageOf(made), /^The ledger is gone: it had 6 records/);
		const state = (await budgetState(made.corpus, made.at()))!;
		assert.deepEqual([state.epsilon, state.spentEpsilon], [0, 0]);
	});

	it('may be ahead of what is remembered, and may lie in another place', async () => {
		const { made } = await smallLedger();
		const memory = `${made.witnesses}-before`;
		cpSync(made.witnesses, memory, { recursive: true });
		await spend(made.corpus, answer(), made.at());
		assert.equal((await verify(made.corpus, { ...made.at(), witnesses: memory })).damage.length, 0);
		const moved = `${made.corpus}-moved`;
		renameSync(made.corpus, moved);
		assert.deepEqual((await verify(moved, made.at())).damage, []);
		// A copy that is used beside the original is a rollback of it.
		const copy = `${made.corpus}-copy`;
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
	const anew = { atOnce: false, anew: true, who: 'Dana' };

	it('takes the place of a damaged or lost one, which stays; all counts as spent until the period ends', async () => {
		const { made, bytes } = await smallLedger();
		const { corpus, file, at } = made;
		await assert.rejects(setBudget(corpus, anew, at()), { code: 'RA907' });
		const damaged = bytes.subarray(0, 900);
		writeFileSync(file, damaged);
		await assert.rejects(setBudget(corpus, { ...anew, anew: false }, at()), { code: 'RA902' });
		const state = await setBudget(corpus, anew, at());
		assert.deepEqual([state.damage, state.epsilon, state.spentEpsilon], [[], 3, 3]);
		assert.match(state.notes[0]!, /^Begun anew on 2026-11-23 by Dana, in place of a damaged or lost ledger of 6 records/);
		const kept = readdirSync(dirname(file)).filter((name) => name.includes('.damaged-'));
		assert.deepEqual(kept, ['privacy-ledger.jsonl.damaged-2026-11-23T12-00-00.000Z']);
		await assert.rejects(spend(corpus, answer(), at()), { code: 'RA901' });
		await spend(corpus, answer(), at('2026-12-01'));
		rmSync(file);
		assert.equal((await setBudget(corpus, { ...anew, atOnce: true }, at('2026-12-02'))).spentEpsilon, 0, 'the word of the owner');
		await spend(corpus, answer(), at('2026-12-02'));
		// The one before it does not come back.
		writeFileSync(file, bytes);
		assert.match(await damageOf(made), /Another ledger lay here/);
	});
});
