import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { loadDecoder } from '../../../../src/lm/load-decoder.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import { attributionError } from '../../../../src/model-io/attribution.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { exportTest } from '../../../support/fixture-folder.ts';

const path = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url));
const fixtures = path('test/fixtures/spad-graphs');
const read = <S extends z.ZodType>(file: string, schema: S): z.infer<S> => schema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The demo model's tokenizer with nothing but single bytes: the fixtures know 320 tokens. */
function byteTokenizer(): string {
	const whole = read(
		path('models/demo/tokenizer.json'),
		z.looseObject({ model: z.looseObject({ vocab: z.record(z.string(), z.number()) }) }),
	);
	const vocab = Object.fromEntries(Object.entries(whole.model.vocab).filter(([, id]) => id < 264));
	return JSON.stringify({ ...whole, model: { ...whole.model, vocab, merges: [] } });
}

/** A model folder: a fixture's graph and config, and that tokenizer without a template. */
function modelFolder(t: TestContext, name: string): string {
	const folder = temporaryFolder(t, 'export-');
	cpSync(join(fixtures, name), folder, { recursive: true });
	writeFileSync(join(folder, 'tokenizer.json'), byteTokenizer());
	writeFileSync(
		join(folder, 'tokenizer_config.json'),
		JSON.stringify({ tokenizer_class: 'PreTrainedTokenizerFast', bos_token: '<s>', eos_token: '</s>' }),
	);
	return folder;
}

const parts = {
	query: 'Who?',
	contexts: [
		{ id: 'a', text: 'Ann.' },
		{ id: 'b', text: 'Bob and Eve.' },
	],
	response: 'Ann, 4.',
};
const unhurried = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
const names = readdirSync(fixtures, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

describe('every export, from text to sources', () => {
	for (const name of names) {
		exportTest(name, name, async (t) => {
			const { tolerance } = read(join(fixtures, name, 'meta.json'), z.object({ tolerance: z.number() }));
			const options = {
				files: await checkModelFolder(modelFolder(t, name)),
				device: { device: 'cpu', options: { executionProviders: ['cpu'] } },
				name,
				sha256: '0'.repeat(64),
			};
			const model = await loadDecoder(options);
			try {
				const { attributed } = await model.attribute(parts, unhurried());
				const { sources, contexts } = attributionError(attributed);
				assert.ok(sources <= 1e-4 && contexts <= 1e-6, `${sources} ${contexts}`);
				assert.deepEqual([attributed.tokenIds.length, attributed.contextIds], [7, ['a', 'b']]);

				const { attributed: screened, errorBound, unscreened } = await model.attribute(parts, { ...unhurried(), screen: 1e-3 });
				assert.ok(unscreened === null || (unscreened === 'its output weights are quantized' && errorBound === 0), String(unscreened));
				assert.ok(
					errorBound <= 1e-3 && screened.sources.every((x, i) => Math.abs(x - attributed.sources[i]!) <= errorBound + 1e-5),
					`${errorBound}`,
				);
				t.diagnostic(`${name}: ${unscreened ?? `screened, within ${errorBound.toPrecision(2)}`}`);

				const { scored } = await model.score(parts, { ...unhurried(), topK: 1 });
				for (const [i, log] of scored.withContext.logProbability.entries()) {
					assert.ok(
						Math.abs(Math.exp(attributed.logProbability[i]!) - Math.exp(log)) <= tolerance,
						`${Math.exp(attributed.logProbability[i]!)} ${Math.exp(log)}`,
					);
				}

				const rows = [2, 6];
				const origins = await model.origins(parts, rows, unhurried());
				for (const [i, row] of rows.entries()) {
					for (const [k, { start, shares }] of origins.contexts.entries()) {
						const sum = shares.subarray(i * start.length, (i + 1) * start.length).reduce((a, b) => a + b, 0);
						assert.ok(
							Math.abs(sum - attributed.contextShares[2 * row + k]!) <= Math.max(1e-5, tolerance / 10),
							`${sum} ${attributed.contextShares[2 * row + k]}`,
						);
					}
				}
				t.diagnostic(`${name}: sources add up within ${sources.toExponential(1)}`);
			} finally {
				await model.dispose();
			}
		});
	}
});
