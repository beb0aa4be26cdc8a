import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, type TestContext } from 'node:test';
import { limitVariable } from '../../src/lm/allocations/allocation-limit.ts';
import { attributeResult } from '../../src/model-io/attribution.ts';
import { scoreResult } from '../../src/model-io/scores.ts';
import { ModelProcess, ModelProcessEnded } from '../../src/runner/models/model-process.ts';
import { writeByteTokenizer } from '../../lab/runner/byte-tokenizer.ts';
import { writeRandomDecoders } from '../../lab/bench/random-decoder.ts';
import { writeWideVocabularyModel } from '../../lab/runner/bench-wide-vocabulary-model.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { root } from '../support/runner-client.ts';

const MiB = 2 ** 20;
/** Nothing hangs: what does, fails. */
const timeout = 600_000;
const quiet = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };
const skip =
	process.platform !== 'linux'
		? 'an allocator is preloaded as Linux does it'
		: spawnSync('gcc', ['--version']).error !== undefined
			? 'no gcc is here to build the allocator'
			: false;

/**
 * Of Chromium's allocator the limit is 2 GiB, and ours, on account of its rounding, half of that; here both are an eighth of it, so that a
 * small model comes up against them.
 */
const trapAt = 256 * MiB;
const ours = trapAt / 2;

const arena = {
	what: "the runtime's arena doubles",
	write: (folder: string) => writeWideVocabularyModel(folder, { vocabulary: 150_000, width: 16, contextWindow: 4096 }, 1),
};
/** An embedding of 160 MiB that is the unembedding too, transposed. */
const weight = {
	what: 'a weight is larger than may be allocated at once',
	write: async (folder: string) => {
		const shape = { vocabulary: 40_960, width: 1024, layers: 1, heads: 16, keyHeads: 8, headSize: 64, inner: 256, contextWindow: 4096 };
		await writeRandomDecoders(folder, shape, [1], 1);
		await rename(join(folder, 'layers-1.onnx'), join(folder, 'model.onnx'));
		await writeByteTokenizer(folder, shape);
	},
};

/** None that a model of this test could reach. */
const limits = { silence: () => ({ said: 3600, text: 3600, model: 3600 }), memory: () => 16_384 * MiB };

describe("allocations of a model process on the editor's own program", { skip }, () => {
	const work = temporaryFolder({ after });
	const library = join(work, 'allocator.so');
	/** Builds the allocator, once. */
	function build(): void {
		const source = join(root, 'test', 'runner', 'chromium-allocator.c');
		if (!existsSync(library)) execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source]);
	}

	/** A model process on the allocator, with a limit of ours or without one. */
	function start(test: TestContext, limit: number | undefined): ModelProcess {
		build();
		const before = { ...process.env };
		Object.assign(process.env, { LD_PRELOAD: library, TRAP_AT: String(trapAt), [limitVariable]: String(limit ?? 0) });
		const model = new ModelProcess({
			program: join(root, 'dist', 'model-process.cjs'),
			startTimeout: timeout,
			cancelTimeout: timeout,
			limits,
			onMemory: () => undefined,
			log: quiet,
		});
		process.env = before;
		test.after(async () => {
			model.kill('the test has ended');
			await model.ended;
		});
		return model;
	}

	const parts = {
		query: 'Q',
		contexts: [{ id: 'a', text: 'the quick brown fox jumps '.repeat(40) }],
		response: 'over the lazy dog and on. '.repeat(12),
	};
	const load = (model: ModelProcess, folder: string): Promise<unknown> =>
		model.call({
			type: 'load',
			model: folder,
			device: 'cpu',
			checkedDevice: 'cpu',
			demoModel: join(root, 'models', 'demo'),
			modelStore: work,
			offline: true,
		});
	async function used(model: ModelProcess, folder: string): Promise<{ logProbability: number[]; sources: number[] }> {
		await load(model, folder);
		const { scored } = scoreResult.parse(await model.call({ type: 'score', parts, topK: 1, memoryLimit: 4096 * MiB }));
		const { attributed } = attributeResult.parse(await model.call({ type: 'attribute', parts, memoryLimit: 4096 * MiB }));
		return { logProbability: [...scored.withContext.logProbability], sources: [...attributed.sources] };
	}

	for (const { what, write } of [arena, weight]) {
		slowTest(`${what}: it ends without the limit, and with it the numbers are those of a process that has none`, async (t) => {
			const folder = temporaryFolder(t, 'model-');
			await write(folder);
			await assert.rejects(
				used(start(t, undefined), folder),
				(error: unknown) => error instanceof ModelProcessEnded && error.message.includes('SIGTRAP'),
			);
			const within = await used(start(t, ours), folder);
			const plain = new ModelProcess({
				program: join(root, 'dist', 'model-process.cjs'),
				startTimeout: timeout,
				cancelTimeout: timeout,
				limits,
				onMemory: () => undefined,
				log: quiet,
			});
			t.after(async () => {
				plain.kill('the test has ended');
				await plain.ended;
			});
			const free = await used(plain, folder);
			// Products of weights that lie otherwise in memory are summed in another order.
			const furthest = (a: readonly number[], b: readonly number[]): number =>
				a.reduce((max, x, i) => Math.max(max, Math.abs(x - (b[i] ?? NaN))), 0);
			assert.equal(within.logProbability.length, parts.response.length);
			assert.ok(furthest(within.logProbability, free.logProbability) <= 1e-4, 'log-probabilities');
			assert.ok(furthest(within.sources, free.sources) <= 1e-5, 'sources');
		});
	}

	slowTest('a text that needs more in one piece is refused before it is read, and shorter ones are read', async (t) => {
		const folder = temporaryFolder(t, 'model-');
		await writeWideVocabularyModel(folder, { vocabulary: 2000, width: 16, contextWindow: 16_384 }, 1);
		// A cache of 64 bytes a token: 16,000 of them take a MiB.
		const model = start(t, MiB);
		await load(model, folder);
		const long = { ...parts, contexts: [{ id: 'a', text: 'x '.repeat(8150) }] };
		await assert.rejects(model.call({ type: 'score', parts: long, topK: 1, memoryLimit: 4096 * MiB }), {
			code: 'RA415',
			message: /cache of 16,3\d\d tokens takes about 1 MiB.*reaches 1 MiB/,
			hint: /Install Node\.js 20 or newer.*ragAssay\.runner\.execPath/,
		});
		await model.call({ type: 'score', parts, topK: 1, memoryLimit: 4096 * MiB });
	});
});
