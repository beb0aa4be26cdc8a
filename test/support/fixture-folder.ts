import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestFn } from 'node:test';
import { z } from 'zod';
import { loadModelConfig, type ModelConfig } from '../../src/lm/model-config.ts';
import { checkExternalData } from '../../src/lm/safety/external-data.ts';
import { checkOnnxFile } from '../../src/lm/safety/onnx-file.ts';
import { plainFile } from '../../src/lm/safety/plain-file.ts';
import type { GraphFiles } from '../../src/onnx/spad-graph.ts';
import { slowTest } from './slow-test.ts';

/** Exports that stand for all of them in `npm test`: a cache of a window's size with weights in 4 bits, plain operators, layers without attention. */
const quickExports: ReadonlySet<string> = new Set(['gptoss-genai-int4', 'llama-optimum', 'qwen35-genai-delta-net']);

/** Declares a test of one export: a slow one, but for the few that stand for all. */
export function exportTest(name: string, title: string, run: TestFn): void {
	if (quickExports.has(name)) void test(title, run);
	else slowTest(title, run);
}

export const cpu = { device: 'cpu', options: { executionProviders: ['cpu'] } };

const numbers = z.array(z.number());
/** What a fixture's README says of `oracle.json`: float64 numbers of an independent implementation. */
const oracle = z.object({
	input_ids: numbers,
	positions: numbers,
	targets: numbers,
	groups: numbers,
	sources: z.array(numbers),
	rag_by_context: z.array(numbers),
	att: z.array(z.array(numbers)),
	ffn: z.array(numbers),
	probes: z.array(numbers),
	/** The second reading (docs/methods/spad.md); absent where numbers depend on what is fed together. */
	lens: z.object({ sources: z.array(numbers), rag_by_context: z.array(numbers) }).optional(),
	/** Of weights that are not quantized: the targets' log-probabilities when contexts are hidden from the rows, and when they are not there. */
	hidden: z.object({ contexts: z.array(numbers), log_probability: z.array(numbers), left_out: z.array(numbers) }).optional(),
});
const meta = z.object({ tolerance: z.number() });

export interface FixtureFolder {
	readonly files: GraphFiles;
	readonly config: ModelConfig;
	readonly oracle: z.infer<typeof oracle>;
	readonly tolerance: number;
}

/** A graph with what its oracle says about it. */
export async function fixtureFolder(folder: string): Promise<FixtureFolder> {
	const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
	const graph = await plainFile(join(folder, 'model.onnx'), 2 ** 31);
	const config = await plainFile(join(folder, 'config.json'), 2 ** 20);
	if (graph === undefined || config === undefined) throw new Error(`${folder} has no model.onnx or no config.json`);
	return {
		files: { graph, externalData: await checkExternalData(graph, checkOnnxFile(graph).externalTensors) },
		config: await loadModelConfig({ config, generationConfig: undefined }),
		oracle: oracle.parse(read('oracle.json')),
		tolerance: meta.parse(read('meta.json')).tolerance,
	};
}
