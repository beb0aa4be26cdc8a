import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import type { RecordDraft } from '../../../../src/formats/ledger-record.ts';
import { budgetState, repairLedger, setBudget, settle, spend, verify } from '../../../../src/stores/ledger/ledger.ts';
import { findLedger, LedgerWriter } from '../../../../src/stores/ledger/ledger-file.ts';
import { readLedger } from '../../../../src/stores/ledger/read-ledger.ts';
import { lineOf } from '../../../../src/stores/ledger/record-line.ts';
import { countsOf } from '../../../../src/stores/ledger/torn-bytes.ts';
import { answer, change, place, placeWithBudget, type Place } from './made-ledgers.ts';

const linesOf = ({ bytes }: Place): string[] =>
	bytes()
		.toString()
		.split(/(?<=\n)/);

/** Of ε 3 a month, with answers of ε 0.5 and ε 0.25, the first one settled. */
async function ledgerOfTwo(): Promise<Place> {
	const made = await placeWithBudget();
	const { entry } = await spend(made.file, answer(), made.at());
	await settle(made.file, entry, { textSha256: 'c'.repeat(64) }, made.at());
	await spend(made.file, answer({ release: 'r-2', epsilon: 0.25 }), made.at());
	return made;
}

/** Repairs it and returns what counts as spent; the repaired ledger must be sound. */
async function repaired({ file, at }: Place): Promise<{ spent: number; notes: string }> {
	const state = await repairLedger(file, 'Eli', at());
	assert.deepEqual([state.damage, (await verify(file, at())).damage], [[], []]);
	return { spent: state.spentEpsilon, notes: state.notes.join('\n') };
}

describe('a damaged ledger that is repaired', () => {
	it('keeps both answers that claim one place, and nothing more counts as spent', async () => {
		const made = await ledgerOfTwo();
		const lines = linesOf(made);
		// Somebody else has read the ledger before the last entry was there, and has written one to the same place.
		const before = JSON.parse(lines.at(-2)!) as { hash: string };
		const {
			entry: _,
			before: __,
			hash: ___,
			...draft
		} = JSON.parse(lines.at(-1)!) as RecordDraft & Record<'entry' | 'before' | 'hash', unknown>;
		const other = lineOf({ ...draft, release: 'r-3' } as RecordDraft, lines.length - 1, before.hash);
		writeFileSync(made.file, [...lines, other.line].join(''));
		await assert.rejects(spend(made.file, answer(), made.at()), { code: 'RA902' });
		const { spent, notes } = await repaired(made);
		assert.equal(spent, 1, '0.5, 0.25 and 0.25');
		assert.match(notes, /^Repaired on 2026-11-23 by Eli: it keeps what could be read of a damaged ledger of 6 records\.$/);
		await spend(made.file, answer({ epsilon: 2 }), made.at());
		await assert.rejects(spend(made.file, answer({ epsilon: 0.1 }), made.at()), { code: 'RA901' });
	});

	it('keeps an entry under the hash that its release names, and what became of it', async () => {
		const made = await ledgerOfTwo();
		const lines = linesOf(made);
		const [paid] = (await findLedger(made.file, made.at())).content!.records.filter(({ kind }) => kind === 'spend');
		for (let round = 0; round < 2; round++) {
			// The last line twice: one record, and a damaged ledger.
			writeFileSync(made.file, [...linesOf(made), linesOf(made).at(-1)].join(''));
			assert.equal((await repaired(made)).spent, 0.75, 'a record that stands there twice is one');
			const { content } = await findLedger(made.file, made.at());
			const kept = content!.records.filter((record) => record.kind === 'spend');
			assert.deepEqual(
				kept.map(({ release, was }) => [release, was === paid!.hash]),
				[
					['r-1', true],
					['r-2', false],
				],
			);
			const settled = content!.records.filter((record) => record.kind === 'release');
			assert.deepEqual(
				settled.map((record) => record.spend),
				[kept[0]!.entry],
			);
		}
		const copies = readdirSync(dirname(made.file)).filter((name) => name.includes('.damaged-'));
		assert.equal(copies.length, 2);
		const isCopyOfFirst = (name: string): boolean => readFileSync(join(dirname(made.file), name), 'utf8').startsWith(lines.join(''));
		assert.ok(copies.some(isCopyOfFirst), 'the damaged file is kept');
	});

	it('counts all that was left as spent where a record was changed, taken out or cannot be read, until its owner sets a budget at once', async () => {
		const changes: Record<string, (lines: string[]) => string[]> = {
			'a spend made smaller': (lines) => lines.map((line) => line.replace('"microEpsilon":500000', '"microEpsilon":5')),
			'a spend taken out': (lines) => lines.filter((line) => !line.includes('"r-1"')),
			'the last taken out': (lines) => lines.slice(0, -1),
			'a line of something else': (lines) => [...lines, 'x\n'],
			'no budget that can be read': (lines) => lines.map((line) => line.replace('"owner":"Dana"', '"owner":"Eve"')),
			'no beginning': (lines) => lines.slice(1),
			'a digit of a spend': (lines) => lines.map((line) => line.replace('"microEpsilon":500000', '"microEpsilon":5x0000')),
		};
		for (const [name, act] of Object.entries(changes)) {
			const made = await ledgerOfTwo();
			writeFileSync(made.file, act(linesOf(made)).join(''));
			const { spent, notes } = await repaired(made);
			const { epsilon } = (await budgetState(made.file, made.at()))!;
			assert.equal(spent, epsilon, name);
			assert.match(notes, /replaces what could not be kept; how much it spent is unknown\./, name);
			assert.match(notes, /until the owner sets a budget at once/, name);
			await assert.rejects(spend(made.file, answer(), made.at()), { code: 'RA901' }, name);
			const answered = await setBudget(made.file, change({ epsilon: 3, atOnce: true }), made.at());
			// What the line with the smaller one says is what it counts for at least.
			const others: Record<string, number> = {
				'a spend made smaller': 0.250005,
				'a digit of a spend': 0.250005,
				'the last taken out': 0.5,
			};
			const legible = others[name] ?? (name.includes('a spend') ? 0.25 : 0.75);
			assert.equal(answered.spentEpsilon, legible, `${name}: what can be read stays spent`);
		}
	});

	it('keeps every spend whose amounts can be read, also when its owner sets a budget at once, and says what that made available', async () => {
		const changes: Record<string, (ledger: string) => string> = {
			'beside the amounts': (ledger) => ledger.replace('"decoder":"sentence-vote"', '"decoder":"gated-votes"'),
			'in the word for a spend': (ledger) => ledger.replace('"kind":"spend"', '"kind":"s!end"'),
			'in its hash': (ledger) => ledger.replace(/"r-1".*?"hash":"\w/, (entry) => `${entry.slice(0, -1)}_`),
			'in the line feed between two spends': (ledger) => ledger.replace(/(?<="r-1".*\n.*)\n/, ' '),
			'in its date': (ledger) => ledger.replace(/(?<="r-1".*"when":"20)26/, '16'),
			'in the number of the entry': (ledger) => ledger.replace('"entry":2,', '"entry":7,'),
			'by bytes before it that nothing marks': (ledger) => ledger.replace('{"kind":"spend"', '{"kind":"spe\u001e{"kind":"spend"'),
		};
		for (const [name, act] of Object.entries(changes)) {
			const made = await ledgerOfTwo();
			const whole = made.bytes().toString();
			writeFileSync(made.file, act(whole));
			assert.notEqual(made.bytes().toString(), whole, name);
			assert.equal((await budgetState(made.file, made.at()))!.spentEpsilon, 0.75, `${name}: before it is repaired`);
			const { spent, notes } = await repaired(made);
			assert.equal(spent, 3, name);
			const { spentEpsilon, spentDelta, notes: after } = await setBudget(made.file, change({ atOnce: true }), made.at());
			assert.deepEqual([spentEpsilon, spentDelta], [0.75, 2e-6], name);
			assert.match(after.join('\n'), /at once .* a month\. This made ε 2\.25 and δ 0\.000008 available again\. .* may be missing/, name);
			if (name === 'beside the amounts')
				assert.match(
					notes,
					/^Entry \d replaces an answer that was paid for and whose entry could not be kept; it counts as ε 0\.5 and δ 0\.000001\.$/m,
				);
			await assert.rejects(spend(made.file, answer({ epsilon: 2.3 }), made.at()), { code: 'RA901' }, name);
			// A repaired ledger that is damaged once more keeps that, too.
			writeFileSync(made.file, 'x\n', { flag: 'a' });
			await repaired(made);
			assert.equal((await setBudget(made.file, change({ atOnce: true }), made.at())).spentEpsilon, 0.75, name);
		}
	});

	it('counts the spends of a file in which any byte was changed, and no budget as one', async () => {
		const made = await ledgerOfTwo();
		const whole = made.bytes();
		for (let at = whole.indexOf('\n') + 1; at < whole.length; at++) {
			const bytes = Buffer.from(whole);
			bytes[at] = 0x21;
			const { legible, records, tail } = readLedger(bytes);
			const kept = records.flatMap((record) => (record.kind === 'spend' ? [record.microEpsilon] : []));
			const sum = [...kept, ...legible.map((one) => one.microEpsilon)].reduce((a, b) => a + b, 0) + (countsOf(tail)?.microEpsilon ?? 0);
			const isDigit = /"microEpsilon":\d+$/.test(whole.toString('latin1', 0, at + 1));
			if (!isDigit) assert.equal(sum, 750_000, `${at}: ${whole.toString('latin1', at - 20, at + 5)}`);
			else assert.ok(sum >= 250_000 && sum <= 750_000, `${at}: ${sum}`);
		}
	});

	it('counts what was cut off by its amounts, and no less than before it was repaired', async () => {
		const made = await ledgerOfTwo();
		writeFileSync(made.file, '{"kind":"spend","microEpsilon":100000,"femtoDelta":7,"rel', { flag: 'a' });
		const torn = await spend(made.file, answer({ epsilon: 0.1 }), made.at());
		assert.ok(torn.entry > 0);
		writeFileSync(made.file, '{"kind":"spend","microEpsilon":300000,"femtoDelta":7,"rel', { flag: 'a' });
		const { spentEpsilon } = (await budgetState(made.file, made.at()))!;
		// What is remembered is of another ledger: a damage that leaves each line as it is.
		const other = await ledgerOfTwo();
		cpSync(made.file, other.file);
		assert.match((await verify(other.file, other.at())).damage.join(), /Another ledger lay here/);
		assert.equal((await repaired(other)).spent, 3);
		assert.equal((await setBudget(other.file, change({ atOnce: true }), other.at())).spentEpsilon, spentEpsilon);
	});

	it('is refused where nothing is wrong, where nothing can be read, and where the ledger is gone', async () => {
		const made = await ledgerOfTwo();
		await assert.rejects(repairLedger(made.file, 'Eli', made.at()), { code: 'RA907', message: /there is nothing to repair/ });
		writeFileSync(made.file, 'x\n'.repeat(9));
		await assert.rejects(repairLedger(made.file, 'Eli', made.at()), { code: 'RA902' });
		rmSync(made.file);
		await assert.rejects(repairLedger(made.file, 'Eli', made.at()), { code: 'RA902', hint: /If the ledger is gone.*--anew/ });
		const foreign = place();
		await setBudget(foreign.file, change(), foreign.at());
		rmSync(foreign.witnesses, { recursive: true });
		writeFileSync(foreign.file, '# Notes\n');
		await assert.rejects(repairLedger(foreign.file, 'Eli', foreign.at()), { code: 'RA908' });
		assert.equal(readFileSync(foreign.file, 'utf8'), '# Notes\n');
	});

	it('has the place of the damaged one at every moment: whoever writes meanwhile is not overwritten', async () => {
		const made = await ledgerOfTwo();
		writeFileSync(made.file, 'x\n', { flag: 'a' });
		const found = await findLedger(made.file, made.at());
		writeFileSync(made.file, 'y\n', { flag: 'a' });
		await assert.rejects(new LedgerWriter(found, made.at()).replace([]), { code: 'RA903' });
		assert.match(made.bytes().toString(), /x\ny\n$/);
	});
});
