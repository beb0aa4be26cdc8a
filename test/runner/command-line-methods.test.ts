import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { analysisRecordSchema, type AnalysisRecord } from '../../src/formats/analysis-record.ts';
import { slowTest } from '../support/slow-test.ts';
import { root } from '../support/runner-client.ts';
import { assertFits, commandLine, jsonLines } from './command-line.ts';

describe('the command line with the real runner: methods', () => {
	const cli = commandLine();

	slowTest('--methods leaves out what was not asked for', async () => {
		const { stdout } = await cli.run(['analyze', 'examples/traces/bank/case-number.rag.md', '--json', '--methods', 'cg']);
		assertFits('analysis@1', jsonLines(stdout)[0]);
		assert.equal((jsonLines(stdout)[0] as AnalysisRecord).repcs, null);
	});

	it('--methods support: values and words are compared without a model', async () => {
		const { stdout, status } = await cli.run([
			'analyze',
			'examples/traces/bank/invented-amount.rag.md',
			'--json',
			'--methods',
			'support',
			// No model fits into this.
			'--memory-limit',
			'1',
		]);
		assert.equal(status, 0);
		assertFits('analysis@1', jsonLines(stdout)[0]);
		const record = analysisRecordSchema.parse(jsonLines(stdout)[0]);
		assert.equal(record.model, null);
		assert.deepEqual(
			record.findings.map(({ code, message }) => [code, message]),
			[['rag-assay/value-not-given', '\u201c171.65 dollars\u201d is in no context.']],
		);
	});

	it('a model that cannot be loaded: values and words are still compared, and the failure is reported once', async () => {
		const file = 'examples/traces/bank/invented-amount.rag.md';
		const corrupt = join(cli.folder, 'corrupt');
		cpSync(join(root, 'models/demo'), corrupt, { recursive: true });
		for (const name of readdirSync(corrupt, { recursive: true, encoding: 'utf8' }))
			if (name.endsWith('.onnx')) truncateSync(join(corrupt, name), 1000);
		const broken = [
			['--model', 'no/such/folder'],
			['--model', corrupt],
			['--memory-limit', '1'],
		];
		for (const options of broken) {
			// oxlint-disable-next-line no-await-in-loop -- each starts a runner of its own
			const { stdout, stderr, status } = await cli.run(['analyze', file, '--json', '--methods', 'support,origins', ...options]);
			assert.equal(stderr.match(/RA\d{3}/gu)?.length, 1, stderr);
			assert.ok(status === 2 || status === 3, String(status));
			const records = jsonLines(stdout).map((line) => analysisRecordSchema.parse(line));
			assert.deepEqual(
				records.map(({ model, findings }) => [model, findings.map(({ message }) => message)]),
				[[null, ['\u201c171.65 dollars\u201d is in no context.']]],
			);
		}
		const { stdout } = await cli.run(['analyze', file, '--json', '--methods', 'cg', '--model', 'no/such/folder']);
		assert.equal(stdout, '', 'whoever asks for the confidence gap alone gets the failure alone');
	});

	it('--methods spad: seven sources a token, and nothing that was not asked for', async () => {
		const { stdout } = await cli.run(['analyze', 'examples/traces/bank/case-number.rag.md', '--json', '--methods', 'spad']);
		assertFits('analysis@1', jsonLines(stdout)[0]);
		const record = analysisRecordSchema.parse(jsonLines(stdout)[0]);
		assert.equal(record.repcs, null);
		for (const { sources, contexts, logprob } of record.tokens) {
			assert.ok(Math.abs(sources!.reduce((a, b) => a + b, 0) - Math.exp(logprob)) <= 1e-4);
			assert.ok(Math.abs(Object.values(contexts!).reduce((a, b) => a + b, 0) - sources![1]!) <= 1e-4);
		}
	});

	it('--methods closed-book: how sure the model is of an answer without its contexts', async () => {
		const { stdout } = await cli.run(['analyze', 'examples/traces/bank/case-number.rag.md', '--json', '--methods', 'closed-book']);
		assertFits('analysis@1', jsonLines(stdout)[0]);
		const record = analysisRecordSchema.parse(jsonLines(stdout)[0]);
		assert.equal(record.repcs, null);
		const { score, entropyMax, surpriseMax } = record.closedBook!;
		assert.ok(score > 0 && score === Math.max(entropyMax, surpriseMax));
	});

	slowTest(
		'spad within a memory limit: all that it needs is named, at once or in the note, and without sources it ends with 3',
		async () => {
			const file = 'examples/traces/bank/three-questions.rag.md';
			const limited = (limit: string, methods: string) =>
				cli.run(['analyze', file, '--json', '--methods', methods, '--memory-limit', limit]);
			const named = (text: string): string => /What would fit: a limit of ([\d,]+) MiB/.exec(text)![1]!;
			const refused = await limited('256', 'spad');
			assert.deepEqual([refused.status, refused.stdout], [3, '']);
			const whole = named(refused.stderr);
			const withoutSources = (text: string): string => /Without token sources [^.]* it would need about ([\d,]+) MiB/.exec(text)![1]!;
			const scoring = withoutSources(refused.stderr);
			// The confidence gap is judged by how alike the answer is to the profile's, which sources tell.
			assert.equal(withoutSources((await limited('256', 'cg')).stderr), scoring);
			const scored = await limited(String(Number(scoring) + 1), 'spad');
			assert.equal(scored.status, 3);
			assert.match(
				scored.stderr,
				/RA435: Token sources \(spad\) were asked for, and no trace has any\. Token sources cannot be attributed: .* What would fit: /,
			);
			assert.equal(
				named(analysisRecordSchema.parse(jsonLines(scored.stdout)[0]).notes.find((note) => note.includes('cannot be attributed'))!),
				whole,
			);
			assert.equal((await cli.run(['analyze', file, '--json', '--memory-limit', scoring])).status, 0, 'not asked for by name');
			const fits = await limited(whole, 'spad');
			assert.deepEqual([fits.status, analysisRecordSchema.parse(jsonLines(fits.stdout)[0]).attribution === null], [0, false]);
		},
	);

	slowTest(
		'--layers: each token\u2019s path through the layers adds up to its sources and is in the report; without it there is none',
		async () => {
			const file = 'examples/traces/bank/case-number.rag.md';
			const html = join(cli.folder, 'layers.html');
			const { stdout } = await cli.run(['analyze', file, '--json', '--methods', 'cg', '--layers', '--html', html]);
			assertFits('analysis@1', jsonLines(stdout)[0]);
			const record = analysisRecordSchema.parse(jsonLines(stdout)[0]);
			for (const { sources, layers } of record.tokens) {
				assert.ok(layers!.length > 0);
				let running = sources![6]!;
				for (const { attention, ffn, afterAttention, afterFfn } of layers!) {
					// Parts are float32, and what rounding leaves of a probability below 0 or above 1 is cut off.
					assert.ok(
						Math.abs(running + attention.reduce((a, b) => a + b, 0) - afterAttention) < 1e-6 &&
							Math.abs(afterAttention + ffn - afterFfn) < 1e-6,
					);
					assert.ok([afterAttention, afterFfn].every((probability) => probability >= 0 && probability <= 1));
					running = afterFfn;
				}
				const sums = [
					...[0, 1, 2, 3].map((s) => layers!.reduce((sum, { attention }) => sum + attention[s]!, 0)),
					layers!.reduce((sum, { ffn }) => sum + ffn, 0),
				];
				for (const [s, sum] of sums.entries()) assert.ok(Math.abs(sum - sources![s]!) <= 1e-5, `${sum} ${sources![s]}`);
			}
			const shown = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(readFileSync(html, 'utf8'))![1]!) as number[][][];
			assert.deepEqual(
				shown.map((token) => token[15]!.length),
				record.tokens.map(({ layers }) => 5 * layers!.length),
			);
			const plain = await cli.run(['analyze', file, '--json', '--methods', 'spad']);
			assert.ok(analysisRecordSchema.parse(jsonLines(plain.stdout)[0]).tokens.every(({ layers }) => layers === undefined));
		},
	);

	slowTest('--screen: sources within the bound that is said, apart from exact ones; refused where it cannot be meant', async () => {
		const file = cli.write(
			'screened.rag.md',
			readFileSync(join(root, 'examples/traces/bank/three-questions.rag.md'), 'utf8').replace('## Query\n', '## Query\n\nOne more thing.'),
		);
		// Exact first: what is kept of them must not serve the screened request.
		const [exact, screened] = [
			await cli.run(['analyze', file, '--json', '--methods', 'spad']),
			await cli.run(['analyze', file, '--json', '--methods', 'spad', '--screen', '0.001']),
		].map(({ stdout }) => {
			assertFits('analysis@1', jsonLines(stdout)[0]);
			return analysisRecordSchema.parse(jsonLines(stdout)[0]);
		}) as [AnalysisRecord, AnalysisRecord];
		const { errorBound } = screened.attribution!;
		assert.ok(
			exact.attribution!.classifiers.length > 0 && screened.sentences.every(({ spad }) => spad === null),
			'classifiers judge exact sources alone',
		);
		assert.ok(errorBound > 0 && errorBound <= 0.001 && exact.attribution!.errorBound === 0, `${errorBound}`);
		for (const [t, { sources }] of screened.tokens.entries()) {
			for (const [s, value] of sources!.entries()) assert.ok(Math.abs(value - exact.tokens[t]!.sources![s]!) <= errorBound + 1e-5);
		}
		for (const [args, code] of [
			[['--screen', '0.01'], 'RA705'],
			[['--screen', '0.001', '--methods', 'cg,repcs'], 'RA706'],
			[['--methods', 'support', '--profile', 'mine.json'], 'RA711'],
		] as const) {
			const { status, stdout, stderr } = await cli.run(['analyze', file, ...args]);
			assert.deepEqual([status, stdout, stderr.includes(code)], [2, '', true], stderr);
		}
	});
});
