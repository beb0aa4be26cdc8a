import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GetBudget, SetBudget, VerifyBudget, type BudgetState } from '../../src/protocol/private.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { budgetState, setBudget, verify } from '../../src/stores/ledger/ledger.ts';
import { slowTest } from '../support/slow-test.ts';
import { startProcess } from '../support/start-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Client } from '../support/runner-client.ts';
import { assertFits, commandLine, jsonLines } from './command-line.ts';
import { until } from '../support/until.ts';

function corpusIn(t: TestContext): { corpus: string; ledger: string; witnesses: string } {
	const folder = temporaryFolder(t, 'rag-assay-budget-');
	const corpus = join(folder, 'documents');
	mkdirSync(corpus);
	return { corpus, ledger: join(folder, 'team.jsonl'), witnesses: join(folder, 'witnesses') };
}

describe('a privacy budget, on the command line', () => {
	const cli = commandLine();
	const budget = async (command: string, ledger: string, ...more: readonly string[]) => cli.run(['budget', command, ledger, ...more]);
	const json = async (command: string, ledger: string, ...more: readonly string[]): Promise<Record<string, unknown>> => {
		const { status, stdout, stderr } = await budget(command, ledger, '--json', ...more);
		assert.equal(status, 0, stderr);
		const [line] = jsonLines(stdout);
		assertFits(command === 'verify' ? 'budget-verification@1' : 'budget@1', line);
		return line as Record<string, unknown>;
	};
	const made = async (...args: Parameters<typeof json>) => (await json(...args))['budget'] as BudgetState;

	slowTest('is shown, set and verified; one byte that is changed fails the check, which says in which entry', async (t) => {
		const { corpus, ledger } = corpusIn(t);
		assert.deepEqual(await json('show', corpus), { schema: 'rag-assay/budget@1', budget: null });
		assert.match(
			(await budget('show', corpus)).stdout,
			/^There is no privacy budget yet\. .* ε 10 and δ 0\.0001 in all, owned by the person who asks\./,
		);
		assert.match((await budget('verify', corpus)).stdout, /^There is no ledger yet at /);
		const unrepaired = await budget('repair', corpus);
		assert.equal(unrepaired.status, 2);
		assert.match(unrepaired.stderr, /RA701: .*This corpus has no privacy ledger yet, so there is nothing to repair\.[^]*budget set/);
		for (const command of ['show', 'verify'])
			for (const more of [[], ['--json']]) {
				const { status, stdout, stderr } = await budget(command, ledger, ...more);
				assert.deepEqual([status, stdout], [2, '']);
				assert.match(stderr, /team\.jsonl: RA701: There is no privacy ledger here\. Check the path\. .*`rag-assay budget set`/);
			}
		assert.ok(!existsSync(ledger), 'asking makes nothing');

		const first = await made('set', ledger, '--epsilon', '2', '--renew', '30d', '--owner', 'Dana');
		assert.deepEqual(
			[first.owner, first.epsilon, first.delta, first.renewal, first.file, first.corpus],
			['Dana', 2, 1e-4, '30d', ledger, 'team'],
		);
		const later = await made('set', ledger, '--epsilon', '4');
		assert.equal(later.epsilon, 2);
		assert.match(later.notes![0]!, /^From \d{4}-\d\d-\d\d on: ε 4 and δ 0\.0001 every 30 days, owned by Dana\.$/);
		assert.equal((await made('set', ledger, '--now')).epsilon, 4);
		const { damage, entries } = await json('verify', ledger);
		assert.deepEqual([damage, entries], [[], 4]);
		for (const line of readFileSync(ledger, 'utf8').trimEnd().split('\n')) assertFits('ledger@1', JSON.parse(line));
		assert.deepEqual(readdirSync(dirname(ledger)).toSorted(), ['documents', 'team.jsonl'], 'and nothing lies beside it');

		const bytes = readFileSync(ledger);
		const inSecond = bytes.indexOf('\n') + 40;
		bytes[inSecond] = bytes[inSecond]! ^ 1;
		writeFileSync(ledger, bytes);
		const failed = await budget('verify', ledger);
		assert.equal(failed.status, 2);
		assert.match(failed.stdout, /^damage: Entry 1 \(line 2\) was changed: its hash does not match\.$/m);
		const refused = await budget('set', ledger, '--epsilon', '1');
		assert.equal(refused.status, 2);
		assert.match(refused.stderr, /team\.jsonl: RA902: .* `rag-assay budget set LEDGER --anew`/);
		assert.match(
			(await budget('show', ledger)).stdout,
			/^Nothing is released until it is repaired: put back the newest copy, or run `rag-assay budget repair LEDGER`\.$/m,
		);
		const repaired = await made('repair', ledger);
		assert.match(
			repaired.notes![0]!,
			/^Repaired on \d{4}-\d\d-\d\d by .*: it keeps what could be read of a damaged ledger of 4 records\.$/,
		);
		assert.equal(repaired.spentEpsilon, repaired.epsilon, 'what is doubtful counts as spent');
		assert.equal((await budget('verify', ledger)).status, 0);
		assert.match(
			(await budget('repair', ledger)).stderr,
			/RA907: Nothing is wrong with this privacy ledger, so there is nothing to repair\./,
		);
		writeFileSync(ledger, bytes);
		assert.equal((await budget('set', ledger, '--anew', '--quiet')).status, 0);
		assert.equal((await budget('verify', ledger)).status, 0);
	});

	it('of a corpus lies in the data directory, and nothing lies in the corpus', async (t) => {
		const { corpus } = corpusIn(t);
		const { file } = await made('set', corpus, '--renew', 'weekly');
		assert.equal(dirname(file), join(cli.folder, 'data', 'rag-assay', 'ledgers'));
		assert.match(basename(file), /^documents-[0-9a-f]{16}\.jsonl$/);
		assert.deepEqual(readdirSync(corpus), []);
		assert.deepEqual([(await made('show', corpus)).renewal, (await made('show', file)).corpus], ['weekly', 'documents']);
		assert.equal((await json('verify', file))['entries'], 2);
	});

	slowTest('refuses what is no amount, no period, no folder and no ledger', async (t) => {
		const { corpus, ledger } = corpusIn(t);
		for (const [option, value, expected] of [
			['--epsilon', '0', /Expected a number from 0\.000001 to 1000000\./],
			['--delta', '2', /Expected a number from 0\.000000000000001 to 1\./],
			['--renew', '0d', /Expected a number of days, such as 30d, or never, yearly, monthly, weekly, daily\./],
		] as const) {
			const { status, stderr } = await budget('set', ledger, option, value);
			assert.equal(status, 2);
			assert.match(stderr, expected);
		}
		for (const command of ['set', 'show', 'verify', 'repair']) {
			const nowhere = await budget(command, join(corpus, 'nothing'));
			assert.equal(nowhere.status, 2);
			assert.match(nowhere.stderr, /RA905: A corpus is a folder of documents.*ends in \.jsonl/);
		}
		assert.ok(!existsSync(join(corpus, 'nothing')), 'what was mistyped is not made');
	});

	slowTest('is remembered elsewhere, and clearing the cache leaves that', async (t) => {
		const { corpus } = corpusIn(t);
		const { file } = await made('set', corpus);
		const older = readFileSync(file);
		await json('set', corpus, '--epsilon', '1');
		assert.equal((await cli.run(['cache', 'clear', '--quiet'])).status, 0);
		writeFileSync(file, older);
		const rolledBack = await budget('verify', corpus);
		assert.equal(rolledBack.status, 2);
		assert.match(rolledBack.stdout, /damage: The ledger was rolled back: it ends with entry 1, and ended with entry 2/);
		rmSync(dirname(file), { recursive: true });
		for (const named of [corpus, file])
			assert.match((await budget('verify', named)).stdout, /damage: The ledger is gone: it had 3 records/);
	});
});

describe('a privacy budget, asked of the runner', () => {
	it("is the user's own where no ledger is named; a file is written with trust alone, and not read through a link that leads out", async (t) => {
		const { corpus } = corpusIn(t);
		const other = corpusIn(t);
		const ledger = join(corpus, 'ledger.jsonl');
		const client = new Client(t);
		await client.initialize({ trusted: false, author: 'Dana' }, {}, [corpus]);
		assert.equal((await ask(client.connection, SetBudget, { corpus })).owner, 'Dana');
		assert.ok(existsSync(join(client.cache, 'data', 'ledgers')));
		await assert.rejects(ask(client.connection, SetBudget, { corpus, ledger }), /RA511: Privacy ledgers are not written/);
		assert.deepEqual(readdirSync(corpus), []);
		assert.equal(await ask(client.connection, GetBudget, { corpus, ledger }), null);

		const trusting = new Client(t, { cache: client.cache });
		await trusting.initialize({ author: 'Eli' }, {}, [corpus]);
		assert.equal((await ask(trusting.connection, SetBudget, { corpus, ledger })).owner, 'Eli');
		assert.equal((await ask(client.connection, GetBudget, { corpus, ledger }))?.owner, 'Eli');
		if (process.platform !== 'win32') {
			await ask(trusting.connection, SetBudget, { corpus, ledger: other.ledger });
			rmSync(ledger);
			symlinkSync(other.ledger, ledger);
			const leadsOut = /RA513: This privacy ledger is not read: a link leads to/;
			await assert.rejects(ask(client.connection, GetBudget, { corpus, ledger }), leadsOut);
			await assert.rejects(ask(client.connection, VerifyBudget, { corpus, ledger }), leadsOut);
		}
		await trusting.stop();
	});

	slowTest('is written by two runners at once, one record after another', async (t) => {
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
	const spending = (t: TestContext, args: readonly string[]): { child: ChildProcess; output: () => string } => {
		const child = startProcess(t, process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
		return { child, output: () => output };
	};

	slowTest('pay for as much as the budget has, and each for an entry of its own', async (t) => {
		const { ledger, witnesses } = corpusIn(t);
		const now = new Date('2026-11-23T12:00:00Z');
		await setBudget(ledger, { epsilon: 1.5, atOnce: false, anew: false, who: 'Dana' }, { now, witnesses });
		const programs = ['one', 'other'].map((name) => spending(t, [ledger, witnesses, name, '10']));
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
		assert.deepEqual((await verify(ledger, { now, witnesses })).damage, []);
	});

	slowTest('that are killed leave a ledger that goes on, with all that they said was paid', async (t) => {
		const { ledger, witnesses } = corpusIn(t);
		const now = new Date('2026-11-23T12:00:00Z');
		await setBudget(ledger, { epsilon: 1000, atOnce: false, anew: false, who: 'Dana' }, { now, witnesses });
		let said = 0;
		for (let round = 1; round <= 6; round++) {
			const { child, output } = spending(t, [ledger, witnesses, `round-${round}`, '1000']);
			const closed = once(child, 'close');
			await until(() => output().split('\n').length > round * 2, `${round * 2} lines of the program`);
			child.kill('SIGKILL');
			await closed;
			said += output().split('\n').length - 1;
			const state = (await budgetState(ledger, { now, witnesses }))!;
			assert.deepEqual(state.damage, []);
			assert.ok(state.releases >= said, `${state.releases} of ${said}`);
		}
		const last = spending(t, [ledger, witnesses, 'last', '1']);
		await once(last.child, 'close');
		assert.match(last.output(), /"entry":/);
		assert.deepEqual((await verify(ledger, { now, witnesses })).damage, []);
	});
});
