import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelConfig } from '../../../src/lm/model-config.ts';
import { bodyOf, Emitter } from '../../../src/onnx/emit/emitter.ts';
import { dataTypes, type OnnxNode } from '../../../src/onnx/onnx-model.ts';
import { valueInfo, writeOnnxModel } from '../../../src/onnx/onnx-writer.ts';
import { recognizeGraph, type GraphFiles } from '../../../src/onnx/spad-graph.ts';
import { checkExternalData } from '../../../src/lm/safety/external-data.ts';
import { checkOnnxFile } from '../../../src/lm/safety/onnx-file.ts';
import { plainFile } from '../../../src/lm/safety/plain-file.ts';
import { emptyFolder } from '../../support/model-folder-builder.ts';
import { ownFixtures } from '../lm/attribution/fixture-attribution.ts';
import { fixtureFolder } from '../../support/fixture-folder.ts';

/** The longest text that the graphs made here treat as a short one. */
export const shortTokens = 24;

/** What is put before a fixture's nodes, and which of their inputs are taken from it. */
interface Change {
	readonly nodes: readonly OnnxNode[];
	readonly renamed: ReadonlyMap<string, string>;
}

/** Rotary tables of fused attention, chosen by the width of the mask as the onnxruntime-genai builder does for LongRoPE; `how` is the operator that chooses. */
const chosenTables =
	(how: 'If' | 'Where') =>
	(e: Emitter): Change => {
		const total =
			how === 'If'
				? e.size('attention_mask', 1)
				: e.op('ReduceSum', [e.cast('attention_mask', dataTypes.int64)], { ints: { keepdims: 0 } });
		const long = e.op('Squeeze', [e.op('Greater', [total, e.ints([shortTokens])])]);
		return {
			nodes: e.nodes,
			renamed: new Map(
				['cos_cache', 'sin_cache'].map((table) => {
					if (how === 'Where') return [table, e.op('Where', [long, e.mul(table, e.float(0.5)), table])];
					const branch = (make: (body: Emitter) => string) => {
						const body = new Emitter(e);
						const output = make(body);
						return bodyOf(body, [], [valueInfo(output, dataTypes.float, ['positions', 'pairs'])]);
					};
					return [
						table,
						e.op('If', [long], {
							graphs: {
								then_branch: branch((body) => body.mul(table, body.float(0.5))),
								else_branch: branch((body) => body.op('Identity', [table])),
							},
						}),
					];
				}),
			),
		};
	};

/** Angles of rotation, slower the longer the text is (as where the base of RoPE grows with it). */
const slowerAngles = (e: Emitter): Change => {
	const total = e.cast(e.op('ReduceMax', ['position_ids'], { ints: { keepdims: 0 } }), dataTypes.float);
	const factor = e.op('Max', [e.float(1), e.op('Div', [total, e.float(shortTokens - 1)])]);
	return {
		nodes: e.nodes,
		renamed: new Map([['/model/rotary_emb/Cast_1_output_0', e.op('Div', ['/model/rotary_emb/Cast_1_output_0', factor])]]),
	};
};

const changes = {
	If: { fixture: 'llama-genai', change: chosenTables('If') },
	Where: { fixture: 'llama-genai', change: chosenTables('Where') },
	Div: { fixture: 'llama-optimum', change: slowerAngles },
} as const;
export type LengthOperator = keyof typeof changes;

/** A fixture's graph that was changed so that what it keeps of a token depends on how long the text is. */
export async function lengthDependent(operator: LengthOperator): Promise<{ files: GraphFiles; config: ModelConfig }> {
	const { fixture, change } = changes[operator];
	const { files, config } = await fixtureFolder(join(ownFixtures, fixture));
	const { model } = recognizeGraph(files);
	const e = new Emitter();
	// Names that what is emitted into this graph later does not come to.
	for (let i = 0; i < 1e5; i++) e.fresh('');
	const { nodes, renamed } = change(e);
	assert.ok(renamed.size > 0 && [...renamed.keys()].every((old) => model.graph.nodes.some(({ inputs }) => inputs.includes(old))));
	// New nodes stand where what they take has been made: before the first that takes theirs.
	const first = model.graph.nodes.findIndex(({ inputs }) => inputs.some((input) => renamed.has(input)));
	const old = model.graph.nodes.map((node) => ({ ...node, inputs: node.inputs.map((input) => renamed.get(input) ?? input) }));
	const folder = emptyFolder();
	for (const name of readdirSync(join(ownFixtures, fixture)))
		copyFileSync(join(ownFixtures, fixture, name), join(folder, name === 'model.onnx' ? 'weights.onnx' : name));
	writeFileSync(
		join(folder, 'model.onnx'),
		writeOnnxModel(
			{
				...model,
				graph: {
					...model.graph,
					nodes: [...old.slice(0, first), ...nodes, ...old.slice(first)],
					initializers: new Map([...model.graph.initializers, ...e.initializers]),
				},
			},
			(location) => location ?? 'weights.onnx',
		),
	);
	const graph = await plainFile(join(folder, 'model.onnx'), 2 ** 24);
	assert.ok(graph !== undefined);
	return { files: { graph, externalData: await checkExternalData(graph, checkOnnxFile(graph).externalTensors) }, config };
}
