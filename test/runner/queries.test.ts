import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CodeAction, Diagnostic } from 'vscode-languageserver-protocol';
import type { RedteamMembershipOutput, CalibrateOutput } from '../../src/cli/output/schemas.ts';
import type { QueryScreenRecord } from '../../src/formats/query-screen-record.ts';
import { FollowedLogRemarks, QueriesScreened, ScreenQueries } from '../../src/protocol/queries.ts';
import { screeningMoments } from '../../src/formats/screening-moments.ts';
import { Progress } from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import { slowTest } from '../support/slow-test.ts';
import { Client, pullingClient, root } from '../support/runner-client.ts';
import { assertFits, commandLine, endOf, jsonLines } from './command-line.ts';
import { until } from '../support/until.ts';

const examples = join(root, 'examples/queries');
const [log, store, benign] = ['log.jsonl', 'documents.jsonl', 'benign.queries.jsonl'].map((name) => join(examples, name)) as [
	string,
	string,
	string,
];

/** What was planted in the example, and the documents it is about: first halves, masked documents, and a session of yes/no questions. */
const planted: Readonly<Record<string, string>> = {
	'q-05': 'case-50',
	'q-08': 'case-42',
	'q-12': 'case-31',
	'q-13': 'case-42',
	'q-18': 'case-42',
	'q-22': 'case-18',
	'q-23': 'case-42',
	'q-28': 'case-42',
	'q-30': 'case-39',
	'q-33': 'case-42',
	'q-38': 'case-42',
	'q-39': 'case-24',
	'q-46': 'case-07',
};

describe('rag-assay queries', () => {
	const cli = commandLine();
	const screen = (queries: string, ...args: string[]) => cli.run(['queries', 'screen', queries, '--store', store, ...args]);
	const copied = (name: string): string => cli.write(name, readFileSync(log, 'utf8'));

	const flaggedIn = (records: readonly QueryScreenRecord[]) =>
		Object.fromEntries(records.flatMap(({ id, flagged, hidden }) => (flagged ? [[id, hidden]] : [])));

	it('flags the planted queries of the example, names their documents, and leaves the others', async () => {
		// The very command of the docs: benign queries are found beside the log.
		const [relativeLog, relativeStore] = [log, store].map((file) => relative(process.cwd(), file)) as [string, string];
		const { status, stdout, stderr } = await cli.run(['queries', 'screen', relativeLog, '--store', relativeStore, '--json']);
		assert.equal(status, 0, stderr);
		const records = jsonLines(stdout) as QueryScreenRecord[];
		for (const record of records) assertFits('query-screen@1', record);
		assert.equal(records.length, 53);
		assert.deepEqual(flaggedIn(records), planted);
		assert.deepEqual(
			[
				...new Set(
					records.map(({ n, rule, calibration }) => `${n} ${rule} ${calibration.from} ${calibration.name} ${calibration.queries}`),
				),
			],
			['60 empirical benign benign.queries.jsonl 60'],
		);
		for (const { retrieved, kept, hidden } of records) {
			assert.equal(retrieved.length, 4);
			assert.deepEqual(
				kept,
				retrieved
					.map(({ id }) => id)
					.filter((id) => id !== hidden)
					.slice(0, 3),
			);
		}
		const text = readFileSync(log, 'utf8');
		for (const { query, place } of records) assert.equal(JSON.parse(`"${text.slice(place!.start, place!.end)}"`), query);
		assert.match(stderr, /^13 of 53 queries each fish for one document\.$/m);
		assert.match(stderr, /60 benign queries of benign\.queries\.jsonl \(found beside the log\)/);
		// A file that was named goes before it.
		const few = cli.write('few-benign.jsonl', '{"query": "Fleas?"}\n');
		assert.match((await screen(log, '--benign', few, '--quiet')).stdout, /few-benign\.jsonl has 1 benign query, /);
	});

	slowTest('flags no single query by the built-in embedder where nobody says what is benign, and says how to get a verdict', async () => {
		const { status, stdout, stderr } = await screen(log, '--no-benign', '--json');
		assert.equal(status, 0, stderr);
		const records = jsonLines(stdout) as QueryScreenRecord[];
		for (const record of records) assertFits('query-screen@1', record);
		assert.ok(records.every(({ rule, threshold, calibration }) => rule === null && threshold === null && calibration.from === 'none'));
		// By their session alone.
		assert.ok(records.every(({ findings }) => findings.every(({ reason }) => reason === 'session')));
		for (const [id, document] of Object.entries(flaggedIn(records))) assert.equal(document, planted[id]);
		const text = (await screen(log, '--no-benign', '--quiet')).stdout;
		assert.match(text, /^No verdict on 53 single queries\. By their sessions, \d each fish for one document\.\n/);
		assert.match(text, /There is no verdict on single queries\. Give at least 19 benign queries .*--benign/);
		const ranked = [
			...text.slice(text.indexOf('Look at these first')).matchAll(/^.*log\.jsonl:\d+ {2}(q-\d+)\n.*\n {2}nearest (\S+): similarity/gm),
		];
		assert.equal(ranked.length, 10);
		assert.deepEqual(
			ranked.slice(0, 3).map(([, id, document]) => planted[id!] === document),
			[true, true, true],
		);
		// A gate that lets everything through is none.
		const gate = await screen(log, '--no-benign', '--quiet', '--fail-on', 'warning');
		assert.deepEqual([gate.status, /RA\d+/.exec(gate.stderr)?.[0]], [2, 'RA682']);
		const named = await screen(log, '--no-benign', '--rule', 'skew', '--json');
		assert.match(named.stderr, /It promises no rate\. With the embedder lexical, formulas flag many legitimate queries/);
		assert.ok((jsonLines(named.stdout) as QueryScreenRecord[]).filter(({ flagged }) => flagged).length > 13);
	});

	slowTest('a user who asks the same again and again is not flagged by the session', async () => {
		const lines = (texts: readonly string[]) => `${texts.map((query) => JSON.stringify({ query, session: 'anna' })).join('\n')}\n`;
		const own = cli.write('again.jsonl', lines(Array.from({ length: 12 }, () => 'Which country is Willi going to?')));
		const records = jsonLines((await screen(own, '--no-benign', '--json')).stdout) as QueryScreenRecord[];
		assert.deepEqual([...new Set(records.map(({ flagged, sessionSignal }) => `${flagged} ${sessionSignal!.times}`))], ['false 1']);
		const nothing = cli.write('nothing.jsonl', lines(['qqqq', 'xxxx', 'zzzz', 'wwww', 'vvvv']));
		const far = jsonLines((await screen(nothing, '--no-benign', '--json')).stdout) as QueryScreenRecord[];
		assert.deepEqual(
			[...new Set(far.map(({ flagged, sessionSignal, max }) => `${flagged} ${sessionSignal === null} ${max}`))],
			['false true 0'],
		);
	});

	slowTest('says the verdict first, and fails where it is told to', async () => {
		const { status, stdout } = await screen(log, '--benign', benign, '--quiet', '--fail-on', 'warning');
		assert.equal(status, 1);
		assert.match(stdout, /^13 of 53 queries each fish for one document\.\nCompared with 60 documents/);
		assert.match(
			stdout,
			/log\.jsonl:5 {2}q-05\n {2}Shepherd mix Finn .*\n {2}warning: It is closer to document 'case-50' than chance explains/,
		);
		assert.match(stdout, /returned: case-50, \S+, \S+; with it hidden: \S+, \S+, \S+\n/);
		const harmless = cli.write('one.jsonl', '{"query": "What are the signs of pain in cats?"}\n');
		const one = await screen(harmless, '--benign', benign, '--quiet', '--fail-on', 'info');
		assert.deepEqual([one.status, one.stdout.split('\n')[0]], [0, 'The query does not fish for one document.']);
	});

	slowTest('a bad line is told with its place and costs no other; what cannot be done says why', async () => {
		const own = cli.write(
			'bad.jsonl',
			`{"query": "What is given for fleas?"}\n{"query": \n{"query": 5}\n{"question": "Who is Bruno?", "thread_id": 7}\n`,
		);
		const { status, stdout } = await screen(own, '--quiet');
		assert.equal(status, 0);
		assert.match(stdout, /bad\.jsonl:2:\d+: This line is not valid JSON\. \(RA115\)/);
		assert.match(stdout, /bad\.jsonl:3:11: `query` of this record is no text\. \(RA116\)/);
		assert.match(stdout, /of 2 queries/);
		const failing = await Promise.all([
			screen(log, '--no-benign', '--rule', 'empirical'),
			screen(log, '--rule', 'empirical', '--benign', cli.write('few.jsonl', '{"query": "Fleas?"}\n')),
			cli.run(['queries', 'screen', log, '--store', cli.write('two.jsonl', '{"text": "One."}\n{"text": "Two."}\n')]),
			cli.run(['queries', 'benign', log, '--query', 'q-999', '--note', 'x']),
			screen(cli.write('a.rag.md', '## Query\n\nWho?\n'), '--follow'),
			cli.run(['queries', 'moments', store, '--out', join(cli.folder, 'nodir', 'x.moments.json')]),
		]);
		assert.deepEqual(
			failing.map(({ status: code, stderr }) => [code, /RA\d+/.exec(stderr)?.[0]]),
			[
				[2, 'RA682'],
				[2, 'RA682'],
				[2, 'RA683'],
				[2, 'RA686'],
				[2, 'RA687'],
				[2, 'RA703'],
			],
		);
	});

	slowTest('marks queries benign in the sidecar, by their text', async () => {
		const own = copied('marked.jsonl');
		const before = readFileSync(own, 'utf8');
		const silent = await cli.run(['queries', 'benign', own, '--query', 'q-05']);
		assert.deepEqual([silent.status, /--note/.test(silent.stderr)], [2, true]);
		const marked = await cli.run(['queries', 'benign', own, '--query', 'q-05', '--note', 'my own test', '--by', 'Ann', '--json']);
		assert.equal(marked.status, 0, marked.stderr);
		assertFits('query-benign@1', jsonLines(marked.stdout)[0]);
		const records = jsonLines((await screen(own, '--benign', benign, '--json')).stdout) as QueryScreenRecord[];
		const one = records.find(({ id }) => id === 'q-05')!;
		assert.deepEqual([one.flagged, one.hidden, one.findings.map(({ ignored }) => ignored)], [false, null, [true]]);
		assert.equal(records.filter(({ flagged }) => flagged).length, 12);
		assert.equal(readFileSync(own, 'utf8'), before);
		await cli.run(['queries', 'benign', own, '--query', 'q-05', '--by', 'Ann', '--undo']);
		assert.equal(existsSync(own.replace(/\.jsonl$/, '.rag-assay.json')), false);
	});

	const writeMoments = (out: string, ...args: string[]) => cli.run(['queries', 'moments', store, '--out', out, '--json', ...args]);

	it('writes moments whole, for their owner', async () => {
		const out = join(cli.folder, 'docs.moments.json');
		const first = await writeMoments(out);
		assert.equal(first.status, 0, first.stderr);
		const [output] = jsonLines(first.stdout) as [{ says: string[] }];
		assertFits('query-moments@1', output);
		assert.match(output.says.join('\n'), /benign\.queries\.jsonl \(found beside the store\)[\s\S]*It shows pieces of the documents' words/);
		const { n, sample, threshold } = screeningMoments.parse(JSON.parse(readFileSync(out, 'utf8')));
		assert.deepEqual([n, sample.count, threshold.rule, threshold.queries], [60, 60, 'empirical', 60]);
		if (process.platform !== 'win32') assert.equal(statSync(out).mode & 0o777, 0o600);
	});

	slowTest('writes moments over a file only by force, and screens by no file of them', async () => {
		const out = join(cli.folder, 'twice.moments.json');
		assert.equal((await writeMoments(out)).status, 0);
		const bytes = readFileSync(out);
		const again = await writeMoments(out);
		assert.equal(again.status, 2);
		assert.match(again.stderr, /RA704/);
		assert.equal((await writeMoments(out, '--force')).status, 0);
		assert.deepEqual(readFileSync(out), bytes);
		// A file does not search by itself.
		const screened = await screen(log, '--moments', out);
		assert.equal(screened.status, 2);
		assert.match(screened.stderr, /RA685/);
	});

	slowTest('is calibrated with the documents and labeled queries, says what thresholds cost, and screens by the profile', async () => {
		const documents = readFileSync(store, 'utf8');
		const halves = (jsonLines(documents) as { text: string }[]).slice(0, 20).map(({ text }, i) => {
			const words = text.split(' ');
			return JSON.stringify({ id: `s-${i}`, text: words.slice(0, words.length / 2).join(' '), label: 'fishing' });
		});
		const files = [
			cli.write('docs.entries.jsonl', documents),
			cli.write('docs.queries.jsonl', `${readFileSync(benign, 'utf8')}${halves.join('\n')}\n`),
		];
		const out = join(cli.folder, 'docs.assay-profile.json');
		const { status, stdout, stderr } = await cli.run(['calibrate', ...files, '--out', out, '--json', '--quiet']);
		assert.equal(status, 0, stderr);
		const [output] = jsonLines(stdout) as [CalibrateOutput];
		assertFits('calibration@2', output);
		const { id, point, auc, notes } = output.report!.detectors[0]!;
		assert.deepEqual([id, point.truePositives, point.falsePositives + point.trueNegatives], ['mirabel query', 20, 20]);
		assert.ok(auc!.value > 0.95);
		assert.match(
			notes.join('\n'),
			/^At ρ = 0\.05 \(above [\d.]+\): \d+ of 20 ordinary queries flagged \(\d+ of \d+ known-item, \d+ of \d+ off-topic, \d+ of \d+ topical\); 20 of 20 fishing ones found; R@3 of \d+ queries [\d.]+%, with hiding [\d.]+%\.$/m,
		);
		assertFits('profile@2', JSON.parse(readFileSync(out, 'utf8')));
		const records = jsonLines((await screen(log, '--profile', out, '--json')).stdout) as QueryScreenRecord[];
		assert.deepEqual([...new Set(records.map(({ rule }) => rule))], ['empirical']);
		for (const [query, target] of Object.entries(planted)) assert.equal(records.find(({ id: own }) => own === query)?.hidden, target);
		// Its embedder knows documents that an attack on a copy holds out: the threshold comes from the queries beside the store.
		const attack = ['redteam', 'membership', '--store', store, '--count', '8', '--attacks', 'mba', '--json', '--quiet'];
		const attacked = await cli.run([...attack, '--profile', out]);
		assert.equal(attacked.status, 0, attacked.stderr);
		const [report] = jsonLines(attacked.stdout) as [RedteamMembershipOutput];
		assert.deepEqual([report.screening.from, report.screening.queries], ['benign', 60]);
		assert.match(
			report.notes.join('\n'),
			/^The threshold of profile '.*' was not used\. Its embedder lexical was fitted to the documents of its calibration/m,
		);
		// Of sixty documents, against six.
		const six = cli.write('six.jsonl', `${documents.split('\n').slice(0, 6).join('\n')}\n`);
		const other = await cli.run(['queries', 'screen', log, '--store', six, '--profile', out, '--quiet']);
		assert.match(other.stdout, /Profile '.*' was calibrated with 60 documents, and the store has 6\. /);
		// A rate that is asked for beside a threshold which was made before.
		const asked = await cli.run(['queries', 'screen', log, '--store', store, '--profile', out, '--rho', '0.2', '--quiet']);
		assert.match(asked.stderr, /^--rho 0\.2 was not used: the threshold of .+ was fixed earlier\. Name --benign/m);
	});

	it('follows a log: new lines alone, half lines once they are whole, and tells of a cut and of a rotation', async (t) => {
		const own = cli.write('live.jsonl', '{"id": "1", "query": "What helps against fleas?"}\n{"id": "2", "que');
		const client = new Client(t);
		await client.initialize({}, {}, [cli.folder]);
		const seen: QueryScreenRecord[] = [];
		const told: string[] = [];
		receive(client.connection, QueriesScreened, ({ records }) => void seen.push(...records), assert.fail);
		receive(client.connection, FollowedLogRemarks, ({ remarks }) => void told.push(...remarks.map(({ message }) => message)), assert.fail);
		const source = new CancellationTokenSource();
		const done = ask(client.connection, ScreenQueries, { token: 't', store, queries: own, follow: true, findBenign: false }, source.token);
		const ended = assert.rejects(done);
		const screened = async (ids: string[]): Promise<void> => {
			await until(
				() => seen.length >= ids.length,
				() => `${ids.length} queries, of which there are ${seen.length}`,
			);
			assert.deepEqual(
				seen.map(({ id }) => id),
				ids,
			);
		};
		await screened(['1']);
		assert.match(told.join('\n'), /No threshold decides/);
		appendFileSync(own, 'ry": "Who is Bruno?"}\n{"query": "And Falko?"}\n');
		await screened(['1', '2', '3']);
		assert.equal(readFileSync(own, 'utf8').slice(seen[2]!.place!.start, seen[2]!.place!.end), 'And Falko?');
		appendFileSync(own, '\n{"query": "Half a line\n[1, 2]\n{"query": "Fourth?"}\n');
		await screened(['1', '2', '3', '7']);
		assert.deepEqual(
			seen.map(({ line }) => line),
			[1, 2, 3, 7],
		);
		assert.deepEqual(
			told.slice(1).map((message) => message.slice(own.length)),
			[
				':5:23: This line is not valid JSON. (RA115)',
				':6:2: A number is no record of a query. (RA116)',
				':6:5: A number is no record of a query. (RA116)',
			],
		);
		writeFileSync(own, '{"query": "Anew?"}\n');
		await screened(['1', '2', '3', '7', '1']);
		assert.match(told.join('\n'), /Lines may be missing: the log was cut, and no copy beside it has .*\n.* was cut or rewritten/);
		appendFileSync(own, '{"query": "Late."}\n');
		renameSync(own, `${own}.1`);
		copyFileSync(benign, own);
		await until(
			() => seen.length >= 66,
			() => `66 queries, of which there are ${seen.length}`,
		);
		assert.deepEqual([seen[5]!.query, seen[6]!.id, seen[6]!.line], ['Late.', 'b-01', 1]);
		assert.match(told.join('\n'), /Another file now has the log/);
		// Twice between two looks.
		const before = told.length;
		renameSync(own, `${own}.3`);
		writeFileSync(own, '{"query": "In between?"}\n');
		renameSync(own, `${own}.2`);
		writeFileSync(own, '{"query": "Afterwards?"}\n');
		await until(
			() => seen.length >= 68,
			() => `68 queries, of which there are ${seen.length}`,
		);
		assert.deepEqual(
			seen.slice(66).map(({ query }) => query),
			['In between?', 'Afterwards?'],
		);
		assert.doesNotMatch(told.slice(before).join('\n'), /missing/);
		source.cancel();
		await ended;
	});

	it('follows a log from the moment it is named: what is rotated away while the store is read is screened, too', async (t) => {
		const own = cli.write('early.jsonl', '{"query": "First?"}\n');
		const client = new Client(t);
		await client.initialize({}, {}, [cli.folder]);
		const seen: string[] = [];
		let isRotated = false;
		receive(client.connection, QueriesScreened, ({ records }) => void seen.push(...records.map(({ query }) => query)), assert.fail);
		const rotate = (): void => {
			if (isRotated) return;
			isRotated = true;
			assert.deepEqual(seen, []);
			for (const [index, query] of ['Second?', 'Third?'].entries()) {
				renameSync(own, `${own}.${2 - index}`);
				writeFileSync(own, `{"query": "${query}"}\n`);
			}
		};
		receive(client.connection, Progress, rotate, assert.fail);
		const source = new CancellationTokenSource();
		const given = { token: 't', store, queries: own, follow: true, findBenign: false };
		const ended = assert.rejects(ask(client.connection, ScreenQueries, given, source.token));
		await until(
			() => seen.length >= 3,
			() => `three queries, of which there are ${seen.join(' ')}`,
		);
		assert.deepEqual(seen, ['First?', 'Second?', 'Third?']);
		source.cancel();
		await ended;
	});

	slowTest('the command line that follows a log prints lines of findings, and lines that it cannot read', async () => {
		const text = JSON.parse(readFileSync(log, 'utf8').split('\n')[4]!) as { query: string };
		const own = cli.write('followed.jsonl', '{"query": "What helps against fleas?"}\nnot JSON\n');
		const child = cli.launch(['queries', 'screen', own, '--store', store, '--benign', benign, '--follow', '--quiet']);
		const [printed, said] = [child.stdout, child.stderr].map((stream) => {
			const parts: string[] = [];
			stream.setEncoding('utf8').on('data', (part: string) => void parts.push(part));
			return () => parts.join('');
		}) as [() => string, () => string];
		await until(() => said().includes('\n'), 'a line on standard error');
		appendFileSync(own, `${JSON.stringify(text)}\n`);
		await until(
			() => printed().includes('deviations'),
			() => `a finding on standard output, which has ${JSON.stringify(printed())}`,
		);
		child.kill('SIGINT');
		assert.equal(await endOf(child), 0);
		assert.match(said(), /followed\.jsonl:2:\d: This line is not valid JSON\. \(RA115\) Expected one JSON object a line/);
		assert.match(printed(), /followed\.jsonl:3 {2}\S+\n {2}Shepherd mix Finn/);
	});

	it('an editor lists them where they stand, and marks them benign', async (t) => {
		const own = copied('open.jsonl');
		const trace = cli.write(
			'asked.rag.md',
			`## Query\n\n${JSON.parse(readFileSync(log, 'utf8').split('\n')[4]!).query}\n\n## Response\n\nYes.\n`,
		);
		const client = new Client(t);
		await client.initialize({ author: 'Dana', queryStore: store, queryLogs: [own], analyzeOn: 'command' }, pullingClient, [cli.folder]);
		const { connection } = client;
		const pulled = (path: string, wanted: (ours: Diagnostic[]) => boolean): Promise<Diagnostic[]> =>
			until(
				async () => {
					const textDocument = { uri: pathToFileURL(path).href };
					const { items } = await connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument });
					const ours = items.filter(({ code }) => String(code).startsWith('rag-assay/query-'));
					return wanted(ours) && ours;
				},
				`the queries in ${basename(path)}`,
			);
		const uri = pathToFileURL(own).href;
		await client.open(uri, readFileSync(own, 'utf8'), 'plaintext');
		const found = await pulled(own, (ours) => ours.length > 0);
		const finn = found.find(({ message }) => JSON.stringify(message).includes("'case-50'"))!;
		assert.deepEqual([finn.severity, finn.range.start.line], [2, 4]);
		const actions = await connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
			textDocument: { uri },
			range: finn.range,
			context: { diagnostics: [finn], triggerKind: 1 },
		});
		const fix = actions.find(({ title }) => title === 'Mark this query as benign')!;
		await connection.sendRequest('workspace/executeCommand', { command: fix.command!.command, arguments: fix.command!.arguments });
		const after = await pulled(own, (ours) => ours.some(({ severity }) => severity === 4));
		assert.match(JSON.stringify(after.find(({ severity }) => severity === 4)!.message), /^"Ignored: .*'case-50'/);
		await client.open(pathToFileURL(trace).href, readFileSync(trace, 'utf8'), 'markdown');
		const [ofTrace] = await pulled(trace, (ours) => ours.length > 0);
		assert.deepEqual([ofTrace?.code, ofTrace?.range.start.line], ['rag-assay/query-membership', 2]);
	});

	slowTest('an editor holds logs against the ordinary queries of the settings, and judges none of those', async (t) => {
		const logged = cli.write(
			'held.queries.jsonl',
			readFileSync(log, 'utf8')
				.replaceAll('"query"', '"text"')
				.replaceAll(/, "time": "[^"]*"/g, ''),
		);
		const named = cli.write('support.benign.queries.jsonl', readFileSync(benign, 'utf8'));
		const set = cli.write('ordinary.queries.jsonl', readFileSync(benign, 'utf8'));
		const client = new Client(t);
		await client.initialize({ queryStore: store, queryBenign: set, analyzeOn: 'command' }, pullingClient, [cli.folder]);
		const flagged = async (path: string): Promise<string[]> => {
			const textDocument = { uri: pathToFileURL(path).href };
			const { items } = await client.connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument });
			const text = readFileSync(path, 'utf8').split('\n');
			return [
				...new Set(
					items
						.filter(({ code }) => String(code).startsWith('rag-assay/query-'))
						.map(({ range }) => (JSON.parse(text[range.start.line]!) as { id: string }).id),
				),
			];
		};
		for (const path of [named, set, logged]) await client.open(pathToFileURL(path).href, readFileSync(path, 'utf8'), 'jsonl');
		// Screened one after the other, this one last.
		await until(async () => (await flagged(logged)).length > 0, 'queries that are flagged');
		assert.deepEqual((await flagged(logged)).toSorted(), Object.keys(planted).toSorted());
		assert.deepEqual([await flagged(named), await flagged(set)], [[], []]);
		// Editors do not count a byte order mark.
		const marked = cli.write('marked.queries.jsonl', `\uFEFF${readFileSync(logged, 'utf8')}not JSON\r\n`);
		const inEditor = readFileSync(marked, 'utf8').slice(1);
		await client.open(pathToFileURL(marked).href, inEditor, 'jsonl');
		const places = async (): Promise<string[]> => {
			const textDocument = { uri: pathToFileURL(marked).href };
			const { items } = await client.connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument });
			return items.map(({ code, range: { start, end } }) => {
				const line = inEditor.split('\n')[start.line]!;
				return `${String(code)} ${line[start.character - 1]}${line.slice(end.character, end.character + 1)}`;
			});
		};
		await until(async () => (await places()).length > 0, 'what is found in the other log');
		assert.deepEqual([...new Set(await places())].toSorted(), [
			'RA115 undefined\r',
			'rag-assay/query-membership ""',
			'rag-assay/query-session ""',
		]);
		// With too few of them a formula judges again.
		writeFileSync(set, readFileSync(set, 'utf8').split('\n').slice(0, 3).join('\n'));
		await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri: pathToFileURL(set).href } });
		await until(async () => (await flagged(logged)).length !== 13, 'another count of flagged queries than 13');
	});
});
