import assert from 'node:assert/strict';
import { copyFileSync, closeSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { attributeResponse } from '../../../../src/lm/attribution/attribute.ts';
import { buildSpadGraph, recognizeGraph } from '../../../../src/onnx/spad-graph.ts';
import { SpadSession } from '../../../../src/lm/attribution/spad-session.ts';
import { checkExternalData } from '../../../../src/lm/safety/external-data.ts';
import { checkOnnxFile } from '../../../../src/lm/safety/onnx-file.ts';
import { plainFile } from '../../../../src/lm/safety/plain-file.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { emptyFolder } from '../../../support/model-folder-builder.ts';
import { cpu } from '../../../support/fixture-folder.ts';

const graphOnly = fileURLToPath(new URL('../../../fixtures/spad-graphs/smollm3-3b.fp32.graph.onnx', import.meta.url));

/** The graph of a public 3B export beside weights that are all zero: a sparse file, which takes no room on the disk. */
async function zeroModel() {
	const folder = emptyFolder();
	copyFileSync(graphOnly, join(folder, 'model.onnx'));
	const graph = await plainFile(join(folder, 'model.onnx'), 2 ** 31);
	assert.ok(graph !== undefined);
	const tensors = checkOnnxFile(graph).externalTensors;
	const locations = new Set(tensors.map(({ location }) => location));
	assert.equal(locations.size, 1);
	const data = openSync(join(folder, [...locations][0]!), 'w');
	ftruncateSync(data, Math.max(...tensors.map(({ offset, bytes }) => Number(offset ?? 0) + (bytes ?? 0))));
	closeSync(data);
	return { graph, externalData: await checkExternalData(graph, tensors) };
}

test('a graph of 3B parameters is recognized, and its instrumented form stays small', async () => {
	const files = await zeroModel();
	const { structure, takesCache } = recognizeGraph(files);
	// From the model's card: 36 layers of width 2,048, 128,256 tokens.
	assert.deepEqual(
		[structure.layers, structure.hidden, structure.vocabulary, structure.blocks.length, takesCache],
		[36, 2048, 128_256, 72, true],
	);
	const { bytes } = buildSpadGraph(files, { proof: true, panels: true });
	assert.ok(bytes.length < 2 ** 20, `${bytes.length} bytes`);
});

slowTest(
	'with all weights zero every probability is exactly 1/V',
	{
		timeout: 600_000,
		skip: process.platform === 'win32' ? 'files are not sparse there: the weights would take 12 GB' : false,
	},
	async (t) => {
		const files = await zeroModel();
		const spad = buildSpadGraph(files, { proof: false, panels: true });
		const session = await SpadSession.open(
			spad,
			files.graph.path,
			cpu,
			{ vocabulary: undefined, contextWindow: undefined, heads: 16, keyValueHeads: 4, headSize: 128, endTokens: new Set() },
			{ keepWeightsInFile: true },
		);
		t.after(() => session.dispose());
		const found = await attributeResponse(
			session,
			{ ids: [1, 2, 3, 4], targets: [5, 6], groups: Int32Array.of(0, 1, 0, -1), contexts: 1 },
			{ mode: 'whole', heads: 16, signal: new AbortController().signal, onProgress: () => undefined },
		);
		const uniform = Math.fround(1 / 128_256);
		assert.ok(found.layers.probes.every((probability) => probability === uniform));
		for (const r of [0, 1]) {
			assert.deepEqual([...found.sources.subarray(7 * r, 7 * r + 5)], [0, 0, 0, 0, 0], 'nothing changes the probability');
			assert.equal(found.sources[7 * r + 6], uniform);
			// Sums of 128,256 terms in float32.
			assert.ok(Math.abs(found.logProbability[r]! + Math.log(128_256)) < 2e-6, `${found.logProbability[r]}`);
			assert.ok(Math.abs(found.entropy[r]! - Math.log(128_256)) < 1e-3, `${found.entropy[r]}`);
		}
	},
);
