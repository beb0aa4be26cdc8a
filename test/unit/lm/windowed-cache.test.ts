import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { executionProvidersFor } from '../../../src/lm/devices/execution-providers.ts';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import { loadDecoder } from '../../../src/lm/load-decoder.ts';
import { cpuNodes } from '../../../src/onnx/cpu-nodes.ts';
import { readModelFile } from '../../../src/onnx/onnx-model-reader.ts';
import { inspectModel } from '../../../src/lm/inspection/inspect-model.ts';
import { cacheSlots } from '../../../src/lm/key-value-cache.ts';
import { checkGraphFolder, checkModelFolder } from '../../../src/lm/safety/model-folder.ts';
import { ownFixtures } from './attribution/fixture-attribution.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';
import { fixtureFolder } from '../../support/fixture-folder.ts';
import { withByteTokenizer } from './byte-tokenizer.ts';
import { emptyFolder } from '../../support/model-folder-builder.ts';

const cpu = executionProvidersFor('cpu');
const windowed = ['gemma2-genai-window', 'gemma3-genai-window', 'gptoss-genai', 'gptoss-genai-int4'];

async function opened(t: TestContext, name: string): Promise<DecoderSession> {
	const { files, config } = await fixtureFolder(join(ownFixtures, name));
	const session = await DecoderSession.open(files.graph.path, cpu, config);
	t.after(() => session.dispose());
	return session;
}

/** The logits of a text that is fed in pieces, all rows. */
async function fed(session: DecoderSession, ids: readonly number[], pieces: readonly number[]): Promise<Float32Array[]> {
	const rows: Float32Array[] = [];
	let cache = session.start();
	for (const size of pieces) {
		const step = await session.step(ids.slice(cache.length, cache.length + size), cache, size);
		cache = step.cache;
		for (let i = 0; i < size; i++) rows.push(Float32Array.from(step.logits!.row(i, new Float32Array(session.vocabulary))));
	}
	assert.equal(cache.length, ids.length);
	return rows;
}

const furthest = (a: readonly Float32Array[], b: readonly Float32Array[]): number =>
	a.reduce((max, row, i) => row.reduce((worst, x, v) => Math.max(worst, Math.abs(x - b[i]![v]!)), max), 0);

describe('caches that hold a sliding window and no more', () => {
	const ids = Array.from({ length: 60 }, (_, i) => (1 + i * 7919) % 320);

	test('give the logits of the same model with a whole cache, however a text of several windows is fed', async (t) => {
		// Both are of the same weights; the window is of 9 tokens.
		const [whole, own] = [await opened(t, 'gemma2-genai'), await opened(t, 'gemma2-genai-window')];
		const expected = await fed(whole, ids, [60]);
		for (const pieces of [[60], [30, 30], [5, 1, 1, 1, 1, 1, 50], Array.from({ length: 60 }, () => 1)]) {
			const distance = furthest(await fed(own, ids, pieces), expected);
			assert.ok(distance < 2e-5, `${pieces.slice(0, 4).join(', ')}: ${distance}`);
		}
	});

	test('take no more bytes for a longer text, but in attribution, which keeps all tokens', async (t) => {
		const [whole, own] = [await opened(t, 'gemma2-genai'), await opened(t, 'gemma2-genai-window')];
		// Two layers, one with a window of 9; keys and values of 2 heads of 16 numbers in float32.
		const layer = 2 * 2 * 16 * 4;
		assert.equal(whole.cacheBytes(1000), 2 * 1000 * layer);
		assert.equal(own.cacheBytes(1000), (1000 + 9) * layer);
		assert.equal(own.wholeCacheBytes(1000), 2 * 1000 * layer);
	});

	test('are not made where the window is wider than memory', async () => {
		const { config } = await fixtureFolder(join(ownFixtures, 'gemma2-genai-window'));
		const input = {
			name: 'past_key_values.0.key',
			isTensor: true,
			type: 'float32',
			shape: ['batch_size', 2, 'past_sliding_length', 16],
		} as const;
		const refusal = cacheSlots([input], ['logits', 'present.0.key'], config, new Map([[input.name, 2 ** 40]]));
		assert.ok(typeof refusal === 'string');
		assert.match(refusal, /past_key_values\.0\.key'.*1099511627776 tokens/);
	});

	test('go to the CPU on WebGPU, which has none', () => {
		const { graph } = readModelFile(join(ownFixtures, 'gptoss-genai', 'model.onnx'));
		assert.deepEqual(
			cpuNodes(graph, false).map(({ name }) => name),
			['/model/layers.0/attn/GroupQueryAttention'],
		);
	});
});

describe("a folder as onnxruntime-genai's builder writes it", () => {
	const folderOf = (name: string): string => {
		const folder = emptyFolder();
		cpSync(join(ownFixtures, name), folder, { recursive: true });
		for (const file of ['config.json', 'meta.json', 'oracle.json']) rmSync(join(folder, file));
		return withByteTokenizer(folder);
	};

	for (const name of windowed) {
		const declare = name === 'gptoss-genai-int4' ? quickTest : slowTest;
		declare(`${name}: scores, attributes and writes texts of many windows`, async (t) => {
			const folder = folderOf(name);
			const model = await loadDecoder({ files: await checkModelFolder(folder), device: cpu, name: 'm', sha256: '0'.repeat(64) });
			t.after(() => model.dispose());
			assert.equal(model.identity.contextWindow, 128);
			const parts = {
				query: 'Who?',
				contexts: [
					{ id: 'a', text: 'Ann was there.' },
					{ id: 'b', text: 'Bob.' },
				],
				response: 'Ann, 4 and others.',
			};
			const options = { signal: new AbortController().signal, onProgress: () => undefined };
			const { scored } = await model.score(parts, { ...options, topK: 3 });
			const { attributed } = await model.attribute(parts, options);
			const distance = attributed.logProbability.reduce(
				(max, x, t_) => Math.max(max, Math.abs(x - scored.withContext.logProbability[t_]!)),
				0,
			);
			assert.ok(distance < 1e-4, `both readings of the answer agree but for ${distance}`);
			const { text } = await model.generate(parts, {
				maxTokens: 20,
				temperature: 0,
				topP: 1,
				signal: options.signal,
				onText: () => undefined,
			});
			assert.ok(text.length > 0);
		});

		declare(`${name}: is inspected, and what is said names its own file`, async () => {
			const found = await inspectModel(await checkGraphFolder(folderOf(name)), cpu);
			assert.ok(found.scoring.supported, found.scoring.reason);
			assert.ok(found.attribution.supported, found.attribution.reason);
			assert.deepEqual(found.contradictions, []);
			assert.deepEqual(
				found.keys.map(({ seen }) => (seen.kind === 'window' ? seen.keys : seen.kind)),
				[9, 'all'],
			);
		});
	}

	test('is refused by name where it has neither file', async () => {
		const folder = folderOf('gptoss-genai');
		rmSync(join(folder, 'genai_config.json'));
		await assert.rejects(checkModelFolder(folder), { code: 'RA202', message: /no config\.json/ });
	});
});
