import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { describe } from 'node:test';
import { hideContexts } from '../../../../src/lm/hiding/hide-contexts.ts';
import { fixtureFolders, furthest, ownFixtures } from '../attribution/fixture-attribution.ts';
import { exportTest } from '../../../support/fixture-folder.ts';
import { openFixture } from './fixture-hiding.ts';

/** How each export hides contexts, or why it cannot. */
const expected: Readonly<Record<string, 'mask' | 'bias' | RegExp>> = {
	'falconh1-torch-parallel-mamba': /without a key\/value cache/,
	'gemma2-genai': 'bias',
	'gemma2-genai-window': 'bias',
	'gemma3-genai-window': 'bias',
	'gemma3-torch-dynamo': 'mask',
	'gemma4-torch-shared': 'mask',
	'gpt2-optimum-merged': 'mask',
	'gptneox-optimum-parallel': 'mask',
	'gptoss-genai': 'bias',
	'gptoss-genai-int4': 'bias',
	'gptoss-torch-dynamo': 'mask',
	'lfm2-genai-convolution': /keep what they have read in a state/,
	'llama-genai': 'bias',
	'llama-genai-fp16-mha': /without a key\/value cache/,
	'llama-optimum': 'mask',
	'llama-optimum-int8': /depend on what is read together/,
	'llama-torch-whole': /without a key\/value cache/,
	'llama-transformers-ortfused': 'mask',
	'mistral-genai-window': 'bias',
	'phi-genai-parallel': 'bias',
	'qwen2-genai-int4-shared': 'bias',
	'qwen3-genai-unfused': 'bias',
	'qwen35-genai-delta-net': /keep what they have read in a state/,
};

/** Float32 against float64, nats; half precision rounds more. */
const limit = (name: string): number => (name.includes('fp16') ? 0.05 : 2e-4);

describe('log-probabilities with contexts hidden are those of torch with an attention mask', () => {
	for (const folder of fixtureFolders().filter((one) => one.startsWith(ownFixtures))) {
		const name = basename(folder);
		exportTest(name, name, async (t) => {
			const { fixture, feeding, hiding, fitted } = await openFixture(t, name);
			const wanted = expected[name];
			assert.ok(wanted !== undefined, `${name} is not in the list`);
			if (typeof wanted === 'string') assert.equal(hiding.kind === 'hides' ? hiding.way.kind : hiding.reason, wanted);
			else assert.match(hiding.kind === 'refuses' ? hiding.reason : hiding.way.kind, wanted);
			const found = await hideContexts(feeding, hiding, fitted, {
				signal: new AbortController().signal,
				onProgress: () => undefined,
				mayGive: () => [0, 1],
			});
			assert.equal(found.how, hiding.kind === 'hides' ? 'hidden' : 'left-out');
			assert.equal(found.passes, 4, 'with two contexts, one alone is the other away');
			const { hidden } = fixture.oracle;
			if (hidden === undefined) {
				t.diagnostic(`${name}: ${found.how}; quantized, so that torch has other weights`);
				return;
			}
			const numbers = hiding.kind === 'hides' ? hidden.log_probability : hidden.left_out;
			const each = [column(found.without, 0), column(found.without, 1), found.none];
			const errors = [
				furthest(found.logProbability, fixture.oracle.probes.at(-1)!.map(Math.log)),
				...each.map((one, i) => furthest(one, numbers[i]!)),
			];
			t.diagnostic(
				`${name}: ${hiding.kind === 'hides' ? `hidden by ${hiding.way.kind}` : `left out (${hiding.reason})`}; off by ${errors.map((error) => error.toExponential(1)).join(', ')} nats`,
			);
			for (const error of errors) assert.ok(error <= limit(name), `${name} is ${error} nats off`);
			assert.deepEqual(column(found.only, 0), column(found.without, 1));
			assert.deepEqual(column(found.only, 1), column(found.without, 0));
		});
	}
});

function column(numbers: Float64Array, context: number): Float64Array {
	return numbers.filter((_, i) => i % 2 === context);
}
