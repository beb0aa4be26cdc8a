import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GetBudget, SetBudget, VerifyBudget } from '../../src/protocol/private-generation.ts';
import { ask } from '../../src/protocol/typed-connection.ts';
import { budgetState, setBudget, verify } from '../../src/stores/ledger/ledger.ts';
import { Client } from './client.ts';
import { assertFits, commandLine, jsonLines } from './command-line.ts';

const timeout = 180_000;

function corpusIn(t: TestContext): { corpus: string; file: string; witnesses: string } {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rag-assay-budget-')));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	const corpus = join(folder, 'documents');
	mkdirSync(corpus);
	return { corpus, file: join(corpus, '.rag-assay', 'privacy-ledger.jsonl'), witnesses: join(folder, 'witnesses') };
}

describe('the privacy budget of a corpus, on the command line', () => {
	const cli = commandLine();
	const budget = async (command: string, corpus: string, ...more: readonly string[]) =>
		cli.run(['budget', command, '--corpus', corpus, ...more]);
	const json = async (command: string, corpus: string, ...more: readonly string[]): Promise<Record<string, unknown>> => {
		const { status, stdout, stderr } = await budget(command, corpus, '--json', ...more);
		assert.equal(status, 0, stderr);
		const [line] = jsonLines(stdout);
		assertFits(command === 'verify' ? 'budget-verification@1' : 'budget@1', line);
		return line as Record<string, unknown>;
	};

	it('is shown, set and verified; one byte that is changed fails the check', { timeout }, async (t) => {
		const { corpus, file } = corpusIn(t);
		assert.deepEqual(await json('show', corpus), { schema: 'rag-assay/budget@1', budget: null });
		assert.match((await budget('show', corpus)).stdout, /^This corpus has no privacy budget yet\./);
		assert.match((await budget('verify', corpus)).stdout, /^There is no ledger yet at /);
		assert.ok(!existsSync(join(corpus, '.rag-assay')), 'asking makes nothing');

		const made = (await json('set', corpus, '--epsilon', '2', '--renewal', 'weekly', '--owner', 'Dana'))['budget'] as Record<
			string,
			unknown
		>;
		assert.deepEqual([made['owner'], made['epsilon'], made['delta'], made['renewal'], made['file']], ['Dana', 2, 1e-5, 'weekly', file]);
		const later = (await json('set', corpus, '--epsilon', '4'))['budget'] as { epsilon: number; notes: string[] };
		assert.equal(later.epsilon, 2);
		assert.match(later.notes[0]!, /^From \d{4}-\d\d-\d\d on: ε 4 and δ 0\.00001 a week, owned by Dana\.$/);
		assert.equal(((await json('set', corpus, '--now'))['budget'] as { epsilon: number }).epsilon, 4);
		const { damage, entries } = await json('verify', corpus);
		assert.deepEqual([damage, entries], [[], 4]);
		for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) assertFits('ledger@1', JSON.parse(line));

		const bytes = readFileSync(file);
		const inSecond = bytes.indexOf('\n') + 40;
		bytes[inSecond] = bytes[inSecond]! ^ 1;
		writeFileSync(file, bytes);
		const failed = await budget('verify', corpus);
		assert.equal(failed.status, 2);
		assert.match(failed.stdout, /^damage: Line 2 was changed: its hash is another\.$/m);
		const refused = await budget('set', corpus, '--epsilon', '1');
		assert.equal(refused.status, 2);
		assert.match(refused.stderr, /privacy-ledger\.jsonl: RA902: .* `rag-assay budget set --anew`/);
		assert.match((await budget('show', corpus)).stdout, /^Nothing is released until that is mended\.$/m);
		assert.equal((await budget('set', corpus, '--anew', '--quiet')).status, 0);
		assert.equal((await budget('verify', corpus)).status, 0);
	});

	it('refuses what is no amount, no period and no folder', { timeout }, async (t) => {
		const { corpus } = corpusIn(t);
		for (const [option, value, expected] of [
			['--epsilon', '0', /Expected a number from 0\.000001 to 1000000\./],
			['--delta', '2', /Expected a number from 0\.000000000000001 to 1\./],
			['--renewal', 'hourly', /never, yearly, monthly, weekly, daily/],
		] as const) {
			const { status, stderr } = await budget('set', corpus, option, value);
			assert.equal(status, 2);
			assert.match(stderr, expected);
		}
		const nowhere = await budget('set', join(corpus, 'nothing'));
		assert.equal(nowhere.status, 2);
		assert.match(nowhere.stderr, /RA905: A corpus is a folder of documents/);
	});

	it('remembers outside of the corpus how far its ledger had come, and clearing the cache leaves that', { timeout }, async (t) => {
		const { corpus, file } = corpusIn(t);
		await json('set', corpus);
		const older = readFileSync(file);
		await json('set', corpus, '--epsilon', '1');
		assert.equal((await cli.run(['cache', 'clear', '--quiet'])).status, 0);
		writeFileSync(file, older);
		assert.match((await budget('verify', corpus)).stdout, /damage: The ledger was rolled back: it has 2 records, and had 3/);
		rmSync(file);
		assert.match((await budget('verify', corpus)).stdout, /damage: The ledger is gone: it had 3 records/);
	});
});

describe('the privacy budget of a corpus, asked of the runner', () => {
	it('is not written in a workspace that is not trusted, and not read through a link that leads out of it', { timeout }, async (t) => {
		const { corpus, file } = corpusIn(t);
		const other = corpusIn(t);
		const client = new Client(t);
		await client.initialize({ trusted: false }, {}, [corpus]);
		await assert.rejects(ask(client.connection, SetBudget, { corpus }), /RA511: Privacy ledgers are not written/);
		assert.ok(!existsSync(join(corpus, '.rag-assay')));
		assert.equal(await ask(client.connection, GetBudget, { corpus }), null);

		const trusting = new Client(t, { cache: client.cache });
		await trusting.initialize({ author: 'Dana' }, {}, [corpus]);
		assert.equal((await ask(trusting.connection, SetBudget, { corpus })).owner, 'Dana');
		assert.equal((await ask(client.connection, GetBudget, { corpus }))?.owner, 'Dana');
		if (process.platform === 'win32') return;
		await ask(trusting.connection, SetBudget, { corpus: other.corpus });
		rmSync(join(corpus, '.rag-assay'), { recursive: true });
		symlinkSync(join(other.corpus, '.rag-assay'), join(corpus, '.rag-assay'));
		const leadsOut = /RA513: This privacy ledger is not read: a link leads to/;
		await assert.rejects(ask(client.connection, GetBudget, { corpus }), leadsOut);
		await assert.rejects(ask(client.connection, VerifyBudget, { corpus }), leadsOut);
		assert.ok(existsSync(file));
		await trusting.stop();
	});

	it('is written by two runners at once, one record after another', { timeout }, async (t) => {
		const { corpus } = corpusIn(t);
		const first = new Client(t);
		const second = new Client(t, { cache: first.cache });
		for (const client of [first, second]) await client.initialize({ author: 'Dana' });
		await Promise.all(
			[first, second].flatMap((client) => Array.from({ length: 8 }, async () => ask(client.connection, SetBudget, { corpus }))),
		);
		const { entries, damage } = await ask(first.connection, VerifyBudget, { corpus });
		assert.deepEqual([entries, damage], [17, []]);
		await second.stop();
	});
});

describe('processes that spend at the same time', () => {
	const program = fileURLToPath(new URL('spending-program.ts', import.meta.url));
	const spending = (args: readonly string[]): { child: ChildProcess; output: () => string } => {
		const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
		return { child, output: () => output };
	};

	it('pay for as much as the budget has, and each for an entry of its own', { timeout }, async (t) => {
		const { corpus, witnesses } = corpusIn(t);
		const now = new Date('2026-11-23T12:00:00Z');
		await setBudget(corpus, { epsilon: 1.5, atOnce: false, anew: false, who: 'Dana' }, { now, witnesses });
		const programs = ['one', 'other'].map((name) => spending([corpus, witnesses, name, '10']));
		await Promise.all(programs.map(({ child }) => once(child, 'close')));
		const results = programs.flatMap(({ output }) => jsonLines(output()) as { entry?: number; code?: string }[]);
		const paid = results.flatMap(({ entry }) => entry ?? []);
		// 15 × 0.1 of 1.5, after the beginning and the budget.
		assert.deepEqual(
			paid.toSorted((a, b) => a - b),
			Array.from({ length: 15 }, (_, i) => i + 2),
		);
		assert.deepEqual(
			results.flatMap(({ code }) => code ?? []),
			Array.from({ length: 5 }, () => 'RA901'),
		);
		assert.deepEqual((await verify(corpus, { now, witnesses })).damage, []);
	});

	it('that are killed leave a ledger that goes on, with all that they said was paid', { timeout }, async (t) => {
		const { corpus, witnesses } = corpusIn(t);
		const now = new Date('2026-11-23T12:00:00Z');
		await setBudget(corpus, { epsilon: 1000, atOnce: false, anew: false, who: 'Dana' }, { now, witnesses });
		let said = 0;
		for (let round = 1; round <= 6; round++) {
			const { child, output } = spending([corpus, witnesses, `round-${round}`, '1000']);
			const closed = once(child, 'close');
			while (output().split('\n').length <= round * 2) await once(child.stdout!, 'data');
			child.kill('SIGKILL');
			await closed;
			said += output().split('\n').length - 1;
			const state = (await budgetState(corpus, { now, witnesses }))!;
			assert.deepEqual(state.damage, []);
			assert.ok(state.releases >= said, `${state.releases} of ${said}`);
		}
		const last = spending([corpus, witnesses, 'last', '1']);
		await once(last.child, 'close');
		assert.match(last.output(), /"entry":/);
		assert.deepEqual((await verify(corpus, { now, witnesses })).damage, []);
	});
});
