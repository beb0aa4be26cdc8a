import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { Analyze, ClearCache, GetCaches, Heatmap, ModelStateChanged } from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Client, pullingClient, shortTrace } from '../support/runner-client.ts';

const uri = 'file:///nowhere/cache.rag.md';

/** Analyses one trace in a fresh runner; tells its colors and whether the model worked for them. */
async function analyzed(t: TestContext, cache: string, settings = {}): Promise<{ heat: unknown; worked: boolean; log: string[] }> {
	const client = new Client(t, { cache });
	let worked = false;
	receive(
		client.connection,
		ModelStateChanged,
		({ state }) => {
			worked ||= state === 'working';
		},
		assert.fail,
	);
	await client.initialize(settings, pullingClient);
	await client.open(uri, shortTrace('cache'));
	assert.equal((await ask(client.connection, Analyze, { uri })).kind, 'done');
	const heat = await ask(client.connection, Heatmap, { uri, measure: 'cg' });
	await client.stop();
	return { heat, worked, log: client.log };
}

function cacheIn(t: TestContext): string {
	const folder = temporaryFolder(t, 'rag-assay-cache-');
	return join(folder, 'cache');
}

/** Paths of all entries. */
function entries(cache: string): string[] {
	return readdirSync(join(cache, 'results'), { recursive: true, encoding: 'utf8' })
		.map((name) => join(cache, 'results', name))
		.filter((path) => statSync(path).isFile());
}

describe('the result cache', () => {
	const shared = temporaryFolder({ after }, 'rag-assay-cache-');
	let filled: Promise<{ cache: string; heat: unknown }> | undefined;
	/** A cache that holds what one trace has brought, and its colors; analyzed once for the tests that damage a copy. */
	const filledCache = (t: TestContext): Promise<{ cache: string; heat: unknown }> => {
		filled ??= (async () => {
			const cache = join(shared, 'cache');
			return { cache, heat: (await analyzed(t, cache)).heat };
		})();
		return filled;
	};

	it("answers a second runner without the model, and is its owner's alone", async (t) => {
		const cache = cacheIn(t);
		const first = await analyzed(t, cache);
		assert.equal(first.worked, true);
		// Scores, the response without each context, and sources.
		assert.equal(entries(cache).length, 3);
		for (const entry of entries(cache)) assert.equal(statSync(entry).mode & 0o777, 0o600);
		for (let folder = join(entries(cache)[0]!, '..'); folder !== join(cache, '..'); folder = join(folder, '..'))
			assert.equal(statSync(folder).mode & 0o777, 0o700, folder);
		const second = await analyzed(t, cache);
		assert.equal(second.worked, false);
		assert.deepEqual(second.heat, first.heat);
	});

	for (const [name, damage] of Object.entries({
		'a flipped bit': (bytes: Buffer) => {
			bytes[Math.floor(bytes.length / 2)]! ^= 4;
			return bytes;
		},
		'a missing end': (bytes: Buffer) => bytes.subarray(0, bytes.length - 7),
		'nothing left': () => Buffer.alloc(0),
		'another file': () => Buffer.from('#!/bin/sh\necho hello\n'),
		'a byte too many': (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])]),
	})) {
		slowTest(`recomputes an entry with ${name}, and mends it`, async (t) => {
			const cache = cacheIn(t);
			const good = await filledCache(t);
			cpSync(good.cache, cache, { recursive: true });
			const [entry] = entries(cache);
			const before = readFileSync(entry!);
			writeFileSync(entry!, damage(Buffer.from(before)));
			const again = await analyzed(t, cache);
			assert.equal(again.worked, true);
			assert.deepEqual(again.heat, good.heat);
			assert.ok(
				again.log.some((line) => line.includes('damaged')),
				again.log.join('\n'),
			);
			assert.deepEqual(readFileSync(entry!), before);
		});
	}

	slowTest('is cleared by one command, and a cache that cannot be written costs only time', async (t) => {
		const cache = cacheIn(t);
		await analyzed(t, cache);
		const client = new Client(t, { cache });
		await client.initialize({ analyzeOn: 'command' });
		// A graph of a version before this one: nothing uses it any more.
		mkdirSync(join(cache, 'graphs', '0.0.0'), { recursive: true });
		writeFileSync(join(cache, 'graphs', '0.0.0', 'old.onnx'), 'x'.repeat(50));
		const { results, graphs } = await ask(client.connection, GetCaches, null);
		assert.deepEqual([results.files, graphs.folder], [3, join(cache, 'graphs')]);
		assert.ok(graphs.files >= 1 && graphs.bytes >= 50);
		const cleared = await ask(client.connection, ClearCache, null);
		assert.equal(cleared.files, 3 + graphs.files);
		assert.ok(cleared.bytes > 100 + graphs.bytes);
		assert.ok(!existsSync(join(cache, 'graphs')));
		assert.deepEqual(await ask(client.connection, ClearCache, null), { files: 0, bytes: 0 });
		await client.stop();
		writeFileSync(join(cache, 'results'), 'a file where a folder should be');
		const there = await analyzed(t, cache);
		assert.equal(there.worked, true);
		assert.ok(
			there.log.some((line) => line.includes('could not be cached')),
			there.log.join('\n'),
		);
	});
});
