import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AttributionCrashes, QueuedModel } from '../../../../src/runner/models/queued-model.ts';
import { JobQueue } from '../../../../src/runner/models/job-queue.ts';
import type { Log } from '../../../../src/runner/lsp/log.ts';
import { ModelHost } from '../../../../src/runner/models/model-host.ts';
import { ModelProcess } from '../../../../src/runner/models/model-process.ts';
import type { PathsRequest } from '../../../../src/model-io/private-decoding.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/until.ts';

const program = fileURLToPath(new URL('../../../../src/model-process/main.ts', import.meta.url));
const demo = fileURLToPath(new URL('../../../../models/demo', import.meta.url));
const silent: Log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };
const about = (...texts: string[]): PromptParts => ({
	system: 'Answer the question from the documents.',
	query: 'What is the pulse of Bob Stone?',
	contexts: texts.map((text, i) => ({ id: `d${i}`, text })),
});
const request: PathsRequest = {
	paths: Array.from({ length: 4 }, (_, i) => about(`The pulse of Bob Stone is ${60 + i}. `.repeat(1 + i))),
	withoutContext: about(),
	maxTokens: 40,
	// Noise that hardly ever ends an answer.
	decoding: { kind: 'ensemble', clip: 'absolute', clipBound: 2, stepEpsilon: 0.01, candidates: 2000 },
	seed: 3,
};

/** The product's own process, with the demo model. */
async function queued(t: TestContext): Promise<{ model: QueuedModel; processes: ModelProcess[]; asked: () => number }> {
	const processes: ModelProcess[] = [];
	const modelStore = temporaryFolder(t, 'rag-assay-paths-');
	let asked = 0;
	const host = new ModelHost({
		log: silent,
		start: (hooks) => {
			const started = new ModelProcess({
				program,
				log: silent,
				startTimeout: 60_000,
				cancelTimeout: 60_000,
				limits: { silence: () => ({ said: 60_000, text: 600_000, model: 600_000 }), memory: () => 2 ** 40 },
				...hooks,
			});
			processes.push(started);
			return started;
		},
		selection: () => ({ type: 'load', model: demo, device: 'cpu', demoModel: demo, modelStore, offline: true }),
		onState: () => undefined,
		onLoadProgress: () => undefined,
	});
	t.after(() => host.unload());
	const model = new QueuedModel(await host.load(), 'owner', {
		host,
		queue: new JobQueue(() => 0),
		cache: {
			get: () => {
				asked++;
				return Promise.resolve(undefined);
			},
			put: () => {
				asked++;
				return Promise.resolve();
			},
		},
		crashes: new AttributionCrashes(),
		version: '1',
		memoryLimit: () => 2 ** 40,
		newSeed: () => 0,
	});
	return { model, processes, asked: () => asked };
}

describe('paths that the runner asks the model process for', () => {
	slowTest('come the same from a second process when the first is killed half way, and are kept nowhere', async (t) => {
		const { model, processes, asked } = await queued(t);
		const signal = new AbortController().signal;
		const undisturbed = await model.decodePaths(request, { signal });
		assert.ok(undisturbed.kind === 'joint' && undisturbed.tokens > 20, JSON.stringify(undisturbed));
		let killed = false;
		const again = await model.decodePaths(request, {
			signal,
			onProgress: (done, total) => {
				if (killed || done < total / 2) return;
				killed = true;
				processes[0]!.kill('by the test');
			},
		});
		assert.deepEqual([again, killed, processes.length], [undisturbed, true, 2]);
		assert.equal(asked(), 0);
	});

	it('end between two tokens when they are canceled, and the process serves on', async (t) => {
		const { model, processes } = await queued(t);
		const stop = new AbortController();
		let done = 0;
		const cancelled = model.decodePaths(request, {
			signal: stop.signal,
			onProgress: (fed) => {
				done = fed;
			},
		});
		await until(() => done > 0, 'progress');
		stop.abort();
		const end = await cancelled.then(
			(result) => (result.kind === 'joint' ? result.finish : ''),
			(error: unknown) => (error instanceof Error ? error.name : ''),
		);
		assert.ok(['cancelled', 'AbortError'].includes(end), end);
		const { seed: _, ...unseeded } = request;
		const result = await model.decodePaths(
			{ ...unseeded, maxTokens: 2, decoding: { kind: 'greedy' } },
			{ signal: new AbortController().signal },
		);
		assert.ok(result.kind === 'greedy' && result.paths.length === 4 && processes.length === 1);
	});
});
