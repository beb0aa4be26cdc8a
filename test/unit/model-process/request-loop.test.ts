import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { UserError } from '../../../src/errors.ts';
import type { ModelEngine } from '../../../src/model-process/model-engine.ts';
import { RequestLoop } from '../../../src/model-process/request-loop.ts';
import { scoreResult } from '../../../src/model-io/scores.ts';
import type { ModelAnswer } from '../../../src/protocol/model-process.ts';
import { until } from '../../support/until.ts';
import { identity, scoredResponse } from '../runner/scored.ts';

const score = (id: number, query = 'q') => ({ type: 'score', id, parts: { query, contexts: [] }, topK: 1, memoryLimit: 1 });

/** Works until it is canceled when the query is 'slow'; `fail` and `break` say what kind of error. */
function loop(): { loop: RequestLoop; answers: ModelAnswer[]; ran: string[] } {
	const answers: ModelAnswer[] = [];
	const ran: string[] = [];
	const engine: ModelEngine = {
		load: async () => ({ ...identity }),
		unload: async () => undefined,
		devices: async () => ({ chosen: 'cpu', candidates: [] }),
		score: async ({ parts: { query } }, { signal, onProgress }) => {
			ran.push(query);
			onProgress('Scoring', 1, 2);
			if (query === 'fail') throw new UserError('RA408', 'No.', { hint: 'Yes.' });
			if (query === 'break') throw new TypeError('broken');
			if (query === 'slow') {
				await once(signal, 'abort');
				signal.throwIfAborted();
			}
			return scoreResult.parse(scoredResponse(2));
		},
		inspect: () => Promise.reject(new Error('not asked for')),
		installCuda: () => Promise.reject(new Error('not asked for')),
		mixture: () => Promise.reject(new Error('not asked for')),
		hide: () => Promise.reject(new Error('not asked for')),
		attribute: () => Promise.reject(new Error('not asked for')),
		origins: () => Promise.reject(new Error('not asked for')),
		lens: () => Promise.reject(new Error('not asked for')),
		roomForPaths: () => Promise.reject(new Error('not asked for')),
		decodePaths: () => Promise.reject(new Error('not asked for')),
		classify: () => Promise.reject(new Error('not asked for')),
		embed: () => Promise.reject(new Error('not asked for')),
		generate: async (_request, { onText }) => {
			onText('a');
			return { text: 'a', finish: 'stop', truncation: null };
		},
	};
	return { loop: new RequestLoop(engine, (answer) => answers.push(answer)), answers, ran };
}

const ends = (answers: ModelAnswer[]): [number, string][] =>
	answers.flatMap((answer) => (['result', 'error', 'cancelled'].includes(answer.type) && 'id' in answer ? [[answer.id, answer.type]] : []));

describe('RequestLoop', () => {
	it('answers each request once, one after another, with what happens in between', async () => {
		const { loop: requests, answers } = loop();
		requests.receive(score(1));
		requests.receive({ type: 'unload', id: 2 });
		requests.receive({
			type: 'generate',
			id: 3,
			parts: { query: 'q', contexts: [] },
			maxTokens: 1,
			temperature: 0,
			topP: 1,
			memoryLimit: 1,
		});
		await until(() => ends(answers).length === 3, 'three answers');
		assert.deepEqual(answers, [
			{ type: 'progress', id: 1, message: 'Scoring', done: 1, total: 2 },
			{ type: 'result', id: 1, value: scoredResponse(2) },
			{ type: 'result', id: 2, value: null },
			{ type: 'text', id: 3, piece: 'a' },
			{ type: 'result', id: 3, value: { text: 'a', finish: 'stop', truncation: null } },
		]);
	});

	it('cancels what runs, what waits, and nothing else', async () => {
		const { loop: requests, answers, ran } = loop();
		requests.receive(score(1, 'slow'));
		requests.receive(score(2, 'never'));
		requests.receive(score(3, 'after'));
		requests.receive({ type: 'cancel', target: 2 });
		requests.receive({ type: 'cancel', target: 99 });
		await until(() => ran.length === 1, 'the first runs');
		requests.receive({ type: 'cancel', target: 1 });
		await until(() => ends(answers).length === 3, 'three answers');
		assert.deepEqual(ends(answers), [
			[1, 'cancelled'],
			[2, 'cancelled'],
			[3, 'result'],
		]);
		assert.deepEqual(ran, ['slow', 'after']);
	});

	it("tells a user's mistake from a defect, and goes on after both", async () => {
		const { loop: requests, answers } = loop();
		for (const [id, query] of [
			[1, 'fail'],
			[2, 'break'],
			[3, 'q'],
		] as const)
			requests.receive(score(id, query));
		await until(() => ends(answers).length === 3, 'three answers');
		const errors = answers.flatMap((answer) => (answer.type === 'error' ? [answer.error] : []));
		assert.deepEqual(errors[0], { code: 'RA408', message: 'No.', hint: 'Yes.' });
		assert.equal(errors[1]!.code, 'RA500');
		assert.match(errors[1]!.stack ?? '', /TypeError: broken/);
		assert.deepEqual(ends(answers).at(-1), [3, 'result']);
	});

	it('refuses a message that does not fit, by its id when it has one', () => {
		const { loop: requests, answers } = loop();
		for (const message of [{ type: 'score', id: 7 }, { type: 'dance', id: 8 }, null, 'score', { ...score(9), topK: 'many' }])
			requests.receive(message);
		assert.deepEqual(
			answers.map((answer) => ('id' in answer && answer.type === 'error' ? answer.id : undefined)),
			[7, 8, -1, -1, 9],
		);
	});
});
