import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { UserError } from '../../../src/errors.ts';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import { readOnnxModel } from '../../../src/onnx/onnx-model-reader.ts';
import { dataTypes, type OnnxNode, type OnnxTensor } from '../../../src/onnx/onnx-model.ts';
import { attribute, writeOnnxModel } from '../../../src/onnx/onnx-writer.ts';
import { memorySource } from '../../../src/onnx/protobuf-reader.ts';
import { checkSpad } from '../../../src/lm/attribution/self-check.ts';
import { recognizeGraph, type RecognizedDecoder } from '../../../src/onnx/spad-graph.ts';
import { checkExternalData } from '../../../src/lm/safety/external-data.ts';
import { checkOnnxFile } from '../../../src/lm/safety/onnx-file.ts';
import { plainFile } from '../../../src/lm/safety/plain-file.ts';
import { emptyFolder } from '../../support/model-folder-builder.ts';
import { ownFixtures } from '../lm/attribution/fixture-attribution.ts';
import { cpu, fixtureFolder } from '../../support/fixture-folder.ts';

/** Nodes that make `output` of `input`. */
export type Insertion = (input: string, output: string) => OnnxNode[];
/** Finds a tensor of a graph. */
export type Place = (model: RecognizedDecoder) => string;

export const node = (type: string, inputs: string[], output: string, ints: Record<string, number> = {}): OnnxNode => ({
	name: output,
	type,
	domain: '',
	inputs,
	outputs: [output],
	attributes: new Map(Object.entries(ints).map(([name, value]) => attribute(name, value))),
});

const wholes = (name: string, ...values: number[]): OnnxTensor => ({
	name,
	dataType: dataTypes.int64,
	dims: [values.length],
	data: { kind: 'inline', bytes: new Uint8Array(BigInt64Array.from(values, BigInt).buffer) },
});
const truths = (name: string, ...values: number[]): OnnxTensor => ({
	name,
	dataType: dataTypes.bool,
	dims: [values.length],
	data: { kind: 'inline', bytes: Uint8Array.from(values) },
});
const scalar = (name: string, value: number): OnnxTensor => ({
	name,
	dataType: dataTypes.int64,
	dims: [],
	data: { kind: 'inline', bytes: new Uint8Array(BigInt64Array.of(BigInt(value)).buffer) },
});
const float = (name: string, value: number): OnnxTensor => ({
	name,
	dataType: dataTypes.float,
	dims: [1],
	data: { kind: 'inline', bytes: new Uint8Array(Float32Array.of(value).buffer) },
});
/** What insertions may name. */
export const constants = [
	wholes('zero', 0),
	wholes('one', 1),
	wholes('two', 2),
	wholes('minus-one', -1),
	wholes('sixteen', 16),
	wholes('all', 2 ** 40),
	wholes('none', -(2 ** 40)),
	wholes('sixteen-before', 0, 16, 0, 0, 0, 0),
	wholes('thousand-before', 1000, 0),
	wholes('last', -1),
	wholes('twice', 1, 1, 2, 1),
	wholes('text-twice', 1, 2, 1),
	wholes('rows', -1, 96),
	wholes('pairs', 1, -1, 2, 96),
	wholes('halves', 1, 2, -1, 96),
	truths('true-thrice', 1, 1, 1),
	truths('true-at-second', 0, 1, 0),
	wholes('fifteen', 15),
	wholes('ninety-six', 96),
	wholes('swapped', 1, 0, 2),
	wholes('ones-thrice', 1, 1, 1),
	wholes('one-and-two', 1, 2),
	wholes('any-tokens', 1, -1, 96),
	wholes('fourteen', 14),
	scalar('scalar-two', 2),
	scalar('scalar-three', 3),
	float('float-zero', 0),
	scalar('scalar-zero', 0),
	scalar('scalar-one', 1),
	float('float-one', 1),
	float('float-two', 2),
];

async function readUnchanged() {
	const original = await fixtureFolder(join(ownFixtures, 'llama-optimum'));
	return { original, recognized: recognizeGraph(original.files) };
}
let unchanged: ReturnType<typeof readUnchanged> | undefined;

/** The fixture `llama-optimum` with something put behind some of its tensors, for those that read them. */
export async function changed(...insertions: readonly (readonly [Place, Insertion])[]) {
	const { original, recognized } = await (unchanged ??= readUnchanged());
	const { model } = recognized;
	const places = new Map(insertions.map(([place, insert]) => [place(recognized), insert] as const));
	const nodes = model.graph.nodes.flatMap((one) => {
		const at = one.outputs.find((name) => places.has(name));
		return at === undefined
			? [one]
			: [{ ...one, outputs: one.outputs.map((name) => (name === at ? before(at) : name)) }, ...places.get(at)!(before(at), at)];
	});
	const opsets = new Map([...model.opsets, ['', 18]]);
	const folder = emptyFolder();
	copyFileSync(original.files.graph.path, join(folder, 'weights.onnx'));
	const bytes = writeOnnxModel(
		{
			...model,
			opsets,
			graph: {
				...model.graph,
				nodes,
				initializers: new Map([...model.graph.initializers, ...constants.map((one) => [one.name, one] as const)]),
			},
		},
		() => 'weights.onnx',
	);
	writeFileSync(join(folder, 'model.onnx'), bytes);
	const graph = await plainFile(join(folder, 'model.onnx'), 2 ** 24);
	assert.ok(graph !== undefined);
	const files = { graph, externalData: await checkExternalData(graph, checkOnnxFile(graph).externalTensors) };
	return { ...original, files, recognized, written: readOnnxModel(memorySource(bytes)) };
}

/** What a tensor is called before what was put behind it. */
export const before = (tensor: string): string => `before/${tensor}`;

export type Changed = Awaited<ReturnType<typeof changed>>;

/** @param recognized instead of what the file itself is recognized as. */
export async function verdictOn(t: TestContext, { files, config }: Changed, recognized?: RecognizedDecoder) {
	const session = await DecoderSession.open(files.graph.path, cpu, config);
	t.after(() => session.dispose());
	return recognized === undefined ? checkSpad(files, session, cpu, config) : checkSpad(files, session, cpu, config, recognized);
}

/** Recognition must refuse with RA431. */
export function mustRefuse({ files }: Changed, message: RegExp): void {
	assert.throws(
		() => recognizeGraph(files),
		(error) => {
			assert.ok(error instanceof UserError && error.code === 'RA431', String(error));
			assert.match(error.message, message);
			return true;
		},
	);
}
