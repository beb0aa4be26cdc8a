import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AutoModelForCausalLM, AutoTokenizer, Tensor } from '@huggingface/transformers';
import { z } from 'zod';
import { UserError } from '../../../src/errors.ts';
import type { DecoderModel } from '../../../src/lm/decoder-model.ts';
import type { HidingResult } from '../../../src/model-io/hiding.ts';
import type { GenerateOptions, PromptParts } from '../../../src/model-io/requests.ts';
import { loadDecoder } from '../../../src/lm/load-decoder.ts';
import { checkModelFolder } from '../../../src/lm/safety/model-folder.ts';
import { mixtureSums } from '../../../src/statistics/mixture-sums.ts';
import { pairedStatistics } from '../../../src/statistics/next-token.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';

const demo = fileURLToPath(new URL('../../../models/demo', import.meta.url));
const numbers = z.array(z.number());
const alternatives = z.array(z.array(z.tuple([z.number(), z.number()])));
const path = z.object({
	promptIds: numbers,
	logProbability: numbers,
	entropy: numbers,
	rank: numbers,
	alternatives: alternatives.default([]),
});
const oracle = z
	.object({
		cases: z.array(
			z.object({
				id: z.string(),
				system: z.string(),
				query: z.string(),
				contexts: z.array(z.object({ id: z.string(), text: z.string() })),
				response: z.string(),
				greedy: z.string(),
				responseIds: numbers,
				// `null` where the answer has characters that take several tokens: what then belongs to which is ours to say.
				start: numbers.nullable(),
				end: numbers.nullable(),
				withContext: path,
				withoutContext: path,
				kl: numbers,
			}),
		),
	})
	.parse(JSON.parse(readFileSync(new URL('demo-model-oracle.json', import.meta.url), 'utf8')));

const spaceToken = 40;
const unhurried = () => ({ topK: 3, signal: new AbortController().signal, onProgress: () => undefined });

suite('the demo model', () => {
	let model: DecoderModel;
	let tight: DecoderModel;
	before(async () => {
		const options = {
			files: await checkModelFolder(demo),
			device: { device: 'cpu', options: { executionProviders: ['cpu'] } },
			name: 'demo',
			sha256: '0'.repeat(64),
		};
		model = await loadDecoder(options);
		// Three rows of float32 logits a path: prefill and scoring both take many chunks.
		tight = await loadDecoder({ ...options, logitsBudget: 2 * 3 * 2048 * 4 });
	});
	after(async () => {
		await model.dispose();
		await tight.dispose();
	});

	const agreesWithOracle = async (cases: typeof oracle.cases): Promise<void> => {
		for (const known of cases) {
			const { scored, truncation } = await model.score(known, unhurried());
			assert.equal(truncation, null);
			// The oracle also scores the template's space where that is a token of its own; it overlaps no character of the answer.
			const skip = known.responseIds[0] === spaceToken ? 1 : 0;
			const near = (found: Float64Array, expected: readonly number[], what: string, paths = 1) => {
				assert.equal(found.length, expected.length - skip, what);
				found.forEach((value, t) => {
					const wanted = expected[t + skip]!;
					// Some tokens of foreign texts have a log-probability of -30, where PyTorch's own float32 is off by 2e-4.
					assert.ok(
						Math.abs(value - wanted) <= paths * 1e-4 * Math.max(1, Math.abs(wanted) / 10),
						`${what}, token ${t}: ${value} is not ${wanted}`,
					);
				});
			};
			assert.deepEqual([...scored.tokenIds], known.responseIds.slice(skip), known.id);
			if (known.start !== null) assert.deepEqual([...scored.start], known.start.slice(skip), known.id);
			if (known.end !== null) assert.deepEqual([...scored.end], known.end.slice(skip), known.id);
			assert.deepEqual([0, ...scored.end], [...scored.start, known.response.length], known.id);
			// A difference of two, each of which float32 rounds.
			near(scored.kl, known.kl, `${known.id} KL`, 2);
			for (const side of ['withContext', 'withoutContext'] as const) {
				near(scored[side].logProbability, known[side].logProbability, `${known.id} ${side} log-probability`);
				near(scored[side].entropy, known[side].entropy, `${known.id} ${side} entropy`);
				// Far down, logits lie closer together than float32 rounds; a rank may then differ by a place in 500.
				scored[side].rank.forEach((rank, t) =>
					assert.ok(Math.abs(rank - known[side].rank[t + skip]!) <= rank / 500, `${known.id} ${side} rank ${rank} of token ${t}`),
				);
				known[side].alternatives.slice(skip).forEach((candidates, t) =>
					candidates.forEach(([id, logProbability], i) => {
						const found = scored[side].alternatives[t]![i]!;
						assert.equal(found.id, id, `${known.id} ${side} alternative ${i} of token ${t}`);
						assert.ok(Math.abs(found.logProbability - logProbability) <= 1e-4);
					}),
				);
			}
		}
	};
	test('agrees with the float64 oracle within 1e-4 a path, beyond 10 nats in proportion', () => agreesWithOracle(oracle.cases.slice(0, 4)));
	slowTest('agrees with the float64 oracle: all cases', () => agreesWithOracle(oracle.cases.slice(4)));

	test('the mixture is that of three prompts read on their own: as it is, without contexts, and with an empty question; in chunks, too', async () => {
		const [known] = oracle.cases.filter(({ contexts }) => contexts.length > 0) as [(typeof oracle.cases)[number]];
		const rows = async (parts: PromptParts): Promise<Float32Array[]> => {
			const kept: Float32Array[] = [];
			await model.score(parts, {
				...unhurried(),
				onRows: (_t, withContext) => {
					kept.push(withContext.slice());
				},
			});
			return kept;
		};
		const [all, none, only] = [await rows(known), await rows({ ...known, contexts: [] }), await rows({ ...known, query: '' })];
		const tokens = Math.min(12, all.length);
		const expected = all.slice(0, tokens).map((row, t) => mixtureSums(row, none[t]!, only[t]!));
		assert.ok(
			expected.some(({ spread }) => spread > 0.1),
			'the question matters somewhere',
		);
		for (const one of [model, tight]) {
			const found = await one.mixture(known, tokens, unhurried());
			assert.equal(found.length, tokens);
			found.forEach((sums, t) => {
				for (const key of ['cross', 'spread', 'moved', 'renyiContextOnly', 'renyiWithContext'] as const) {
					assert.ok(
						Math.abs(sums[key] - expected[t]![key]) <= 1e-3 * Math.max(1, expected[t]![key]),
						`${key}, token ${t}: ${sums[key]} is not ${expected[t]![key]}`,
					);
				}
			});
		}
		assert.equal((await model.mixture(known, 9999, unhurried())).length, all.length);
	});

	for (const [count, declare] of [
		[1, quickTest],
		[4, slowTest],
	] as const)
		declare(`chunked scoring gives the unchunked numbers, and holds no more logits than its budget: ${count} texts`, async () => {
			for (const known of oracle.cases.slice(0, count)) {
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

	test('progress rises to its total, and canceling takes effect within one chunk', async () => {
		const known = oracle.cases[0]!;
		const seen: [number, number][] = [];
		await tight.score(known, { ...unhurried(), onProgress: (done, total) => seen.push([done, total]) });
		const total = known.withContext.promptIds.length + known.withoutContext.promptIds.length - 2 + 2 * known.responseIds.length;
		assert.deepEqual(seen.at(-1), [total, total]);
		assert.ok(seen.every(([done, all], i) => all === total && done >= (seen[i - 1]?.[0] ?? 0)));
		for (const stop of [0, 5, total - 3]) {
			const controller = new AbortController();
			let fedAfter = 0;
			await assert.rejects(
				tight.score(known, {
					topK: 1,
					signal: controller.signal,
					onProgress: (done) => {
						if (controller.signal.aborted) fedAfter++;
						if (done >= stop) controller.abort(new Error('enough'));
					},
				}),
				/enough/,
			);
			assert.equal(fedAfter, 0);
		}
	});

	test('without contexts both paths are one', async () => {
		const { scored } = await model.score({ query: 'Who runs it?', contexts: [], response: 'Ann Lee runs it.' }, unhurried());
		assert.deepEqual(scored.withContext.logProbability, scored.withoutContext.logProbability);
		assert.ok(scored.kl.every((value) => value === 0));
	});

	test('a response without text, or a question beyond the window, is a mistake that is named', async () => {
		const fails = (parts: PromptParts, code: string) =>
			assert.rejects(model.score(parts, unhurried()), (error) => error instanceof UserError && error.code === code);
		await fails({ query: 'Who?', contexts: [] }, 'RA405');
		await fails({ query: 'Who?', contexts: [], response: '' }, 'RA405');
		await fails({ query: 'Who is it? '.repeat(200), contexts: [], response: 'Ann.' }, 'RA407');
	});

	test('a trace beyond the window is scored without what was cut, and says so', async () => {
		const known = oracle.cases[0]!;
		const { scored, truncation } = await model.score(
			{ ...known, contexts: [...known.contexts, { id: 'long', text: 'Sotrea Trading works in online learning. '.repeat(400) }] },
			unhurried(),
		);
		assert.equal(scored.end.at(-1), known.response.length);
		assert.deepEqual(
			truncation!.cutContexts.map(({ id }) => id),
			['long'],
		);
	});

	test('of a job that needs too much it is known how long a prompt would fit', () => {
		const known = oracle.cases[0]!;
		const long = { ...known, contexts: [{ id: 'long', text: 'Sotrea Trading works in online learning. '.repeat(40) }] };
		const needed = model.memoryFor('attribute', long);
		const short = model.memoryFor('attribute', { ...known, contexts: [] });
		const { asked, tokens, min } = model.fitting('attribute', long, (needed + short) / 2);
		assert.ok(tokens !== null && tokens > 0 && tokens < asked, `${tokens} of ${asked} tokens`);
		assert.ok(min <= (needed + short) / 2);
		assert.equal(model.fitting('attribute', long, needed).tokens, asked);
		assert.equal(model.fitting('attribute', long, 1).tokens, null);
	});

	test('memory is estimated from the file, the caches and the logits, and grows with the trace', () => {
		const known = oracle.cases[0]!;
		const small = model.memoryFor('score', known);
		const large = model.memoryFor('score', {
			...known,
			contexts: [...known.contexts, { id: 'more', text: 'Sotrea Trading works in online learning. '.repeat(10) }],
		});
		assert.ok(small > 4_000_000 && large > small);
		assert.ok(tight.memoryFor('score', known) < small);
	});

	const write = (known: PromptParts, options: Partial<GenerateOptions>) =>
		model.generate(
			{ ...known, response: undefined },
			{ maxTokens: 30, temperature: 0, topP: 1, signal: new AbortController().signal, onText: () => undefined, ...options },
		);

	/** The scores of an answer, and how many tokens the model was fed for them. */
	const scoredWith = async (parts: PromptParts) => {
		let fed = 0;
		const { scored } = await model.score(parts, {
			...unhurried(),
			onProgress: (done) => {
				fed = done;
			},
		});
		return { scored, fed };
	};

	for (const [count, declare] of [
		[2, quickTest],
		[6, slowTest],
	] as const)
		declare(
			`an answer just written is scored by one pass without contexts, once, and the scores are the same: ${count} answers`,
			async () => {
				for (const known of oracle.cases.slice(0, count)) {
					const { text } = await write(known, { maxTokens: 50 });
					const answered = { system: known.system, query: known.query, contexts: known.contexts, response: text };
					const estimate = model.memoryFor('score', { ...answered });
					const [kept, anew] = [await scoredWith(answered), await scoredWith(answered)];
					const { withContext, withoutContext, kl } = anew.scored;
					const without = known.withoutContext.promptIds.length - 1 + kl.length;
					assert.ok(Math.abs(kept.fed - without) <= 1, `${kept.fed} tokens fed, ${without} without contexts`);
					assert.ok(anew.fed - kept.fed >= known.withContext.promptIds.length - 1 + kl.length);
					for (const [one, other] of [
						[kept.scored.withContext, withContext],
						[kept.scored.withoutContext, withoutContext],
					] as const) {
						one.logProbability.forEach((value, t) => assert.ok(Math.abs(value - other.logProbability[t]!) < 1e-4));
						one.entropy.forEach((value, t) => assert.ok(Math.abs(value - other.entropy[t]!) < 1e-4));
						assert.deepEqual(one.alternatives[0]?.[0]?.id, other.alternatives[0]?.[0]?.id);
					}
					kept.scored.kl.forEach((value, t) => assert.ok(Math.abs(value - kl[t]!) < 1e-4));
					assert.ok(estimate > model.memoryFor('score', { ...answered }), 'the rows are part of the estimate while they are kept');
				}
			},
		);

	test('another answer than the one written is scored on both paths', async () => {
		const known = oracle.cases[0]!;
		const { text } = await write(known, { maxTokens: 50 });
		const other = `It is not stated. ${text}`;
		const answered = { system: known.system, query: known.query, contexts: known.contexts, response: other };
		const [first, second] = [await scoredWith(answered), await scoredWith(answered)];
		assert.equal(first.fed, second.fed);
		assert.deepEqual(first.scored, second.scored);
	});

	test('who asks for the rows sees those that the scores are made of', async () => {
		const known = oracle.cases[0]!;
		const seen: number[] = [];
		const { scored } = await model.score(known, {
			...unhurried(),
			onRows: (t, p, q) => {
				seen[t] = pairedStatistics(p, q, 0).kl;
			},
		});
		assert.deepEqual(seen, [...scored.kl]);
	});

	test('sampling repeats with its seed; length and cancel are told apart from an end', async () => {
		const known = oracle.cases[1]!;
		const first = await write(known, { temperature: 1.5, seed: 11 });
		assert.deepEqual(await write(known, { temperature: 1.5, seed: 11 }), first);
		// One of three is enough.
		let isAnother = false;
		for (const seed of [12, 13, 14]) isAnother ||= (await write(known, { temperature: 1.5, seed })).text !== first.text;
		assert.ok(isAnother);
		const short = await write(known, { maxTokens: 3 });
		assert.equal(short.finish, 'length');
		assert.ok(known.greedy.startsWith(short.text) && short.text.length < known.greedy.length);
		const controller = new AbortController();
		const stopped = await write(known, { signal: controller.signal, onText: () => controller.abort() });
		assert.equal(stopped.finish, 'cancelled');
		assert.ok(stopped.text !== '' && known.greedy.startsWith(stopped.text));
	});

	slowTest('@huggingface/transformers loads the folder and writes the same answers', async () => {
		const [generator, tokenizer] = [
			await AutoModelForCausalLM.from_pretrained(demo, { dtype: 'fp32', local_files_only: true }),
			await AutoTokenizer.from_pretrained(demo, { local_files_only: true }),
		];
		for (const known of oracle.cases.slice(0, 8)) {
			const messages = [
				{ role: 'system', content: known.system },
				{ role: 'user', content: known.query },
			];
			const inputs = tokenizer.apply_chat_template(messages, {
				documents: known.contexts.map(({ id, text }) => ({ doc_id: id, title: id, text })),
				add_generation_prompt: true,
				return_dict: true,
			});
			const output: unknown = await generator.generate({ ...inputs, max_new_tokens: 50, do_sample: false });
			assert.ok(output instanceof Tensor);
			const answer = output.tolist()[0].slice(known.withContext.promptIds.length).map(Number);
			assert.equal(tokenizer.decode(answer, { skip_special_tokens: true }).trim(), (await write(known, { maxTokens: 50 })).text, known.id);
		}
		await generator.dispose();
	});

	const writesGreedyAnswers = async (cases: typeof oracle.cases): Promise<void> => {
		const cut: string[] = [];
		for (const known of cases) {
			const pieces: string[] = [];
			const written = await model.generate(
				{ system: known.system, query: known.query, contexts: known.contexts },
				{
					maxTokens: 128,
					temperature: 0,
					topP: 1,
					signal: new AbortController().signal,
					onText: (piece) => pieces.push(piece),
				},
			);
			// The room that is kept for an answer cuts the longest prompts, which the oracle answers whole.
			if (written.truncation !== null) {
				cut.push(known.id);
				continue;
			}
			assert.equal(written.text, known.greedy, known.id);
			assert.equal(written.finish, 'stop');
			assert.equal(pieces.join(''), written.text);
		}
		assert.ok(cut.length <= 2, cut.join());
	};
	test('writes the greedy answers', () => writesGreedyAnswers(oracle.cases.slice(0, 4)));
	slowTest('writes the greedy answers: all cases', () => writesGreedyAnswers(oracle.cases.slice(4)));

	test('hiding after scoring reads the prompt no second time, and gives what it gives alone', async () => {
		const known = oracle.cases.find(({ contexts }) => contexts.length >= 3) ?? assert.fail('no case of three contexts');
		const fed = async (one: DecoderModel): Promise<{ result: HidingResult; tokens: number }> => {
			let tokens = 0;
			const result = await one.hide(known, { ...unhurried(), onProgress: (_done, all) => void (tokens = all) });
			return { result, tokens };
		};
		for (const one of [model, tight]) {
			const alone = await fed(one);
			await one.score(known, { ...unhurried(), keepsPrompt: true });
			const behind = await fed(one);
			assert.deepEqual(behind.result, alone.result);
			assert.ok(behind.tokens <= alone.tokens - known.withContext.promptIds.length, `${behind.tokens} and ${alone.tokens} tokens`);
			// It was kept for one call.
			assert.equal((await fed(one)).tokens, alone.tokens);
			const other = { ...known, query: `${known.query} Please.` };
			await one.score(other, { ...unhurried(), keepsPrompt: true });
			assert.deepEqual(await fed(one), alone);
		}
	});

	test('hiding is canceled between two readings, and what scoring kept for it is gone then', async () => {
		const known = oracle.cases.find(({ contexts }) => contexts.length >= 3) ?? assert.fail('no case of three contexts');
		await model.score(known, { ...unhurried(), keepsPrompt: true });
		const stop = new AbortController();
		const reason = new Error('enough');
		let seen = 0;
		const canceled = model.hide(known, {
			signal: stop.signal,
			onProgress: (done, all) => {
				seen = done;
				if (done > 0 && done < all) stop.abort(reason);
			},
		});
		await assert.rejects(canceled, reason);
		assert.ok(seen <= 2 * known.responseIds.length, `${seen} tokens were fed`);
		let tokens = 0;
		const { passes } = await model.hide(known, { ...unhurried(), onProgress: (_done, all) => void (tokens = all) });
		assert.ok(passes > known.contexts.length && tokens > known.withContext.promptIds.length);
	});

	test('hiding needs more memory than scoring, the more contexts are read together, the more, and less in small steps', () => {
		const known = oracle.cases.find(({ contexts }) => contexts.length >= 3) ?? assert.fail('no case of three contexts');
		const [text] = known.contexts;
		const words = text!.text.repeat(4);
		const split = (count: number): PromptParts => {
			const size = Math.ceil(words.length / count);
			return { ...known, contexts: Array.from({ length: count }, (_, k) => ({ id: `${k}`, text: words.slice(k * size, (k + 1) * size) })) };
		};
		const more = (one: PromptParts): number => model.memoryFor('hide', one) - model.memoryFor('score', one);
		assert.ok(more(split(1)) > 0);
		assert.ok(more(split(6)) > 1.5 * more(split(1)));
		assert.ok(tight.memoryFor('hide', known) < model.memoryFor('hide', known));
	});
});
