import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { loadDecoder, type DecoderModel } from '../../../src/lm/decoder-model.ts';
import { checkModelFolder } from '../../../src/lm/safety/model-folder.ts';

const demo = fileURLToPath(new URL('../../../models/demo', import.meta.url));
const numbers = z.array(z.number());
const alternatives = z.array(z.array(z.tuple([z.number(), z.number()])));
const path = z.object({ promptIds: numbers, logProbability: numbers, entropy: numbers, rank: numbers, alternatives: alternatives.default([]) });
const oracle = z.object({
	cases: z.array(z.object({
		id: z.string(), system: z.string(), query: z.string(), contexts: z.array(z.object({ id: z.string(), text: z.string() })),
		response: z.string(), greedy: z.string(), responseIds: numbers, 
		// `null` where the answer has characters that take several tokens: what then belongs to which is ours to say.
		start: numbers.nullable(), end: numbers.nullable(),
		withContext: path, withoutContext: path, kl: numbers,
	})),
}).parse(JSON.parse(readFileSync(new URL('demo-model-oracle.json', import.meta.url), 'utf8')));

const spaceToken = 40;
const unhurried = () => ({ topK: 3, signal: new AbortController().signal, onProgress: () => undefined });

suite('the demo model', () => {
	let model: DecoderModel;
	let tight: DecoderModel;
	before(async () => {
		const options = { files: await checkModelFolder(demo), device: { device: 'cpu', options: { executionProviders: ['cpu'] } }, name: 'demo', sha256: '0'.repeat(64) };
		model = await loadDecoder(options);
		// Three rows of float32 logits a path: prefill and scoring both take many chunks.
		tight = await loadDecoder({ ...options, logitsBudget: 2 * 3 * 2048 * 4 });
	});
	after(async () => {
		await model.dispose();
		await tight.dispose();
	});

	test('agrees with the float64 oracle within 1e-4', async () => {
		for (const known of oracle.cases) {
			const { scored, truncation } = await model.score(known, unhurried());
			assert.equal(truncation, null);
			// The oracle also scores the template's space where that is a token of its own; it overlaps no character of the answer.
			const skip = known.responseIds[0] === spaceToken ? 1 : 0;
			const near = (found: Float64Array, expected: readonly number[], what: string) => {
				assert.equal(found.length, expected.length - skip, what);
				found.forEach((value, t) => assert.ok(Math.abs(value - expected[t + skip]!) <= 1e-4, `${what}, token ${t}: ${value} is not ${expected[t + skip]}`));
			};
			assert.deepEqual([...scored.tokenIds], known.responseIds.slice(skip), known.id);
			if (known.start !== null) assert.deepEqual([...scored.start], known.start.slice(skip), known.id);
			if (known.end !== null) assert.deepEqual([...scored.end], known.end.slice(skip), known.id);
			assert.deepEqual([0, ...scored.end], [...scored.start, known.response.length], known.id);
			near(scored.kl, known.kl, `${known.id} KL`);
			for (const side of ['withContext', 'withoutContext'] as const) {
				near(scored[side].logProbability, known[side].logProbability, `${known.id} ${side} log-probability`);
				near(scored[side].entropy, known[side].entropy, `${known.id} ${side} entropy`);
				// Far down, logits lie closer together than float32 rounds; a rank may then differ by a place in 500.
				scored[side].rank.forEach((rank, t) => assert.ok(Math.abs(rank - known[side].rank[t + skip]!) <= rank / 500, `${known.id} ${side} rank ${rank} of token ${t}`));
				known[side].alternatives.slice(skip).forEach((candidates, t) => candidates.forEach(([id, logProbability], i) => {
					const found = scored[side].alternatives[t]![i]!;
					assert.equal(found.id, id, `${known.id} ${side} alternative ${i} of token ${t}`);
					assert.ok(Math.abs(found.logProbability - logProbability) <= 1e-4);
				}));
			}
		}
	});

	test('chunked scoring gives the unchunked numbers, and holds no more logits than its budget', async () => {
		for (const known of oracle.cases.slice(0, 4)) {
			const [one, many] = [(await model.score(known, unhurried())).scored, (await tight.score(known, unhurried())).scored];
			for (const side of ['withContext', 'withoutContext'] as const) {
				many[side].logProbability.forEach((value, t) => assert.ok(Math.abs(value - one[side].logProbability[t]!) < 1e-5));
				many[side].entropy.forEach((value, t) => assert.ok(Math.abs(value - one[side].entropy[t]!) < 1e-5));
			}
			many.kl.forEach((value, t) => assert.ok(Math.abs(value - one.kl[t]!) < 1e-5));
		}
		assert.equal(tight.largestLogits, 3 * 2048 * 4);
		assert.ok(model.largestLogits > tight.largestLogits);
	});

	test('writes the greedy answers', async () => {
		for (const known of oracle.cases) {
			const pieces: string[] = [];
			const written = await model.generate({ system: known.system, query: known.query, contexts: known.contexts }, {
				maxTokens: 70, temperature: 0, topP: 1, signal: new AbortController().signal, onText: (piece) => pieces.push(piece),
			});
			assert.equal(written.text, known.greedy, known.id);
			assert.equal(written.finish, 'stop');
			assert.equal(pieces.join(''), written.text);
		}
	});
});
