import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { analysisRecordSchema, type AnalysisRecord } from '../../src/formats/analysis-record.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'src/cli/main.ts');
const demo = join(root, 'models/demo');
const ajv = new Ajv2020({ formats: { date: true } });

function assertFits(name: string, value: unknown): void {
	const fits = ajv.getSchema(name) ?? ajv.addSchema(JSON.parse(readFileSync(join(root, 'docs/schemas', `${name}.schema.json`), 'utf8')) as object, name).getSchema(name)!;
	assert.ok(fits(value), JSON.stringify(fits.errors));
}

async function endOf(child: ChildProcessWithoutNullStreams): Promise<unknown> {
	const [status]: unknown[] = await once(child, 'close');
	return status;
}

describe('the command line with the real runner', () => {
	let folder: string;
	before(() => { folder = mkdtempSync(join(tmpdir(), 'rag-assay-cli-')); });
	after(() => rmSync(folder, { recursive: true, force: true }));

	function launch(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcessWithoutNullStreams {
		const { FORCE_COLOR: _, NO_COLOR: __, ...own } = process.env;
		return spawn(process.execPath, [program, ...args], { cwd: root, env: { ...own, XDG_CACHE_HOME: join(folder, 'cache'), COLUMNS: '100', ...env } });
	}
	async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
		const child = launch(args, env);
		let [stdout, stderr] = ['', ''];
		child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text; });
		child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
		const status = await endOf(child);
		return { status, stdout, stderr };
	}
	const lines = (stdout: string): unknown[] => stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as unknown);
	const write = (name: string, text: string): string => {
		writeFileSync(join(folder, name), text);
		return join(folder, name);
	};

	it('analyze --json prints one object a trace of the published schema, whose tokens tile the response, and nothing else', async () => {
		const { status, stdout, stderr } = await run(['analyze', 'examples/bank', 'examples/network', '--json']);
		assert.equal(status, 0, stderr);
		const records = lines(stdout).map((value) => { assertFits('analysis@1', value); return analysisRecordSchema.parse(value); });
		assert.deepEqual(records.map(({ file }) => file), [
			'examples/bank/case-number.rag.md', 'examples/bank/invented-amount.rag.md', 'examples/bank/three-questions.rag.md',
			'examples/network/signal-strength.rag.md', 'examples/network/throughput-and-alarm.response.md', 'examples/network/wrong-outage-time.rag.md',
		]);
		for (const record of records) {
			const text = readFileSync(join(root, record.file), 'utf8');
			const response = record.file.endsWith('.response.md') ? text.split('---\n').at(-1)!.trim() : text.split('## Response\n')[1]!.split('## Reference\n')[0]!.trim();
			assert.equal(record.tokens.map(({ start, end }) => text.slice(start, end)).join(''), response);
			assert.ok(record.tokens.every((token, i) => i === 0 || token.start === record.tokens[i - 1]!.end));
			assert.ok(record.repcs !== null && Number.isFinite(record.repcs.z));
		}
		assert.match(stderr, /unanswered\.rag\.md: no response yet, not analysed/);
	});

	it('prints heatmap, sentences and RePCS for people, without colour into a pipe, with colour when forced', async () => {
		const plain = await run(['analyze', 'examples/bank/invented-amount.rag.md']);
		assert.equal(plain.status, 0);
		assert.match(plain.stdout, /! ungrounded$/m);
		// The amount is said with and without the contexts alike: a finding on the response beside that on its sentence.
		assert.match(plain.stdout, /^! RePCS Z \d+\.\d\d nats over \d+ tokens/m);
		assert.match(plain.stdout, /^1 trace analysed, 2 findings$/m);
		assert.equal(stripVTControlCharacters(plain.stdout), plain.stdout);
		// Nobody has a terminal: progress is lines. One trace may be done before a tenth of the work is told; that all is done is told always.
		assert.match(plain.stderr, /^Analysing \S+invented-amount\.rag\.md(?: \(\d0 %(?:, \d+ s left)?\))?\n[^]* \(100 %\)\n/m);
		const forced = await run(['analyze', 'examples/bank/invented-amount.rag.md'], { FORCE_COLOR: '3' });
		assert.ok(forced.stdout.includes('\u001b[48;2;'));
	});

	it('--quiet says nothing but results', async () => {
		const { stderr, stdout } = await run(['analyze', 'examples/bank/case-number.rag.md', '--quiet', '--json']);
		assert.equal(stderr, '');
		assert.equal(lines(stdout).length, 1);
	});

	it('--methods leaves out what was not asked for', async () => {
		const { stdout } = await run(['analyze', 'examples/bank/case-number.rag.md', '--json', '--methods', 'cg']);
		assertFits('analysis@1', lines(stdout)[0]);
		assert.equal((lines(stdout)[0] as AnalysisRecord).repcs, null);
	});

	it('--methods spad: seven sources a token, and nothing that was not asked for', async () => {
		const { stdout } = await run(['analyze', 'examples/bank/case-number.rag.md', '--json', '--methods', 'spad']);
		assertFits('analysis@1', lines(stdout)[0]);
		const record = analysisRecordSchema.parse(lines(stdout)[0]);
		assert.equal(record.repcs, null);
		for (const { sources, contexts, logprob } of record.tokens) {
			assert.ok(Math.abs(sources!.reduce((a, b) => a + b, 0) - Math.exp(logprob)) <= 1e-4);
			assert.ok(Math.abs(Object.values(contexts!).reduce((a, b) => a + b, 0) - sources![1]!) <= 1e-4);
		}
	});

	it('--layers: each token\u2019s path through the layers adds up to its sources and is in the report; without it there is none', async () => {
		const file = 'examples/bank/case-number.rag.md';
		const html = join(folder, 'layers.html');
		const { stdout } = await run(['analyze', file, '--json', '--methods', 'cg', '--layers', '--html', html]);
		assertFits('analysis@1', lines(stdout)[0]);
		const record = analysisRecordSchema.parse(lines(stdout)[0]);
		for (const { sources, layers } of record.tokens) {
			assert.ok(layers!.length > 0);
			let running = sources![6]!;
			for (const { attention, ffn, afterAttention, afterFfn } of layers!) {
				// Parts are float32, and what rounding leaves of a probability below 0 or above 1 is cut off.
				assert.ok(Math.abs(running + attention.reduce((a, b) => a + b, 0) - afterAttention) < 1e-6 && Math.abs(afterAttention + ffn - afterFfn) < 1e-6);
				assert.ok([afterAttention, afterFfn].every((probability) => probability >= 0 && probability <= 1));
				running = afterFfn;
			}
			const sums = [...[0, 1, 2, 3].map((s) => layers!.reduce((sum, { attention }) => sum + attention[s]!, 0)), layers!.reduce((sum, { ffn }) => sum + ffn, 0)];
			for (const [s, sum] of sums.entries()) assert.ok(Math.abs(sum - sources![s]!) <= 1e-5, `${sum} ${sources![s]}`);
		}
		const shown = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(readFileSync(html, 'utf8'))![1]!) as number[][][];
		assert.deepEqual(shown.map((token) => token[15]!.length), record.tokens.map(({ layers }) => 5 * layers!.length));
		const plain = await run(['analyze', file, '--json', '--methods', 'spad']);
		assert.ok(analysisRecordSchema.parse(lines(plain.stdout)[0]).tokens.every(({ layers }) => layers === undefined));
	});

	it('--screen: sources within the bound that is said, apart from exact ones; refused where it cannot be meant', async () => {
		// A trace of its own: exact sources that another test left in the cache would serve a screened request.
		const file = write('screened.rag.md', readFileSync(join(root, 'examples/bank/three-questions.rag.md'), 'utf8').replace('## Query\n', '## Query\n\nOne more thing.'));
		const [screened, exact] = [await run(['analyze', file, '--json', '--methods', 'spad', '--screen', '0.001']), await run(['analyze', file, '--json', '--methods', 'spad'])]
			.map(({ stdout }) => { assertFits('analysis@1', lines(stdout)[0]); return analysisRecordSchema.parse(lines(stdout)[0]); }) as [AnalysisRecord, AnalysisRecord];
		const { errorBound } = screened.attribution!;
		assert.ok(errorBound > 0 && errorBound <= 0.001 && exact.attribution!.errorBound === 0, `${errorBound}`);
		for (const [t, { sources }] of screened.tokens.entries()) {
			for (const [s, value] of sources!.entries()) assert.ok(Math.abs(value - exact.tokens[t]!.sources![s]!) <= errorBound + 1e-5);
		}
		for (const [args, code] of [[['--screen', '0.01'], 'RA705'], [['--screen', '0.001', '--methods', 'cg,repcs'], 'RA706']] as const) {
			const { status, stdout, stderr } = await run(['analyze', file, ...args]);
			assert.deepEqual([status, stdout, stderr.includes(code)], [2, '', true], stderr);
		}
	});

	it('model inspect says which methods the model supports', async () => {
		const plain = await run(['model', 'inspect', demo, '--quiet']);
		assert.equal(plain.status, 0, plain.stderr);
		assert.match(plain.stdout, /^ {2}spad +yes {2}Its graph is understood/m);
		const { stdout } = await run(['model', 'inspect', demo, '--json']);
		assertFits('model-inspection@1', lines(stdout)[0]);
		const absent = await run(['model', 'inspect', join(folder, 'nothing')]);
		assert.equal(absent.status, 3);
		assert.match(absent.stderr, /^RA301: /m);
	});

	it('--fail-on decides between 0 and 1', async () => {
		assert.equal((await run(['analyze', 'examples/bank/invented-amount.rag.md', '--fail-on', 'warning', '--quiet'])).status, 1);
		assert.equal((await run(['analyze', 'examples/bank/invented-amount.rag.md', '--fail-on', 'error', '--quiet'])).status, 0);
		assert.equal((await run(['analyze', 'examples/bank/case-number.rag.md', '--fail-on', 'warning', '--quiet'])).status, 0);
	});

	it('--html writes one page and says where', async () => {
		const page = join(folder, 'report.html');
		const { status, stdout } = await run(['analyze', 'examples/network', '--html', page]);
		assert.equal(status, 0);
		assert.match(stdout, new RegExp(`^Report: ${page}$`, 'm'));
		const html = readFileSync(page, 'utf8');
		assert.match(html, /<h2 id="title-2">wrong-outage-time<\/h2>/);
		assert.doesNotMatch(html, /<(link|img|iframe)|<[^>]*\bsrc=/);
	});

	it('wrong input ends with 2 and a message with its place; the other files are analysed', async () => {
		const query = '## Query\nWho?\n\n';
		const cases: [string, RegExp][] = [
			[write('empty.rag.md', ''), /empty\.rag\.md(:\d+)*: RA101: /],
			[write('half.rag.md', query), /half\.rag\.md(:\d+)*: RA107: Trace 'half' has no response/],
			[write('two.rag.md', `${query}## Response\nA.\n\n## Response\nB.\n`), /two\.rag\.md:7:1: RA103: /],
			[write('alone.prompt.md', query), /alone\.prompt\.md: RA108: /],
			[write('notes.txt', 'x'), /notes\.txt: RA112: /],
		];
		for (const [file, message] of cases) {
			const { status, stderr, stdout } = await run(['analyze', file, 'examples/bank/case-number.rag.md', '--json', '--quiet']);
			assert.equal(status, 2, stderr);
			assert.match(stderr, message);
			assert.doesNotMatch(stderr, /\n {4}at /);
			assert.equal(stdout.split('\n').filter((line) => line.includes('case-number.rag.md')).length, 1, stderr);
		}
	});

	it('a data set is a trace a response, with offsets into its file; what cannot be read or run is told with its line, and the others are analysed', async () => {
		const set = join(folder, 'set');
		mkdirSync(set);
		const passages = ['The case of Viktor Jini is filed as \u201cCS-77821\u201d.'];
		const sources = [{ source_id: '7', task_type: 'QA', source_info: { question: 'Where is it filed?', passages } }, { source_id: '8', task_type: 'QA', source_info: { question: 'Why? '.repeat(5000), passages } }];
		const answer = 'It is \u{1F600}:\n"CS-77821".';
		const responses = [{ id: '1', source_id: '7', response: answer, labels: [{ start: 6, end: 7, label_type: 'Evident Conflict' }] }, { id: '2', source_id: '9', response: 'A.' }, { id: '3', source_id: '8', response: 'B.' }, { id: '4', source_id: '7', response: 'It is CS-77821.' }];
		const ascii = (record: object): string => JSON.stringify(record).replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
		const text = responses.map((record) => `${ascii(record)}\r\n`).join('');
		writeFileSync(join(set, 'source_info.jsonl'), sources.map((record) => `${ascii(record)}\r\n`).join(''));
		writeFileSync(join(set, 'response.jsonl'), text);

		const { status, stdout, stderr } = await run(['analyze', set, '--json', '--quiet']);
		assert.equal(status, 2, stderr);
		assert.match(stderr, /response\.jsonl:2:\d+: RA118: Response '2' names the source '9', which is not there\./);
		assert.match(stderr, /response\.jsonl:3:\d+: RA407: /);
		const records = lines(stdout).map((value) => analysisRecordSchema.parse(value));
		assert.deepEqual(records.map(({ file, trace }) => [file, trace.id]), [[join(set, 'response.jsonl'), '1'], [join(set, 'response.jsonl'), '4']]);
		const { tokens } = records[0]!;
		const written = text.slice(tokens[0]!.start, tokens.at(-1)!.end);
		assert.equal(written, ascii([answer]).slice(2, -2));
		for (const token of tokens) assert.equal(JSON.parse(`"${text.slice(token.start, token.end)}"`), token.text);

		const shown = await run(['analyze', join(set, 'response.jsonl'), '--quiet']);
		assert.match(shown.stdout, /response\.jsonl {2}1\n/);
		assert.match(shown.stdout, /^ {2}It is \u{1F600}:$/mu);
		assert.match(shown.stdout, /^ {2}"CS-77821"\.$/m);
		const refused = await run(['generate', join(set, 'response.jsonl'), '--quiet']);
		assert.equal(refused.status, 2);
		assert.match(refused.stderr, /response\.jsonl: RA122: /);
		assert.equal(readFileSync(join(set, 'response.jsonl'), 'utf8'), text);
	});

	it('wrong arguments end with 2', async () => {
		for (const args of [['analyze'], ['analyze', join(folder, 'none.rag.md')], ['analyze', 'examples', '--device', 'abacus'], ['analyze', 'examples', '--methods', 'magic'], ['frobnicate'], ['generate', 'examples', '--top-p', '7']]) {
			const { status, stdout } = await run(args);
			assert.equal(status, 2, args.join(' '));
			assert.equal(stdout, '');
		}
		assert.equal((await run(['--help'])).status, 0);
		assert.equal((await run(['--version'])).status, 0);
	});

	it('a model that cannot be used ends with 3', async () => {
		const without = join(folder, 'no-tokenizer');
		const cut = join(folder, 'cut');
		for (const copy of [without, cut]) {
			mkdirSync(copy);
			for (const name of ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx']) cpSync(join(demo, name), join(copy, name), { recursive: true });
		}
		rmSync(join(without, 'tokenizer.json'));
		truncateSync(join(cut, 'onnx/model.onnx'), 100_000);
		for (const [model, message] of [[without, /RA202: .*tokenizer\.json/], [cut, /RA207: /], [join(folder, 'nowhere'), /RA301: |RA201: /]] as const) {
			const { status, stderr } = await run(['analyze', 'examples/bank/case-number.rag.md', '--model', model, '--quiet']);
			assert.equal(status, 3, stderr);
			assert.match(stderr, message);
			assert.doesNotMatch(stderr, /\n {4}at /);
		}
	});

	it('a job that needs more memory than the limit is refused', async () => {
		const { status, stderr } = await run(['analyze', 'examples/bank/case-number.rag.md', '--memory-limit', '1', '--quiet'], { XDG_CACHE_HOME: join(folder, 'empty-cache') });
		assert.equal(status, 3);
		assert.match(stderr, /case-number\.rag\.md: RA502: .*the limit is 1 MiB/);
	});

	it('generate prints the answer alone; --write puts it into the file, once', async () => {
		const file = join(folder, 'unanswered.rag.md');
		cpSync(join(root, 'examples/bank/unanswered.rag.md'), file);
		const unanswered = readFileSync(file, 'utf8');
		const printed = await run(['generate', file]);
		assert.equal(printed.status, 0, printed.stderr);
		const answer = printed.stdout.trim();
		assert.ok(answer.length > 0);
		assert.equal(readFileSync(file, 'utf8'), unanswered);
		const json = await run(['generate', file, '--json', '--quiet']);
		assertFits('generate@1', lines(json.stdout)[0]);
		assert.deepEqual(lines(json.stdout), [{ schema: 'rag-assay/generate@1', file, trace: { id: 'unanswered' }, text: answer, written: false }]);
		assert.equal((await run(['generate', file, '--write'])).status, 0);
		assert.ok(readFileSync(file, 'utf8').includes(`\n## Response\n\n${answer}\n\n## Reference\n`));
		assert.equal((await run(['generate', file, '--write'])).status, 2);
		assert.equal((await run(['analyze', file, '--quiet'])).status, 0);
	});

	it('doctor and cache clear print objects of their schemas', async () => {
		const doctor = await run(['doctor', '--json', '--quiet']);
		assert.equal(doctor.status, 0, doctor.stderr);
		assertFits('doctor@1', lines(doctor.stdout)[0]);
		const nowhere = await run(['doctor', '--json', '--quiet', '--profile', 'nowhere.assay-profile.json']);
		assert.equal(nowhere.status, 2);
		assertFits('doctor@1', lines(nowhere.stdout)[0]);
		assert.match(nowhere.stderr, /nowhere\.assay-profile\.json: RA604: The profile cannot be read/);
		const cache = await run(['cache', 'clear', '--json']);
		assert.equal(cache.status, 0, cache.stderr);
		assertFits('cache-clear@1', lines(cache.stdout)[0]);
		assert.deepEqual(lines((await run(['cache', 'clear', '--json'])).stdout), [{ schema: 'rag-assay/cache-clear@1', files: 0, bytes: 0 }]);
	});

	it('Ctrl-C cancels, ends with 130, and leaves no runner behind', { skip: existsSync('/proc') ? false : 'reads /proc' }, async () => {
		const child = launch(['analyze', 'examples']);
		let runner: string | undefined;
		let stderr = '';
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			stderr += text;
			if (runner !== undefined) return;
			runner = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
			child.kill('SIGINT');
		});
		child.stdout.resume();
		const status = await endOf(child);
		assert.equal(status, 130);
		assert.match(stderr, /^cancelled$/m);
		assert.match(runner ?? '', /^\d+$/);
		assert.equal(existsSync(`/proc/${runner}`), false);
	});

	it('a reader that has had enough is no error', async () => {
		const child = launch(['analyze', 'examples', '--json']);
		let stderr = '';
		child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; });
		child.stdout.once('data', () => child.stdout.destroy());
		const status = await endOf(child);
		assert.equal(status, 0, stderr);
		assert.doesNotMatch(stderr, /EPIPE|cancelled| at /);
	});

	it('lsp --stdio is the language server', async () => {
		const child = launch(['lsp', '--stdio']);
		const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
		connection.listen();
		const greeting = await connection.sendRequest<{ capabilities: { hoverProvider?: unknown } }>('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
		assert.ok(greeting.capabilities.hoverProvider);
		await connection.sendRequest('shutdown');
		await connection.sendNotification('exit');
		assert.deepEqual(await once(child, 'exit'), [0, null]);
		connection.dispose();
	});
});
