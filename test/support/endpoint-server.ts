import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';

/** A request that a test's server was sent. */
export interface Asked {
	readonly method: string | undefined;
	readonly url: string | undefined;
	readonly headers: IncomingMessage['headers'];
	readonly body: {
		readonly model: string;
		readonly temperature: number;
		readonly max_tokens: number;
		readonly messages: readonly { readonly role: string; readonly content: string }[];
	};
}

/** A real HTTP server. @param respond gets the request's number, from 0 */
export async function endpointServer(
	t: TestContext,
	respond: (response: ServerResponse, number: number, asked: Asked) => void,
): Promise<{ url: string; asked: Asked[] }> {
	const asked: Asked[] = [];
	const server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
		request.on('end', () => {
			const { method, url, headers } = request;
			const one = { method, url, headers, body: JSON.parse(text) as Asked['body'] };
			asked.push(one);
			respond(response, asked.length - 1, one);
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	assert.ok(address !== null && typeof address === 'object');
	return { url: `http://127.0.0.1:${address.port}/v1`, asked };
}

/** A chat completion as OpenAI's reference shows one. */
export function completion(content: string | null, ended = 'stop'): string {
	return JSON.stringify({
		id: 'chatcmpl-1',
		object: 'chat.completion',
		choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: ended }],
	});
}
