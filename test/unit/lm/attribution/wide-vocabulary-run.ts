/**
 * Attributes a long response of a model with a large vocabulary, in a process of its own, so that its peak of memory is its own:
 * `node wide-vocabulary-run.ts FOLDER TOKENS ROWS` answers `{ loaded, peak, weights, largest }` (bytes, and the largest deviation of a sum) as JSON.
 */
import { join } from 'node:path';
import { peakMemory } from '../../../../lab/bench/peak-memory.ts';
import { writeWideVocabularyModel } from '../../../../lab/runner/bench-wide-vocabulary-model.ts';
import { attributeResponse } from '../../../../src/lm/attribution/attribute.ts';
import { buildSpadGraph } from '../../../../src/onnx/spad-graph.ts';
import { SpadSession } from '../../../../src/lm/attribution/spad-session.ts';
import { loadModelConfig } from '../../../../src/lm/model-config.ts';
import { checkExternalData } from '../../../../src/lm/safety/external-data.ts';
import { checkOnnxFile } from '../../../../src/lm/safety/onnx-file.ts';
import { plainFile } from '../../../../src/lm/safety/plain-file.ts';
import { cpu } from '../../../support/fixture-folder.ts';

const [folder = '', tokens = '', rows = ''] = process.argv.slice(2);
const [all, count] = [Number(tokens), Number(rows)];
const weights = await writeWideVocabularyModel(folder, { vocabulary: 151_936, width: 16, contextWindow: 4096 }, 1);
const [graph, config] = [
	await plainFile(join(folder, 'onnx', 'model.onnx'), 2 ** 31),
	await plainFile(join(folder, 'config.json'), 2 ** 20),
];
if (graph === undefined || config === undefined) throw new Error('the model was not written');
const spad = buildSpadGraph(
	{ graph, externalData: await checkExternalData(graph, checkOnnxFile(graph).externalTensors) },
	{ proof: false, panels: true },
);
const session = await SpadSession.open(spad, graph.path, cpu, await loadModelConfig({ config, generationConfig: undefined }));
const loaded = peakMemory();
const ids = Array.from({ length: all + 1 }, (_, i) => (i * 7919 + 11) % 151_936);
const prompt = all + 1 - count;
const found = await attributeResponse(
	session,
	{
		ids: ids.slice(0, all),
		targets: ids.slice(prompt),
		contexts: 1,
		groups: Int32Array.from({ length: all }, (_, i) => (i < 10 ? 0 : i < prompt ? 1 : -1)),
	},
	{ mode: 'cached', heads: spad.heads, signal: new AbortController().signal, onProgress: () => undefined },
);
await session.dispose();
const largest = [...found.logProbability].reduce(
	(max, log, r) => Math.max(max, Math.abs(found.sources.subarray(7 * r, 7 * r + 7).reduce((a, b) => a + b, 0) - Math.exp(log))),
	0,
);
console.log(JSON.stringify({ loaded, peak: peakMemory(), weights, largest }));
