/**
 * How far the product's vectors of texts are from those of the Python original: `npx node lab/embedding/compare.ts ENCODER` of a folder that
 * `make_minilm.py` has written, where `expected.json` has both texts and vectors.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkEncoderFolder } from '../../src/lm/encoder/encoder-folder.ts';
import { encoderMemory, heldByEncoder } from '../../src/lm/encoder/ram-for-encoding.ts';
import { batchLimits } from '../../src/lm/encoder/encoder-model.ts';
import { loadEncoder } from '../../src/lm/encoder/load-encoder.ts';
import { weightsByDtype } from '../../src/lm/safety/weights-by-dtype.ts';
import { mebibytes } from '../../src/wording/numbers.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Expected: npx node lab/embedding/compare.ts ENCODER');
const expected = z
	.array(z.object({ text: z.string(), embedding: z.array(z.number()) }))
	.parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));
const print = (line: string): void => {
	process.stdout.write(`${line}\n`);
};

print('| weights | texts | lowest cosine | mean | memory, estimated | memory, largest |');
print('| --- | --- | --- | --- | --- | --- |');
for (const { dtype } of await weightsByDtype(folder)) {
	const checked = await checkEncoderFolder(folder, { dtype });
	const { encoder, dimensions } = await loadEncoder({ ...checked, device: executionProvidersFor('cpu') });
	const texts = expected.map(({ text }) => text);
	const { rows } = await encoder.embed(texts);
	const cosines = expected.map(({ embedding }, i) => {
		const length = Math.sqrt(embedding.reduce((sum, one) => sum + one * one, 0));
		return embedding.reduce((sum, one, k) => sum + one * rows[i * dimensions + k]!, 0) / length;
	});
	const tokens = encoder.maxTokens ?? 512;
	const estimate = encoderMemory(
		heldByEncoder({ weightBytes: checked.files.weightBytes, tokenizerBytes: checked.files.tokenizer.bytes }),
		checked.config,
		{
			texts: Math.max(1, Math.floor(batchLimits.tokens / tokens)),
			tokens,
			characters: texts.reduce((sum, { length }) => sum + length, 0),
			longest: texts.reduce((max, { length }) => Math.max(max, length), 0),
		},
	);
	const min = Math.min(...cosines);
	const mean = cosines.reduce((sum, one) => sum + one, 0) / cosines.length;
	const peak = process.resourceUsage().maxRSS * 1024;
	print(`| ${dtype} | ${texts.length} | ${min.toFixed(8)} | ${mean.toFixed(8)} | ${mebibytes(estimate)} | ${mebibytes(peak)} |`);
	await encoder.dispose();
}
