import { cpSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { cacheSlots, type CacheSlot } from '../../../src/lm/key-value-cache.ts';
import { loadModelConfig, type ModelConfig } from '../../../src/lm/model-config.ts';
import { readModelFile } from '../../../src/onnx/onnx-model-reader.ts';
import type { OnnxNode, OnnxTensor } from '../../../src/onnx/onnx-model.ts';
import { writeOnnxModel } from '../../../src/onnx/onnx-writer.ts';
import { withWholeCache } from '../../../src/onnx/windowed-cache.ts';
import { plainFile } from '../../../src/lm/safety/plain-file.ts';
import { isTextInput } from '../../../src/onnx/text-inputs.ts';
import { emptyFolder } from '../../support/model-folder-builder.ts';

/** How the cache of no tokens lies: states of convolutions and recurrences are zeros of a size of their own. */
async function slotsOf(path: string, config: ModelConfig): Promise<CacheSlot[]> {
	const session = await InferenceSession.create(path);
	try {
		const inputs = session.inputMetadata.flatMap((meta) => (meta.isTensor && !isTextInput(meta.name) ? [meta] : []));
		const slots = inputs.length === 0 ? [] : cacheSlots(inputs, session.outputNames, config);
		if (typeof slots === 'string') throw new Error(`${path}: ${slots}`);
		return slots;
	} finally {
		await session.release();
	}
}

/**
 * A copy of files of a model as if it had been exported without a cache: what came in as past is empty for ever, nothing is put behind it, and nothing of it comes out.
 * @param files of `folder`, to be copied; with the model file `graph` and `config.json`.
 * @param concats whether what is put behind the empty past is taken as it is, or `kept` behind it.
 */
export async function withoutCache(
	folder: string,
	files: readonly string[],
	graph = 'model.onnx',
	concats: 'kept' | 'taken' = 'taken',
): Promise<string> {
	const copy = emptyFolder();
	for (const file of files) cpSync(join(folder, file), join(copy, file), { recursive: true });
	const [path, weights] = [join(copy, graph), join(copy, dirname(graph), 'weights.onnx')];
	const config = await plainFile(join(copy, 'config.json'), 2 ** 20);
	if (config === undefined) throw new Error(`${folder} has no config.json`);
	const model = readModelFile(path);
	const slots = new Map(
		(await slotsOf(path, await loadModelConfig({ config, generationConfig: undefined }))).map((slot) => [slot.input, slot]),
	);
	const { inputs, initializers, outputs } = model.graph;
	const past = inputs.filter(({ name }) => !isTextInput(name) && !initializers.has(name));
	const empty = past.map(({ name, dataType }): [string, OnnxTensor] => {
		const { dims = [], fixedBytes = 0 } = slots.get(name) ?? {};
		return [name, { name, dataType, dims, data: { kind: 'inline', bytes: new Uint8Array(fixedBytes) } }];
	});
	const names = new Set(past.map(({ name }) => name));
	// No operator keeps a window of a past that is empty for ever.
	const nodes = model.graph.nodes.map(withWholeCache).map((node): OnnxNode => {
		const [own, other] = node.inputs.filter((input) => !names.has(input));
		return concats === 'taken' && node.type === 'Concat' && node.inputs.length === 2 && own !== undefined && other === undefined
			? { ...node, type: 'Identity', inputs: [own], attributes: new Map() }
			: node;
	});
	renameSync(path, weights);
	writeFileSync(
		path,
		writeOnnxModel(
			{
				...model,
				graph: {
					nodes,
					inputs: inputs.filter((input) => !past.includes(input)),
					outputs: outputs.filter(({ name }) => name === 'logits'),
					initializers: new Map([...initializers, ...empty]),
				},
			},
			(location) => location ?? 'weights.onnx',
		),
	);
	return copy;
}
