import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { chatEndpoint, type ChatEndpointOptions } from '../../../../src/runner/models/chat-endpoint.ts';
import { ResultCache } from '../../../../src/runner/models/result-cache.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { completion, endpointServer } from '../../../support/endpoint-server.ts';

const key = 'sk-very-secret';
const { signal } = new AbortController();
const messages = [{ role: 'user', content: 'What helps?' }] as const;
const silentLog = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function endpoint(url: string, more: Partial<ChatEndpointOptions> = {}) {
	return chatEndpoint({
		url,
		model: 'small',
		key,
		offline: false,
		keyVariable: 'THE_KEY',
		refused: (at, why) => new Error(`${at}: ${why}`),
		failed: (_origin, { why, hint = '' }) => new Error(`${why}. ${hint}`),
		...more,
	});
}

/** Answers in a folder of their own. */
function keptAnswers(t: TestContext): { answers: ResultCache; folder: string } {
	const folder = temporaryFolder(t, 'rag-assay-answers-');
	return { answers: new ResultCache(folder, silentLog), folder };
}

// Each has a server of its own, and mostly waits.
describe('an endpoint that fails for a while', { concurrency: true }, () => {
	for (const [name, fail] of [
		['is busy and says until when (429, Retry-After)', (r: ServerResponse) => r.writeHead(429, { 'retry-after': '1' }).end('{}')],
		['is overloaded (503)', (r: ServerResponse) => r.writeHead(503).end('<html>')],
		['cuts the connection', (r: ServerResponse) => r.destroy()],
		['cuts its answer', (r: ServerResponse) => r.writeHead(200, { 'content-length': '900' }).write('{"choices"', () => r.destroy())],
	] as const)
		it(`because it ${name} is asked again`, async (t) => {
			const waits: string[] = [];
			const { url, asked } = await endpointServer(t, (response, number) =>
				number === 0 ? fail(response) : response.end(completion('Tea.')),
			);
			const began = performance.now();
			const { ask } = endpoint(url, { retries: 1, onWaiting: (why) => waits.push(why) });
			assert.deepEqual(await ask(messages, 8, signal), { text: 'Tea.', ended: 'stop', isKept: false });
			assert.deepEqual([asked.length, waits.length], [2, 1]);
			if (name.includes('429')) assert.ok(performance.now() - began >= 2000, 'the second that it asked for, and one of our own');
		});

	it('because it does not answer in time is asked again', async (t) => {
		const waits: string[] = [];
		const { url, asked } = await endpointServer(t, (response, number) => {
			if (number > 0) response.end(completion('Tea.'));
		});
		// On a busy machine the answers that come may be late as well.
		const { ask } = endpoint(url, { retries: 20, timeLimit: 500, onWaiting: (why) => waits.push(why) });
		assert.deepEqual(await ask(messages, 8, signal), { text: 'Tea.', ended: 'stop', isKept: false });
		assert.ok(asked.length > 1);
		assert.match(waits[0]!, /did not answer within/);
	});

	it('fails once it was asked often enough; a wait is canceled', async (t) => {
		const { url, asked } = await endpointServer(t, (response) =>
			response.writeHead(500).end(JSON.stringify({ error: { message: 'no\u0007 GPU' } })),
		);
		await assert.rejects(endpoint(url, { retries: 1 }).ask(messages, 8, signal), /it answered with status 500, “no GPU”/);
		assert.equal(asked.length, 2);
		const stop = new AbortController();
		const reason = new Error('enough');
		const waiting = endpoint(url, { retries: 3, onWaiting: () => setTimeout(() => stop.abort(reason), 20) }).ask(messages, 8, stop.signal);
		await assert.rejects(waiting, reason);
		assert.equal(asked.length, 3);
	});
});

describe('an endpoint that fails for good', () => {
	const refused = (status: number, error: object) => (r: ServerResponse) => r.writeHead(status).end(JSON.stringify({ error }));
	for (const [name, fail, message] of [
		[
			'a key that it does not accept',
			refused(401, { message: `Wrong key ${key.slice(0, 6)}` }),
			/accept the key in THE_KEY \(status 401\)\. Put/,
		],
		['a key that may not', refused(403, {}), /accept the key in THE_KEY \(status 403\)/],
		['a parameter', refused(400, { message: `max_tokens with ${key}` }), /status 400, “max_tokens with …”/],
		['no quota', refused(429, { message: 'Pay', code: 'insufficient_quota' }), /status 429, “Pay”/],
		['a day of waiting', (r: ServerResponse) => r.writeHead(429, { 'retry-after': '86400' }).end(), /429, and asks to wait 24 h/],
		['a page', (r: ServerResponse) => r.end('<html>'), /not JSON/],
		['another answer', (r: ServerResponse) => r.end('{"choices": []}'), /not a chat completion/],
	] as const)
		it(`(${name}) is asked once, and the key is not told`, async (t) => {
			const { url, asked } = await endpointServer(t, fail);
			await assert.rejects(endpoint(url, { retries: 3 }).ask(messages, 8, signal), (error: Error) => {
				assert.match(error.message, message);
				assert.ok(!error.message.includes(key.slice(0, 6)));
				return true;
			});
			assert.equal(asked.length, 1);
		});

	it('says that a key is missing', async (t) => {
		const { url } = await endpointServer(t, refused(401, {}));
		await assert.rejects(endpoint(url, { key: ' ' }).ask(messages, 8, signal), /it wants a key, and THE_KEY is not set/);
	});

	it('that sends elsewhere is not followed, and elsewhere hears nothing', async (t) => {
		const other = await endpointServer(t, (response) => response.end(completion('Tea.')));
		const { url } = await endpointServer(t, (response) => response.writeHead(307, { location: `${other.url}/chat/completions` }).end());
		await assert.rejects(
			endpoint(url).ask(messages, 8, signal),
			new RegExp(`sends elsewhere, to ${new URL(other.url).origin}, where nothing was sent`),
		);
		assert.equal(other.asked.length, 0);
	});

	it('that is not there is asked once, unless it was there before', async (t) => {
		const none = endpoint('http://127.0.0.1:59999/v1', { retries: 3, onWaiting: () => assert.fail('it waits') });
		await assert.rejects(none.ask(messages, 8, signal), /could not be reached: nothing listens there/);
		assert.throws(() => endpoint('http://127.0.0.1/v1', { key: 'a\nb' }), /the key in THE_KEY has a character/);
		assert.ok(t.signal);
	});
});

describe('answers that were paid for', () => {
	it('are kept for their owner alone, by all that decides them, and taken unless fresh ones are wanted', async (t) => {
		const { answers, folder } = keptAnswers(t);
		const { url, asked } = await endpointServer(t, (response, number) => response.end(completion(`Answer ${number}`)));
		const kept = { answers, fresh: false };
		const say = async (more: Partial<ChatEndpointOptions>, tokens = 8) => {
			const { text, isKept } = await endpoint(url, { kept, ...more }).ask(messages, tokens, signal);
			return [text, isKept];
		};
		assert.deepEqual(await say({}), ['Answer 0', false]);
		assert.deepEqual(await say({ key: 'another' }), ['Answer 0', true]);
		assert.deepEqual(await say({}, 9), ['Answer 1', false]);
		assert.deepEqual(await say({ model: 'large' }), ['Answer 2', false]);
		assert.deepEqual(await say({ kept: { answers, fresh: true } }), ['Answer 3', false]);
		assert.deepEqual(await say({}), ['Answer 3', true]);
		assert.equal(asked.length, 4);
		assert.equal(readdirSync(folder).length, 3);
	});

	it('are not, where they are empty: whatever an endpoint calls that', async (t) => {
		const bodies = [completion(null, 'length'), completion(' ', 'content_filter'), JSON.stringify({ choices: [{ message: {} }] })];
		const { url } = await endpointServer(t, (response, number) => response.end(bodies[number]));
		const { answers, folder } = keptAnswers(t);
		const { ask } = endpoint(url, { kept: { answers, fresh: false } });
		// oxlint-disable-next-line no-await-in-loop -- one after the other
		for (const ended of ['length', 'content_filter', null])
			assert.deepEqual(await ask(messages, 8, signal), { text: '', ended, isKept: false });
		assert.deepEqual(readdirSync(folder), []);
	});
});
