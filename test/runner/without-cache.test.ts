import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, describe, type TestContext } from 'node:test';
import { z } from 'zod';
import { calibration } from '../../src/analysis/calibration/methods.ts';
import {
	CalibrationChanged,
	GetCalibrationReport,
	SaveProfile,
	StartCalibration,
	type CalibrationOptions,
	type CalibrationState,
} from '../../src/protocol/calibration.ts';
import { InspectModel } from '../../src/protocol/models.ts';
import {
	Analyze,
	AnalyzeFiles,
	FileAnalyzed,
	GenerateFiles,
	Origins,
	TokenDetail,
	type AnalysisRecord,
} from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { Client, pullingClient, root, shortTrace } from '../support/runner-client.ts';
import { partOfSet } from '../support/small-data-sets.ts';

/** Two exports of the same weights: without a key/value cache, and with one. */
const twins = ['llama-torch-whole', 'llama-optimum'] as const;

describe('a model that was exported without a key/value cache', () => {
	const folder = temporaryFolder({ after }, 'rag-assay-whole-');
	let made: readonly string[] | undefined;
	const models = (): readonly string[] => (made ??= twins.map((name) => modelFolder(name, 2048)));

	/** A model folder with a fixture's graph, and the demo model's tokenizer with nothing but single bytes: the graph knows 320 tokens. */
	function modelFolder(name: string, contextWindow: number): string {
		const model = join(folder, `${name}-${contextWindow}`);
		mkdirSync(model);
		cpSync(join(root, 'test/fixtures/spad-graphs', name, 'model.onnx'), join(model, 'model.onnx'));
		const json = (path: string) => z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(root, path), 'utf8')));
		const write = (file: string, value: unknown) => writeFileSync(join(model, file), JSON.stringify(value));
		write('config.json', { ...json(`test/fixtures/spad-graphs/${name}/config.json`), max_position_embeddings: contextWindow });
		const tokenizer = json('models/demo/tokenizer.json');
		const { vocab, ...kind } = z.looseObject({ vocab: z.record(z.string(), z.number()) }).parse(tokenizer['model']);
		write('tokenizer.json', {
			...tokenizer,
			model: { ...kind, vocab: Object.fromEntries(Object.entries(vocab).filter(([, id]) => id < 264)), merges: [] },
		});
		write('tokenizer_config.json', { tokenizer_class: 'PreTrainedTokenizerFast', bos_token: '<s>', eos_token: '</s>' });
		return model;
	}

	async function started(t: TestContext, model: string, settings: Parameters<Client['initialize']>[0] = {}): Promise<Client> {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', model, ...settings }, pullingClient);
		return client;
	}

	/** All that is said of one example. */
	async function recordOf(client: Client): Promise<AnalysisRecord> {
		const got = client.next(FileAnalyzed);
		const { failures } = await ask(client.connection, AnalyzeFiles, {
			token: 't',
			paths: [join(root, 'examples/traces/bank/case-number.rag.md')],
			methods: ['cg', 'repcs', 'spad'],
		});
		assert.deepEqual(failures, []);
		return (await got).record;
	}

	/** What reading a trace in an editor shows of each of its tokens: its path, and what fed it. */
	async function readInEditor(client: Client): Promise<number[]> {
		const uri = 'file:///nowhere/read.rag.md';
		const text = shortTrace('read', 'The branch of Freya Kowalski is Ghent.');
		await client.open(uri, text);
		assert.equal((await ask(client.connection, Analyze, { uri })).kind, 'done');
		const line = text.split('\n').findIndex((one) => one.startsWith('The branch of Freya Kowalski is Ghent.'));
		const position = { line, character: 33 };
		const { layers, sources, contexts } = (await ask(client.connection, TokenDetail, { uri, position }))!;
		const origins = (await ask(client.connection, Origins, { uri, range: [line, 33, line, 33] }))!;
		assert.deepEqual([layers.length, origins.contexts.length], [2, 2]);
		return [
			...sources,
			...origins.lit.map(({ weight }) => weight),
			...layers.flatMap(({ attention, afterFfn }) => [...attention, afterFfn]),
			...contexts.map(({ without }) => without ?? NaN),
			...origins.contexts.map(({ words }) => words),
		];
	}

	function mustBeNear(found: readonly (number | null | undefined)[], expected: readonly (number | null | undefined)[], what: string): void {
		assert.equal(found.length, expected.length, what);
		assert.ok(
			found.length > 0 && found.every((x, i) => typeof x === 'number' && Math.abs(x - expected[i]!) <= 1e-4),
			`${what}: ${found.join(' ')} and ${expected.join(' ')}`,
		);
	}

	slowTest(
		'says the same of a text as an export with a cache: log-probabilities, confidence gaps, Z, sources, paths, origins, and writes the same answer',
		async (t) => {
			const found = [];
			const question = join(folder, 'question.rag.md');
			for (const model of models()) {
				const client = await started(t, model);
				// A text that these random weights go on from, for long enough to be compared.
				writeFileSync(question, '## Query\n\nWhere does Dr. Vale work?\n\n## Context a\n\nDr. Vale works in Norring.\n');
				const record = await recordOf(client);
				const detail = await readInEditor(client);
				const { answers, failures } = await ask(client.connection, GenerateFiles, {
					token: 'g',
					paths: [question],
					write: false,
					maxTokens: 40,
					temperature: 0,
					topP: 1,
				});
				assert.deepEqual(failures, []);
				found.push({ record, detail, answer: answers[0]!.text });
				await client.stop();
			}
			const [whole, cached] = found as [(typeof found)[number], (typeof found)[number]];
			const per = (of: (token: AnalysisRecord['tokens'][number]) => number | null): number[][] =>
				[whole, cached].map(({ record: { tokens } }) => tokens.map((token) => of(token)!));
			for (const [what, of] of [
				['logprob', (x) => x.logprob],
				['without contexts', (x) => x.logprobWithoutContext],
				['cg', (x) => x.cg],
				['kl', (x) => x.kl],
				['entropy', (x) => x.entropy],
			] as const satisfies readonly (readonly [string, (token: AnalysisRecord['tokens'][number]) => number | null])[])
				mustBeNear(per(of)[0]!, per(of)[1]!, what);
			for (let s = 0; s < 7; s++) mustBeNear(per((token) => token.sources![s]!)[0]!, per((token) => token.sources![s]!)[1]!, `source ${s}`);
			mustBeNear([whole.record.repcs!.z], [cached.record.repcs!.z], 'Z');
			assert.equal(whole.record.tokens.length, 43);
			for (const { sources, logprob } of whole.record.tokens)
				assert.ok(Math.abs(sources!.reduce((a, b) => a + b, 0) - Math.exp(logprob)) <= 1e-4);
			mustBeNear(whole.detail, cached.detail, 'in the editor');
			assert.ok(whole.answer.length >= 20);
			assert.equal(whole.answer, cached.answer);
		},
	);

	slowTest('is calibrated as an export with a cache is', async (t) => {
		const data = partOfSet('demo-world-clean', folder, { train: 22, test: 3 });
		const answers = join(data, 'response.jsonl');
		const written = readFileSync(answers, 'utf8');
		const thresholds = [];
		for (const [i, model] of models().entries()) {
			// As if this model had written them: answers of another one take no part.
			writeFileSync(answers, written.replaceAll('"model":"demo"', `"model":"${basename(model)}"`));
			const client = await started(t, model);
			const states: CalibrationState[] = [];
			receive(
				client.connection,
				CalibrationChanged,
				({ state }) => {
					states.push(state);
				},
				assert.fail,
			);
			const options: Partial<CalibrationOptions> = { data: [data], methods: ['repcs'] };
			const { run } = await ask(client.connection, StartCalibration, options as CalibrationOptions);
			const last = await until(() => states.find(({ kind }) => kind === 'done' || kind === 'failed'), 'the end', { limit: 250_000 });
			assert.deepEqual(last, { kind: 'done' });
			const { detectors, failures } = await ask(client.connection, GetCalibrationReport, { run });
			assert.deepEqual(failures, []);
			const file = join(folder, `${i}.assay-profile.json`);
			await ask(client.connection, SaveProfile, { run, file, moved: [] });
			assert.equal(calibration.profiles.read(readFileSync(file, 'utf8'), file).detectors.length, 1);
			thresholds.push(detectors.map(({ threshold }) => threshold));
			await client.stop();
		}
		mustBeNear(thresholds[0]!, thresholds[1]!, 'thresholds');
	});

	slowTest(
		'inspecting it says what that costs; a text that would take too much memory to be read at once is refused before it is read',
		async (t) => {
			const client = await started(t, modelFolder('llama-torch-whole', 100_000), { memoryLimit: 700 });
			const { methods, check } = await ask(client.connection, InspectModel, null);
			assert.deepEqual(
				methods.map(({ method, supported }) => [method, supported]),
				[
					['support', true],
					['cg', true],
					['repcs', true],
					['closed-book', true],
					['origins', true],
					['spad', true],
				],
			);
			assert.match(methods[0]!.reason, /without a key\/value cache/);
			assert.match(methods.at(-1)!.reason, /read again for every 128 tokens/);
			assert.ok(check !== null && !('cache' in check) && Number.isFinite(check['output']));

			const long = join(folder, 'long.rag.md');
			writeFileSync(
				long,
				shortTrace('long').replace(
					'Ines Kapoor came to the bank and opened a case on 11 September 2020.\n\n## Response',
					`${'Ines Kapoor came to the bank and opened a case on 11 September 2020. '.repeat(150)}\n\n## Response`,
				),
			);
			const { failures } = await ask(client.connection, AnalyzeFiles, { token: 't', paths: [long] });
			assert.deepEqual(
				failures.map(({ code }) => code),
				['RA502'],
			);
			assert.match(failures[0]!.hint ?? '', /shorter contexts\. .*This model was exported without a key\/value cache/);
			await client.stop();
		},
	);
});
