import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { DecoderSession } from '../../../../src/lm/decoder-session.ts';
import { dataTypes, type OnnxNode, type OnnxTensor } from '../../../../src/lm/graph/onnx-model.ts';
import { attribute, writeOnnxModel } from '../../../../src/lm/graph/onnx-writer.ts';
import { checkSpad } from '../../../../src/lm/graph/self-check.ts';
import { recogniseGraph } from '../../../../src/lm/graph/spad-graph.ts';
import { checkExternalData } from '../../../../src/lm/safety/external-data.ts';
import { checkOnnxFile } from '../../../../src/lm/safety/onnx-file.ts';
import { plainFile } from '../../../../src/lm/safety/plain-file.ts';
import { emptyFolder } from '../safety/folder-builder.ts';
import { ownFixtures } from './fixture-attribution.ts';
import { cpu, fixtureFolder } from './fixture-folder.ts';

type Insertion = (input: string, output: string) => OnnxNode[];

const node = (type: string, inputs: string[], output: string, ints: Record<string, number> = {}): OnnxNode => ({
	name: output, type, domain: '', inputs, outputs: [output], attributes: new Map(Object.entries(ints).map(([name, value]) => attribute(name, value))),
});

const whole = (name: string, value: number): OnnxTensor => ({ name, dataType: dataTypes.int64, dims: [1], data: { kind: 'inline', bytes: new Uint8Array(BigInt64Array.of(BigInt(value)).buffer) } });
const wholes = [whole('zero', 0), whole('one', 1), whole('two', 2), whole('minus-one', -1)];

/** `x` plus its neighbour before along an axis: 1 is that of tokens (a token shift), 2 that of the state's numbers. */
const shifted = (axis: 'one' | 'two'): Insertion => (input, output) => [
	node('Slice', [input, 'zero', 'one', axis], 'first'), node('Slice', [input, 'zero', 'minus-one', axis], 'before'),
	node('Concat', ['first', 'before'], 'neighbour', { axis: axis === 'one' ? 1 : 2 }), node('Add', [input, 'neighbour'], output),
];
/** `x` minus its mean, over all tokens or over each token's numbers. */
const centred = (axis: 'one' | 'two'): Insertion => (input, output) => [node('ReduceMean', [input, axis], 'mean', { keepdims: 1 }), node('Sub', [input, 'mean'], output)];

/** What the self-check says of a fixture whose first feed-forward block has something put before its activation. */
async function verdictWith(t: TestContext, insert: Insertion) {
	const original = await fixtureFolder(join(ownFixtures, 'llama-optimum'));
	const { model } = recogniseGraph(original.files);
	let done = false;
	const nodes = model.graph.nodes.flatMap((one) => {
		if (one.type !== 'Sigmoid' || done) return [one];
		done = true;
		return [...insert(one.inputs[0]!, 'inserted'), { ...one, inputs: ['inserted'] }];
	});
	const opsets = new Map([...model.opsets, ['', 18]]);
	const folder = emptyFolder();
	copyFileSync(original.files.graph.path, join(folder, 'weights.onnx'));
	writeFileSync(join(folder, 'model.onnx'), writeOnnxModel({ ...model, opsets, graph: { ...model.graph, nodes, initializers: new Map([...model.graph.initializers, ...wholes.map((one) => [one.name, one] as const)]) } }, () => 'weights.onnx'));
	const graph = await plainFile(join(folder, 'model.onnx'), 2 ** 24);
	assert.ok(graph !== undefined);
	const files = { graph, externalData: await checkExternalData(graph, checkOnnxFile(graph).externalTensors) };
	const session = await DecoderSession.open(graph.path, cpu, original.config);
	t.after(() => session.dispose());
	return checkSpad(files, session, cpu, original.config);
}

describe('a feed-forward block of operators that may mix tokens', () => {
	for (const [what, insert] of [['a token shift', shifted('one')], ['a mean over tokens', centred('one')]] as const) {
		test(`is not trusted with ${what}, though everything else adds up`, async (t) => {
			const verdict = await verdictWith(t, insert);
			assert.ok(!verdict.trusted && verdict.deviations !== undefined);
			assert.match(verdict.reason, /^a feed-forward block mixes tokens \(by [^;]*$/);
			assert.ok(verdict.deviations.tokens > 0.05, `${verdict.deviations.tokens}`);
		});
	}

	for (const [what, insert] of [['a shift', shifted('two')], ['a mean', centred('two')]] as const) {
		test(`is trusted with ${what} along the state's own numbers`, async (t) => {
			const verdict = await verdictWith(t, insert);
			assert.ok(verdict.trusted, verdict.trusted ? '' : verdict.reason);
			assert.ok(verdict.deviations.tokens < 1e-5);
		});
	}
});
