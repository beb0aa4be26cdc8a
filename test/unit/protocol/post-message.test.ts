import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { createMessageConnection } from 'vscode-jsonrpc/node';
import { z } from 'zod';
import { notification, request, ask, receive, tell } from '../../../src/protocol/rpc.ts';
import { answer, connectOver, type MessagePort } from '../../../src/protocol/post-message.ts';

const Double = request('ragAssay/test/double', z.object({ value: z.number() }), z.number());
const Nothing = request('ragAssay/test/nothing', z.null(), z.string());
const Said = notification('ragAssay/test/said', z.object({ text: z.string() }));

/** Two ends of a channel that clones what it carries, as `postMessage` does. */
function channel(): { here: MessagePort; there: MessagePort; noise: (message: unknown) => void } {
	const [toHere, toThere] = [new EventEmitter(), new EventEmitter()];
	const end = (incoming: EventEmitter, outgoing: EventEmitter): MessagePort => ({
		post: (message) => {
			const copy: unknown = structuredClone(message);
			queueMicrotask(() => outgoing.emit('message', copy));
		},
		onMessage: (handler) => {
			incoming.on('message', handler);
			return { dispose: () => incoming.off('message', handler) };
		},
	});
	return { here: end(toHere, toThere), there: end(toThere, toHere), noise: (message) => toThere.emit('message', message) };
}

test('requests are answered and notifications arrive, both checked', async () => {
	const { here, there } = channel();
	const [panel, host] = [connectOver(here, createMessageConnection), connectOver(there, createMessageConnection)];
	answer(host, Double, async ({ value }) => 2 * value);
	answer(host, Nothing, async (params) => `given ${String(params)}`);
	const heard: string[] = [];
	const dropped: string[] = [];
	const arrived = new Promise<void>((resolve) =>
		receive(
			panel,
			Said,
			({ text }) => {
				heard.push(text);
				resolve();
			},
			(problem) => dropped.push(problem),
		),
	);
	panel.listen();
	host.listen();
	assert.equal(await ask(panel, Double, { value: 21 }), 42);
	assert.equal(await ask(panel, Nothing, null), 'given null');
	await host.sendNotification(Said.method, { text: 3 });
	await tell(host, Said, { text: 'hello' });
	await arrived;
	assert.deepEqual(heard, ['hello']);
	assert.equal(dropped.length, 1);
	assert.match(dropped[0]!, /ragAssay\/test\/said: params\.text/);
	for (const end of [panel, host]) end.dispose();
});

test('parameters that do not fit are refused as such', async () => {
	const { here, there } = channel();
	const [panel, host] = [connectOver(here, createMessageConnection), connectOver(there, createMessageConnection)];
	answer(host, Double, async ({ value }) => 2 * value);
	panel.listen();
	host.listen();
	await assert.rejects(panel.sendRequest(Double.method, { value: 'x' }), { code: -32602, message: /params\.value/ });
	for (const end of [panel, host]) end.dispose();
});

test('what fails is answered in its own words', async () => {
	const { here, there } = channel();
	const [panel, host] = [connectOver(here, createMessageConnection), connectOver(there, createMessageConnection)];
	answer(host, Double, async () => {
		throw new Error('It cannot be doubled. Halve it.');
	});
	panel.listen();
	host.listen();
	await assert.rejects(ask(panel, Double, { value: 1 }), { message: 'It cannot be doubled. Halve it.' });
	for (const end of [panel, host]) end.dispose();
});

test('messages of others on the same channel are left alone', async () => {
	const { here, there, noise } = channel();
	const [panel, host] = [connectOver(here, createMessageConnection), connectOver(there, createMessageConnection)];
	const errors: unknown[] = [];
	host.onError((error) => errors.push(error));
	answer(host, Double, async ({ value }) => 2 * value);
	panel.listen();
	host.listen();
	for (const message of [null, 3, 'text', {}, { command: 'ready' }, { jsonrpc: '1.0', method: Double.method, id: 9 }]) noise(message);
	assert.equal(await ask(panel, Double, { value: 4 }), 8);
	assert.deepEqual(errors, []);
	for (const end of [panel, host]) end.dispose();
});
