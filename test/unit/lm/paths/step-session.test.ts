import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { executionProvidersFor } from '../../../../src/lm/devices/execution-providers.ts';
import { DecoderSession } from '../../../../src/lm/decoder-session.ts';
import { joinCaches } from '../../../../src/lm/paths/cache-batch.ts';
import { StepSession } from '../../../../src/lm/paths/step-session.ts';
import { ownFixtures } from '../attribution/fixture-attribution.ts';
import { fixtureFolder } from '../../../support/fixture-folder.ts';

const cpu = executionProvidersFor('cpu');

describe('a session that continues texts over caches that stay where they are', () => {
	for (const [name, made] of [
		['llama-genai', true],
		['qwen2-genai-int4-shared', true],
		['qwen3-genai-unfused', true],
		['gemma2-genai', false],
		['mistral-genai-window', false],
		['gptoss-genai', false],
		['lfm2-genai-convolution', false],
		['llama-optimum', false],
		['llama-torch-whole', false],
	] as const)
		test(`${name}: ${made ? 'the rows of the whole text read at once' : 'is not made'}`, async (t) => {
			const { files, config } = await fixtureFolder(join(ownFixtures, name));
			const session = await DecoderSession.open(files.graph.path, cpu, config);
			t.after(() => session.dispose());
			const steps = await StepSession.open(files, cpu, session);
			assert.equal(steps !== undefined, made);
			if (steps === undefined) return;
			t.after(() => steps.dispose());
			const texts = [5, 40, 17].map((length, i) => Array.from({ length: length + 45 }, (_, j) => (1 + i * 31 + j * 7919) % 300));
			const lengths = [5, 40, 17];
			const caches = [];
			// oxlint-disable-next-line no-await-in-loop -- one session
			for (const [i, text] of texts.entries()) caches.push((await session.step(text.slice(0, lengths[i]), session.start(), 0)).cache);
			const before = caches.map(({ tensors }) => [...tensors.values()].map(({ data }) => [...(data as Float32Array)]));
			let batch = joinCaches(caches, session.slots, 'left', 40);
			// Longer than the room that is made at a time.
			for (let step = 0; step < 45; step++) {
				const ids = texts.map((text, i) => text[lengths[i]! + step]!);
				/* oxlint-disable no-await-in-loop -- each continues the one before */
				const found = await steps.stepBatch(ids, batch);
				batch = found.batch;
				if (step % 11 !== 0 && step < 40) continue;
				for (const [i, text] of texts.entries()) {
					const whole = await session.step(text.slice(0, lengths[i]! + step + 1), session.start(), 1);
					/* oxlint-enable no-await-in-loop */
					const expected = whole.logits!.row(0, new Float32Array());
					const own = found.logits.row(i, new Float32Array());
					const range = Math.max(...expected) - Math.min(...expected);
					const off = own.reduce((max, x, v) => Math.max(max, Math.abs(x - expected[v]!)), 0);
					assert.ok(off < 1e-4 * range, `text ${i}, step ${step}: ${off} of ${range}`);
				}
			}
			assert.deepEqual(
				caches.map(({ tensors }) => [...tensors.values()].map(({ data }) => [...(data as Float32Array)])),
				before,
				'the caches that it began with are as they were',
			);
		});
});
