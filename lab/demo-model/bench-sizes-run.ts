/**
 * How fast a model is in a process of its own, in which everything happens for the first time: `node bench-sizes-run.ts JSON`, a
 * `modelSpeedRun`, answers a `ModelSpeed` as JSON.
 */
import { basename } from 'node:path';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { randomFor } from '../../src/statistics/random.ts';
import { promptCounter, typicalTraces } from './bench-speed.ts';
import { modelSpeedRun, type ModelSpeed } from './bench-sizes-result.ts';
import { peakMemory } from '../bench/peak-memory.ts';

const { folder, traces, seed } = modelSpeedRun.parse(JSON.parse(process.argv[2] ?? ''));

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

const start = performance.now();
const files = await checkModelFolder(folder);
const model = await loadDecoder({ files, device: executionProvidersFor('cpu'), name: basename(folder) });
const load = performance.now() - start;
try {
	const ready = await milliseconds(() => model.prepareAttribution());
	const options = { signal: new AbortController().signal, onProgress: () => {} };
	const [scoring, attribution]: [number[], number[]] = [[], []];
	// The first one warms up.
	for (const parts of typicalTraces(randomFor(seed, 'typical traces'), { promptTokens: await promptCounter(files) }, traces + 1)) {
		// oxlint-disable no-await-in-loop -- one after another is what is measured
		scoring.push(await milliseconds(() => model.score(parts, { ...options, topK: 5 })));
		attribution.push(await milliseconds(() => model.attribute(parts, options)));
		// oxlint-enable no-await-in-loop
	}
	const result: ModelSpeed = { load, ready, scoring: scoring.slice(1), attribution: attribution.slice(1), peakBytes: peakMemory() };
	console.log(JSON.stringify(result));
} finally {
	await model.dispose();
}
