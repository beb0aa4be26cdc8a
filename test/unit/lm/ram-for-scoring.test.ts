import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasFusedAttention, scoringMemory, type ScoredText, type ScoringModel } from '../../../src/lm/ram-for-scoring.ts';

const MiB = 2 ** 20;
/** Eight heads, a vocabulary of 1,000 in float32, 64 bytes of keys and values a token; everything else takes nothing. */
function model(change: Partial<Omit<ScoringModel, 'session'>> & { session?: Partial<ScoringModel['session']> } = {}): ScoringModel {
	return {
		tokenizerBytes: 0,
		weightBytes: 0,
		heads: 8,
		fusedAttention: false,
		logitsBudget: 0,
		firstPiece: () => 1,
		...change,
		session: {
			vocabulary: 1000,
			logitBytes: 4,
			takesCache: true,
			trimsLogits: true,
			cacheBytes: (tokens) => 64 * tokens,
			...change.session,
		},
	};
}
const text: ScoredText = { characters: 0, withContext: 900, withoutContext: 200, answer: 100, writes: false, keptRows: 0 };
const whole = { takesCache: false, cacheBytes: () => 0 };
/** Of the process, and of six copies of two rows of logits. */
const always = 160 * MiB + 6 * 2 * 4000;
/** A map of all heads. */
const map = (rows: number, keys: number) => 8 * rows * keys * 4;

describe('the memory of scoring', () => {
	test('a text fed in chunks: both caches, the longer one twice, and the map of a chunk', () => {
		assert.equal(scoringMemory(model(), text), always + 64 * (2 * 1000 + 300) + map(128, 1000));
		assert.equal(
			scoringMemory(model(), { ...text, writes: true }),
			always + 64 * 2 * 1000 + map(128, 1000),
			'an answer is written on one path',
		);
	});

	test('a text read at once: six maps of plain operators, three of fused ones', () => {
		assert.equal(scoringMemory(model({ session: whole }), text), always + 6 * map(1000, 1000));
		assert.equal(scoringMemory(model({ session: whole, fusedAttention: true }), text), always + 3 * map(1000, 1000));
		assert.equal(
			scoringMemory(model({ session: whole }), { ...text, withContext: 90, answer: 10 }),
			always + map(128, 100),
			'a short one takes no more than a chunk',
		);
		assert.equal(
			scoringMemory(model({ session: whole, heads: undefined }), text) - always,
			4 * 6 * map(1000, 1000),
			'heads that are not known are taken to be 32',
		);
	});

	test('a long first piece: its one map, and its logits on both paths where they cannot be left out', () => {
		const long = { firstPiece: (total: number) => total - 1 };
		const expected = always + 64 * (2 * 1000 + 300) + map(999, 1000);
		assert.equal(scoringMemory(model(long), text), expected);
		assert.equal(scoringMemory(model({ ...long, session: { trimsLogits: false } }), text), expected + 2 * 999 * 4000);
	});

	test('tokenizer, text, weights, logits and the rows that are kept', () => {
		const plain = scoringMemory(model(), text);
		assert.equal(
			scoringMemory(model({ tokenizerBytes: 10, weightBytes: 1000 }), { ...text, characters: 7, keptRows: 5 }) - plain,
			10 * 24 + 2 * 1000 + 7 * 128 + 5,
		);
		assert.equal(scoringMemory(model({ logitsBudget: 100_000 }), text) - plain, 6 * (100_000 - 8000));
		assert.equal(
			scoringMemory(model({ logitsBudget: 8 * MiB }), text) - plain,
			2 * 8 * MiB - 6 * 8000,
			'at least the budget on both paths',
		);
		const writing = { ...text, writes: true };
		assert.equal(
			scoringMemory(model({ logitsBudget: 100_000 }), writing) - scoringMemory(model(), writing),
			6 * (100_000 - 8000) + 100_000,
			'the rows of an answer being written, within the budget',
		);
	});
});

test('attention is fused where no Softmax is beside operators that were measured', () => {
	assert.ok(hasFusedAttention(new Set([':MatMul', 'com.microsoft:GroupQueryAttention'])));
	assert.ok(hasFusedAttention(new Set([':Attention'])));
	assert.ok(!hasFusedAttention(new Set([':MatMul', ':Softmax'])));
	assert.ok(!hasFusedAttention(new Set([':Softmax', 'com.microsoft:MultiHeadAttention'])));
	assert.ok(!hasFusedAttention(new Set(['ai.onnx:Softmax', 'com.microsoft:MultiHeadAttention'])));
	assert.ok(!hasFusedAttention(new Set(['com.microsoft:LinearAttention'])), 'nobody has measured it');
});
