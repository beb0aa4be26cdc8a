import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import { loadClassifierConfig } from '../../../../src/lm/token-classifier/classifier-config.ts';
import { loadClassifier } from '../../../../src/lm/token-classifier/load-classifier.ts';
import type { TokenClassifier } from '../../../../src/lm/token-classifier/token-classifier.ts';
import type { LabeledSpan } from '../../../../src/model-io/encoders-and-classifiers.ts';

const folder = fileURLToPath(new URL('../../../fixtures/token-classifier', import.meta.url));
const span = z.tuple([z.number(), z.number(), z.string(), z.number()]);
/** Written by `make.py` of the fixture: transformers' own pipeline on the same weights in PyTorch. */
const oracle = z
	.object({
		stride: z.number(),
		texts: z.array(z.object({ text: z.string(), simple: z.array(span), first: z.array(span) })),
	})
	.parse(JSON.parse(readFileSync(`${folder}/oracle.json`, 'utf8')));

describe('a token classifier finds what the pipeline of transformers does', () => {
	let classifier: TokenClassifier;
	before(async () => {
		const files = await checkModelFolder(folder);
		const device = { device: 'cpu', options: { executionProviders: ['cpu'] } };
		({ classifier } = await loadClassifier({ files, config: await loadClassifierConfig(files), device }));
	});
	after(() => classifier.dispose());

	const plain = (spans: readonly LabeledSpan[]) => spans.map(({ start, end, label }) => [start, end, label]);

	for (const aggregation of ['simple', 'first'] as const)
		test(`${aggregation}: the same spans of every text, accents, emoji and windows included`, async () => {
			assert.ok(oracle.texts.length >= 60);
			for (const one of oracle.texts) {
				const found = await classifier.classify(one.text, { aggregation, overlap: oracle.stride });
				assert.deepEqual(
					plain(found),
					one[aggregation].map(([start, end, label]) => [start, end, label]),
					one.text,
				);
				for (const [i, { score }] of found.entries()) assert.ok(Math.abs(score - one[aggregation][i]![3]) < 1e-3, `${score}`);
			}
		});
});
