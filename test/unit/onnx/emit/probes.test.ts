import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { Emitter } from '../../../../src/onnx/emit/emitter.ts';
import { exactProbes, vocabularyPanels } from '../../../../src/onnx/emit/probes.ts';
import { Weights } from '../../../../src/onnx/emit/weights.ts';
import { OnnxGraph } from '../../../../src/onnx/onnx-graph.ts';
import { dataTypes, type OnnxModel } from '../../../../src/onnx/onnx-model.ts';
import { valueInfo, writeOnnxModel } from '../../../../src/onnx/onnx-writer.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const width = 8;
/** Five whole panels and a part of a sixth. */
const outputs = 5 * 1536 + 500;
const rows = 1500;
/** Bytes before the matrix in its file. */
const offset = 12;

const random = seededRandom(1);
const normal = (): number => random() + random() + random() + random() - 2;
const matrix = Float32Array.from({ length: outputs * width }, normal);
// Among them the first and the last token of each panel.
const edges = [0, 1535, 1536, 3071, 5 * 1536 - 1, 5 * 1536, outputs - 1];
const norms = Array.from({ length: outputs }, (_, v) => Math.hypot(...matrix.subarray(v * width, (v + 1) * width)));
const longest = norms.indexOf(Math.max(...norms));
/** States of zeros; along the longest token, which then has all of the probability; and against it. */
const [nowhere, along, against] = [20, 21, 22];
const targets = Array.from(
	{ length: rows },
	(_, r) => edges[r] ?? (r === along || r === against ? longest : Math.floor(random() * outputs)),
);
/** Of all sizes otherwise; every fourth state points to its target. */
const states = Float32Array.from({ length: rows * width }, (_, i) => {
	const r = Math.floor(i / width);
	if (r === nowhere) return 0;
	if (r === along || r === against) return (r === along ? 300 : -300) * matrix[longest * width + (i % width)]!;
	return 4 ** ((r % 7) - 3) * (normal() + (r % 4 === 0 ? 2 * matrix[targets[r]! * width + (i % width)]! : 0));
});

const folder = temporaryFolder({ after }, 'rag-assay-probes-');
before(async () => {
	const bytes = new Uint8Array(offset + matrix.byteLength);
	bytes.set(new Uint8Array(matrix.buffer), offset);
	await writeFile(join(folder, 'weights.bin'), bytes);
	// As `[d, V]`.
	await writeFile(
		join(folder, 'across.bin'),
		Float32Array.from(matrix, (_, i) => matrix[(i % outputs) * width + Math.floor(i / outputs)]!),
	);
});

/** What the runtime computes, and the types of the nodes that take the products. */
async function probes(transposed: boolean, panels: boolean, go = true): Promise<{ found: Float32Array; products: number }> {
	const weight = {
		name: 'w',
		dataType: dataTypes.float,
		dims: transposed ? [outputs, width] : [width, outputs],
		data: { kind: 'file', location: transposed ? 'weights.bin' : 'across.bin', offset: transposed ? offset : 0, length: matrix.byteLength },
	} as const;
	const model: OnnxModel = {
		irVersion: 9,
		opsets: new Map([['', 17]]),
		functions: new Set(),
		graph: {
			nodes: [],
			outputs: [],
			inputs: [
				valueInfo('states', dataTypes.float, ['rows', width]),
				valueInfo('targets', dataTypes.int64, ['rows', 1]),
				valueInfo('go', dataTypes.bool, []),
			],
			initializers: new Map([['w', weight]]),
		},
	};
	const e = new Emitter();
	const weights = new Weights(new OnnxGraph(model), e.ints([1]));
	const whole = { kind: 'plain', tensor: 'w', transposed, scale: 1, inputs: width, outputs } as const;
	const result = exactProbes(e, whole, weights, { go: 'go', panels: panels ? vocabularyPanels(e, whole, weights) : [] })(
		'states',
		'targets',
	);
	const graph = {
		...model.graph,
		nodes: e.nodes,
		initializers: new Map([...model.graph.initializers, ...e.initializers]),
		outputs: [valueInfo(result, dataTypes.float, ['rows', 1])],
	};
	const body = e.nodes
		.flatMap(({ attributes }) => [...attributes.values()])
		.flatMap(({ value }) => (typeof value === 'object' && 'nodes' in value ? value.nodes : []));
	const session = await InferenceSession.create(
		writeOnnxModel({ ...model, graph }, (location) => location ?? ''),
		{ executionProviders: ['cpu'], logSeverityLevel: 3, extra: { session: { model_external_initializers_file_folder_path: folder } } },
	);
	try {
		const { [result]: out } = await session.run({
			states: new Tensor('float32', states, [rows, width]),
			targets: new Tensor('int64', BigInt64Array.from(targets, BigInt), [rows, 1]),
			go: new Tensor('bool', Uint8Array.of(go ? 1 : 0), []),
		});
		const found = out?.data;
		assert.ok(found instanceof Float32Array);
		return { found, products: body.filter(({ type }) => type === 'Gemm' || type === 'MatMul').length };
	} finally {
		await session.release();
	}
}

/** `1 / Σ_v exp(l_v − l_y)` in float64, from the definition. */
function exact(r: number): number {
	const logit = (v: number): number => {
		let sum = 0;
		for (let i = 0; i < width; i++) sum += states[r * width + i]! * matrix[v * width + i]!;
		return sum;
	};
	const own = logit(targets[r]!);
	let sum = 0;
	for (let v = 0; v < outputs; v++) sum += Math.exp(logit(v) - own);
	return 1 / sum;
}

for (const [transposed, panels, products] of [
	[true, true, 6],
	[true, false, 1],
	[false, true, 1],
] as const) {
	test(`probes of an unembedding ${transposed ? '[V, d]' : '[d, V]'}, ${products === 1 ? 'over the whole vocabulary' : 'panel by panel'}, are the softmax's`, async () => {
		const { found, products: made } = await probes(transposed, panels);
		assert.equal(made, products, 'only columns that lie one after another are taken in panels');
		assert.equal(found.length, rows);
		const expected = Array.from({ length: rows }, (_, r) => exact(r));
		assert.ok(Math.abs(found[nowhere]! - 1 / outputs) < 1e-10, 'of a state of zeros every token has the same');
		for (const [r, p] of expected.entries()) {
			// Logits of these states are up to some hundred, and float32 rounds such sums by some 1e-5.
			const off = Math.abs(found[r]! - p);
			assert.ok(off <= 1e-7 + 2e-4 * p, `${r}: ${found[r]} in place of ${p}`);
			assert.ok(found[r]! <= 1);
		}
		assert.ok(expected[along]! > 1 - 1e-12 && found[along] === 1, 'one comes out as one');
		assert.ok(expected[against]! < 1e-40 && found[against]! < 1e-40, 'and nothing as nothing');
	});
}

test('nothing is computed where nothing is asked for', async () => {
	const { found } = await probes(true, true, false);
	assert.ok(found.length === rows && found.every((p) => p === 0));
});
