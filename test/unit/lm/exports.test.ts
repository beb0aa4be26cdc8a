import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { cacheGrowth } from '../../../src/lm/cache-check.ts';
import { loadDecoder } from '../../../src/lm/load-decoder.ts';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import { loadModelConfig } from '../../../src/lm/model-config.ts';
import { checkModelFolder } from '../../../src/lm/safety/model-folder.ts';
import { plainFile } from '../../../src/lm/safety/plain-file.ts';
import { scoreConversation } from '../../../src/lm/score.ts';
import type { Feeding } from '../../../src/lm/prefill.ts';
import { anyPiece } from '../../../src/lm/first-chunk.ts';
import { Tokenizer } from '../../../src/lm/tokenizer.ts';
import { emptyFolder, fixtures, write } from '../../support/model-folder-builder.ts';
import { byteLevel } from './tokenizers/small-tokenizers.ts';

const cpu = { device: 'cpu', options: { executionProviders: ['cpu'] } };
const numbers = z.array(z.number());
const oracle = z.object({ tokens: numbers, n_prompt: z.number(), probes: z.array(numbers) });
const meta = z.object({ tolerance: z.number() });
const tokenizer = new Tokenizer(byteLevel(), {});

function read<S extends z.ZodType>(name: string, file: string, shape: S): z.infer<S> {
	return shape.parse(JSON.parse(readFileSync(join(fixtures, name, file), 'utf8')));
}

async function withSession(name: string, use: (session: DecoderSession) => Promise<void>): Promise<void> {
	const config = await plainFile(join(fixtures, name, 'config.json'), 2 ** 20);
	assert.ok(config !== undefined);
	const session = await DecoderSession.open(
		join(fixtures, name, 'model.onnx'),
		cpu,
		await loadModelConfig({ config, generationConfig: undefined }),
	);
	try {
		await use(session);
	} finally {
		await session.dispose();
	}
}

/** Probabilities of the oracle's response, scored through the cache. */
async function scored(feeding: Feeding, { tokens, n_prompt }: z.infer<typeof oracle>): Promise<number[]> {
	const [prompt, ids] = [{ ids: tokens.slice(0, n_prompt), sources: new Int32Array(n_prompt) }, tokens.slice(n_prompt)];
	const places = Uint32Array.from(ids.keys());
	const conversation = {
		withContext: prompt,
		withoutContext: { ...prompt, ids: prompt.ids.slice(0, 7) },
		response: { ids, start: places, end: places },
		contextOnly: () => prompt,
		without: () => prompt,
		contextHead: () => '',
		contextTokens: () => ({ positions: [], start: new Uint32Array(), end: new Uint32Array() }),
	};
	const { withContext } = await scoreConversation(
		feeding,
		tokenizer,
		{ conversation, contexts: [], responseTokens: ids.length, truncation: null },
		{ topK: 3, signal: new AbortController().signal, onProgress: () => undefined },
	);
	return Array.from(withContext.logProbability, Math.exp);
}

describe('exports of other shapes', () => {
	for (const [name, growth] of [
		['gpt2-optimum-merged', 'single'],
		['qwen2-genai-int4-shared', 'any'],
	] as const) {
		test(`${name}: scored as its oracle says, whatever the chunks, fed as the check of its cache wants`, async () => {
			const [expected, { tolerance }] = [read(name, 'oracle.json', oracle), read(name, 'meta.json', meta)];
			await withSession(name, async (session) => {
				assert.equal(await cacheGrowth(session, { file: name, dynamic: false, window: 128, firstPiece: anyPiece }), growth);
				for (const logitsBudget of [2 ** 26, 4 * session.vocabulary * 4]) {
					const found = await scored({ session, logitsBudget, growth, firstPiece: anyPiece }, expected);
					assert.equal(found.length, expected.probes.at(-1)!.length);
					found.forEach((p, t) =>
						assert.ok(Math.abs(p - expected.probes.at(-1)![t]!) <= tolerance, `token ${t}: ${p} is not ${expected.probes.at(-1)![t]}`),
					);
				}
			});
		});
	}

	test('gpt2-optimum-merged would be scored wrongly without that check', async () => {
		const expected = read('gpt2-optimum-merged', 'oracle.json', oracle);
		await withSession('gpt2-optimum-merged', async (session) => {
			const found = await scored({ session, logitsBudget: 4 * session.vocabulary * 4, growth: 'any', firstPiece: anyPiece }, expected);
			assert.ok(found.some((p, t) => Math.abs(p - expected.probes.at(-1)![t]!) > 0.01));
		});
	});

	test('llama-optimum-int8 quantizes by the range of what is fed: the whole at once gives what the oracle says, and pieces cannot be held against it', async () => {
		const expected = read('llama-optimum-int8', 'oracle.json', oracle);
		await withSession('llama-optimum-int8', async (session) => {
			const rows = (await session.step(expected.tokens.slice(0, -1), session.start(), expected.tokens.length - 1)).logits!;
			expected.tokens.slice(expected.n_prompt).forEach((id, t) => {
				const row = rows.row(expected.n_prompt - 1 + t, new Float32Array(rows.vocabulary));
				const probability = Math.exp(row[id]!) / row.reduce((sum, x) => sum + Math.exp(x), 0);
				assert.ok(Math.abs(probability - expected.probes.at(-1)![t]!) <= read('llama-optimum-int8', 'meta.json', meta).tolerance);
			});
			assert.equal(await cacheGrowth(session, { file: 'model.onnx', dynamic: true, window: 128, firstPiece: anyPiece }), 'any');
			const found = await scored({ session, logitsBudget: 2 ** 26, growth: 'any', firstPiece: anyPiece, pieces: () => 128 }, expected);
			assert.ok(found.every((p) => p > 0 && p < 1));
		});
	});

	test('llama-genai-fp16-mha fails with a filled cache, and reads each text at once', async (t) => {
		const folder = emptyFolder();
		mkdirSync(join(folder, 'onnx'));
		for (const file of ['model.onnx', 'model.onnx.data']) cpSync(join(fixtures, 'llama-genai-fp16-mha', file), join(folder, 'onnx', file));
		cpSync(join(fixtures, 'llama-genai-fp16-mha', 'config.json'), join(folder, 'config.json'));
		write(folder, 'tokenizer.json', JSON.stringify(byteLevel()));
		write(folder, 'tokenizer_config.json', '{}');
		const files = await checkModelFolder(folder);
		const model = await loadDecoder({ files, device: cpu, name: 'broken' });
		t.after(() => model.dispose());
		assert.deepEqual([model.readsAtOnce, model.forgoesCache], [true, true]);
	});
});
