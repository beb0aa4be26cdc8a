import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../../src/errors.ts';
import type { Log } from '../../../../src/runner/lsp/log.ts';
import { ModelHost, type HostState } from '../../../../src/runner/models/model-host.ts';
import { ModelProcess } from '../../../../src/runner/models/model-process.ts';
import { Superseded } from '../../../../src/runner/lsp/cancellation.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/until.ts';
import { identity, scoredResponse } from '../scored.ts';
import { slowTest } from '../../../support/slow-test.ts';

const program = fileURLToPath(new URL('../fake-model-process.ts', import.meta.url));
const silent: Log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

function hostOf(
	t: TestContext,
	{ model = 'm', cancelTimeout = 100, startTimeout = 20_000, runs = program, silence = { said: 60, text: 60, model: 60 } } = {},
): { host: ModelHost; starts: () => number; states: string[]; silences: HostState['silence'][]; model: { name: string } } {
	let starts = 0;
	const states: string[] = [];
	const silences: HostState['silence'][] = [];
	const selected = { name: model };
	const host = new ModelHost({
		log: silent,
		start: (hooks) => {
			starts++;
			return new ModelProcess({
				program: runs,
				log: silent,
				startTimeout,
				cancelTimeout,
				limits: { silence: () => silence, memory: () => 2 ** 33 },
				...hooks,
			});
		},
		selection: () => ({ type: 'load', model: selected.name, device: 'cpu', demoModel: '', modelStore: '', offline: true }),
		onState: ({ state, silence: heard }: HostState) => {
			if (states.at(-1) !== state) states.push(state);
			if (silences.at(-1) !== heard) silences.push(heard);
		},
		onLoadProgress: () => undefined,
	});
	t.after(() => host.unload());
	return { host, starts: () => starts, states, silences, model: selected };
}

const score = (query: string) => ({ type: 'score' as const, parts: { query, contexts: [] }, topK: 1, memoryLimit: 1 });
const never = (): AbortSignal => new AbortController().signal;
const isCode =
	(code: string) =>
	(error: unknown): boolean =>
		error instanceof UserError && error.code === code;

function markIn(t: TestContext): string {
	const folder = temporaryFolder(t, 'rag-assay-host-');
	return join(folder, 'died');
}

describe('ModelHost', () => {
	it('loads once for all, and answers with typed arrays', async (t) => {
		const { host, starts, states } = hostOf(t);
		assert.deepEqual(await Promise.all([host.load(), host.load(never())]), [identity, identity]);
		assert.deepEqual(await host.run(score('anything'), { signal: never() }), { value: scoredResponse(4), identity });
		assert.equal(starts(), 1);
		assert.deepEqual(states, ['loading', 'ready', 'working', 'ready']);
	});

	it('loads the model anew after its files have changed', async (t) => {
		const { host, starts } = hostOf(t);
		await assert.rejects(host.run(score('changed'), { signal: never() }), isCode('RA504'));
		assert.equal(host.state.state, 'unloaded');
		await host.run(score('anything'), { signal: never() });
		assert.equal(starts(), 2);
	});

	it('tries work again after its process died under it, once', async (t) => {
		const { host, starts, states } = hostOf(t);
		let attempts = 0;
		assert.deepEqual(
			(
				await host.run(score(`die-once:${markIn(t)}`), {
					signal: never(),
					onAttempt: () => {
						attempts++;
					},
				})
			).value,
			scoredResponse(4),
		);
		assert.deepEqual([starts(), attempts], [2, 2]);
		assert.deepEqual(states, ['loading', 'ready', 'working', 'restarting', 'ready', 'working', 'ready']);
		await assert.rejects(host.run(score('die'), { signal: never() }), isCode('RA501'));
		assert.equal(starts(), 3);
		assert.deepEqual((await host.run(score('anything'), { signal: never() })).value, scoredResponse(4));
	});

	slowTest('tries a load again after its process died under it', async (t) => {
		const { host, starts } = hostOf(t, { model: `die-once:${markIn(t)}` });
		assert.deepEqual(await host.load(), identity);
		assert.equal(starts(), 2);
	});

	slowTest('does not try a model again that kills its process, until somebody asks for it', async (t) => {
		const { host, starts, model } = hostOf(t, { model: 'die' });
		await assert.rejects(host.load(), isCode('RA501'));
		await assert.rejects(host.run(score('x'), { signal: never() }), isCode('RA501'));
		assert.equal(starts(), 2);
		assert.equal(host.state.state, 'failed');
		assert.equal(host.state.error?.code, 'RA501');
		host.forgive();
		model.name = 'm';
		assert.deepEqual(await host.load(), identity);
		assert.deepEqual([host.state.state, host.state.error], ['ready', null]);
	});

	it("hands on a user's error, and asks again the next time", async (t) => {
		const { host, model } = hostOf(t, { model: 'refuse' });
		await assert.rejects(host.load(), (error) => error instanceof UserError && error.code === 'RA203' && error.hint === 'Yes.');
		model.name = 'm';
		assert.deepEqual(await host.load(), identity);
		await assert.rejects(host.run(score('refuse'), { signal: never() }), isCode('RA203'));
		assert.equal(host.state.state, 'ready');
	});

	for (const [what, cancelTimeout, cancels] of [
		// More than any machine takes to hear of it.
		[
			"cancels at the process's next look; what came in between waits for one that said it cannot look",
			60_000,
			[
				['slow', new Error('enough'), 1],
				['busy', new Superseded(), 1],
			],
		],
		[
			'kills a process that does not look',
			100,
			[
				['stuck', new Error('enough'), 2],
				['deaf', new Superseded(), 3],
			],
		],
	] as const)
		it(what, async (t) => {
			const { host, starts } = hostOf(t, { cancelTimeout });
			for (const [query, reason, processes] of cancels) {
				await host.load();
				const controller = new AbortController();
				const onAttempt = (): void => void setTimeout(() => controller.abort(reason), 100);
				await assert.rejects(host.run(score(query), { signal: controller.signal, onAttempt }), (error) => error === reason);
				assert.deepEqual((await host.run(score('next'), { signal: never() })).value, scoredResponse(4));
				assert.equal(starts(), processes);
			}
		});

	it('kills a process that says what nobody understands', async (t) => {
		const { host } = hostOf(t);
		await assert.rejects(host.run(score('babble'), { signal: never() }), isCode('RA501'));
	});

	for (const [what, reason, others, processes] of [
		['goes on where something newer came', new Superseded(), false, 1],
		['goes on where others wait', undefined, true, 1],
		['ends with the last who waits', undefined, false, 2],
	] as const) {
		it(`stops waiting for a load when its waiter is aborted; the load ${what}`, async (t) => {
			const { host, starts } = hostOf(t);
			const controller = new AbortController();
			const waiting = host.load(controller.signal);
			const other = others ? host.load() : undefined;
			await until(() => starts() === 1, 'a process');
			controller.abort(reason);
			await assert.rejects(waiting, { name: 'AbortError' });
			assert.deepEqual(await (other ?? host.load()), identity);
			assert.equal(starts(), processes);
		});
	}

	slowTest('says that nothing is heard of a process, and that something is again', async (t) => {
		const { host, silences } = hostOf(t, { silence: { said: 0.1, text: 60, model: 60 } });
		await host.load();
		silences.length = 0;
		const controller = new AbortController();
		const work = host.run(score('busy'), { signal: controller.signal });
		await work;
		assert.ok(
			silences.some(
				(one) => one?.doing === 'checking the graph that sources are computed with' && one.seconds === 0.1 && one.endsAfter === 60,
			),
			JSON.stringify(silences),
		);
		assert.equal(host.state.silence, null);
	});

	it('ends a process that is silent for as long as it may, fails what it worked on, and nothing else', async (t) => {
		const { host, starts, states } = hostOf(t, { silence: { said: 0.1, text: 0.3, model: 60 } });
		await host.load();
		await assert.rejects(host.run(score('deaf'), { signal: never() }), isCode('RA514'));
		assert.equal(states.at(-1), 'unloaded');
		assert.deepEqual((await host.run(score('next'), { signal: never() })).value, scoredResponse(4));
		assert.equal(starts(), 2);
	});

	slowTest('does not try a load again that was ended for its silence, until somebody asks for it', async (t) => {
		const { host, starts, model } = hostOf(t, { model: 'deaf', silence: { said: 0.1, text: 0.3, model: 0.3 } });
		for (let round = 0; round < 2; round++) await assert.rejects(host.load(), isCode('RA514'));
		assert.equal(starts(), 1);
		assert.deepEqual([host.state.state, host.state.error?.code, host.state.silence], ['failed', 'RA514', null]);
		host.forgive();
		model.name = 'm';
		assert.deepEqual(await host.load(), identity);
	});

	it('unloading ends a load, as canceled', async (t) => {
		const { host } = hostOf(t);
		const waiting = host.load();
		host.unload();
		await assert.rejects(waiting, { name: 'AbortError' });
		assert.equal(host.state.state, 'unloaded');
		assert.deepEqual(await host.load(), identity);
	});

	it('who waits for a load gets the model that a setting chose meanwhile', async (t) => {
		const { host, starts, model } = hostOf(t);
		const waiting = [host.load(), host.run(score('anything'), { signal: never() })];
		await until(() => starts() === 1, 'the first load to begin');
		model.name = 'other';
		host.selectionChanged();
		assert.deepEqual(await Promise.all(waiting), [identity, { value: scoredResponse(4), identity }]);
		assert.equal(starts(), 2);
		host.selectionChanged();
		assert.equal(host.state.state, 'unloaded', 'nobody waits');
		assert.equal(starts(), 2);
	});

	it('a load that was canceled does not wait for the model of the new settings', async (t) => {
		const { host } = hostOf(t);
		const controller = new AbortController();
		const waiting = host.load(controller.signal);
		host.selectionChanged();
		controller.abort();
		await assert.rejects(waiting, { name: 'AbortError' });
		await until(() => host.state.state === 'unloaded', 'the load that nobody waits for to end');
	});

	it('starts again what died while nothing was asked of it', async (t) => {
		const { host, starts } = hostOf(t);
		await host.load();
		await host.run(score('die'), { signal: never() }).catch(() => undefined);
		assert.match(host.state.state, /unloaded|restarting/);
		const before = starts();
		assert.deepEqual(await host.load(), identity);
		assert.equal(starts(), before + 1);
	});

	it('a program that cannot be started is an error, not a wait', async (t) => {
		const { host } = hostOf(t, { runs: '/nowhere/program.cjs' });
		await assert.rejects(host.load(), isCode('RA501'));
	});

	it('a program that never says a word is given up', async (t) => {
		const { host } = hostOf(t, { runs: fileURLToPath(new URL('../silent-process.ts', import.meta.url)), startTimeout: 300 });
		await assert.rejects(host.load(), isCode('RA503'));
	});
});
