import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { z } from 'zod';
import { attributeResult, originsResult } from '../../../../src/model-io/attribution.ts';
import { hidingResult, type HidingResult } from '../../../../src/model-io/hiding.ts';
import { mixtureResult, scoreResult, type MixtureResult } from '../../../../src/model-io/scores.ts';
import {
	pack,
	unpack,
	attributionCodec,
	hidingCodec,
	mixtureCodec,
	originsCodec,
	scoreCodec,
	type Codec,
} from '../../../../src/runner/models/result-codec.ts';
import { attributedResponse, originsOf } from '../attributed.ts';
import { scoredResponse } from '../scored.ts';

/** No, one, or many. */
const size = fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 2, max: 40 }));
const seed = fc.nat(1000);
/** Any numbers, also those that JSON does not have. */
const doubles = (length: number): fc.Arbitrary<Float64Array> => fc.float64Array({ minLength: length, maxLength: length });

function mixtureOf(tokens: number): fc.Arbitrary<MixtureResult> {
	const each = doubles(tokens);
	return fc.record({ cross: each, spread: each, moved: each, renyiContextOnly: each, renyiWithContext: each }, { noNullPrototype: true });
}

function hidingOf(tokens: number, contexts: number): fc.Arbitrary<HidingResult> {
	const [each, every] = [doubles(tokens), doubles(tokens * contexts)];
	const whole = fc.array(fc.nat(2 ** 31), { minLength: tokens, maxLength: tokens }).map((numbers) => Uint32Array.from(numbers));
	return fc.record(
		{
			tokenIds: whole,
			start: whole,
			end: whole,
			contextIds: fc.array(fc.string(), { minLength: contexts, maxLength: contexts }),
			logProbability: each,
			none: each,
			without: every,
			only: every,
			groups: fc.array(fc.array(fc.nat(20), { maxLength: 3 }), { maxLength: 3 }),
			how: fc.constantFrom('hidden' as const, 'left-out' as const),
			why: fc.option(fc.string()),
			passes: fc.integer({ min: 1, max: 40 }),
			truncation: fc.constant(null),
		},
		{ noNullPrototype: true },
	);
}

interface Kind<T> {
	readonly name: string;
	readonly codec: Codec<T>;
	readonly declaration: z.ZodType<T>;
	readonly some: fc.Arbitrary<T>;
	/** No two of its lengths are the same that mean different things. */
	readonly one: T;
	/** Lists that may have any length; `*` is any element. */
	readonly free: readonly string[];
	/** The format's magic before. */
	readonly before: string;
}
const kind = <T>(one: Kind<T>): Kind<unknown> => one;

const kinds: readonly Kind<unknown>[] = [
	kind({
		name: 'scores',
		codec: scoreCodec,
		declaration: scoreResult,
		some: fc.tuple(size, seed).map(([tokens, n]) => scoredResponse(tokens, n)),
		one: scoredResponse(5),
		free: ['scored.withContext.alternatives.*', 'scored.withoutContext.alternatives.*', 'truncation.cutContexts'],
		before: 'RAGSCR01',
	}),
	kind({
		name: 'mixtures',
		codec: mixtureCodec,
		declaration: mixtureResult,
		some: size.chain(mixtureOf),
		one: fc.sample(mixtureOf(5), { numRuns: 1, seed: 1 })[0]!,
		free: [],
		before: 'RAGMIX01',
	}),
	kind({
		name: 'contexts hidden',
		codec: hidingCodec,
		declaration: hidingResult,
		some: fc.tuple(size, size).chain(([tokens, contexts]) => hidingOf(tokens, contexts)),
		one: { ...fc.sample(hidingOf(5, 3), { numRuns: 1, seed: 1 })[0]!, groups: [[1, 2]] },
		free: ['groups', 'groups.*'],
		before: 'RAGHID00',
	}),
	kind({
		name: 'attributions',
		codec: attributionCodec,
		declaration: attributeResult,
		some: fc.tuple(size, size, seed).map(([tokens, contexts, n]) => attributedResponse(tokens, contexts, n)),
		one: attributedResponse(5, 3),
		free: ['mixingLayers'],
		before: 'RAGATT03',
	}),
	kind({
		name: 'origins',
		codec: originsCodec,
		declaration: originsResult,
		some: fc.tuple(size, fc.array(size, { maxLength: 4 }), size).map(([rows, contexts, layers]) =>
			originsOf(
				Array.from({ length: rows }, (_, r) => 3 * r),
				contexts,
				layers,
			),
		),
		one: originsOf([4, 5, 9], [5, 2], 6),
		free: ['contexts'],
		before: 'RAGORG02',
	}),
];

type Path = readonly string[];
type Listed = Float64Array | Uint32Array | readonly unknown[];

const isListed = (value: unknown): value is Listed => Array.isArray(value) || ArrayBuffer.isView(value);

/** Every list in a value, whatever its declaration says, with its path. */
function listsIn(value: unknown, path: Path = []): { path: Path; list: Listed }[] {
	if (typeof value !== 'object' || value === null) return [];
	const here = isListed(value) ? [{ path, list: value }] : [];
	return ArrayBuffer.isView(value) ? here : [...here, ...Object.entries(value).flatMap(([key, part]) => listsIn(part, [...path, key]))];
}

/** A copy with something else in one place. */
function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
	if (key === undefined) return to;
	const part = changed((value as Record<string, unknown>)[key], rest, to);
	return Array.isArray(value) ? value.with(Number(key), part) : { ...(value as object), [key]: part };
}

function longer(list: Listed): Listed {
	if (list instanceof Float64Array) return Float64Array.of(...list, 0);
	return list instanceof Uint32Array ? Uint32Array.of(...list, 0) : [...list, list[0]];
}

/** What is no array of the same kind: another view of the same bytes, another width, a plain list, nothing. */
function others(list: Listed): unknown[] {
	if (list instanceof Float64Array) return [Float32Array.from(list), Uint32Array.from(list), [...list], null, undefined];
	return list instanceof Uint32Array
		? [Int32Array.from(list), Float64Array.from(list), [...list], null, undefined]
		: ['abc', {}, null, undefined];
}

for (const { name, codec, declaration, some, one, free, before } of kinds)
	describe(`${name} as they are declared`, () => {
		it('come back from bytes bit by bit: none, one and many', async () => {
			await fc.assert(
				fc.asyncProperty(some, async (result) => {
					assert.deepEqual(await codec.decode(await codec.encode(result)), result);
				}),
				{ numRuns: 60 },
			);
		});

		it('pass the check of messages as they are, and with views and shared buffers', () => {
			fc.assert(
				fc.property(some, (result) => {
					assert.deepEqual(declaration.parse(result), result);
				}),
				{ numRuns: 30 },
			);
			const shared = listsIn(one).reduce<unknown>((value, { path, list }) => {
				if (!(list instanceof Float64Array)) return value;
				const copy = new Float64Array(new SharedArrayBuffer(list.byteLength + 16), 8, list.length);
				copy.set(list);
				return changed(value, path, copy);
			}, one);
			assert.deepEqual(declaration.parse(shared), one);
		});

		it('are refused with any list that is longer or shorter than the others make it, or another kind', () => {
			const lists = listsIn(one);
			assert.ok(lists.length >= 5);
			for (const { path, list } of lists) {
				const anyLength = free.includes(path.map((key) => (/^\d+$/u.test(key) ? '*' : key)).join('.'));
				const bad = [...others(list), ...(anyLength ? [] : [longer(list), list.slice(1), list.slice(0, 0)])];
				for (const to of bad)
					assert.ok(!declaration.safeParse(changed(one, path, to)).success, `${path.join('.')} as ${JSON.stringify(to)}`);
			}
		});

		it('are computed again where the format is the one before, or the numbers do not fit what stands before them', async () => {
			const bytes = await codec.encode(one);
			const old = Buffer.concat([Buffer.from(before, 'latin1'), bytes.subarray(8)]);
			assert.equal(await codec.decode(old), undefined);
			const magic = bytes.toString('latin1', 0, 8);
			for (const odd of [null, [], {}, 'text', one]) await assert.rejects(codec.decode(await pack(magic, odd, [])));
			const header = (await unpack(magic, bytes))?.header;
			const numbers = listsIn(one).flatMap(({ list }) => (list instanceof Float64Array || list instanceof Uint32Array ? [list] : []));
			assert.notEqual(await codec.decode(await pack(magic, header, numbers)), undefined);
			for (const unfit of [[], numbers.slice(1), [...numbers, new Uint32Array(1)]])
				await assert.rejects(codec.decode(await pack(magic, header, unfit)), RangeError);
		});
	});
