import assert from 'node:assert/strict';
import { describe, type TestContext } from 'node:test';
import {
	Analyze,
	AnalysisChanged,
	Generate,
	GeneratedText,
	LoadModel,
	ModelStateChanged,
	type AnalysisState,
} from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { isRunning } from '../support/is-running.ts';
import { slowTest } from '../support/slow-test.ts';
import { chance, pause, rounds } from './chance.ts';
import { killingModels } from './kill-models.ts';
import { until } from '../support/until.ts';
import { Client, pullingClient, shortTrace } from '../support/runner-client.ts';

/** As often with each of the three jobs, cold and warm. */
const count = 24;
/**
 * Milliseconds over which the kills are spread, from the start of a process, and from that of a job for a loaded model:
 * somewhat more than each takes on a machine that is free.
 */
const [coldSpan, warmSpan] = [900, 150];
/** Nothing hangs: a round that does fails, and says so. */
const timeout = 1_200_000;
const question = shortTrace('question', '');
const uri = 'file:///nowhere/kill.rag.md';

/** One analysis or, every third time, one answer; the text of the latter must come whole and once. */
async function job(client: Client, i: number): Promise<unknown> {
	if (i % 3 !== 2) {
		await client.open(uri, shortTrace('kill'));
		return ask(client.connection, Analyze, { uri });
	}
	await client.open(uri, question);
	let streamed = '';
	receive(
		client.connection,
		GeneratedText,
		({ piece }) => {
			streamed += piece;
		},
		assert.fail,
	);
	const { text, finish } = await ask(client.connection, Generate, { uri, token: 'kill', maxTokens: 64 });
	assert.equal(streamed, text);
	return { text, finish };
}

/** Every other round finds the model loaded. */
const isWarm = (i: number): boolean => i % 2 === 1;

/** One point in each equal part of a span, so that few leave no gap; which part a round has is drawn, and where in it. */
function delaysFrom(random: () => number): number[] {
	const spread = (span: number): number[] =>
		Array.from({ length: count / 2 }, (_, part) => ({ at: ((part + random()) * span) / (count / 2), order: random() }))
			.toSorted((a, b) => a.order - b.order)
			.map(({ at }) => at);
	const [cold, warm] = [spread(coldSpan), spread(warmSpan)];
	return Array.from({ length: count }, (_, i) => (isWarm(i) ? warm : cold)[Math.floor(i / 2)]!);
}

async function undisturbed(test: TestContext): Promise<unknown[]> {
	const results: unknown[] = [];
	for (const i of [0, 1, 2]) {
		const client = new Client(test);
		await client.initialize({}, pullingClient);
		results.push(await job(client, i));
		await client.stop();
	}
	return results;
}

describe('processes that are killed', () => {
	slowTest(`the model process, at ${count} points of a job: the job is finished, by another process`, { timeout }, async (t) => {
		const expected = await undisturbed(t);
		const delays = delaysFrom(chance(1));
		const states = new Map<string, number>();
		await rounds(count, 2, async (i) => {
			const client = new Client(t);
			let state = 'unloaded';
			receive(
				client.connection,
				ModelStateChanged,
				(change) => {
					state = change.state;
				},
				assert.fail,
			);
			await client.initialize({}, pullingClient);
			if (isWarm(i)) await ask(client.connection, LoadModel, null);
			const done = job(client, i);
			const pid = await until(() => client.modelProcesses()[0], 'a model process');
			await pause(delays[i]!);
			states.set(state, (states.get(state) ?? 0) + 1);
			process.kill(pid, 'SIGKILL');
			assert.deepEqual(await done, expected[i % 3]);
			// And the runner goes on: another document, without anybody's help.
			await client.open(`${uri}.other.rag.md`, shortTrace('other', `It is ${i}.`));
			assert.equal((await ask(client.connection, Analyze, { uri: `${uri}.other.rag.md` })).kind, 'done');
			const left = client.modelProcesses();
			assert.deepEqual(await client.stop(), { status: 0, signal: null });
			await until(() => [...left, pid].every((each) => !isRunning(each)), 'the model processes end');
		});
		t.diagnostic(`state of the model when it was killed: ${JSON.stringify(Object.fromEntries(states))}`);
	});

	slowTest(`the language server, at ${count} points of a job: no orphan, and its successor finishes the job`, { timeout }, async (t) => {
		const expected = await undisturbed(t);
		const delays = delaysFrom(chance(2));
		const seen = new Map<string, number>();
		await rounds(count, 2, async (i) => {
			const first = new Client(t);
			let state: AnalysisState['kind'] = 'none';
			receive(
				first.connection,
				AnalysisChanged,
				(change) => {
					state = change.state.kind;
				},
				assert.fail,
			);
			await first.initialize({}, pullingClient);
			if (isWarm(i)) await ask(first.connection, LoadModel, null);
			let settled = false;
			void job(first, i)
				.catch(() => undefined)
				.finally(() => {
					settled = true;
				});
			await pause(delays[i]!);
			seen.set(state, (seen.get(state) ?? 0) + 1);
			const orphans = first.modelProcesses();
			first.child.kill('SIGKILL');
			await first.exited;
			first.connection.dispose();
			const second = new Client(t, { cache: first.cache });
			await second.initialize({}, pullingClient);
			assert.deepEqual(await job(second, i), expected[i % 3]);
			await until(() => orphans.every((each) => !isRunning(each)), 'the model process of the killed server ends');
			// The connection to the killed server is disposed: what it had not answered must be rejected, not wait for ever.
			await until(() => settled, "the killed server's request is answered or rejected");
			await second.stop();
		});
		t.diagnostic(`state of the analysis when its server was killed: ${JSON.stringify(Object.fromEntries(seen))}`);
	});

	slowTest(
		'a model process that dies whenever it is started: an error with its number, until somebody loads it again',
		{
			timeout,
		},
		async (t) => {
			const client = new Client(t);
			await client.initialize({}, pullingClient);
			const stopKilling = killingModels(t, client);
			await client.open(uri, shortTrace('kill'));
			const state = await ask(client.connection, Analyze, { uri });
			assert.equal(state.kind, 'failed');
			assert.match(state.kind === 'failed' ? state.error.code : '', /^RA50[13]$/);
			stopKilling();
			assert.equal((await ask(client.connection, LoadModel, null)).state, 'ready');
			assert.equal((await ask(client.connection, Analyze, { uri })).kind, 'done');
			await client.stop();
		},
	);
});
