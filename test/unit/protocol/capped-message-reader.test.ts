import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CappedMessageReader, FrameError } from '../../../src/protocol/capped-message-reader.ts';

interface Read {
	readonly messages: unknown[];
	readonly errors: Error[];
}

function read(bytes: Buffer, cuts: readonly number[], limit = 1000): Read {
	const stream = new PassThrough();
	const messages: unknown[] = [];
	const errors: Error[] = [];
	const reader = new CappedMessageReader(stream, limit);
	reader.onError((error) => errors.push(error));
	reader.listen((message) => messages.push(message));
	const points = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
	for (let i = 1; i < points.length; i++) stream.emit('data', bytes.subarray(points[i - 1], points[i]));
	return { messages, errors };
}

function frame(message: unknown): Buffer {
	const body = Buffer.from(JSON.stringify(message));
	return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

describe('CappedMessageReader', () => {
	it('reads the same messages however the bytes are cut', () => {
		fc.assert(
			fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 20 }), (texts, cuts) => {
				const messages = texts.map((text, id) => ({ jsonrpc: '2.0', id, text }));
				assert.deepEqual(read(Buffer.concat(messages.map(frame)), cuts, 10_000), { messages, errors: [] });
			}),
		);
	});

	it('drops a cancellation that names no request, says so, and reads on', () => {
		const stream = new PassThrough();
		const [messages, dropped, errors]: [unknown[], string[], Error[]] = [[], [], []];
		const reader = new CappedMessageReader(stream, 1000, (why) => dropped.push(why));
		reader.onError((error) => errors.push(error));
		reader.listen((message) => messages.push(message));
		const cancel = (params: unknown) => ({ jsonrpc: '2.0', method: '$/cancelRequest', params });
		for (const params of [undefined, null, [], {}, 'x', { id: null }, { id: {} }, { id: true }]) stream.emit('data', frame(cancel(params)));
		const kept = [cancel({ id: 0 }), cancel({ id: 'a' }), { jsonrpc: '2.0', method: 'other' }];
		for (const message of kept) stream.emit('data', frame(message));
		assert.deepEqual([messages, errors], [kept, []]);
		assert.equal(dropped.length, 8);
		assert.match(dropped[0]!, /^\$\/cancelRequest: params\.id, /);
	});

	it('takes headers in any order and case', () => {
		const body = '{"jsonrpc":"2.0"}';
		const { messages } = read(
			Buffer.from(`Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
			[],
		);
		assert.deepEqual(messages, [{ jsonrpc: '2.0' }]);
	});

	it('reads a frame of the limit, and refuses one byte more', () => {
		const message = { jsonrpc: '2.0', text: 'x'.repeat(100) };
		const size = JSON.stringify(message).length;
		assert.deepEqual(read(frame(message), [], size), { messages: [message], errors: [] });
		const refused = read(frame(message), [], size - 1);
		assert.deepEqual(refused.messages, []);
		assert.match(refused.errors[0]!.message, new RegExp(`frame of ${size} bytes.*limit is ${size - 1}`));
	});

	it('fires one FrameError and reads nothing after it', () => {
		for (const bad of [
			'Content-Length: 1x\r\n\r\n',
			'Content-Length: 3\r\n\r\n{{{',
			'Content-Length: 4\r\n\r\nnull',
			'x'.repeat(5000),
			'\r\n\r\n',
		]) {
			const { messages, errors } = read(Buffer.concat([Buffer.from(bad), frame({ jsonrpc: '2.0' }), frame({ jsonrpc: '2.0' })]), [3, 40]);
			assert.deepEqual(messages, [], bad.slice(0, 30));
			assert.equal(errors.length, 1, bad.slice(0, 30));
			assert.ok(errors[0] instanceof FrameError);
		}
	});

	it('tells when the stream closes, and stops when disposed', () => {
		const stream = new PassThrough();
		const reader = new CappedMessageReader(stream);
		let closed = 0;
		const messages: unknown[] = [];
		reader.onClose(() => {
			closed++;
		});
		const listening = reader.listen((message) => messages.push(message));
		stream.emit('close');
		assert.equal(closed, 1);
		listening.dispose();
		stream.emit('data', frame({ jsonrpc: '2.0' }));
		assert.deepEqual(messages, []);
	});
});
