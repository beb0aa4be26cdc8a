import { createHash } from 'node:crypto';
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { PrivatePlanOutput, PrivateReviewOutput, RedteamPiiOutput } from '../../src/cli/output/schemas.ts';
import type { Release } from '../../src/formats/release.ts';
import { privateOriginalFile } from '../../src/review/review-file.ts';
import { slowTest } from '../support/slow-test.ts';
import { root } from '../support/runner-client.ts';
import { assertFits, commandLine, endOf, jsonLines } from './command-line.ts';

const query = readFileSync(join(root, 'examples/private/questions.txt'), 'utf8').split('\n')[0]!;

/** Ledgers of corpora of this name in a command line's data directory. */
const ledgersOf = (folder: string, name: string): string[] => {
	const ledgers = join(folder, 'data/rag-assay/ledgers');
	const found = existsSync(ledgers) ? readdirSync(ledgers) : [];
	return found.filter((file) => file.startsWith(`${name}-`)).map((file) => join(ledgers, file));
};

describe('private answers on the command line', () => {
	const cli = commandLine();
	const corpusNamed = (name: string): string => {
		const folder = join(cli.folder, name);
		cpSync(join(root, 'examples/private/documents'), folder, { recursive: true });
		return folder;
	};

	it('a plan needs no document, and says the verdict first', async () => {
		const plain = await cli.run(['private', 'plan', '--documents', '8', '--epsilon', '3']);
		assert.equal(plain.status, 0, plain.stderr);
		assert.match(plain.stdout, /^With 8 documents and ε = 3, you get one sentence/);
		const json = await cli.run(['private', 'plan', '--documents', '8', '--json', '--split', '0.6/0.1/0.3']);
		const [plan] = jsonLines(json.stdout) as [PrivatePlanOutput];
		assertFits('private-plan@1', plan);
		assert.equal(plan.budget, null);
	});

	const five = (): string => cli.write('five.txt', 'unicorn\nzeppelin\nyeti\nkraken\nsphinx\n');
	const noise = ['--split', '0.5/0/0.5', '--epsilon', '0.5', '--vocabulary'];

	it('a plan says whether keywords can be told from noise, and refuses those that are the whole vocabulary', async () => {
		const plan = async (...options: string[]): Promise<PrivatePlanOutput> => {
			const { status, stdout, stderr } = await cli.run(['private', 'plan', '--documents', '12', '--json', ...options]);
			assert.equal(status, 0, stderr);
			const [output] = jsonLines(stdout) as [PrivatePlanOutput];
			assertFits('private-plan@1', output);
			return output;
		};
		const [noisy, telling, whole, without] = await Promise.all([
			plan(...noise, five(), '--keywords', '2'),
			plan('--split', '0/0/1', '--epsilon', '6', '--vocabulary', five(), '--keywords', '2'),
			plan(...noise, five(), '--keywords', '5'),
			plan('--split', '0/0/1'),
		]);
		assert.equal(noisy.keywords?.possible, false);
		assert.ok(noisy.says.includes(noisy.keywords.says));
		assert.match(noisy.refused!, /^Little of use can come out of it\..*--anyway/);
		assert.deepEqual([telling.keywords?.possible, telling.refused], [true, null]);
		assert.match(whole.refused!, /5 keywords from a vocabulary of 5 words would always be all of its words.*--keywords/);
		assert.match(without.refused!, /keywords need a public vocabulary.*--vocabulary/);
	});

	it('a filter or keywords that would not run are refused by the plan, and by an answer before anything is started or spent', async () => {
		for (const [asked, says] of [
			[
				['--filter', 'top-k', '--filter-k', '1', '--sentences', '2'],
				/The filter would not run: with 12 documents, .*--split 0\.9\/0\.1\/0/,
			],
			[['--vocabulary', five(), '--keywords', '2'], /No keywords would be chosen: with 12 documents, .*--split 0\.7\/0\/0\.3/],
		] as const) {
			const plan = await cli.run(['private', 'plan', '--documents', '12', ...asked]);
			assert.equal(plan.status, 0, plan.stderr);
			assert.match(plan.stdout, /^This run would be refused, and nothing would be spent\. /);
			assert.match(plan.stdout, says);
			const split = await cli.run(['private', 'plan', '--documents', '12', '--split', '0.6/0.2/0.2', ...asked]);
			assert.doesNotMatch(split.stdout, /would be refused|would not run/);
		}
		const corpus = corpusNamed('unshared');
		const refused = await cli.run(['private', 'generate', '--docs', corpus, '--query', query, '--filter', 'top-k', '--anyway']);
		assert.equal(refused.status, 2, refused.stderr);
		assert.match(refused.stderr, /RA713: The filter would not run: with 12 documents/);
		assert.deepEqual(ledgersOf(cli.folder, 'unshared'), []);
	});

	slowTest('keywords that are mostly noise are not paid for; anyway, they are called noise', async () => {
		const corpus = corpusNamed('noise');
		const generate = ['private', 'generate', '--docs', corpus, '--query', query, ...noise, five(), '--keywords'];
		const refused = await cli.run([...generate, '2']);
		assert.equal(refused.status, 3, refused.stderr);
		assert.match(refused.stderr, /RA919: Little of use.*ε = 0\.25, you get no sentence.*Keywords are mostly noise here.*--anyway/s);
		const whole = await cli.run([...generate, '5', '--anyway']);
		assert.equal(whole.status, 2, whole.stderr);
		assert.match(whole.stderr, /RA917: The vocabulary is too short/);
		assert.deepEqual(ledgersOf(cli.folder, 'noise'), []);
		const paid = await cli.run([...generate, '2', '--anyway']);
		assert.equal(paid.status, 0, paid.stderr);
		assert.match(paid.stdout, /Keywords, chosen with a part of the budget and with noise: .*Keywords are mostly noise here/);
	});

	slowTest('a plan without a number of documents, or with options that cannot be, is refused', async () => {
		const nothing = await cli.run(['private', 'plan']);
		assert.deepEqual([nothing.status, nothing.stdout], [2, '']);
		assert.match(nothing.stderr, /--docs.*--documents/);
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

	slowTest('what somebody mistyped is no defect: a sentence with its number, and nothing is started or spent', async () => {
		const corpus = corpusNamed('mistyped');
		const [empty, one, dashes] = [cli.write('empty.txt', ''), cli.write('one.txt', 'Ward B\n'), cli.write('dashes.txt', '---\n===\n')];
		const many = cli.write('many.txt', Array.from({ length: 1001 }, (_, i) => `v${i}`).join('\n'));
		const generate = ['private', 'generate', '--docs', corpus, '--query'];
		const list = [...generate, query, '--decoder', 'public-list', '--values'];
		for (const [args, message] of [
			[[...generate, ''], /--query.*not empty/],
			[['redteam', 'pii', '--docs', corpus, '--query', ' '], /--query.*not empty/],
			[['budget', 'set', corpus, '--owner', ''], /--owner.*not empty/],
			[[...generate, query, '--ledger', ''], /--ledger.*not empty/],
			[[...generate, query, '--out', ''], /--out.*not empty/],
			[[...generate, query, '--documents', '99'], /RA709: --documents asks for 99 documents, and --docs names 12\./],
			[['private', 'plan', '--docs', corpus, '--documents', '99'], /RA709: /],
			[[...list, empty], /empty\.txt: RA917: --values takes 2 to 1,000 different lines, and here are 0\./],
			[[...list, one], /one\.txt: RA917: .*here is one\./],
			[[...list, many], /RA917: .*here are 1,001\./],
			[[...list, dashes], /RA917: .*without a letter or digit.*'---'/],
			[[...generate, query, '--vocabulary', empty], /RA917: --vocabulary takes 1 to 100,000/],
			[['private', 'plan', '--documents', '8', '--values', one], /RA917/],
			[['budget', 'set', cli.write('notes.md', '# Mine\n'), '--epsilon', '3'], /notes\.md: RA908: /],
			[['budget', 'show', join(cli.folder, 'notes.md')], /notes\.md: RA908: /],
			[['budget', 'set', join(cli.folder, 'notes.md'), '--epsilon', '3', '--anew'], /notes\.md: RA908: /],
		] as const) {
			const { status, stdout, stderr } = await cli.run([...args, '--quiet']);
			assert.deepEqual([status, stdout], [2, ''], stderr);
			assert.match(stderr, message);
			assert.doesNotMatch(stderr, /RA500|ZodError|\n\s+at /);
		}
		assert.equal(readFileSync(join(cli.folder, 'notes.md'), 'utf8'), '# Mine\n');
		assert.deepEqual(ledgersOf(cli.folder, 'mistyped'), []);
	});

	slowTest('a plan says what would be refused, with what is left; and why there are fewer documents than files', async () => {
		const corpus = corpusNamed('copies');
		for (const file of readdirSync(corpus)) writeFileSync(join(corpus, file), 'The same.');
		mkdirSync(join(corpus, 'more'));
		const plan = ['private', 'plan', '--docs', corpus];
		assert.equal((await cli.run(['budget', 'set', corpus, '--epsilon', '5', '--renew', '30d'])).status, 0);
		const plain = await cli.run([...plan, '--epsilon', '20']);
		assert.equal(plain.status, 0, plain.stderr);
		assert.match(
			plain.stdout,
			/^This run would be refused.*ε 20 and .* are asked for, and ε 5 and .* are left.*It renews on .*\n\nWith 1 document and .*\n12 documents were named, 1 of them different.*\nNot read of .*: 1 subfolder\./,
		);
		const [paid] = jsonLines((await cli.run([...plan, '--json'])).stdout) as [PrivatePlanOutput];
		assertFits('private-plan@1', paid);
		assert.match(paid.refused!, /^Little of use can come out of it\. To spend it anyway, add --anyway\.$/);
		assert.equal(paid.notes.length, 2);
		const tiny = await cli.run([...plan, '--epsilon', '1e-9']);
		assert.match(tiny.stdout, /^This run would be refused.*too small.*\n\nDecoding gets ε = 1e-9\. Below 0\.001, nothing can be released/);
		const [listed] = jsonLines(
			(await cli.run([...plan, '--json', '--decoder', 'public-list', '--values', cli.write('rules.txt', 'A\n---\n')])).stdout,
		) as [PrivatePlanOutput];
		assert.match(listed.refused!, /without a letter or digit/);
	});

	slowTest('a plan takes the options of a run: it counts the documents, reads nothing else of them, and writes nothing', async () => {
		const corpus = corpusNamed('planned');
		const [ledger, out] = [join(cli.folder, 'planned.jsonl'), join(cli.folder, 'planned.release.json')];
		const planned = async (...more: string[]): Promise<PrivatePlanOutput> => {
			const args = [
				'private',
				'plan',
				'--query',
				query,
				'--docs',
				corpus,
				'--ledger',
				ledger,
				'--out',
				out,
				'--original',
				'--json',
				...more,
			];
			const { status, stdout, stderr } = await cli.run(args);
			assert.equal(status, 0, stderr);
			assert.doesNotMatch(stdout, /tonsillitis|Stitha|northmail/);
			return jsonLines(stdout)[0] as PrivatePlanOutput;
		};
		assert.equal((await planned()).documents, 12);
		assert.equal((await planned('--documents', '8')).documents, 8);
		assert.equal((await planned('--documents', '12')).documents, 12);
		assert.ok(!existsSync(out) && !existsSync(ledger));
		assert.equal((await cli.run(['budget', 'set', ledger, '--epsilon', '5'])).status, 0);
		assert.deepEqual([(await planned()).budget?.file, (await planned()).budget?.epsilon], [ledger, 5]);
	});

	slowTest(
		'a release fits its schema and has a guarantee and a ledger entry; one over the budget that was set is refused like any wrong input; the ledger verifies until a byte of it is changed',
		async () => {
			const corpus = corpusNamed('paid');
			const out = join(cli.folder, 'paid.release.json');
			const original = join(cli.folder, 'paid.release.private-original.txt');
			// Whatever lay there before: it is readable by its owner alone afterwards.
			writeFileSync(original, 'x', { mode: 0o644 });
			assert.equal((await cli.run(['budget', 'set', corpus, '--epsilon', '3', '--delta', '1e-5'])).status, 0);
			const args = ['private', 'generate', '--query', query, '--docs', corpus, '--epsilon', '3', '--delta', '1e-5', '--json', '--quiet'];
			const careful = await cli.run([...args, '--out', out, '--original']);
			assert.equal(careful.status, 2);
			assert.match(careful.stderr, /paid\.release\.private-original\.txt: RA704: .*does not overwrite it.*--force/);
			const { status, stdout, stderr } = await cli.run([...args, '--out', out, '--original', '--force']);
			assert.equal(status, 0, stderr);
			const [release] = jsonLines(stdout) as [Release];
			assertFits('release@1', release);
			assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), release);
			assert.equal(privateOriginalFile(out), original);
			assert.ok(readFileSync(original, 'utf8').length > 2);
			if (process.platform !== 'win32') for (const file of [original, out]) assert.equal(statSync(file).mode & 0o777, 0o600);
			assert.deepEqual([release.documents, release.guarantee?.epsilon, typeof release.ledger?.hash], [12, 3, 'string']);
			const second = await cli.run(args);
			assert.equal(second.status, 2);
			assert.match(second.stderr, /RA901: /);
			assert.equal(second.stdout, '');
			const ledger = ledgersOf(cli.folder, 'paid');
			assert.equal(ledger.length, 1);
			assert.equal((await cli.run(['budget', 'verify', corpus])).status, 0);
			const bytes = readFileSync(ledger[0]!);
			bytes[bytes.indexOf('"spend"') + 1]! ^= 1;
			writeFileSync(ledger[0]!, bytes);
			assert.equal((await cli.run(['budget', 'verify', corpus])).status, 2);
		},
	);

	slowTest(
		'of a corpus without a budget, with a ledger that is named and the first documents: it pays, and says that it has a budget now',
		async () => {
			const corpus = corpusNamed('shared');
			const ledger = join(cli.folder, 'shared.jsonl');
			const args = ['private', 'generate', '--query', query, '--docs', corpus, '--documents', '8', '--ledger', ledger, '--json', '--quiet'];
			const { status, stdout, stderr } = await cli.run(args);
			assert.equal(status, 0, stderr);
			const [release] = jsonLines(stdout) as [Release];
			assert.equal(release.documents, 8);
			assert.match(release.notes[0]!, /had no privacy budget: it has ε 10 and δ 0\.0001 in all/);
			assert.match(
				(await cli.run(['budget', 'show', ledger])).stdout,
				/budget {2}ε 10 and δ 0\.0001 in all\n.*\n.*left {4}ε 7 and δ 0\.00009/,
			);
			assert.deepEqual(ledgersOf(cli.folder, 'shared'), []);
			const nowhere = await cli.run([...args, '--original']);
			assert.equal(nowhere.status, 2);
			assert.match(nowhere.stderr, /--original needs a file, or --out/);
		},
	);

	slowTest('Ctrl-C while the original is written: the answer is printed and written, and what is missing is said', async () => {
		const corpus = corpusNamed('stopped');
		const out = join(cli.folder, 'stopped.release.json');
		const child = cli.launch(['private', 'generate', '--query', query, '--docs', corpus, '--json', '--out', out, '--original']);
		let [stdout, stderr] = ['', ''];
		child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			const before = stderr.includes('Writing the original');
			stderr += text;
			if (!before && stderr.includes('Writing the original')) child.kill('SIGINT');
		});
		assert.equal(await endOf(child), 130, stderr);
		const [release] = jsonLines(stdout) as [Release];
		assertFits('release@1', release);
		assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), release);
		assert.match(stderr, /The original was not written: it was canceled\. The private answer is not affected\./);
		assert.ok(!existsSync(privateOriginalFile(out)));
		assert.match((await cli.run(['budget', 'show', corpus])).stdout, /left {4}ε 7/);
	});

	slowTest(
		'a reader that has gone takes nothing away that is paid for: it lies at --out, and the ledger has its text',
		{
			skip: process.platform === 'win32' ? 'needs a POSIX shell' : false,
		},
		async () => {
			for (const [name, json, redirection] of [
				['messages', false, '2>&1 | head -n 1'],
				['both', true, '2>&1 | head -n 1'],
				['results', true, '| true'],
			] as const) {
				const corpus = corpusNamed(`closed-${name}`);
				const out = join(cli.folder, `closed-${name}.release.json`);
				const args = ['private', 'generate', '--query', query, '--docs', corpus, '--out', out, '--original', ...(json ? ['--json'] : [])];
				const { status, stdout, stderr } = await cli.piped(args, redirection);
				assert.equal(status, 0, stderr);
				assert.ok(stdout.split('\n').length <= 2, stdout);
				assert.ok(existsSync(out), `${redirection}: ${stderr}`);
				const release = JSON.parse(readFileSync(out, 'utf8')) as Release;
				assertFits('release@1', release);
				assert.ok(existsSync(privateOriginalFile(out)));
				assert.match(
					readFileSync(ledgersOf(cli.folder, `closed-${name}`)[0]!, 'utf8'),
					new RegExp(createHash('sha256').update(release.text).digest('hex')),
				);
			}
		},
	);

	slowTest('where an answer is to lie is tried before it is paid for, and an earlier one is not overwritten unasked', async () => {
		const corpus = corpusNamed('placed');
		const out = cli.write('earlier.release.json', 'paid for');
		const args = ['private', 'generate', '--query', query, '--docs', corpus, '--quiet', '--out'];
		for (const [place, message] of [
			[out, /RA704: .*does not overwrite it.*--force/],
			[cli.folder, /RA704: This is not a file/],
			[join(cli.folder, 'nowhere/x.release.json'), /nowhere: RA703: /],
		] as const) {
			const { status, stdout, stderr } = await cli.run([...args, place]);
			assert.deepEqual([status, stdout], [2, ''], stderr);
			assert.match(stderr, message);
		}
		assert.equal(readFileSync(out, 'utf8'), 'paid for');
		assert.deepEqual(ledgersOf(cli.folder, 'placed'), []);
		assert.equal((await cli.run([...args, out, '--force'])).status, 0);
		assert.match(readFileSync(out, 'utf8'), /release@1/);
	});

	const reviewed = async (path: string, ...more: string[]): Promise<PrivateReviewOutput> => {
		const { status, stdout, stderr } = await cli.run(['private', 'review', path, '--json', '--quiet', ...more]);
		assert.equal(status, 0, stderr);
		const [line] = jsonLines(stdout);
		assertFits('private-review@1', line);
		return line as PrivateReviewOutput;
	};

	slowTest('a review of a release is begun and gone on with', async () => {
		const file = join(cli.folder, 'case.release.json');
		const made = ['private', 'generate', '--query', query, '--docs', corpusNamed('reviewed'), '--epsilon', '8', '--out', file, '--quiet'];
		assert.equal((await cli.run(made)).status, 0);
		const begun = await reviewed(file);
		assert.equal(typeof begun.guarantee, 'object');
		assert.deepEqual([begun.resumed, begun.review], [false, join(cli.folder, 'case.release.rag-assay-review.json')]);
		assert.ok(begun.toDecide.length > 0);
		// What the review's file says of its ledger, and what a release says of itself, is compared each time.
		const statusOf = async (...args: string[]): Promise<string> => (await cli.run(['review', 'status', ...args])).stdout;
		assert.match(await statusOf(begun.review), /^Privacy guarantee: ε = 8/m);
		const forged = readFileSync(begun.review, 'utf8').replaceAll(/"hash": "[0-9a-f]{64}"/g, `"hash": "${'ab'.repeat(32)}"`);
		const forgedFile = cli.write('forged.rag-assay-review.json', forged);
		assert.match(forged, /"matches"/);
		assert.match(await statusOf(forgedFile), /^Guarantee claimed, not verified\.$/m);
		assert.doesNotMatch(await statusOf(forgedFile, '--ledger', ledgersOf(cli.folder, 'reviewed')[0]!), /^Privacy guarantee/m);
		const elsewhere = join(cli.folder, 'elsewhere.release.json');
		const team = join(cli.folder, 'team.jsonl');
		assert.equal((await cli.run([...made.with(made.indexOf(file), elsewhere), '--ledger', team])).status, 0);
		assert.match((await reviewed(elsewhere)).notes.join(' '), /Not checked against its ledger/);
		assert.doesNotMatch((await reviewed(elsewhere, '--ledger', team)).notes.join(' '), /Not checked/);
		const again = await reviewed(file);
		assert.deepEqual([again.resumed, again.toDecide], [true, begun.toDecide]);
	});

	/** A trace of the examples whose answer has a sentence that is not grounded. */
	const traceNamed = (name: string): string =>
		cli.write(`${name}.rag.md`, readFileSync(join(root, 'examples/traces/bank/invented-amount.rag.md'), 'utf8'));

	it('a review of a trace is begun, and its status is said; nothing of it is exported before all is decided', async () => {
		const trace = traceNamed('begun');
		const begun = await reviewed(trace);
		assert.equal(begun.guarantee, 'no privacy guarantee');
		assert.ok(begun.toDecide.some(({ reasons }) => reasons.some(({ kind }) => kind === 'ungrounded')));
		const standing = await cli.run(['review', 'status', trace]);
		assert.equal(standing.status, 0, standing.stderr);
		assert.match(standing.stdout, /^Not ready to go out\.\nNo privacy guarantee\.$/m);
		const exported = await cli.run(['review', 'export', trace]);
		assert.deepEqual([exported.status, exported.stdout], [2, '']);
		assert.match(exported.stderr, /RA921: /);
	});

	slowTest('a review of a trace is gone on with, and begun anew where the trace has changed', async () => {
		const trace = traceNamed('bank');
		const marked = await reviewed(trace);
		const accepted = await reviewed(trace, '--accept-all-of', 'ungrounded');
		assert.ok(accepted.decided > marked.decided);
		const plain = await cli.run(['private', 'review', trace]);
		assert.match(plain.stdout, /^(?:\d+ of \d+ sentences? wait|Everything is decided).*No privacy guarantee\./s);

		writeFileSync(trace, readFileSync(trace, 'utf8').replace(/\d+\.\d\d dollars/g, '1 dollar'));
		const changed = await cli.run(['private', 'review', trace]);
		assert.equal(changed.status, 2);
		assert.match(changed.stderr, /RA928: /);
		assert.equal((await reviewed(trace, '--changed', 'anew')).resumed, false);
		const none = await cli.run(['private', 'review', cli.write('notes.md', 'x')]);
		assert.equal(none.status, 2);
		assert.match(none.stderr, /RA929: /);
	});

	it('for people: the verdict first, then the promise, what is not covered, and what is left', async () => {
		const { status, stdout, stderr } = await cli.run(['private', 'generate', '--query', query, '--docs', corpusNamed('told'), '--quiet']);
		assert.equal(status, 0, stderr);
		assert.match(
			stdout,
			/^(?:\d sentences? released|Nothing that).*The promise \(ε = 3, δ = 1e-5\).*For a person in 2 documents.*It does not cover:\n- Which documents were retrieved.*Paid for by entry.*left {4}ε 7/s,
		);
	});

	slowTest('seeded, from a public list: no ledger, no guarantee, the same twice', async () => {
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
			'--values',
			list,
			'--seed',
			'4',
			'--quiet',
		];
		const [first, second] = [await cli.run(args), await cli.run(args)];
		assert.equal(first.status, 0, first.stderr);
		assert.equal(first.stdout, second.stdout);
		assert.match(first.stdout, /No guarantee: this cannot be released\./);
		assert.deepEqual(ledgersOf(cli.folder, 'seeded'), []);
	});

	slowTest('red team: counts by type of both pipelines, and no value of a document', async () => {
		const args = ['redteam', 'pii', '--docs', join(root, 'examples/private/documents'), '--query', query, '--instructions', '3', '--quiet'];
		const json = await cli.run([...args, '--json']);
		assert.equal(json.status, 0, json.stderr);
		const [report] = jsonLines(json.stdout) as [RedteamPiiOutput];
		assertFits('redteam-pii@1', report);
		assert.equal(report.answers.length, 3);
		assert.ok(report.values['phone']! > 0 && report.values['name']! > 0);
		assert.doesNotMatch(json.stdout, /Stitha|northmail|8035/);
		const plain = await cli.run(args);
		// More than the demo model's window of 512 tokens holds.
		assert.match(
			plain.stdout,
			/^Without privacy the answers to an instruction give away .*\nvalues an instruction .*\nall .*nothing was spent.*\nOne prompt has no room for all documents. Without privacy, they were read in \d /s,
		);
		assert.ok(report.read.prompts > 1 && report.read.cut === 0);
		assert.deepEqual(ledgersOf(cli.folder, 'documents'), []);
	});
});
