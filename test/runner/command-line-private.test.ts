import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Release } from '../../src/formats/release.ts';
import { root } from './client.ts';
import { assertFits, commandLine, jsonLines } from './command-line.ts';

const timeout = 300_000;
const query = 'What is the usual ward for tonsillitis?';

describe('private answers on the command line', () => {
	const cli = commandLine();
	const corpusNamed = (name: string): string => {
		const folder = join(cli.folder, name);
		cpSync(join(root, 'examples/shared-cases'), folder, { recursive: true });
		return folder;
	};

	it('a plan needs no document, and says the verdict first', async () => {
		const plain = await cli.run(['private', 'plan', '--documents', '8', '--epsilon', '3']);
		assert.equal(plain.status, 0, plain.stderr);
		assert.match(plain.stdout, /^With 8 documents, ε = 3 buys one sentence/);
		const json = await cli.run(['private', 'plan', '--documents', '8', '--json', '--split', '0.6/0.1/0.3']);
		const [plan] = jsonLines(json.stdout);
		assertFits('private-plan@1', plan);
		for (const [wrong, message] of [
			[['--split', '0.6/0.3'], /three shares that add up to 1/],
			[['--epsilon', '0'], /Expected a number above 0/],
			[['--decoder', 'magic'], /Allowed choices/],
		] as const) {
			const { status, stderr } = await cli.run(['private', 'plan', '--documents', '8', ...wrong]);
			assert.equal(status, 2);
			assert.match(stderr, message);
		}
	});

	it('a release fits its schema and has a guarantee and a ledger entry; the second is refused like any wrong input; the ledger verifies', {
		timeout,
	}, async () => {
		const corpus = corpusNamed('paid');
		const out = join(cli.folder, 'paid.json');
		const original = join(cli.folder, 'original.txt');
		const args = ['private', 'generate', '--query', query, '--docs', corpus, '--epsilon', '3', '--delta', '1e-5', '--json', '--quiet'];
		const { status, stdout, stderr } = await cli.run([...args, '--out', out, '--original', original]);
		assert.equal(status, 0, stderr);
		const [release] = jsonLines(stdout) as [Release];
		assertFits('release@1', release);
		assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), release);
		assert.ok(existsSync(original));
		if (process.platform !== 'win32') assert.equal(statSync(original).mode & 0o777, 0o600);
		assert.deepEqual([release.documents, release.guarantee?.epsilon, typeof release.ledger?.hash], [12, 3, 'string']);
		const second = await cli.run(args);
		assert.equal(second.status, 2);
		assert.match(second.stderr, /RA901: /);
		assert.equal(second.stdout, '');
		assert.equal((await cli.run(['budget', 'verify', '--corpus', corpus])).status, 0);
	});

	it('for people: the verdict first, then the promise, what is not covered, and what is left', { timeout }, async () => {
		const { status, stdout, stderr } = await cli.run(['private', 'generate', '--query', query, '--docs', corpusNamed('told'), '--quiet']);
		assert.equal(status, 0, stderr);
		assert.match(
			stdout,
			/^(?:\d sentences? released|Nothing that).*The promise \(ε = 3, δ = 0\.00001\).*For a person in 2 documents.*It does not cover:\n- Which documents were retrieved.*Paid for by entry.*left {4}ε 0/s,
		);
	});

	it('seeded, from a public list: no ledger, no guarantee, the same twice', { timeout }, async () => {
		const corpus = corpusNamed('seeded');
		const list = cli.write('wards.txt', 'Ward B\nWard F\nWard Q\n');
		const args = [
			'private',
			'generate',
			'--query',
			query,
			'--docs',
			corpus,
			'--decoder',
			'public-list',
			'--list',
			list,
			'--seed',
			'4',
			'--quiet',
		];
		const [first, second] = [await cli.run(args), await cli.run(args)];
		assert.equal(first.status, 0, first.stderr);
		assert.equal(first.stdout, second.stdout);
		assert.match(first.stdout, /No guarantee: this cannot be released\./);
		assert.ok(!existsSync(join(corpus, '.rag-assay')));
	});

	it('red team: counts by type of both pipelines, and no value of a document', { timeout }, async () => {
		const args = ['redteam', 'pii', '--docs', join(root, 'examples/shared-cases'), '--query', query, '--instructions', '3', '--quiet'];
		const json = await cli.run([...args, '--json']);
		assert.equal(json.status, 0, json.stderr);
		const [report] = jsonLines(json.stdout) as [{ values: Record<string, number>; answers: unknown[] }];
		assertFits('redteam-pii@1', report);
		assert.equal(report.answers.length, 3);
		assert.ok(report.values['phone']! > 0 && report.values['name']! > 0);
		assert.doesNotMatch(json.stdout, /Stitha|northmail|8035/);
		const plain = await cli.run(args);
		assert.match(plain.stdout, /^Without privacy an answer gives away .*\nvalues an answer .*\nall .*nothing was spent/s);
		assert.ok(!existsSync(join(root, 'examples/shared-cases/.rag-assay')));
	});
});
