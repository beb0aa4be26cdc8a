import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { eightBitWeights } from '../../../../src/lm/eight-bit-weights.ts';
import { certifiedInterval } from '../../../../src/onnx/emit/certified-interval.ts';
import { Emitter } from '../../../../src/onnx/emit/emitter.ts';
import { type EightBitWeights, unembeddingFacts } from '../../../../src/onnx/emit/unembedding.ts';
import { OnnxGraph } from '../../../../src/onnx/onnx-graph.ts';
import { dataTypes, type OnnxModel } from '../../../../src/onnx/onnx-model.ts';
import { valueInfo, writeOnnxModel } from '../../../../src/onnx/onnx-writer.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

interface Case {
	readonly opset?: number;
	readonly matrix: Float32Array;
	readonly states: Float32Array;
	readonly targets: readonly number[];
	readonly width: number;
	readonly transposed: boolean;
	readonly weights: EightBitWeights;
}
interface Interval {
	readonly lo: number;
	readonly hi: number;
	readonly exact: number;
}

/** The interval of each row of states as the runtime computes it, and the probability in float64 from the definition. */
async function intervals({ opset = 17, matrix, states, targets, width, transposed, weights }: Case): Promise<Interval[]> {
	const [outputs, rows] = [matrix.length / width, targets.length];
	const stored = transposed ? matrix : Float32Array.from(matrix, (_, i) => matrix[(i % outputs) * width + Math.floor(i / outputs)]!);
	const model: OnnxModel = {
		irVersion: 9,
		opsets: new Map([
			['', opset],
			['com.microsoft', 1],
		]),
		functions: new Set(),
		graph: {
			nodes: [],
			outputs: [],
			inputs: [
				valueInfo('states', dataTypes.float, ['rows', width]),
				valueInfo('targets', dataTypes.int64, ['rows', 1]),
				valueInfo('logits', dataTypes.float, ['rows', 1]),
				valueInfo('rounding', dataTypes.float, ['rows', 1]),
			],
			initializers: new Map([
				[
					'w',
					{
						name: 'w',
						dataType: dataTypes.float,
						dims: transposed ? [outputs, width] : [width, outputs],
						data: { kind: 'inline', bytes: new Uint8Array(stored.buffer) },
					},
				],
			]),
		},
	};
	const e = new Emitter();
	const weight = { kind: 'plain', tensor: 'w', transposed, scale: 1, inputs: width, outputs } as const;
	const facts = unembeddingFacts(e, new OnnxGraph(model), weight, weights);
	const result = certifiedInterval(e, facts, { states: 'states', targets: 'targets', logits: 'logits', rounding: 'rounding' }, { max: 24 });
	const graph = {
		...model.graph,
		nodes: e.nodes,
		initializers: new Map([...model.graph.initializers, ...e.initializers]),
		outputs: [valueInfo(result, dataTypes.float, ['rows', 2])],
	};
	const session = await InferenceSession.create(
		writeOnnxModel({ ...model, graph }, () => ''),
		{ executionProviders: ['cpu'], logSeverityLevel: 3 },
	);
	const dot = (r: number, v: number): number => {
		let sum = 0;
		for (let i = 0; i < width; i++) sum += states[r * width + i]! * matrix[v * width + i]!;
		return sum;
	};
	const logits = targets.map((y, r) => dot(r, y));
	try {
		const found = await session.run({
			states: new Tensor('float32', states, [rows, width]),
			targets: new Tensor('int64', BigInt64Array.from(targets, BigInt), [rows, 1]),
			logits: new Tensor('float32', Float32Array.from(logits), [rows, 1]),
			rounding: new Tensor('float32', new Float32Array(rows), [rows, 1]),
		});
		const numbers = found[result]!.data;
		assert.ok(numbers instanceof Float32Array);
		return logits.map((logit, r) => {
			let sum = 0;
			for (let v = 0; v < outputs; v++) sum += Math.exp(dot(r, v) - logit);
			return { lo: numbers[2 * r]!, hi: numbers[2 * r + 1]!, exact: 1 / sum };
		});
	} finally {
		await session.release();
	}
}

/** What float32 rounds. */
const rounding = 2e-6;

/** Unsigned weights are exact on every processor, signed ones on some: there an interval says nothing, and holds anyway. */
const saysSomething = async (weights: EightBitWeights): Promise<boolean> =>
	weights === 'unsigned' || (await eightBitWeights()) === 'signed';

for (const [transposed, opset, weights] of [
	[true, 14, 'signed'],
	[false, 18, 'signed'],
	[true, 14, 'unsigned'],
	[false, 18, 'unsigned'],
] as const) {
	test(`holds the probability of random states, of nearly none to nearly one, unembedding ${transposed ? '[V, d]' : '[d, V]'}, operator set ${opset}, ${weights} weights`, async () => {
		const random = seededRandom(transposed ? 1 : 2);
		const [width, outputs, rows] = [24, 300, 400];
		const normal = (): number => random() + random() + random() + random() - 2;
		const matrix = Float32Array.from({ length: outputs * width }, normal);
		const targets = Array.from({ length: rows }, () => Math.floor(random() * outputs));
		// Every fourth state points to its target, and they are of all sizes.
		const states = Float32Array.from({ length: rows * width }, (_, i) => {
			const r = Math.floor(i / width);
			return 4 ** ((r % 7) - 3) * (normal() + (r % 4 === 0 ? 2 * matrix[targets[r]! * width + (i % width)]! : 0));
		});
		const found = await intervals({ matrix, states, targets, width, transposed, opset, weights });
		for (const { lo, hi, exact } of found) assert.ok(lo <= exact + rounding && exact <= hi + rounding, `${lo} ${exact} ${hi}`);
		if (!(await saysSomething(weights))) return assert.ok(found.every(({ lo, hi }) => lo < rounding && hi > 1 - rounding));
		const narrow = found.filter(({ lo, hi }) => hi - lo < 1e-3);
		assert.ok(narrow.some(({ exact }) => exact > 0.99) && narrow.some(({ exact }) => exact < 1e-3), 'and says something of both ends');
		assert.ok(
			found.some(({ exact, lo, hi }) => exact > 0.2 && exact < 0.8 && hi - lo < 0.2),
			'and of some between',
		);
	});
}

test('takes no rows', async () => {
	for (const opset of [14, 18])
		assert.deepEqual(
			await intervals({
				matrix: new Float32Array(2000 * 64).fill(1),
				states: new Float32Array(),
				targets: [],
				width: 64,
				transposed: true,
				opset,
				weights: 'unsigned',
			}),
			[],
		);
});

for (const [name, sign, weights] of [
	['from above', 1, 'signed'],
	['from below', -1, 'signed'],
	['from above', 1, 'unsigned'],
	['from below', -1, 'unsigned'],
] as const) {
	test(`is no wider than it must be: where all that is rounded adds up, the probability is at its end (${name}, ${weights} weights)`, async () => {
		// Rows of equal numbers are what they are in 8 bits. The state's first number gives it its step, 1/127; all others lie 0.49 steps
		// beside a whole number of steps, so that every logit but the target's (a row of nothing) is wrong by nearly ‖w‖ ‖h − ĥ‖.
		const [width, outputs] = [64, 200];
		const matrix = Float32Array.from({ length: outputs * width }, (_, i) => (i < width ? 0 : 1));
		const states = Float32Array.from({ length: width }, (_, i) => (i === 0 ? 1 : (20 * (i % 2 === 0 ? 1 : -1) + sign * 0.49) / 127));
		const [{ lo, hi, exact } = { lo: NaN, hi: NaN, exact: NaN }] = await intervals({
			matrix,
			states,
			targets: [0],
			width,
			transposed: true,
			weights,
		});
		const within = (exact - lo) / (hi - lo);
		assert.ok(lo <= exact && exact <= hi && hi - lo > 1e-3, `${lo} ${exact} ${hi}`);
		if (await saysSomething(weights)) assert.ok(sign === 1 ? within < 0.03 : within > 0.97, `${within}`);
	});
}
