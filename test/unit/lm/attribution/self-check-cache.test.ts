import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphName, judgedBy, keepVerdict, readVerdict } from '../../../../src/lm/attribution/self-check-cache.ts';
import type { SpadVerdict } from '../../../../src/lm/attribution/self-check.ts';
import { emptyFolder } from '../../../support/model-folder-builder.ts';

const model = { sha256: '0'.repeat(64), device: 'cpu' };
const graph = Uint8Array.of(1, 2, 3);
const refusal: SpadVerdict = { trusted: false, reason: 'it mixes tokens', deviations: undefined };

test('a verdict is found again by the same check on the same runtime, and by no other', async () => {
	const warnings: string[] = [];
	const store = { folder: emptyFolder(), onWarning: (message: string) => warnings.push(message) };
	await keepVerdict(store, graphName(graph, model, 'check 1, onnxruntime 1.0.0'), graph, refusal);
	const found = await readVerdict(store, graphName(graph, model, 'check 1, onnxruntime 1.0.0'));
	assert.deepEqual(found, refusal);
	for (const other of ['check 2, onnxruntime 1.0.0', 'check 1, onnxruntime 1.0.1', judgedBy])
		assert.equal(await readVerdict(store, graphName(graph, model, other)), undefined);
	assert.deepEqual(warnings, []);
});

test('the check and the runtime that judge have versions', () => {
	assert.match(judgedBy, /^check \d+, onnxruntime \d+\.\d+\.\d+/);
});

test('another graph, other weights and another device have verdicts of their own', () => {
	const names = [
		graphName(graph, model),
		graphName(Uint8Array.of(1, 2, 4), model),
		graphName(graph, { ...model, sha256: '1'.repeat(64) }),
		graphName(graph, { ...model, device: 'webgpu' }),
	];
	assert.equal(new Set(names).size, 4);
});
