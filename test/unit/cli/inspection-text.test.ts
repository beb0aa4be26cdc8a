import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectionText } from '../../../src/cli/commands/model.ts';
import type { ModelInspectionOutput } from '../../../src/cli/output/schemas.ts';

const output = {
	schema: 'rag-assay/model-inspection@1',
	name: 'm',
	dtype: 'fp32',
	file: 'onnx/model.onnx',
	bytes: 1e6,
	weights: [],
	needs: null,
	structure: null,
	methods: [],
	webgpu: 'w',
	readings: null,
	dynamicQuantization: null,
	windows: [],
	contradictions: [],
	notCompared: [],
} as const;
const checkOf = (check: Record<string, number | null>): string[] =>
	inspectionText({ ...output, weights: [], methods: [], windows: [], contradictions: [], notCompared: [], check }, { depth: 1, width: 100 })
		.split('\n')
		.filter((line) => line.startsWith('    '));

test('what the self-check measured is a figure, and what it did not run is said to be that', () => {
	assert.deepEqual(checkOf({ sum: 1.5e-7, cache: null, tokens: 0 }), [
		'    sources against the probability       1.5e-7',
		'    fed in pieces                         no number',
		'    feed-forward blocks token by token    0.0e+0',
	]);
	assert.deepEqual(checkOf({ future: 0 }), [
		'    attention to later tokens             0.0e+0',
		'    feed-forward blocks token by token    not needed: its operators keep tokens apart',
		'    fed in pieces                         no cache in use',
	]);
});

test('how far readings are apart is said in nats, where they are', () => {
	const textOf = (readings: { tokens: number; logProbability: number; entropy: number } | null): string =>
		inspectionText(
			{ ...output, weights: [], methods: [], windows: [], contradictions: [], notCompared: [], check: null, readings },
			{ depth: 1, width: 100 },
		).replaceAll(/\s+/g, ' ');
	assert.match(
		textOf({ tokens: 32, logProbability: 0.3712, entropy: 0.01 }),
		/on 32 fixed tokens, log-probabilities are up to 0\.37 nats apart at once and token by token, and entropies up to 0\.010; on longer texts it can be more\./,
	);
	assert.doesNotMatch(textOf(null), /apart/);
});

test('of a form that was quantized dynamically, the verdict comes first: by figures, or as a warning', () => {
	const textOf = (dynamicQuantization: ModelInspectionOutput['dynamicQuantization']): string =>
		inspectionText(
			{ ...output, weights: [], methods: [], windows: [], contradictions: [], notCompared: [], check: null, dynamicQuantization },
			{ depth: 1, width: 100 },
		).replaceAll(/\s+/g, ' ');
	const compared = { dtype: 'fp32', file: 'onnx/model.onnx', tokens: 72, same: 36, divergence: 0.5623 };
	assert.match(
		textOf({ compared }),
		/Do not trust its numbers\. This form was quantized dynamically to 8 bits: .* as onnx\/model\.onnx \(fp32\) in 36 of 72; the mean KL divergence is 0\.56 nats\. Use that file \(--dtype fp32\)\./,
	);
	assert.match(textOf({ compared: { ...compared, same: 71, divergence: 0.004 } }), /in 71 of 72; .* It is close to the wider form\./);
	assert.match(textOf({ compared: null }), /Take care with its numbers\. .* could not be measured/);
	assert.doesNotMatch(textOf(null), /quantized/);
});
