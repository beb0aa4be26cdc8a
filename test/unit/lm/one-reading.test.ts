import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { DecoderModel } from '../../../src/lm/decoder-model.ts';
import { loadDecoder } from '../../../src/lm/load-decoder.ts';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import { fitConversation, type FittedConversation } from '../../../src/lm/fit-context-window.ts';
import { layoutFor } from '../../../src/lm/layout.ts';
import { loadModelConfig } from '../../../src/lm/model-config.ts';
import { checkModelFolder, type ModelFiles } from '../../../src/lm/safety/model-folder.ts';
import { loadTokenizer } from '../../../src/lm/tokenizer.ts';
import { mixtureSums } from '../../../src/statistics/mixture-sums.ts';
import { ownFixtures } from './attribution/fixture-attribution.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';
import { withoutCache } from '../onnx/without-cache.ts';
import { emptyFolder } from '../../support/model-folder-builder.ts';

const cpu = { device: 'cpu', options: { executionProviders: ['cpu'] } };
const unhurried = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
const parts = {
	query: 'Who went?',
	contexts: [
		{ id: 'a', text: 'Ann.' },
		{ id: 'b', text: 'Bob and Eve.' },
	],
	response: 'Ann, 4 and two others.',
};
const fixture = join(ownFixtures, 'llama-optimum-int8');
const vocabulary = 320;
/** Logits of two paths, 16 tokens each. */
const sixteen = 2 * 16 * vocabulary * 4;

/** The demo model's tokenizer with nothing but single bytes: the fixture knows 320 tokens. */
function withTokenizer(folder: string): string {
	const whole = z
		.looseObject({ model: z.looseObject({ vocab: z.record(z.string(), z.number()) }) })
		.parse(JSON.parse(readFileSync(fileURLToPath(new URL('../../../models/demo/tokenizer.json', import.meta.url)), 'utf8')));
	const vocab = Object.fromEntries(Object.entries(whole.model.vocab).filter(([, id]) => id < 264));
	writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify({ ...whole, model: { ...whole.model, vocab, merges: [] } }));
	writeFileSync(
		join(folder, 'tokenizer_config.json'),
		JSON.stringify({ tokenizer_class: 'PreTrainedTokenizerFast', bos_token: '<s>', eos_token: '</s>' }),
	);
	return folder;
}

function withCache(): string {
	const folder = emptyFolder();
	cpSync(fixture, folder, { recursive: true });
	return withTokenizer(folder);
}

async function loaded(t: TestContext, files: ModelFiles, logitsBudget: number): Promise<DecoderModel> {
	const model = await loadDecoder({ files, device: cpu, name: 'm', sha256: '0'.repeat(64), logitsBudget });
	t.after(() => model.dispose());
	return model;
}

/** The probabilities' statistics as float64 makes them of a row of logits. */
function statistics(row: Float32Array, target: number): { logProbability: number; entropy: number } {
	const max = Math.max(...row);
	const logNormalizer = max + Math.log([...row].reduce((sum, x) => sum + Math.exp(x - max), 0));
	return {
		logProbability: row[target]! - logNormalizer,
		entropy: -[...row].reduce((sum, x) => sum + Math.exp(x - logNormalizer) * (x - logNormalizer), 0),
	};
}

/** The graph itself, run by one session over a text that is cut every `piece` tokens from its start: the rows that predict the response. */
async function oracle(
	t: TestContext,
	files: ModelFiles,
	prompt: readonly number[],
	response: readonly number[],
	piece: number,
): Promise<Float32Array[]> {
	const session = await DecoderSession.open(files.graph.path, cpu, await loadModelConfig(files));
	t.after(() => session.dispose());
	const text = [...prompt, ...response.slice(0, -1)];
	const rows: Float32Array[] = [];
	let cache = session.start();
	for (let from = 0; from < text.length; from += piece) {
		const fed = text.slice(from, from + piece);
		const step = await session.step(fed, cache, fed.length);
		({ cache } = step);
		fed.forEach((_, i) => rows.push(Float32Array.from(step.logits!.row(i, new Float32Array(vocabulary)))));
	}
	return rows.slice(prompt.length - 1);
}

async function conversationOf(files: ModelFiles): Promise<FittedConversation> {
	const tokenizer = await loadTokenizer(files);
	return fitConversation(layoutFor(tokenizer.template), tokenizer, parts, 128, 0);
}

const near = (found: ArrayLike<number>, expected: readonly number[], limit = 1e-6): void => {
	assert.equal(found.length, expected.length);
	expected.forEach((x, i) => assert.ok(Math.abs(found[i]! - x) <= limit * (1 + Math.abs(x)), `${i}: ${found[i]} is not ${x}`));
};

describe('a model whose numbers depend on what is fed together gives all figures of one reading', () => {
	for (const [declare, name, folder, budget, piece] of [
		[quickTest, 'in pieces of 16 tokens', withCache, sixteen, 16],
		[slowTest, 'in pieces of 5 tokens', withCache, sixteen / 3, 5],
		[slowTest, 'as one piece, where it is short', withCache, 2 ** 26, 128],
		[
			slowTest,
			'at once, where there is no cache, with logits in blocks',
			() => withoutCache(fixture, readdirSync(fixture)).then(withTokenizer),
			sixteen,
			128,
		],
	] as const) {
		declare(name, async (t) => {
			const files = await checkModelFolder(await folder());
			const model = await loaded(t, files, budget);
			const { conversation } = await conversationOf(files);
			const {
				response: { ids },
			} = conversation;
			const prompts = [conversation.withContext.ids, conversation.withoutContext.ids, conversation.contextOnly().ids];
			assert.ok(
				prompts[0]!.length > 64 && prompts[0]!.length % 16 !== prompts[1]!.length % 16,
				'the paths are cut at other places of the response',
			);
			const rows: Float32Array[][] = [];
			for (const prompt of prompts) rows.push(await oracle(t, files, prompt, ids, piece));
			const expected = rows.map((path) => path.map((row, r) => statistics(row, ids[r]!)));

			const { scored } = await model.score(parts, { ...unhurried(), topK: 1 });
			for (const [path, found] of [scored.withContext, scored.withoutContext].entries()) {
				near(
					found.logProbability,
					expected[path]!.map(({ logProbability }) => logProbability),
				);
				near(
					found.entropy,
					expected[path]!.map(({ entropy }) => entropy),
				);
			}
			// The answer that the model wrote, token by token, is another reading: what it says of it is not.
			await model.generate(parts, { maxTokens: 5, temperature: 0, topP: 1, signal: new AbortController().signal, onText: () => undefined });
			const { scored: again } = await model.score(parts, { ...unhurried(), topK: 3 });
			assert.deepEqual([again.withContext.entropy, again.kl], [scored.withContext.entropy, scored.kl]);

			const { attributed } = await model.attribute(parts, unhurried());
			near(attributed.logProbability, [...scored.withContext.logProbability]);
			near(attributed.entropy, [...scored.withContext.entropy]);

			const asked = [0, 7];
			const { contexts } = await model.origins(parts, asked, unhurried());
			for (const [i, row] of asked.entries()) {
				for (const [k, { start, shares }] of contexts.entries())
					near(
						[shares.subarray(i * start.length, (i + 1) * start.length).reduce((a, b) => a + b, 0)],
						[attributed.contextShares[2 * row + k]!],
					);
			}

			const sums = await model.mixture(parts, 4, unhurried());
			const expectedSums = sums.map((_, r) => mixtureSums(rows[0]![r]!, rows[1]![r]!, rows[2]![r]!));
			for (const part of ['cross', 'spread', 'moved', 'renyiContextOnly', 'renyiWithContext'] as const)
				near(
					sums.map((one) => one[part]),
					expectedSums.map((one) => one[part]),
				);
		});
	}

	test('whole texts and pieces are other readings of it, so that the above says something', async (t) => {
		const files = await checkModelFolder(withCache());
		const {
			conversation: { withContext, response },
		} = await conversationOf(files);
		const [one, other] = [
			await oracle(t, files, withContext.ids, response.ids, 16),
			await oracle(t, files, withContext.ids, response.ids, 128),
		];
		const furthest = one.reduce((max, row, r) => Math.max(max, Math.abs(statistics(row, 0).entropy - statistics(other[r]!, 0).entropy)), 0);
		assert.ok(furthest > 1e-3, `${furthest}`);
	});
});
