import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { executionProvidersFor } from '../../../../src/lm/devices/execution-providers.ts';
import { DecoderSession } from '../../../../src/lm/decoder-session.ts';
import type { CacheBatch } from '../../../../src/lm/paths/cache-batch.ts';
import { batchLayout, type BatchSession } from '../../../../src/lm/paths/batch-check.ts';
import { ownFixtures } from '../attribution/fixture-attribution.ts';
import { fixtureFolder } from '../../../support/fixture-folder.ts';

async function opened(t: TestContext, name: string): Promise<DecoderSession> {
	const { files, config } = await fixtureFolder(join(ownFixtures, name));
	const session = await DecoderSession.open(files.graph.path, executionProvidersFor('cpu'), config);
	t.after(() => session.dispose());
	return session;
}

describe('whether a graph takes several texts at a time is found out by running it', () => {
	for (const [name, layout, why] of [
		['llama-genai', 'left', 'GroupQueryAttention is told lengths'],
		['mistral-genai-window', 'left', 'a window that is a mask'],
		['gemma2-genai-window', 'left', 'caches as long as the window'],
		['phi-genai-parallel', 'left', 'attention and feed-forward side by side'],
		['qwen2-genai-int4-shared', 'left', '4-bit weights'],
		['qwen35-genai-delta-net', 'left', 'states that do not grow'],
		['lfm2-genai-convolution', 'left', 'states of convolutions'],
		['llama-optimum', 'right', 'plain operators, positions as an input'],
		['gptneox-optimum-parallel', 'right', 'plain operators, positions as an input'],
		['gpt2-optimum-merged', null, 'two branches, positions counted from the cache'],
		['llama-optimum-int8', null, 'quantized by the range of the whole batch'],
		['llama-torch-whole', null, 'no cache'],
		['llama-transformers-ortfused', null, 'made for one text'],
	] as const)
		test(`${name}: ${layout ?? 'one after another'} (${why})`, async (t) => {
			assert.equal(await batchLayout(await opened(t, name), 128), layout);
		});

	test('a row that a text beside it changes by a single bit is no row of that text alone', async (t) => {
		const session = await opened(t, 'llama-genai');
		const leaking: BatchSession = {
			vocabulary: session.vocabulary,
			slots: session.slots,
			takesCache: true,
			start: () => session.start(),
			step: (...given) => session.step(...given),
			stepBatch: async (ids, batch) => {
				const step = await session.stepBatch(ids, batch);
				step.logits.row(0, new Float32Array())[7]! += 1e-6 * ids.at(-1)!;
				return step;
			},
		};
		assert.equal(await batchLayout(session, 128), 'left');
		assert.equal(await batchLayout(leaking, 128), null);
	});

	for (const [what, told] of [
		['how long it is', (batch: CacheBatch) => batch.lengths.at(-1)!],
		['whether it has ended', (_: CacheBatch, ids: readonly number[], before: readonly number[]) => (ids.at(-1) === before.at(-1) ? 1 : 0)],
	] as const)
		test(`a row that tells of the text beside it ${what} is no row of that text alone`, async (t) => {
			const session = await opened(t, 'llama-genai');
			let before: readonly number[] = [];
			const leaking: BatchSession = {
				vocabulary: session.vocabulary,
				slots: session.slots,
				takesCache: true,
				start: () => session.start(),
				step: (...given) => session.step(...given),
				stepBatch: async (ids, batch) => {
					const step = await session.stepBatch(ids, batch);
					step.logits.row(0, new Float32Array())[7]! += 1e-6 * told(batch, ids, before);
					before = ids;
					return step;
				},
			};
			assert.equal(await batchLayout(leaking, 128), null);
		});

	test('a window too short to tell is left alone', async (t) => {
		assert.equal(await batchLayout(await opened(t, 'llama-genai'), 16), null);
	});
});
