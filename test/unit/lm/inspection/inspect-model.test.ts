import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readOnnxModel } from '../../../../src/onnx/onnx-model-reader.ts';
import type { OnnxTensor } from '../../../../src/onnx/onnx-model.ts';
import { writeOnnxModel } from '../../../../src/onnx/onnx-writer.ts';
import { memorySource } from '../../../../src/onnx/protobuf-reader.ts';
import { inspectModel, type Inspection } from '../../../../src/lm/inspection/inspect-model.ts';
import { checkGraphFolder } from '../../../../src/lm/safety/model-folder.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { lengthDependent } from '../../onnx/length-dependent.ts';

const path = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url));
const cpu = { device: 'cpu', options: { executionProviders: ['cpu'] } };

/** A model folder with a fixture's graph, and the demo model's tokenizer. */
async function inspected(
	t: TestContext,
	name: string,
	{
		config = {},
		graph = (bytes: Buffer) => bytes,
		tokenizer = ['tokenizer.json', 'tokenizer_config.json'],
	}: { config?: object; graph?: (bytes: Buffer) => Buffer; tokenizer?: readonly string[] } = {},
): Promise<Inspection> {
	const folder = temporaryFolder(t, 'inspect-');
	cpSync(path(`test/fixtures/spad-graphs/${name}`), folder, { recursive: true });
	for (const file of tokenizer) cpSync(path(`models/demo/${file}`), join(folder, file));
	writeFileSync(
		join(folder, 'config.json'),
		JSON.stringify({ ...(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as object), ...config }),
	);
	writeFileSync(join(folder, 'model.onnx'), graph(readFileSync(join(folder, 'model.onnx'))));
	return inspectModel(await checkGraphFolder(folder), cpu);
}

/** The graph with another operator for gates: it runs as well, and whether such an operator keeps tokens apart is not known of it. */
function oddGate(bytes: Buffer): Buffer {
	const model = readOnnxModel(memorySource(bytes));
	const nodes = model.graph.nodes.map((node) => (node.type === 'Sigmoid' ? { ...node, type: 'Shrink' } : node));
	const initializers = new Map([...model.graph.initializers].map(([name, tensor]) => [name, inline(tensor, bytes)]));
	return Buffer.from(writeOnnxModel({ ...model, graph: { ...model.graph, nodes, initializers } }, (location) => location ?? 'model.onnx'));
}

/** A tensor with its bytes taken out of the file that held it. */
function inline(tensor: OnnxTensor, file: Buffer): OnnxTensor {
	if (tensor.data.kind !== 'file' || tensor.data.location !== undefined) return tensor;
	return { ...tensor, data: { kind: 'inline', bytes: file.subarray(tensor.data.offset, tensor.data.offset + tensor.data.length!) } };
}

describe('what a model can be used for', () => {
	test('a decoder that is understood, with its size and the figures of the self-check', async (t) => {
		const { scoring, hiding, attribution, structure, deviations, keys, contradictions } = await inspected(t, 'mistral-genai-window');
		assert.deepEqual(
			keys.map(({ layer, seen }) => [layer, seen]),
			[
				[0, { kind: 'window', keys: 9 }],
				[1, { kind: 'window', keys: 9 }],
			],
		);
		assert.deepEqual(scoring, { supported: true, reason: 'Its cache takes any number of tokens at a time.' });
		assert.deepEqual(hiding, {
			supported: true,
			reason: 'Contexts can be hidden from it. This needs as much memory again as its weights.',
		});
		assert.deepEqual(attribution, { supported: true, reason: 'Its graph is understood and passes the self-check.' });
		assert.deepEqual([structure?.layers, structure?.hidden, structure?.vocabulary, structure?.parallelLayers], [2, 64, 320, 0]);
		assert.deepEqual(contradictions, []);
		// Its operators show that they keep tokens apart.
		assert.ok(deviations !== undefined && 'cache' in deviations && !('tokens' in deviations));
		assert.ok(Object.values(deviations).every((value) => value < 1e-3));
	});

	slowTest('where what is kept of a token depends on the length of the text, it is said how texts are read', async () => {
		for (const [operator, read, node] of [
			['If', /so that of one of 25 tokens or more the first 25 are read at once\.$/, /\(If 'spad\/If_\d+'\)/],
			['Div', /so that each text is read at once\.$/, /\(Div '/],
		] as const) {
			const folder = dirname((await lengthDependent(operator)).files.graph.path);
			for (const file of ['tokenizer.json', 'tokenizer_config.json']) cpSync(path(`models/demo/${file}`), join(folder, file));
			const { scoring, attribution, deviations } = await inspectModel(await checkGraphFolder(folder), cpu);
			assert.ok(scoring.supported && attribution.supported);
			assert.match(scoring.reason, read);
			assert.match(attribution.reason, node);
			assert.match(attribution.reason, /so that every piece reads the whole text\.$/);
			// The cache was not tried.
			assert.ok(deviations !== undefined && !('cache' in deviations));
		}
	});

	slowTest('layers without attention are named, and cost nothing of what works', async (t) => {
		for (const [name, layers, mixing] of [
			['lfm2-genai-convolution', 3, [0, 2]],
			['qwen35-genai-delta-net', 2, [0]],
		] as const) {
			const { scoring, attribution, structure, contradictions } = await inspected(t, name);
			assert.deepEqual(
				[scoring.reason, attribution.reason],
				['Its cache takes any number of tokens at a time.', 'Its graph is understood and passes the self-check.'],
			);
			assert.deepEqual([structure?.layers, structure?.mixingLayers, contradictions], [layers, mixing, []]);
		}
	});

	slowTest('parallel residuals are counted; a cache of one token at a time is said to be slow', async (t) => {
		assert.equal((await inspected(t, 'phi-genai-parallel')).structure?.parallelLayers, 2);
		const merged = await inspected(t, 'gpt2-optimum-merged');
		assert.match(merged.scoring.reason, /one token at a time/);
		assert.match(merged.attribution.reason, /its cache cannot be used/);
		// What was not run has no figure.
		assert.ok(merged.deviations !== undefined && !('cache' in merged.deviations) && 'sum' in merged.deviations);
	});

	test('an export without a cache: what that costs, and no figure for what it was not run in', async (t) => {
		const { scoring, attribution, deviations, keys } = await inspected(t, 'llama-torch-whole');
		assert.ok(scoring.supported && attribution.supported);
		assert.match(
			scoring.reason,
			/^It was exported without a key\/value cache: each text is read at once, .* the whole text is read again for every token, which is slow\. .*text-generation-with-past/,
		);
		assert.equal(
			attribution.reason,
			'Its graph is understood and passes the self-check; it has no cache, so that the whole text is read again for every 128 tokens of a response.',
		);
		assert.ok(deviations !== undefined && !('cache' in deviations) && 'sum' in deviations);
		assert.deepEqual(
			keys.map(({ seen }) => seen.kind),
			['all', 'all'],
		);
	});

	slowTest('what of it WebGPU would leave to the CPU', async (t) => {
		assert.equal((await inspected(t, 'mistral-genai-window')).webgpu, 'WebGPU is not known to compute any node of its graph wrongly.');
		assert.equal(
			(await inspected(t, 'gemma2-genai')).webgpu,
			'On WebGPU the CPU takes over 2 GroupQueryAttention, which WebGPU computes wrongly.',
		);
		assert.equal(
			(await inspected(t, 'gptoss-genai')).webgpu,
			'On WebGPU the CPU takes over 1 GroupQueryAttention, which WebGPU computes wrongly or has not got.',
		);
	});

	slowTest('where the graph and config.json disagree, in sentences', async (t) => {
		const { contradictions, attribution } = await inspected(t, 'mistral-genai-window', {
			config: { sliding_window: 4, rms_norm_eps: 1e-3 },
		});
		assert.equal(contradictions.length, 2, 'one for both layers');
		assert.match(
			contradictions[0]!,
			/^Layers 0, 1: the graph has a sliding window of 9 \(.*GroupQueryAttention .* and 1 more\), and config\.json says a sliding window of 4\.$/,
		);
		assert.match(contradictions[1]!, /^the graph has ε of 0\.000001 in its norms \(.*\), and config\.json says ε of 0\.001\.$/);
		assert.ok(attribution.supported, 'the graph is the truth');
	});

	slowTest('how far readings in other pieces are apart, where activations are rounded by what is fed together', async (t) => {
		const { readings, scoring, hiding, attribution } = await inspected(t, 'llama-optimum-int8');
		assert.ok(hiding.supported);
		assert.match(
			hiding.reason,
			/^Contexts cannot be hidden from it, because its numbers depend on what is read together\. Instead, it reads/,
		);
		assert.ok(scoring.supported && attribution.supported);
		assert.equal(attribution.reason, 'Its graph is understood and passes the self-check.');
		assert.ok(
			readings?.tokens === 32 &&
				readings.logProbability > 1e-3 &&
				readings.logProbability < 1 &&
				readings.entropy > 1e-3 &&
				readings.entropy < 1,
			JSON.stringify(readings),
		);
		assert.equal((await inspected(t, 'llama-optimum')).readings, undefined);
	});

	slowTest('how far a form that was quantized dynamically is from a wider one beside it', async (t) => {
		const alone = await inspected(t, 'llama-optimum-int8');
		assert.deepEqual(alone.dynamicQuantization, { compared: null }, 'model.onnx is the quantized one itself');

		const folder = temporaryFolder(t, 'inspect-');
		cpSync(path('test/fixtures/spad-graphs/llama-optimum'), folder, { recursive: true });
		cpSync(path('test/fixtures/spad-graphs/llama-optimum-int8/model.onnx'), join(folder, 'model_quantized.onnx'));
		for (const file of ['tokenizer.json', 'tokenizer_config.json']) cpSync(path(`models/demo/${file}`), join(folder, file));
		const { dynamicQuantization } = await inspectModel(await checkGraphFolder(folder, { dtype: 'q8' }), cpu);
		const compared = dynamicQuantization?.compared;
		assert.ok(compared?.dtype === 'fp32' && compared.file === 'model.onnx', JSON.stringify(compared));
		// The fixtures have weights of their own, so that they are as far apart as two models.
		assert.ok(compared.tokens > 40 && compared.same < compared.tokens / 10 && compared.divergence > 1, JSON.stringify(compared));

		const { dynamicQuantization: ofWide } = await inspectModel(await checkGraphFolder(folder, { dtype: 'fp32' }), cpu);
		assert.equal(ofWide, undefined);
	});

	test('a graph that is not understood: which node, and scoring anyway', async (t) => {
		const { scoring, attribution, structure, deviations } = await inspected(t, 'mistral-genai-window', { graph: oddGate });
		assert.deepEqual(scoring, { supported: true, reason: 'Its cache takes any number of tokens at a time.' });
		assert.equal(attribution.supported, false);
		assert.match(attribution.reason, /^Token sources cannot be attributed with this model: Shrink '.*' was found where /);
		assert.deepEqual([structure, deviations], [undefined, undefined]);
	});

	slowTest(
		'a cache that fails with tokens in it: every method, of texts that are read at once, and nothing of the cache in the self-check',
		async (t) => {
			const { scoring, attribution, structure, deviations } = await inspected(t, 'llama-genai-fp16-mha');
			assert.match(
				scoring.reason,
				/^With tokens in its key\/value cache it fails: each text is read at once, .* An export with a cache that works /,
			);
			assert.equal(
				attribution.reason,
				'Its graph is understood and passes the self-check; its cache fails, so that the whole text is read again for every 128 tokens of a response.',
			);
			assert.ok(
				scoring.supported && attribution.supported && structure?.layers === 3 && deviations !== undefined && !('cache' in deviations),
			);
		},
	);

	test('a graph without its tokenizer: recognized and checked anyway, and no method that reads text', async (t) => {
		const { scoring, attribution, structure, deviations } = await inspected(t, 'mistral-genai-window', { tokenizer: [] });
		assert.deepEqual(scoring, {
			supported: false,
			reason: 'no tokenizer.json in the model folder: copy it from where the model comes from.',
		});
		assert.deepEqual(attribution, {
			supported: true,
			reason: 'Its graph is understood and passes the self-check. To read a text it needs tokenizer.json, which is missing.',
		});
		assert.ok(structure?.layers === 2 && deviations !== undefined);
		assert.match(
			(await inspected(t, 'mistral-genai-window', { tokenizer: ['tokenizer.json'] })).scoring.reason,
			/^no tokenizer_config\.json /,
		);
	});

	test('what of config.json could not be compared', async (t) => {
		const { notCompared, contradictions } = await inspected(t, 'mistral-genai-window', { config: { norm_eps: '1e-6', sliding_window: 4 } });
		assert.equal(contradictions.length, 1);
		assert.match(notCompared[0]!, /^Of config\.json these were not compared with the graph: .*rotary/);
		assert.deepEqual(notCompared.slice(1), [
			"'norm_eps' of config.json is not of the type that was expected, and was not compared with the graph.",
		]);
	});

	test('a file that cannot be run: neither', async (t) => {
		const { scoring, attribution } = await inspected(t, 'mistral-genai-window', {
			graph: (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('Sigmoid', 'Sigmund'), 'latin1'),
		});
		assert.equal(scoring.supported, false);
		assert.match(scoring.reason, /^ONNX Runtime cannot open this model on cpu/);
		assert.equal(attribution.supported, false);
	});
});
