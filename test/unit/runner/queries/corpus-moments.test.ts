import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fitLexical } from '../../../../src/embedding/lexical/fit-lexical.ts';
import { lexicalEncoder } from '../../../../src/embedding/lexical/lexical-encoder.ts';
import { matrix } from '../../../../src/methods/memsad/row-maxima.ts';
import { EntryEmbedder, embedTexts } from '../../../../src/runner/memory/scan-encoder.ts';
import { batchesOf } from '../../../../src/runner/memory/store-access.ts';
import { momentsCorpus } from '../../../../src/runner/queries/corpus-moments.ts';
import { openScreener } from '../../../../src/runner/queries/screener.ts';
import { writeMoments } from '../../../../src/runner/queries/write-moments.ts';
import { readMoments, screenFound } from '../../../../src/screening/main.ts';
import { runnerSettings } from '../../../../src/protocol/requests.ts';
import type { MemoryEntry } from '../../../../src/formats/memory/memory-entry.ts';
import type { FoundEntry, MemoryStore } from '../../../../src/stores/memory/memory-store.ts';
import { openMemoryStore } from '../../../../src/stores/memory/open-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = temporaryFolder({ after }, 'rag-assay-moments-');
const { signal } = new AbortController();
const hooks = { signal, onProgress: () => undefined };
const documents = fileURLToPath(new URL('../../../../examples/queries/documents.jsonl', import.meta.url));

const file = await openMemoryStore(documents);
const entries: MemoryEntry[] = [];
for await (const batch of batchesOf(file, signal)) entries.push(...batch.entries);
const encoder = lexicalEncoder(await fitLexical(entries.map(({ text }) => text)));
const parts = {
	context: { settings: runnerSettings.parse({}), memoryScanFolder: folder },
	models: { openEncoder: () => Promise.resolve(encoder) },
};
const vectors = matrix(
	await embedTexts(
		encoder,
		entries.map(({ text }) => text),
		'document',
		signal,
	),
	encoder.dimensions,
);
const rowOf = (i: number): Float32Array => vectors.values.slice(i * vectors.width, (i + 1) * vectors.width);

/** The same documents in a store that keeps embeddings and searches by itself. */
function searching(embeddingOf: (i: number) => Float32Array): MemoryStore {
	return {
		...file,
		kind: 'pgvector',
		name: 'postgres://host/db',
		embeddings: { dimensions: vectors.width, encoder: null },
		state: () => Promise.resolve(null),
		count: () => Promise.resolve(entries.length),
		remarks: () => Promise.resolve([]),
		close: () => Promise.resolve(),
		async *read() {
			yield { entries: entries.map((entry, i) => ({ ...entry, embedding: embeddingOf(i) })), problems: [], cursor: 'end' };
		},
		search: (query, { k }) =>
			Promise.resolve(
				entries
					.map(({ id, text }, i): FoundEntry => ({ id, text, similarity: rowOf(i).reduce((sum, value, d) => sum + value * query[d]!, 0) }))
					.toSorted((a, b) => b.similarity - a.similarity)
					.slice(0, k),
			),
	};
}

test('moments and the store\u2019s own search say what a whole reading says', async () => {
	const output = join(folder, 'docs.moments.json');
	await writeMoments(file, { token: 't', benign: null, rho: 0.05, output, force: false }, parts, hooks);
	const texts = ['What helps against fleas?', entries[4]!.text.slice(0, 120), '[MASK] [MASK]'];
	await using whole = await openScreener(file, { token: 't', benign: null, rho: 0.05 }, parts, hooks);
	await using fast = await openScreener(searching(rowOf), { token: 't', benign: null, rho: 0.05, moments: output }, parts, hooks);
	assert.equal(fast.store.documents, 60);
	assert.deepEqual(fast.remarks, whole.remarks);
	const [expected, found] = [await whole.search(texts, 4, signal), await fast.search(texts, 4, signal)];
	for (const [i, { embedding, found: near }] of found.entries()) {
		assert.deepEqual(
			near.map(({ id }) => id),
			expected[i]!.found.map(({ id }) => id),
		);
		const [a, b] = [fast, whole].map(({ corpus }) => corpus.moments.leavingOut(embedding, near[0]!.similarity));
		assert.deepEqual(a, b);
	}
});

test('moments bring the threshold that they were written with', async () => {
	const output = join(folder, 'measured.moments.json');
	const benign = {
		path: fileURLToPath(new URL('../../../../examples/queries/benign.queries.jsonl', import.meta.url)),
		foundBeside: 'store',
	} as const;
	await writeMoments(file, { token: 't', benign, rho: 0.05, output, force: false }, parts, hooks);
	await using fast = await openScreener(searching(rowOf), { token: 't', benign: null, rho: 0.05, moments: output }, parts, hooks);
	const { from, name, queries } = fast.threshold.calibration;
	assert.deepEqual([fast.threshold.rule, from, name, queries], ['empirical', 'moments', 'measured.moments.json', 60]);
});

test('moments of the built-in embedder without benign queries have no threshold, and middleware says so', async () => {
	const output = join(folder, 'unmeasured.moments.json');
	const { says } = await writeMoments(file, { token: 't', benign: null, rho: 0.05, output, force: false }, parts, hooks);
	assert.match(says.join('\n'), /^No threshold decides[\s\S]*Give at least 19 benign queries/);
	const corpus = readMoments(JSON.parse(readFileSync(output, 'utf8')));
	const found = [...entries.keys()].map((i) => ({ id: String(i), similarity: i === 0 ? 1 : 0 }));
	const said = screenFound(rowOf(0), found, corpus, 3);
	assert.deepEqual([said.screened, said.flagged, !said.screened && said.reason], [false, false, 'no-threshold']);
});

test('moments of another embedder, of a store without a search, or with other embeddings, are refused', async () => {
	const output = join(folder, 'own.moments.json');
	await writeMoments(file, { token: 't', benign: null, rho: 0.05, output, force: false }, parts, hooks);
	const open = (store: MemoryStore, own = encoder, at = output) => momentsCorpus(at, store, own, new EntryEmbedder(own, signal), signal);
	await assert.rejects(open(searching(rowOf), { ...encoder, identity: { ...encoder.identity, sha256: '0'.repeat(64) } }), {
		code: 'RA684',
	});
	await assert.rejects(open(file), { code: 'RA685' });
	await assert.rejects(open(searching((i) => rowOf((i + 1) % entries.length))), { code: 'RA685' });
	const bad = join(folder, 'bad.moments.json');
	writeFileSync(bad, '{"schema": "rag-assay/screening-moments@1"}');
	await assert.rejects(open(searching(rowOf), encoder, bad), { code: 'RA684' });
});

test('moments overwrite nothing that another program has made while the store was read', async () => {
	const output = join(folder, 'meanwhile.moments.json');
	const asked = { token: 't', benign: null, rho: 0.05, output, force: false };
	const meanwhile = { signal, onProgress: () => writeFileSync(output, 'made meanwhile') };
	await assert.rejects(writeMoments(file, asked, parts, meanwhile), { code: 'RA704', message: /Another program has written this file/ });
	assert.equal(readFileSync(output, 'utf8'), 'made meanwhile');
	await writeMoments(file, { ...asked, force: true }, parts, hooks);
	assert.match(readFileSync(output, 'utf8'), /screening-moments/);
});
