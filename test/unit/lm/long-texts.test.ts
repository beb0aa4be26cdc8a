import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { DecoderSession } from '../../../src/lm/decoder-session.ts';
import type { Feeding } from '../../../src/lm/prefill.ts';
import { anyPiece, firstPieceOf } from '../../../src/lm/first-chunk.ts';
import { generateText } from '../../../src/lm/generate.ts';
import { GeneratedRows } from '../../../src/lm/generated-rows.ts';
import { attributeResponse } from '../../../src/lm/attribution/attribute.ts';
import { checkSpad } from '../../../src/lm/attribution/self-check.ts';
import { buildSpadGraph } from '../../../src/onnx/spad-graph.ts';
import { SpadSession } from '../../../src/lm/attribution/spad-session.ts';
import { responseRows } from '../../../src/lm/response-rows.ts';
import { scoreConversation } from '../../../src/lm/score.ts';
import { Tokenizer } from '../../../src/lm/tokenizer.ts';
import { nextTokenStatistics } from '../../../src/statistics/next-token.ts';
import { cpu } from '../../support/fixture-folder.ts';
import { lengthDependent, shortTokens, type LengthOperator } from '../onnx/length-dependent.ts';
import { byteLevel } from './tokenizers/small-tokenizers.ts';
import { slowTest } from '../../support/slow-test.ts';

const text = Array.from({ length: 44 }, (_, i) => (3 + i * 7919) % 320);
const tokenizer = new Tokenizer(byteLevel(), {});
/** A response that ends a short text, one that makes a short text long, and one to a long prompt. */
const cuts = [
	{ prompt: 10, all: shortTokens + 1 },
	{ prompt: 10, all: 44 },
	{ prompt: 30, all: 44 },
];
const unhurried = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
const operators: readonly LengthOperator[] = ['If', 'Where', 'Div'];

async function opened(t: TestContext, operator: LengthOperator) {
	const { files, config } = await lengthDependent(operator);
	const session = await DecoderSession.open(files.graph.path, cpu, config);
	t.after(() => session.dispose());
	// So little that a prompt is fed in pieces of four tokens.
	const feeding: Feeding = {
		session,
		growth: 'any',
		firstPiece: await firstPieceOf(files, config, 128),
		logitsBudget: 4 * session.vocabulary * 4,
	};
	return { files, config, session, feeding };
}

/** The rows of the whole text, fed at once. */
async function wholeRows(session: DecoderSession, ids: readonly number[]): Promise<Float32Array[]> {
	const { logits } = await session.step(ids, session.start(), ids.length);
	return ids.map((_, i) => Float32Array.from(logits!.row(i, new Float32Array(session.vocabulary))));
}

const furthest = (found: Float32Array, expected: Float32Array): number =>
	expected.reduce((max, x, v) => Math.max(max, Math.abs(x - found[v]!)), 0);

/** The largest distance of a logit of the response from the whole text's. */
async function distance(feeding: Feeding, { prompt, all }: { prompt: number; all: number }): Promise<number> {
	const whole = await wholeRows(feeding.session, text.slice(0, all - 1));
	const rows = responseRows(feeding, text.slice(0, prompt), text.slice(prompt, all), 4, async () => undefined);
	let max = 0;
	for (let from = 0; from < all - prompt; from += 4) {
		const to = Math.min(all - prompt, from + 4);
		await rows.advance(to);
		for (let t = from; t < to; t++) max = Math.max(max, furthest(rows.row(t, new Float32Array()), whole[prompt - 1 + t]!));
	}
	return max;
}

describe('a graph that treats long texts otherwise', () => {
	for (const operator of operators) {
		test(`${operator}: rows of a response are those of the whole text, in whatever pieces`, async (t) => {
			const { feeding } = await opened(t, operator);
			for (const cut of cuts) assert.ok((await distance(feeding, cut)) < 1e-4, JSON.stringify(cut));
			// What it is against.
			for (const cut of cuts.slice(1)) assert.ok((await distance({ ...feeding, firstPiece: anyPiece }, cut)) > 0.01, JSON.stringify(cut));
		});

		test(`${operator}: each token of an answer is chosen from the row of the text so far`, async (t) => {
			const { feeding, session } = await opened(t, operator);
			const written = async (firstPiece: Feeding['firstPiece']): Promise<number> => {
				const ids = text.slice(0, shortTokens - 4);
				const rows: Float32Array[] = [];
				await generateText({ ...feeding, firstPiece }, tokenizer, {
					prompt: [...ids],
					maxTokens: 10,
					endTokens: new Set(),
					lead: '',
					temperature: 0,
					topP: 1,
					random: () => 0,
					signal: new AbortController().signal,
					onText: () => undefined,
					onToken: (id, row) => {
						rows.push(Float32Array.from(row));
						ids.push(id);
					},
				});
				assert.equal(rows.length, 10);
				let max = 0;
				for (const [n, row] of rows.entries())
					max = Math.max(max, furthest(row, (await wholeRows(session, ids.slice(0, shortTokens - 4 + n))).at(-1)!));
				return max;
			};
			assert.ok((await written(feeding.firstPiece)) < 1e-4);
			assert.ok((await written(anyPiece)) > 0.01);
		});

		(operator === 'If' ? test : slowTest)(`${operator}: sources are those of the whole text`, async (t) => {
			const { files, config, session } = await opened(t, operator);
			const verdict = await checkSpad(files, session, cpu, config);
			assert.ok(verdict.trusted, verdict.trusted ? '' : verdict.reason);
			assert.equal(verdict.mode, 'whole');
			const spad = await SpadSession.open(buildSpadGraph(files, { proof: false, panels: true }), files.graph.path, cpu, config);
			t.after(() => spad.dispose());
			const [ids, targets] = [text.slice(0, -1), text.slice(30)];
			// Five rows at a time, and the mode that the graph would have without its choice.
			const found = await attributeResponse(
				spad,
				{ ids, targets, groups: Int32Array.from(ids, (_, i) => (i < 4 ? 0 : i < 30 ? 1 : -1)), contexts: 1 },
				{ mode: 'cached', heads: 1, budget: 4 * ids.length * 4 * 5, ...unhurried() },
			);
			const whole = await wholeRows(session, ids);
			targets.forEach((target, r) => {
				const { logProbability } = nextTokenStatistics(whole[29 + r]!, target);
				assert.ok(Math.abs(found.logProbability[r]! - logProbability) < 1e-4, `token ${r}`);
			});
		});
	}

	test('the rows of a written answer are scored anew where the whole is treated otherwise than the text was so far', async (t) => {
		const { feeding, session } = await opened(t, 'If');
		const scored = async (prompt: number, all: number): Promise<Float64Array> => {
			const [before, ids] = [text.slice(0, prompt), text.slice(prompt, all)];
			const generated = new GeneratedRows(before, 2 ** 26);
			for (const id of ids) generated.push(id, new Float32Array(session.vocabulary));
			const path = { ids: before, sources: new Int32Array(prompt) };
			const places = Uint32Array.from(ids.keys());
			const conversation = {
				withContext: path,
				withoutContext: { ...path, ids: before.slice(0, 3) },
				response: { ids, start: places, end: places },
				contextOnly: () => path,
				without: () => path,
				contextHead: () => '',
				contextTokens: () => ({ positions: [], start: new Uint32Array(), end: new Uint32Array() }),
			};
			return (
				await scoreConversation(
					feeding,
					tokenizer,
					{ conversation, contexts: [], responseTokens: ids.length, truncation: null },
					{ topK: 1, ...unhurried() },
					generated,
				)
			).withContext.logProbability;
		};
		const uniform = -Math.log(session.vocabulary);
		assert.ok(
			(await scored(10, shortTokens + 1)).every((p) => Math.abs(p - uniform) < 1e-6),
			'a short text: the given rows',
		);
		assert.ok(
			(await scored(30, 40)).every((p) => Math.abs(p - uniform) < 1e-6),
			'a long prompt: the given rows',
		);
		assert.ok(
			(await scored(10, 40)).every((p) => Math.abs(p - uniform) > 1e-6),
			'a short prompt and a long text: rows of its own',
		);
	});
});
