import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { endpointJudge } from '../../../../lab/pearl/bench-judge-endpoint.ts';
import { UserError } from '../../../../src/errors.ts';
import { endpointServer } from '../../../support/endpoint-server.ts';

const { signal } = new AbortController();
const asked = { instruction: 'How much? Reply with a number from 1 to 5.', documents: ['Ward F.', 'Ward B.'] };

function answering(t: TestContext, ...answers: readonly unknown[]): ReturnType<typeof endpointServer> {
	return endpointServer(t, (response: ServerResponse, number) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(answers[Math.min(number, answers.length - 1)]));
	});
}

/** A chat completion with log-probabilities, as OpenAI's reference shows one. */
function withLogprobs(top: readonly { token: string; logprob: number }[]): unknown {
	const content = [{ token: '4', logprob: -0.1, bytes: [52], top_logprobs: top.map((one) => ({ ...one, bytes: null })) }];
	const message = { role: 'assistant', content: '4', refusal: null };
	return {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		choices: [{ index: 0, message, logprobs: { content, refusal: null }, finish_reason: 'length' }],
	};
}

const isNear = (found: readonly number[], expected: readonly number[]): void => {
	assert.equal(found.length, expected.length);
	for (const [i, one] of found.entries())
		assert.ok(Math.abs(one - expected[i]!) < 1e-9, `${found.join(' ')}, expected ${expected.join(' ')}`);
};

describe('a judge behind an address', () => {
	it('of chat completions is read by the log-probabilities of the labels, with a space before them and without', async (t) => {
		const top = [
			{ token: '4', logprob: Math.log(0.4) },
			{ token: ' 4', logprob: Math.log(0.1) },
			{ token: 'The', logprob: Math.log(0.3) },
			{ token: '2', logprob: Math.log(0.2) },
		];
		const server = await answering(t, withLogprobs(top));
		const judge = endpointJudge({ url: server.url, model: 'small', key: 'secret' });
		isNear(await judge.probabilities(asked, signal), [0, 0.2 / 0.7, 0, 0.5 / 0.7, 0]);
		assert.match(judge.name, /^small at http:\/\/127\.0\.0\.1:\d+, by the probabilities of its first token$/);
		const [{ url, method, headers, body }] = server.asked as [(typeof server.asked)[number]];
		assert.deepEqual([method, url, headers.authorization], ['POST', '/v1/chat/completions', 'Bearer secret']);
		assert.deepEqual(body, {
			model: 'small',
			messages: [{ role: 'user', content: `Document 1:\nWard F.\n\nDocument 2:\nWard B.\n\n${asked.instruction}` }],
			temperature: 0,
			max_tokens: 1,
			logprobs: true,
			top_logprobs: 20,
		});
	});

	it('of decisions is read by the probability of each choice', async (t) => {
		const probabilities = { '1': 0.5, '2': 0.25, '3': 0.25, '4': 0, '5': 0 };
		const server = await answering(t, {
			answers: { label: { type: 'choice', choice: '1', confidence: 0.5, probabilities } },
			usage: { input_tokens: 9 },
		});
		const judge = endpointJudge({ url: `${server.url}/systemone`, model: 'decides' });
		isNear(await judge.probabilities(asked, signal), [0.5, 0.25, 0.25, 0, 0]);
		assert.match(judge.name, /, by its decisions$/);
		const [{ url, body }] = server.asked as [(typeof server.asked)[number]];
		assert.equal(url, '/v1/systemone');
		assert.deepEqual(body, {
			model: 'decides',
			state: { documents: asked.documents },
			questions: {
				label: { type: 'choice', instructions: asked.instruction, criteria: { '1': null, '2': null, '3': null, '4': null, '5': null } },
			},
		});
	});

	it('that gives no probability of a label is no judge, and the message says what to name', async (t) => {
		for (const answer of [
			withLogprobs([{ token: 'The', logprob: -0.1 }]),
			{ choices: [{ message: { content: '4' }, logprobs: null }] },
			[],
		]) {
			// oxlint-disable-next-line no-await-in-loop -- one server after the other
			const { url } = await answering(t, answer);
			// oxlint-disable-next-line no-await-in-loop -- see above
			await assert.rejects(endpointJudge({ url, model: 'small' }).probabilities(asked, signal), (error) => {
				assert.ok(error instanceof UserError && error.code === 'RA691');
				assert.match(error.message, /its answer has no probability of any label from 1 to 5/);
				assert.match(error.hint!, /logprobs.*systemone/);
				return true;
			});
		}
	});

	it('is not sent anything at an address that is none, not encrypted, or with a password', () => {
		for (const url of ['judge', 'http://example.com/v1', 'https://me:secret@example.com/v1'])
			assert.throws(
				() => endpointJudge({ url, model: 'small' }),
				(error) => error instanceof UserError && error.code === 'RA690' && !error.message.includes('secret'),
			);
	});
});
