import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { copyFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import type { RedteamMembershipOutput } from '../../src/cli/output/schemas.ts';
import { completion, endpointServer, type Asked } from '../support/endpoint-server.ts';
import { slowTest } from '../support/slow-test.ts';
import { root } from '../support/runner-client.ts';
import { assertFits, commandLine, endOf, jsonLines } from './command-line.ts';

const store = join(root, 'examples/memory/assistant.jsonl');

const promptOf = ({ body }: Asked): string => body.messages[1]!.content;
/** What was retrieved. */
const quoted = (asked: Asked): string => promptOf(asked).split('\n\nQuestion:')[0]!;
const quote = (response: ServerResponse, asked: Asked): ServerResponse => response.end(completion(quoted(asked)));

describe('membership attacks on an endpoint that fails as real ones do', () => {
	const cli = commandLine();
	const attack = ['redteam', 'membership', '--store', store, '--count', '16', '--rule', 'gumbel', '--endpoint-model', 'small'];
	const attackOn = (url: string, ...more: string[]): string[] => [
		...attack,
		'--endpoint',
		url,
		...(more.includes('--attacks') ? [] : ['--attacks', 'mba']),
		...more,
	];
	const report = (stdout: string): RedteamMembershipOutput => {
		const [one] = jsonLines(stdout) as [RedteamMembershipOutput];
		assertFits('redteam-membership@1', one);
		return one;
	};

	slowTest('go on through 429, 503 and cut connections, and give what they would give without', async (t) => {
		const failing = await endpointServer(t, (response, number, asked) => {
			if (number === 2) response.writeHead(429, { 'retry-after': '1' }).end('{}');
			else if (number === 4) response.writeHead(503).end();
			else if (number === 6) response.destroy();
			else quote(response, asked);
		});
		const { status, stdout, stderr } = await cli.run(attackOn(failing.url, '--json'));
		assert.equal(status, 0, stderr);
		const sound = await endpointServer(t, (response, _number, asked) => quote(response, asked));
		const plain = report((await cli.run(attackOn(sound.url, '--json', '--quiet'))).stdout);
		assert.deepEqual(report(stdout).attacks, plain.attacks);
		// What a run asks twice is no answer of an earlier one.
		assert.ok(!plain.notes.join().includes('earlier runs'));
		assert.equal(failing.asked.length, sound.asked.length + 3);
	});

	slowTest('killed in the middle, they ask only for the rest; --fresh asks for all; nobody else can read what is kept', async (t) => {
		let stop: () => void = () => undefined;
		let isSlow = true;
		const { url, asked } = await endpointServer(t, (response, number, one) => {
			if (isSlow && number >= 9) stop();
			else quote(response, one);
		});
		const child = cli.launch(attackOn(url, '--json', '--quiet', '--parallel', '3'));
		// Later, so that what was answered before has arrived.
		stop = () => setTimeout(() => child.kill('SIGKILL'), 500);
		child.stdout.resume();
		child.stderr.resume();
		assert.equal(await endOf(child), null);
		isSlow = false;
		const before = asked.splice(0);
		const second = await cli.run(attackOn(url, '--json', '--quiet'));
		assert.equal(second.status, 0, second.stderr);
		const known = new Set(before.slice(0, 9).map(promptOf));
		assert.equal(asked.filter((one) => known.has(promptOf(one))).length, 0, 'nothing that was answered is asked again');
		assert.match(report(second.stdout).notes.join('\n'), /\d+ answers of the endpoint were kept from earlier runs; --fresh asks again\./);
		const distinct = (): number => new Set(asked.splice(0).map(promptOf)).size;
		const rest = distinct();
		assert.equal(report((await cli.run(attackOn(url, '--json', '--quiet'))).stdout).attacks.length, 1);
		assert.equal(asked.length, 0);
		await cli.run(attackOn(url, '--json', '--quiet', '--fresh'));
		assert.equal(distinct(), rest + 9);

		const answers = join(cli.folder, 'cache/rag-assay/results/endpoint-answers');
		for (const workspace of readdirSync(answers)) {
			assert.equal(statSync(join(answers, workspace)).mode & 0o777, 0o700);
			for (const file of readdirSync(join(answers, workspace))) assert.equal(statSync(join(answers, workspace, file)).mode & 0o777, 0o600);
		}
		assert.equal((await cli.run(['cache', 'clear'])).status, 0);
		assert.throws(() => readdirSync(answers), { code: 'ENOENT' });
	});

	slowTest('asks for as many at the same time as it may', async (t) => {
		let [open, max] = [0, 0];
		const { url } = await endpointServer(t, (response, _number, asked) => {
			max = Math.max(max, ++open);
			setTimeout(() => {
				open--;
				quote(response, asked);
			}, 50);
		});
		assert.equal((await cli.run(attackOn(url, '--json', '--quiet', '--parallel', '3'))).status, 0);
		assert.equal(max, 3);
	});

	slowTest('a run that is stopped leaves what it is asking for', async (t) => {
		let child: ReturnType<typeof cli.launch> | undefined;
		const { url } = await endpointServer(t, (_response, number) => {
			if (number === 3) child!.kill('SIGINT');
		});
		child = cli.launch(attackOn(url));
		let stderr = '';
		child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
		child.stdout.resume();
		assert.equal(await endOf(child), 130, stderr);
	});

	slowTest('empty answers are told; an attack with too many has no figures; nothing but empty ones is an error', async (t) => {
		const few = await endpointServer(t, (response, number, asked) =>
			number === 0 ? response.end(completion(null)) : quote(response, asked),
		);
		const [one] = report((await cli.run(attackOn(few.url, '--json', '--quiet'))).stdout).attacks;
		assert.ok(one!.empty.undefended >= 1);

		// One attack gets answers, the other one hardly any.
		const half = await endpointServer(t, (response, number, asked) =>
			promptOf(asked).includes('[MASK_1]') && number % 2 === 0 ? response.end(completion('', 'content_filter')) : quote(response, asked),
		);
		const args = ['--attacks', 's2mia,mba'];
		const { attacks, unscored } = report((await cli.run(attackOn(half.url, '--json', '--quiet', ...args))).stdout);
		assert.deepEqual(
			[attacks.map(({ name }) => name), unscored.map(({ name, reason }) => [name, reason])],
			[['s2mia'], [['mba', 'empty']]],
		);
		assert.match(
			(await cli.run(attackOn(half.url, '--quiet', ...args))).stdout,
			/MBA is not scored: \d+ of \d+ answers were empty. At most a tenth may be empty\./,
		);

		const none = await endpointServer(t, (response) => response.end(completion(null, 'length')));
		const { status, stdout, stderr } = await cli.run(attackOn(none.url, '--json', '--quiet'));
		assert.deepEqual([status, stdout], [3, '']);
		assert.match(
			stderr,
			/RA695: small at \S+ gave an empty answer to \d+ of \d+ queries\. .* models that think first do\. Name another model/,
		);
		assert.ok(none.asked.length <= 30);
	});

	slowTest('a key that is not accepted, a redirect and an address of something else are named; the key is not', async (t) => {
		const key = 'sk-very-secret';
		const elsewhere = await endpointServer(t, (response, _number, asked) => quote(response, asked));
		for (const [respond, message] of [
			[
				(r: ServerResponse) => r.writeHead(401).end(`{"error": {"message": "Wrong key: ${key}"}}`),
				/RA691: .*it does not accept the key in RAG_ASSAY_ENDPOINT_KEY \(status 401\)\. Put a key that it accepts into RAG_ASSAY_ENDPOINT_KEY\. Then start again: it has answered nothing yet\./,
			],
			[
				(r: ServerResponse) => r.writeHead(302, { location: elsewhere.url }).end(),
				/RA691: .*it sends elsewhere, to http:\/\/127\.0\.0\.1:\d+, where nothing was sent\./,
			],
			[(r: ServerResponse) => r.end('<html>'), /RA691: .*its answer is not JSON\./],
		] as const) {
			// oxlint-disable-next-line no-await-in-loop -- one after the other
			const { url, asked } = await endpointServer(t, respond);
			// oxlint-disable-next-line no-await-in-loop -- see above
			const { status, stdout, stderr } = await cli.run(attackOn(url, '--parallel', '1'), { RAG_ASSAY_ENDPOINT_KEY: key });
			assert.deepEqual([status, stdout, asked.length], [3, '', 1], stderr);
			assert.match(stderr, message);
			assert.ok(!stderr.includes(key));
		}
		assert.equal(elsewhere.asked.length, 0);
	});

	slowTest('the empirical rule takes benign queries from beside the store, and is refused without', async (t) => {
		const { url, asked } = await endpointServer(t, (response, _number, one) => quote(response, one));
		const copy = join(cli.folder, 'notes.jsonl');
		copyFileSync(store, copy);
		const args = ['redteam', 'membership', '--store', copy, '--count', '16', '--attacks', 'mba', '--rule', 'empirical'];
		const endpoint = ['--endpoint', url, '--endpoint-model', 'small', '--json', '--quiet'];
		const refused = await cli.run([...args, ...endpoint]);
		assert.deepEqual([refused.status, refused.stdout, asked.length], [2, '', 0]);
		assert.match(
			refused.stderr,
			/RA682: .*You named none, and there are none beside the log or the store\. Name a file of benign queries with --benign/,
		);
		const lines = (count: number): string => Array.from({ length: count }, (_, i) => `{"query": "What about ${i}?"}\n`).join('');
		cli.write('benign.queries.jsonl', lines(5));
		assert.match(
			(await cli.run([...args, ...endpoint])).stderr,
			/RA682: benign\.queries\.jsonl \(found beside the store\) has 5 benign queries, and a rate of 5% takes at least 19\./,
		);
		cli.write('notes.benign.queries.jsonl', lines(25));
		const { rule, name, foundBeside, queries } = report((await cli.run([...args, ...endpoint])).stdout).screening;
		assert.deepEqual([rule, name, foundBeside, queries], ['empirical', 'notes.benign.queries.jsonl', 'store', 25]);
	});
});
