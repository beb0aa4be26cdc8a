import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Feeding } from '../../../../src/lm/prefill.ts';
import { spoiledColumns } from '../../../../src/lm/hiding/cache-columns.ts';
import { HiddenContexts } from '../../../../src/lm/hiding/context-readers.ts';
import { whyNotHidden } from '../../../../src/lm/hiding/hiding-check.ts';
import { byLeavingOut, byMask, type HidingWay, type SteppingBehind } from '../../../../src/lm/hiding/hiding-way.ts';
import { readPrompt } from '../../../../src/lm/hiding/read-prompt.ts';
import { openFixture, type OpenFixture } from './fixture-hiding.ts';

const noProgress = () => Promise.resolve();
const sets = [[], [0], [1], [0, 1]];

async function readings({ fitted }: OpenFixture, feeding: Feeding, way: HidingWay): Promise<Float64Array[]> {
	const { cache } = await readPrompt(feeding, fitted, noProgress);
	return new HiddenContexts(feeding, way, cache, fitted).read(sets, fitted.responseTokens, noProgress);
}

function mustBeNear(found: readonly Float64Array[], expected: readonly Float64Array[], what: string): void {
	for (const [i, row] of found.entries())
		for (const [t, x] of row.entries())
			assert.ok(Math.abs(x - expected[i]![t]!) < 1e-4, `${what}: set ${i}, token ${t}: ${x} and ${expected[i]![t]!}`);
}

describe('hiding columns of a cache', () => {
	test('a batch gives what one after another gives, and small steps what large ones give', async (t) => {
		const open = await openFixture(t, 'llama-optimum');
		assert.ok(open.hiding.kind === 'hides' && open.hiding.way.batches);
		const { session } = open.feeding;
		const alone = await readings(open, open.feeding, byMask('mask', session, session.slots, false));
		mustBeNear(await readings(open, open.feeding, byMask('mask', session, session.slots, true)), alone, 'in a batch');
		const steps = { ...open.feeding, logitsBudget: 3 * session.vocabulary * 4 };
		mustBeNear(await readings(open, steps, byMask('mask', session, session.slots, true)), alone, 'three rows at a time');
	});

	test('leaving columns out of the cache gives what a mask gives', async (t) => {
		const open = await openFixture(t, 'llama-optimum');
		const { session } = open.feeding;
		const masked = await readings(open, open.feeding, byMask('mask', session, session.slots, false));
		mustBeNear(await readings(open, open.feeding, byLeavingOut(session, session.slots)), masked, 'left out');
	});

	test('what is not attended to may be anything', async (t) => {
		const { feeding, fitted } = await openFixture(t, 'llama-optimum');
		const { session } = feeding;
		const { ids, sources } = fitted.conversation.withContext;
		const { cache } = await session.step(ids.slice(0, -1), session.start(), 0);
		const hidden = [...sources.keys()].filter((column) => sources[column]! >= 0);
		const way = byMask('mask', session, session.slots, false);
		const rows = async (prompt: typeof cache): Promise<Float32Array> => {
			const logits = await way.open(prompt, [hidden]).feed([ids.at(-1)!]);
			return Float32Array.from(logits.row(0, new Float32Array()));
		};
		const [one, other] = [await rows(cache), await rows(spoiledColumns(cache, session.slots, hidden))];
		assert.ok(one.every((x, v) => Math.abs(x - other[v]!) < 1e-5));
	});
});

describe('a graph that does not hide is found out', () => {
	/** `llama-optimum`, whose steps behind hidden columns are wrong in a way. */
	const verdict = async (
		t: Parameters<typeof openFixture>[0],
		wrong: (session: Feeding['session']) => SteppingBehind,
	): Promise<string | null> => {
		const { feeding } = await openFixture(t, 'llama-optimum');
		const { session, growth } = feeding;
		return whyNotHidden(session, growth, byMask('mask', wrong(session), session.slots, false));
	};

	test('one that ignores the mask', async (t) => {
		const ignores = (session: Feeding['session']): SteppingBehind => ({
			stepBehind: (ids, cache, behind) =>
				session.stepBehind(
					ids,
					cache,
					behind.map(({ position }) => ({ position, masked: [] })),
				),
		});
		assert.match((await verdict(t, ignores))!, /changes nothing/);
	});

	test('one that counts positions by the mask', async (t) => {
		const counts = (session: Feeding['session']): SteppingBehind => ({
			stepBehind: (ids, cache, behind) =>
				session.stepBehind(
					ids,
					cache,
					behind.map(({ position, masked }) => ({ position: position - masked.length, masked })),
				),
		});
		assert.match((await verdict(t, counts))!, /move to other positions/);
	});

	test('one that reads some of what is hidden', async (t) => {
		const reads = (session: Feeding['session']): SteppingBehind => ({
			stepBehind: (ids, cache, behind) =>
				session.stepBehind(
					ids,
					cache,
					behind.map(({ position, masked }) => ({ position, masked: masked.slice(0, -1) })),
				),
		});
		assert.match((await verdict(t, reads))!, /reads columns of its cache that are hidden/);
	});

	test('one that hides more than it should', async (t) => {
		const hidesAll = (session: Feeding['session']): SteppingBehind => ({
			stepBehind: (ids, cache, behind) =>
				session.stepBehind(
					ids,
					cache,
					behind.map(({ position, masked }) => ({
						position,
						masked: masked.length === 0 ? [] : Array.from({ length: 24 }, (_, column) => column),
					})),
				),
		});
		assert.match((await verdict(t, hidesAll))!, /not hidden are not read/);
	});
});
