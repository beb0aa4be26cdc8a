import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { measureContexts, mostPasses, type MeasuredContexts } from '../../../../src/lm/hiding/measure-contexts.ts';

/** How a token's log-probability follows from the contexts that are there. */
type Gain = (there: ReadonlySet<number>) => number;

/** A model of which each token gains what `gains` says; the readings that were asked for. */
function reader(count: number, gains: readonly Gain[]) {
	const asked: { away: readonly number[]; rows: number }[] = [];
	const read = async (away: readonly (readonly number[])[], rows: number): Promise<Float64Array[]> =>
		away.map((contexts) => {
			asked.push({ away: contexts, rows });
			const there = new Set(Array.from({ length: count }, (_, i) => i).filter((context) => !contexts.includes(context)));
			return Float64Array.from(gains.slice(0, rows), (gain) => -8 + gain(there));
		});
	return { asked, read };
}
const measured = async (
	count: number,
	gains: readonly Gain[],
	mayGive: (t: number) => readonly number[] = () => Array.from({ length: count }, (_, context) => context),
): Promise<MeasuredContexts & { asked: ReturnType<typeof reader>['asked'] }> => {
	const { asked, read } = reader(count, gains);
	return { ...(await measureContexts(read, count, gains.length, { mayGive })), asked };
};
const from =
	(context: number, nats = 7): Gain =>
	(there) =>
		there.has(context) ? nats : 0;
const eitherOf =
	(...contexts: number[]): Gain =>
	(there) =>
		contexts.some((context) => there.has(context)) ? 7 : 0;
const nothing: Gain = () => 3;

describe('what each context gives', () => {
	test('one reading for each context and two more, where what is missing without one accounts for it', async () => {
		const { without, only, none, passes } = await measured(5, [from(2), nothing, from(4)]);
		assert.equal(passes, 7);
		assert.deepEqual([...without.subarray(0, 5)], [-1, -1, -8, -1, -1]);
		assert.deepEqual([...none], [-8, -5, -8]);
		assert.ok(only.every(Number.isNaN), 'nothing is left open');
	});

	test('copies make up for each other: then what each gives alone is asked for, up to the last token that is left open', async () => {
		const { without, only, passes, asked } = await measured(3, [from(0), eitherOf(1, 2), from(0)]);
		assert.equal(passes, mostPasses(3));
		assert.deepEqual([...without.subarray(3, 6)], [-1, -1, -1]);
		assert.deepEqual([...only.subarray(3, 6)], [-8, -1, -1]);
		assert.ok(only.subarray(6).every(Number.isNaN));
		assert.equal(asked.at(-1)!.rows, 2);
	});

	test('only those that may give a token alone are asked, up to the last open token that they may give', async () => {
		const gains = [eitherOf(1, 2), eitherOf(0, 1), eitherOf(1, 2), nothing];
		const { only, passes, asked } = await measured(3, gains, (t) => [[2], [0], [], [0, 1, 2]][t]!);
		assert.equal(passes, 5 + 2);
		assert.deepEqual(asked.slice(5), [
			{ away: [1, 2], rows: 2 },
			{ away: [0, 1], rows: 1 },
		]);
		assert.deepEqual([...only.subarray(0, 6)], [-8, NaN, -1, -1, NaN, NaN]);
		assert.ok(only.subarray(6).every(Number.isNaN));
	});

	test('with all contexts nothing is read that is known', async () => {
		const { asked, read } = reader(3, [from(0), nothing]);
		const known = await measureContexts(read, 3, 2, { all: Float64Array.of(-1, -5), mayGive: () => [] });
		assert.ok(asked.every(({ away }) => away.length > 0));
		assert.deepEqual(
			known,
			await measureContexts(read, 3, 2, { mayGive: () => [] }).then((whole) => ({ ...whole, passes: whole.passes - 1 })),
		);
	});

	test('with one context or two, what one gives alone is what is missing without the others', async () => {
		const one = await measured(1, [from(0)]);
		assert.equal(one.passes, mostPasses(1));
		assert.deepEqual([[...one.without], [...one.only]], [[-8], [-1]]);
		const two = await measured(2, [from(0), eitherOf(0, 1)]);
		assert.equal(two.passes, mostPasses(2));
		assert.deepEqual([...two.without], [-8, -1, -1, -1]);
		assert.deepEqual([...two.only], [-1, -8, -1, -1]);
		const none = await measured(0, [nothing]);
		assert.equal(none.passes, 1);
	});

	test('many contexts go in groups, and only within those that give something', async () => {
		const { without, groups, passes } = await measured(100, [from(37), nothing]);
		assert.equal(without[37], -8);
		const alone = Array.from({ length: 100 }, (_, context) => context).filter((context) => !Number.isNaN(without[context]!));
		assert.ok(alone.length <= 7 && alone.includes(37));
		assert.deepEqual(
			[...groups.flat(), ...alone].toSorted((a, b) => a - b),
			Array.from({ length: 100 }, (_, context) => context),
		);
		assert.ok(passes <= 2 + 16 + 7, String(passes));
	});

	test('copies in two groups are both found, by what each gives alone', async () => {
		const { only } = await measured(64, [eitherOf(3, 60)]);
		assert.deepEqual(
			Array.from(only.entries()).flatMap(([context, nats]) => (nats === -1 ? [context] : [])),
			[3, 60],
		);
	});

	test('in another order the same contexts have the same numbers', async () => {
		const gains = [from(0), eitherOf(1, 3), from(2, 0.3)];
		const order = [3, 1, 0, 2];
		const turned = gains.map(
			(gain): Gain =>
				(there) =>
					gain(new Set([...there].map((place) => order[place]!))),
		);
		const [before, after] = [await measured(4, gains), await measured(4, turned)];
		for (let t = 0; t < 3; t++)
			for (const [place, context] of order.entries())
				for (const numbers of ['without', 'only'] as const) assert.equal(after[numbers][t * 4 + place], before[numbers][t * 4 + context]);
	});
});
