import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ChromaClient } from 'chromadb';
import { chromaOpener } from '../../../../src/stores/memory/chroma/chroma-server.ts';
import { startProcess } from '../../../support/start-process.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { thisSuite } from '../../../support/test-or-suite.ts';
import { until } from '../../../support/until.ts';
import { freePort, listening } from './loopback.ts';
import { collect, describeStore } from './store-contract.ts';
import { opened } from './written-databases.ts';

const signal = new AbortController().signal;
const program = process.env['RAG_ASSAY_CHROMA'];
const skip =
	program === undefined &&
	"RAG_ASSAY_CHROMA does not name the program `chroma`, which comes with PyPI's chromadb: npm's needs a newer glibc";

describe('a Chroma server', { skip, timeout: 300_000 }, () => {
	const suite = thisSuite();
	const folder = temporaryFolder(suite, 'rag-assay-chroma-');
	const port = { number: 0 };
	const texts = Array.from({ length: 5 }, (_, i) => `memory ${i}`);
	const address = (collection: string): string => `chroma+http://127.0.0.1:${port.number}/${collection}`;
	let client: ChromaClient;

	before(async () => {
		port.number = await freePort();
		const args = ['run', '--path', folder, '--port', String(port.number), '--host', '127.0.0.1'];
		const server = startProcess(suite, program!, args, { stdio: 'ignore' });
		client = new ChromaClient({ host: '127.0.0.1', port: port.number });
		await until(() => client.heartbeat(), 'the server', { pause: 100, retry: () => server.exitCode === null });
		const notes = await fill('notes', texts);
		await notes.add({ ids: ['blank'], embeddings: [[0, 0, 1]], metadatas: [{ note: 'no text' }] });
		await notes.delete({ ids: ['blank'] });
		await fill('by-cosine', texts, 'cosine');
		await fill(
			'many',
			Array.from({ length: 300 }, (_, i) => `entry ${i}`),
		);
	});

	async function fill(name: string, documents: string[], space: 'cosine' | 'l2' = 'l2') {
		const collection = await client.createCollection({ name, embeddingFunction: null, configuration: { hnsw: { space } } });
		await collection.add({
			ids: documents.map((_, i) => `id${i}`),
			documents,
			embeddings: documents.map((_, i) => [1, i, 0.1]),
			metadatas: documents.map((_, i) => ({ user_id: i % 2 === 0 ? 'ada' : 'bo', rank: i })),
		});
		return collection;
	}

	describeStore({ name: "its server, through npm's client,", kind: 'chroma', open: () => opened(chromaOpener, address('notes')), texts });

	describeStore({
		name: 'its server, with an index by cosine,',
		kind: 'chroma',
		open: () => opened(chromaOpener, address('by-cosine')),
		texts,
		searches: true,
	});

	test('embeddings, metadata and scopes are as they were written', async () => {
		const store = await opened(chromaOpener, address('notes'));
		const [first] = (await collect(store, 1)).flatMap(({ entries }) => entries);
		await store.close();
		assert.deepEqual(first?.embedding, Float32Array.of(1, 0, 0.1));
		assert.deepEqual(first.metadata, { user_id: 'ada', rank: 0 });
		assert.equal(first.scope, 'notes, user_id=ada');
	});

	test('what is deleted while it is read moves nothing that is still to be read', async () => {
		const store = await opened(chromaOpener, address('many'));
		const many = await client.getCollection({ name: 'many' });
		const read: string[] = [];
		for await (const { entries } of store.read({ batch: 50, signal })) {
			read.push(...entries.map(({ id }) => id));
			// The last that was read, and some before it.
			if (read.length < 200) await many.delete({ ids: [read.at(-1)!, ...read.slice(0, 3)] });
		}
		await store.close();
		assert.deepEqual(
			read,
			Array.from({ length: 300 }, (_, i) => `id${i}`),
		);
	});

	test('a collection that is not there, or was not named, is said with those that are', async () => {
		// oxlint-disable-next-line no-await-in-loop -- two
		for (const [path, message] of [
			['nothing', /has no collection 'nothing'/],
			['', /names no collection/],
		] as const)
			await assert.rejects(chromaOpener.open(address(path), { signal }), {
				code: 'RA344',
				message,
				hint: /'by-cosine', 'many',? and 'notes'/,
			});
	});
});

describe('an address of a Chroma server', () => {
	test('at which nobody listens says so, and no password', async () => {
		const port = await freePort();
		await assert.rejects(
			chromaOpener.open(`chroma+http://me:s3cret@127.0.0.1:${port}/notes`, { signal }),
			(error: Error & { code: string }) => {
				assert.equal(error.code, 'RA342');
				assert.match(error.message, new RegExp(`chroma\\+http://127.0.0.1:${port}/notes`));
				assert.doesNotMatch(JSON.stringify(error) + error.message, /s3cret/);
				return true;
			},
		);
	});

	test('that refuses is told what to do, and got the password', async () => {
		const asked: (string | undefined)[] = [];
		const port = await listening((request, response) => {
			asked.push(request.headers.authorization);
			response.writeHead(401).end('{}');
		});
		await assert.rejects(chromaOpener.open(`chroma+http://me:s3cret@127.0.0.1:${port}/notes`, { signal }), {
			code: 'RA343',
			hint: /CHROMA_TOKEN/,
		});
		assert.ok(asked.length > 0);
		assert.ok(asked.every((one) => one === `Basic ${Buffer.from('me:s3cret').toString('base64')}`));
	});

	test('is left alone where a signal says so, though the server never answers', async () => {
		const port = await listening(() => undefined);
		const reason = new Error('enough');
		const controller = new AbortController();
		const opening = chromaOpener.open(`chroma+http://127.0.0.1:${port}/notes`, { signal: controller.signal });
		controller.abort(reason);
		await assert.rejects(opening, reason);
	});

	test('another address is none of Chroma', async () => {
		assert.equal(await chromaOpener.open('http://localhost:8000/notes', { signal }), null);
		await assert.rejects(chromaOpener.open('chroma+http://', { signal }), { code: 'RA347' });
	});
});
