import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModelFile } from '../../../../src/lm/graph/onnx-model-reader.ts';
import type { OnnxTensor } from '../../../../src/lm/graph/onnx-model.ts';
import { writeOnnxModel } from '../../../../src/lm/graph/onnx-writer.ts';
import { isTextInput } from '../../../../src/lm/text-inputs.ts';
import { emptyFolder } from '../safety/folder-builder.ts';
import { ownFixtures } from './fixture-attribution.ts';
import { fixtureFolder } from './fixture-folder.ts';

/** A folder with a fixture's graph as if it had been exported without a cache: what came in as past is empty for ever, and nothing of it comes out. */
export async function withoutCache(name: string): Promise<string> {
	const { config } = await fixtureFolder(join(ownFixtures, name));
	const model = readModelFile(join(ownFixtures, name, 'model.onnx'));
	const { inputs, initializers, outputs } = model.graph;
	const past = inputs.filter((input) => !isTextInput(input.name) && !initializers.has(input.name));
	const empty = past.map((input): [string, OnnxTensor] => [input.name, {
		name: input.name, dataType: input.dataType, dims: [1, config.keyValueHeads ?? 0, 0, config.headSize ?? 0], data: { kind: 'inline', bytes: new Uint8Array() },
	}]);
	const folder = emptyFolder();
	for (const file of readdirSync(join(ownFixtures, name))) copyFileSync(join(ownFixtures, name, file), join(folder, file === 'model.onnx' ? 'weights.onnx' : file));
	writeFileSync(join(folder, 'model.onnx'), writeOnnxModel({
		...model, graph: { ...model.graph, inputs: inputs.filter((input) => !past.includes(input)), outputs: outputs.filter((output) => output.name === 'logits'), initializers: new Map([...initializers, ...empty]) },
	}, (location) => location ?? 'weights.onnx'));
	return folder;
}
