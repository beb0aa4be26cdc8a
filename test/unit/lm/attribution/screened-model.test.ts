import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { attributionMemory } from '../../../../src/lm/attribution/ram-for-attribution.ts';
import type { DecoderModel } from '../../../../src/lm/decoder-model.ts';
import { loadDecoder } from '../../../../src/lm/load-decoder.ts';
import type { PromptParts } from '../../../../src/model-io/requests.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const demo = fileURLToPath(new URL('../../../../models/demo', import.meta.url));
const parts: PromptParts = {
	system: 'Answer from the documents.',
	query: 'What is the blood pressure of Ann Miller?',
	contexts: [
		{ id: 'ward', text: 'The blood pressure of Ann Miller is 127/84.' },
		{ id: 'desk', text: 'Bob Stone works for the harbour office.' },
	],
	response: 'The blood pressure of Ann Miller is 127/84, and her pulse was 96 yesterday.',
};
const at = (screen?: number) => ({ signal: new AbortController().signal, onProgress: () => undefined, screen });
/** Of screened and exact numbers, besides the bound: sums over a vocabulary in another order. */
const rounding = 1e-5;
const farthest = (a: Float64Array, b: Float64Array): number => a.reduce((max, x, i) => Math.max(max, Math.abs(x - b[i]!)), 0);

async function load(t: TestContext, { device = 'cpu', folder }: { device?: string; folder?: string } = {}): Promise<DecoderModel> {
	const model = await loadDecoder({
		files: await checkModelFolder(demo),
		device: { device, options: { executionProviders: ['cpu'] } },
		name: 'demo',
		sha256: '0'.repeat(64),
		...(folder === undefined ? {} : { graphStore: { folder, onWarning: assert.fail } }),
	});
	t.after(() => model.dispose());
	return model;
}

for (const [declare, ...screens] of [
	[quickTest, 1e-3],
	[slowTest, 1e-3, 1e-4],
] as const)
	declare(
		`every source is within the bound, which is within what was asked; exact and screened take turns: ${screens.join()}`,
		async (t) => {
			const model = await load(t);
			const exact = await model.attribute(parts, at());
			assert.deepEqual([exact.errorBound, exact.unscreened], [0, null]);
			for (const screen of screens) {
				assert.equal(model.readyToAttribute(screen), false);
				const { attributed, errorBound, unscreened } = await model.attribute(parts, at(screen));
				assert.equal(unscreened, null);
				assert.ok(errorBound > 0 && errorBound <= screen, `${errorBound} of ${screen}`);
				for (const part of ['sources', 'contextShares'] as const)
					assert.ok(farthest(attributed[part], exact.attributed[part]) <= errorBound + rounding);
				assert.ok(farthest(attributed.logProbability, exact.attributed.logProbability) <= rounding, "the model's own output is exact");
				assert.deepEqual([model.readyToAttribute(screen), model.readyToAttribute()], [true, false]);
			}
			const again = await model.attribute(parts, at(0));
			assert.deepEqual(again, exact);
		},
	);

slowTest('origins are screened as sources are, with a bound of their own', async (t) => {
	const model = await load(t);
	const rows = [2, 9, 12];
	const [exact, screened] = [await model.origins(parts, rows, at()), await model.origins(parts, rows, at(1e-3))];
	assert.ok(exact.errorBound === 0 && screened.errorBound > 0 && screened.errorBound <= 1e-3, `${screened.errorBound}`);
	for (const [k, { shares }] of screened.contexts.entries())
		assert.ok(farthest(shares, exact.contexts[k]!.shares) <= screened.errorBound + rounding);
	for (const part of ['attention', 'ffn'] as const)
		assert.ok(farthest(screened.layers[part], exact.layers[part]) <= screened.errorBound + rounding);
});

test('on another device than the CPU sources are exact, and why is told', async (t) => {
	// The CPU under another name: what is told is decided by the name.
	const model = await load(t, { device: 'cuda' });
	const { errorBound, unscreened } = await model.attribute(parts, at(1e-3));
	assert.deepEqual([errorBound, unscreened], [0, 'screening is made for the CPU, and this model runs on cuda']);
	assert.equal(model.readyToAttribute(1e-3), true, 'the exact session serves it');
});

slowTest('a screen that does not pass its check is not used; what the check found is kept', async (t) => {
	const folder = temporaryFolder(t, 'graphs-');
	const first = await load(t, { folder });
	await first.attribute(parts, at());
	const ofExact = new Set(readdirSync(folder));
	assert.ok((await first.attribute(parts, at(1e-3))).errorBound > 0);
	const [verdict] = readdirSync(folder).filter((name) => name.endsWith('.json') && !ofExact.has(name));
	const kept = join(folder, verdict!);
	writeFileSync(
		kept,
		readFileSync(kept, 'utf8').replace('"trusted": true', '"trusted": false, "reason": "a source is 0.5 beyond its bound"'),
	);
	const second = await load(t, { folder });
	const { errorBound, unscreened } = await second.attribute(parts, at(1e-3));
	assert.deepEqual([errorBound, unscreened], [0, 'a source is 0.5 beyond its bound']);
});

test('opening with a screen takes copies of the unembedding', () => {
	const size = {
		weightBytes: 2 ** 30,
		heads: 8,
		structure: { vocabulary: 150_000, hidden: 1024, blocks: [] },
		takesCache: true,
		cacheBytes: 2 ** 20,
	};
	const [exact, screened] = [false, true].map((one) => attributionMemory({ ...size, screened: one }, 300, 40)) as [number, number];
	assert.ok(screened - exact > 3 * 150_000 * 1024 * 4);
});
