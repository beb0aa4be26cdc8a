import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe } from 'node:test';
import { Analyze } from '../../src/protocol/requests.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { slowTest } from '../support/slow-test.ts';
import { Client, shortTrace } from '../support/runner-client.ts';
import { productNode } from './product-node.ts';

describe('an ordinary long answer', () => {
	// On Node 20 each of them ended the runner, whose segments of text held a copy of the text each.
	const answers = {
		'100,000 lines': 'x\n'.repeat(100_000),
		'60 KB of Chinese': '\u4e2d\u6587\u53e5\u5b50\u3002\u8fd9\u662f\u4e00\u4e2a\u6d4b\u8bd5\uff0c'.repeat(1700),
		'100 KB of CSV': 'abc,123,def 4.5\n'.repeat(6400),
		'60 KB of Chinese without a sign': '\u6211\u4eec\u5728\u8fd9\u91cc\u5de5\u4f5c'.repeat(2900),
	};
	for (const [name, answer] of Object.entries(answers)) {
		slowTest(`of ${name} is read`, async (t) => {
			t.diagnostic(`the product runs on Node ${spawnSync(productNode, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);
			const client = new Client(t);
			await client.initialize({ analyzeOn: 'command' });
			const uri = 'untitled:long.rag.md';
			await client.open(uri, shortTrace('long', answer));
			const state = await Promise.race([
				ask(client.connection, Analyze, { uri }),
				client.exited.then(({ status, signal }) => {
					throw new Error(`the runner ended (${signal ?? status}): ${client.stderr.slice(-2000)}`);
				}),
			]);
			assert.equal(state.kind, 'done', JSON.stringify(state));
			assert.deepEqual(await client.stop(), { status: 0, signal: null }, client.stderr.slice(-2000));
		});
	}
});
