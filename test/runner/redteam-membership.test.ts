import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { RedteamMembershipOutput } from '../../src/cli/output/schemas.ts';
import type { QueryScreenRecord } from '../../src/formats/query-screen-record.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { root } from '../support/runner-client.ts';
import { completion, endpointServer } from '../support/endpoint-server.ts';
import { assertFits, commandLine, endOf, jsonLines } from './command-line.ts';

const store = join(root, 'examples/memory/assistant.jsonl');

/** Says what it was told in the prompt. */
function quotingServer(t: TestContext): ReturnType<typeof endpointServer> {
	return endpointServer(t, (response, _, { body }) => {
		response.setHeader('content-type', 'application/json');
		response.end(completion(body.messages[1]!.content.split('\n\nQuestion:')[0]!));
	});
}

describe('membership attacks, on the command line', () => {
	const cli = commandLine();
	const attack = ['redteam', 'membership', '--store', store, '--count', '16'];

	slowTest('attack the local model: the store stays as it is, the same seed gives the same, and a page is written', async () => {
		const before = readFileSync(store);
		const html = join(cli.folder, 'report.html');
		const args = [...attack, '--attacks', 'mba', '--json', '--quiet'];
		const first = await cli.run([...args, '--html', html]);
		assert.deepEqual([first.status, first.stderr], [0, '']);
		const [report] = jsonLines(first.stdout) as [RedteamMembershipOutput];
		assertFits('redteam-membership@1', report);
		assert.deepEqual([report.attacks.map(({ name }) => name), report.reader, report.screening.rule], [['mba'], 'demo', null]);
		assert.equal(report.documents.index + report.documents.heldOut, report.documents.all);
		assert.match(readFileSync(html, 'utf8'), /<title>RAG Assay: membership attacks on a store<\/title>/);
		assert.deepEqual(readFileSync(store), before);
		assert.equal((await cli.run(args)).stdout, first.stdout);
	});

	it('attack a model behind an OpenAI-compatible address, with the key of the environment', async (t) => {
		const { url, asked } = await quotingServer(t);
		const { status, stdout, stderr } = await cli.run(
			[...attack, '--attacks', 'mba', '--rule', 'gumbel', '--endpoint', url, '--endpoint-model', 'small', '--json', '--quiet'],
			{ RAG_ASSAY_ENDPOINT_KEY: 'secret' },
		);
		assert.equal(status, 0, stderr);
		const [report] = jsonLines(stdout) as [RedteamMembershipOutput];
		assertFits('redteam-membership@1', report);
		assert.match(report.reader, /^small at http:\/\/127\.0\.0\.1:\d+$/);
		// Who quotes what was retrieved gives members away.
		assert.ok(report.attacks[0]!.undefended.adjustedAccuracy > 0.3);
		assert.ok(asked.length >= 16);
		for (const { url: path, headers, body } of asked) {
			assert.deepEqual([path, headers.authorization], ['/v1/chat/completions', 'Bearer secret']);
			assert.deepEqual([body.model, body.temperature, body.messages.map(({ role }) => role)], ['small', 0, ['system', 'user']]);
			assert.match(body.messages[1]!.content, /^Document 1:\n[^]*Document 3:\n[^]*\n\nQuestion: /);
		}
		assert.ok(!stdout.includes('secret'));
	});

	it('ask as masks, λ and questions are set, and say before how long that takes', async (t) => {
		const { url, asked } = await quotingServer(t);
		const set = ['--masks', '12,5,5', '--lambda', '2.5', '--questions', '4'];
		const { status, stdout, stderr } = await cli.run([
			...attack,
			'--attacks',
			'mba,ia',
			...set,
			'--endpoint',
			url,
			'--endpoint-model',
			'small',
			'--json',
		]);
		assert.equal(status, 0, stderr);
		const [report] = jsonLines(stdout) as [RedteamMembershipOutput];
		assertFits('redteam-membership@1', report);
		assert.deepEqual(report.settings, { masks: [5, 12], lambda: 2.5, questions: 4 });
		const [, ia] = report.attacks;
		assert.equal(ia!.queries, 16 * 4);
		assert.ok(asked.some(({ body }) => body.messages[1]!.content.includes('[MASK_5]')));
		assert.match(stderr, /^Timing a few queries: MBA, 5 masks$/mu);
		assert.match(stderr, /^Attacking a copy, about \d+ (?:s|min) for 16 documents: MBA, 5 masks$/mu);
		assert.match(stderr, /^Attacking a copy, about \d+ (?:s|min) for 16 documents: IA \(100%\)$/mu);
	});

	slowTest('attack private answers, with detect-and-hide and without: nothing is spent, and the same seed gives the same', async () => {
		const args = ['redteam', 'membership', '--store', store, '--count', '8', '--attacks', 'mba', '--rule', 'gumbel', '--private'];
		const runs = await Promise.all([cli.run([...args, '--json', '--quiet']), cli.run(args)]);
		for (const { status, stderr } of runs) assert.equal(status, 0, stderr);
		const [report] = jsonLines(runs[0].stdout) as [RedteamMembershipOutput];
		assertFits('redteam-membership@1', report);
		assert.deepEqual(report.private, { decoder: 'sentence-vote', epsilon: 3, delta: 1e-5 });
		assert.deepEqual([report.k, report.reader], [8, 'demo, privately']);
		const [{ undefended, defended }] = report.attacks as [(typeof report.attacks)[number]];
		// Of words that one document alone has, nothing comes out of a vote.
		assert.ok(undefended.accuracy.low <= 0.5 && defended.accuracy.low <= 0.5);
		assert.match(runs[1].stdout, /^With private answers \(ε = 3\), an attacker who .* With detect-and-hide, too, /);
		assert.match(runs[1].stdout, /^MBA, private, hidden /m);
		assert.match(
			runs[1].stdout,
			/^Every answer is private, .* from 8 documents, by sentence-vote\. Answers are seeded, so nothing was spent\.$/m,
		);
		assert.ok(!existsSync(join(cli.folder, 'data/rag-assay/ledgers')));
		assert.equal((await cli.run(args)).stdout, runs[1].stdout);
	});

	it('private answers that say nothing are not attacked, and options that would be ignored are refused', async () => {
		for (const [args, message] of [
			[['--private', '-k', '3'], /RA919: Little of use can come out of this private pipeline.*With 3 documents.*--epsilon.*-k/],
			[['--private', '--epsilon', '0.5'], /RA919: .*With 8 documents and ε = 0\.5, you get no sentence/],
			[['--private', '--gate', '0.5'], /RA713: --gate has no effect here/],
			[['--epsilon', '3'], /option '--epsilon' is for private answers: add --private/],
			[
				['--private', '--endpoint', 'http://127.0.0.1:9/v1', '--endpoint-model', 'm'],
				/option '--private' needs the local model.*'--endpoint' gives none/,
			],
		] as const) {
			// oxlint-disable-next-line no-await-in-loop -- one after the other
			const { status, stdout, stderr } = await cli.run([...attack, ...args]);
			assert.notEqual(status, 0, stderr);
			assert.deepEqual(stdout, '', stderr);
			assert.match(stderr, message);
		}
	});

	it('settings that are none are refused with what is expected', async () => {
		for (const [args, message] of [
			[['--masks', '1'], /--masks <n>.* Expected a whole number from 2 to 20\./],
			[['--masks', '5,x'], /--masks <n>.* Expected a whole number from 2 to 20\./],
			[['--lambda', '-1'], /--lambda <n>.* Expected a number from 0 to 100\./],
			[['--questions', '1'], /--questions <n>.* Expected a whole number from 2 to 100\./],
			[['--attacks', 'mba', '--questions', '9'], /option '--questions' is for the attack ia, which --attacks does not name/],
			[['--attacks', 's2mia,ia', '--masks', '5'], /option '--masks' is for the attack mba, which --attacks does not name/],
		] as const) {
			// oxlint-disable-next-line no-await-in-loop -- one after the other
			const { status, stdout, stderr } = await cli.run([...attack, ...args]);
			assert.deepEqual([status, stdout], [2, ''], stderr);
			assert.match(stderr, message);
		}
	});

	it('Ctrl-C ends a run while the local model answers', async () => {
		const child = cli.launch([...attack, '--attacks', 'ia']);
		let [stdout, stderr] = ['', ''];
		child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			stderr += text;
			if (text.includes('Attacking a copy')) child.kill('SIGINT');
		});
		assert.deepEqual([await endOf(child), stdout], [130, ''], stderr);
		assert.doesNotMatch(stderr, /^Attacking a copy.* IA \(50%/mu);
	});

	slowTest('hide by what queries screen takes of the same store, embedder and benign queries', async (t) => {
		const { url } = await quotingServer(t);
		const documents = cli.write('notes.jsonl', readFileSync(store, 'utf8'));
		const elsewhere = temporaryFolder(t, 'rag-assay-log-');
		const log = join(elsewhere, 'log.jsonl');
		writeFileSync(log, '{"query": "What does Ada drink?"}\n');
		const decided = async (...more: readonly string[]) => {
			const screened = await cli.run(['queries', 'screen', log, '--store', documents, '--json', ...more]);
			assert.equal(screened.status, 0, screened.stderr);
			const [record] = jsonLines(screened.stdout) as [QueryScreenRecord];
			const asked = ['--count', '8', '--attacks', 'mba', '--endpoint', url, '--endpoint-model', 'small', '--json', '--quiet'];
			const attacked = await cli.run(['redteam', 'membership', '--store', documents, ...asked, ...more]);
			assert.equal(attacked.status, 0, attacked.stderr);
			const [report] = jsonLines(attacked.stdout) as [RedteamMembershipOutput];
			assertFits('redteam-membership@1', report);
			const { rule, says, from, name, queries } = report.screening;
			assert.deepEqual({ rule, calibration: { from, name, queries } }, { rule: record.rule, calibration: record.calibration });
			assert.ok(screened.stderr.includes(says), `${says} is not in: ${screened.stderr}`);
			return report;
		};
		const none = await decided();
		assert.deepEqual([none.screening.rule, none.screening.from], [null, 'none']);
		assert.deepEqual(none.attacks[0]!.defended, none.attacks[0]!.undefended);
		assert.equal((await decided('--rule', 'gumbel')).screening.rule, 'gumbel');
		const queries = Array.from({ length: 25 }, (_, i) => `{"query": "What about ${i} and the ${i % 2 === 0 ? 'tea' : 'train'}?"}\n`).join(
			'',
		);
		cli.write('benign.queries.jsonl', queries);
		const beside = await decided();
		assert.deepEqual(
			[beside.screening.rule, beside.screening.name, beside.screening.foundBeside],
			['empirical', 'benign.queries.jsonl', 'store'],
		);
		assert.equal((await decided('--no-benign')).screening.rule, null);
		const named = cli.write('mine.jsonl', queries);
		assert.equal((await decided('--benign', named)).screening.name, 'mine.jsonl');
	});

	slowTest('what is too small, mistyped or not reached is refused', async () => {
		const few = cli.write('few.jsonl', '{"text": "Ada likes tea"}\n{"text": "Bo likes chess"}\n');
		const endpoint = (url: string) => [...attack, '--endpoint', url, '--endpoint-model', 'small'];
		for (const [args, expected, message] of [
			[['redteam', 'membership', '--store', few], 2, /few\.jsonl: RA692: The store has 2 different documents\./],
			[[...attack, '--attacks', 'magic'], 2, /Expected some of: s2mia, mba, ia\./],
			[[...attack, '--endpoint', 'https://example.org/v1'], 2, /--endpoint-model/],
			[endpoint('http://example.org/v1'), 2, /RA690: .*would not be encrypted/],
			[[...endpoint('https://example.org/v1'), '--offline'], 2, /RA690: .*may not use the network/],
			[endpoint('http://127.0.0.1:9/v1'), 3, /RA691: .*could not be reached/],
			[['redteam', 'membership'], 2, /--store/],
		] as const) {
			// oxlint-disable-next-line no-await-in-loop -- one after the other
			const { status, stdout, stderr } = await cli.run(args);
			assert.deepEqual([status, stdout], [expected, ''], stderr);
			assert.match(stderr, message);
		}
	});
});
