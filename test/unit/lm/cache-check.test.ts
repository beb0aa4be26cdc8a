import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor } from 'onnxruntime-node';
import { UserError } from '../../../src/errors.ts';
import { cacheGrowth, type CheckedSession } from '../../../src/lm/cache-check.ts';
import { anyPiece, firstPieceIn } from '../../../src/lm/first-chunk.ts';
import { cacheSlots } from '../../../src/lm/key-value-cache.ts';
import { Logits } from '../../../src/lm/logits.ts';

/** Those that were told to do without their cache. */
const forgone: unknown[] = [];

/** A model whose rows say how many tokens they think there were up to them; `seen` says what the last row makes of a step. */
function model(seen: (fed: number, behind: number) => number | 'fails', branches = false): CheckedSession {
	return {
		vocabulary: 3,
		branches,
		takesCache: true,
		forgoCache() {
			forgone.push(this);
		},
		start: () => ({ length: 0, tensors: new Map() }),
		step: async (ids, cache) => {
			const value = seen(ids.length, cache.length);
			if (value === 'fails') throw new UserError('RA409', 'it fails');
			const data = Float32Array.from({ length: ids.length * 3 }, (_, i) => [0, 10, value - (ids.length - 1 - Math.floor(i / 3))][i % 3]!);
			return {
				logits: new Logits(new Tensor('float32', data, [1, ids.length, 3]), ids.length, 3),
				cache: { length: cache.length + ids.length, tensors: new Map() },
			};
		},
	};
}
const check = (session: CheckedSession, dynamic = false) =>
	cacheGrowth(session, { file: 'model.onnx', dynamic, window: 128, firstPiece: anyPiece });

test('a cache that works takes any number of tokens', async () => {
	assert.equal(await check(model((fed, behind) => fed + behind)), 'any');
});

test('a graph that is wrong about several tokens behind others, or refuses them, is fed one by one', async () => {
	assert.equal(await check(model((fed, behind) => (behind > 0 && fed > 1 ? fed : fed + behind))), 'single');
	assert.equal(await check(model((fed, behind) => (behind > 0 && fed > 1 ? 'fails' : fed + behind))), 'single');
});

test('a graph that forgets its cache is refused: nothing says which of its numbers are right', async () => {
	for (const broken of [
		model((fed) => fed),
		model((fed, behind) => (behind === 0 ? fed : fed > 1 ? 'fails' : fed)),
		model((fed, behind) => (behind === 0 ? fed : fed > 1 ? fed : 'fails')),
	]) {
		await assert.rejects(
			check(broken),
			(error) => error instanceof UserError && error.code === 'RA412' && /which are right/.test(error.message),
		);
		assert.ok(!forgone.includes(broken));
	}
});

test('a graph that fails whenever something is in its cache does without it, unless its tokens depend on later ones', async () => {
	const fails = model((fed, behind) => (behind > 0 ? 'fails' : fed));
	assert.equal(await check(fails), 'none');
	assert.ok(forgone.includes(fails));
	await assert.rejects(
		check(model((fed, behind) => (behind > 0 ? 'fails' : 2 * fed))),
		(error) => error instanceof UserError && error.code === 'RA412' && /depend on the tokens after it/.test(error.message),
	);
});

test('where activations are quantized by what is fed nothing can be compared: only graphs with two ways in are fed one by one', async () => {
	assert.equal(
		await check(
			model((fed) => fed),
			true,
		),
		'any',
	);
	assert.equal(
		await check(
			model((fed) => fed, true),
			true,
		),
		'single',
	);
});

/** Sees tokens from `ahead` behind its own on. */
const ahead = (distance: number) => model((fed, behind) => fed + behind + Math.max(0, fed - distance));

test('a graph that sees later tokens is refused, however far they are: with a cache, too', async () => {
	for (const distance of [1, 7, 14, 16, 40]) {
		await assert.rejects(
			check(ahead(distance)),
			(error) => error instanceof UserError && error.code === 'RA412' && /depend on the tokens after it/.test(error.message),
			String(distance),
		);
	}
	assert.equal(await check(ahead(64)), 'any');
	const short = { file: 'model.onnx', dynamic: false, window: 14, firstPiece: anyPiece };
	assert.equal(await cacheGrowth(ahead(14), short), 'any', 'no text of this model is so long');
});

test('where a longer text is treated otherwise, its first tokens are not compared with those of a shorter one', async () => {
	const byLength = ahead(20);
	assert.equal(await cacheGrowth(byLength, { file: 'model.onnx', dynamic: false, window: 128, firstPiece: firstPieceIn([1, 20]) }), 'any');
	await assert.rejects(
		cacheGrowth(byLength, { file: 'model.onnx', dynamic: false, window: 128, firstPiece: firstPieceIn([1, 70]) }),
		(error) => error instanceof UserError && error.code === 'RA412',
	);
});

const config = { vocabulary: 10, contextWindow: 10, heads: 4, keyValueHeads: 2, headSize: 16, endTokens: new Set<number>() };
const input = (name: string, shape: (string | number)[], type: 'float32' | 'float16' | 'int8' = 'float32') =>
	({ name, shape, type, isTensor: true }) as const;

test('caches are found by name and shape, as five exporters write them', () => {
	const found = (name: string, shape: (string | number)[], output: string) => cacheSlots([input(name, shape)], ['logits', output], config);
	const slot = (of: string, to: string) => [
		{ input: of, output: to, type: 'float32', dims: [1, 2, 0, 16], bytesPerToken: 128, fixedBytes: 0, whole: 128 },
	];
	assert.deepEqual(
		found('past_key_values.0.key', ['batch_size', 2, 'past_sequence_length', 16], 'present.0.key'),
		slot('past_key_values.0.key', 'present.0.key'),
	);
	assert.deepEqual(
		found('past_key_values.0.value', ['batch_size', 2, 'past', 'kv_cache_dim'], 'present.0.value'),
		slot('past_key_values.0.value', 'present.0.value'),
	);
	assert.deepEqual(
		found('input.past_key_values.layers.0.keys', [1, '2', 's85', '16'], 'output.past_key_values.layers.0.keys'),
		slot('input.past_key_values.layers.0.keys', 'output.past_key_values.layers.0.keys'),
	);
	assert.deepEqual(found('past_key_values.0.key', [1, 2, 's69', 16], 'present.0.key'), slot('past_key_values.0.key', 'present.0.key'));
	assert.deepEqual(found('past.0.key', ['b', 'heads', 'p', 'd'], 'present.0.key'), slot('past.0.key', 'present.0.key'));
	assert.deepEqual(cacheSlots([input('past_conv.0', ['b', 64, 4])], ['present_conv.0'], config), [
		{ input: 'past_conv.0', output: 'present_conv.0', type: 'float32', dims: [1, 64, 4], bytesPerToken: 0, fixedBytes: 1024, whole: 0 },
	]);
});

test('what is no cache is named', () => {
	const why = (...[inputs, outputs, known]: Parameters<typeof cacheSlots>): string => {
		const found = cacheSlots(inputs, outputs, known);
		assert.ok(typeof found === 'string');
		return found;
	};
	assert.match(why([], ['logits'], config), /no inputs for a key\/value cache/);
	assert.match(
		why([input('encoder_hidden_states', ['b', 's', 8])], ['logits'], config),
		/nothing is known about its input 'encoder_hidden_states'/,
	);
	assert.match(why([input('past.0.key', ['b', 2, 'p', 16], 'int8')], ['present.0.key'], config), /is int8/);
	assert.match(why([input('past.0.key', ['b', 2, 'p', 'd'])], ['present.0.key'], { ...config, headSize: undefined }), /cannot be derived/);
});
