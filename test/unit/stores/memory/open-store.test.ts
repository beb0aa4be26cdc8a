import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { memoryStoreOpeners, openMemoryStore } from '../../../../src/stores/memory/open-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { collect } from './store-contract.ts';

const folder = temporaryFolder({ after }, 'open-store-');
const at = (name: string, content: string | Uint8Array): string => {
	const file = join(folder, name);
	mkdirSync(join(file, '..'), { recursive: true });
	writeFileSync(file, content);
	return file;
};
const plain = '{"text": "Ada likes tea."}\n';
const graph = '{"type":"entity","name":"Ada","entityType":"p","observations":["Tea."]}';

test('a store is known by what it holds', async () => {
	for (const [name, content, kind] of [
		['a.jsonl', plain, 'jsonl'],
		['memory.json', graph, 'mcp-memory'],
		['odd.dat', `not json\n${graph}\n`, 'mcp-memory'],
		['memory.jsonl', plain, 'jsonl'],
		['b.txt', `\uFEFF\n\n${plain}`, 'jsonl'],
		['empty.jsonl', '', 'jsonl'],
		['broken.jsonl', '{"text": "cut of', 'jsonl'],
		['agent.json', '{"agents": [], "blocks": [], "message_buffer_autoclear": false}', 'letta'],
		['AGENTS.md', plain, 'instructions'],
		['notes.md', 'Words.\n', 'instructions'],
		['skills/a/SKILL.md', 'Words.\n', 'instructions'],
	] as const) {
		// oxlint-disable-next-line no-await-in-loop -- one after the other
		const store = await openMemoryStore(at(name, content));
		assert.equal(store.kind, kind, name);
		// oxlint-disable-next-line no-await-in-loop -- one after the other
		await store.close();
	}
	const store = await openMemoryStore(join(folder, 'skills'));
	assert.equal(store.kind, 'instructions');
});

test('what is none is refused with every kind that there is', async () => {
	mkdirSync(join(folder, 'nothing'), { recursive: true });
	for (const target of [at('data.csv', 'a,b\n'), at('traces.jsonl', '{"run_type": "llm"}\n'), join(folder, 'nothing'), 'redis://host/0'])
		await assert.rejects(openMemoryStore(target), (error) => {
			assert.ok(error instanceof UserError);
			assert.equal(error.code, 'RA149');
			for (const { kind, example } of memoryStoreOpeners) assert.ok(error.hint?.includes(`${example} (${kind})`));
			return true;
		});
	await assert.rejects(openMemoryStore(join(folder, 'no-such-file')), { code: 'RA701' });
	await assert.rejects(
		openMemoryStore('pg://ada:secret@host/db'),
		(error) => error instanceof UserError && !JSON.stringify([error.message, error.hint, error.place]).includes('secret'),
	);
});

test('pickles are refused by name, or by their first bytes, before anything opens them', async () => {
	const pickle = Uint8Array.of(0x80, 0x04, 0x95);
	at('faiss/index.faiss', 'x');
	at('faiss/index.pkl', pickle);
	at('qdrant/meta.json', '{}');
	at('qdrant/collection/memories/storage.sqlite', 'x');
	at('only/a.pickle', pickle);
	for (const target of [
		at('store.pkl', plain),
		at('store.jsonl', pickle),
		at('AGENTS.md', pickle),
		...['faiss', 'qdrant', 'only'].map((name) => join(folder, name)),
	])
		await assert.rejects(openMemoryStore(target), (error) => {
			assert.ok(error instanceof UserError);
			assert.equal(error.code, 'RA150', target);
			assert.match(error.hint ?? '', /Export|Serve/);
			return true;
		});
});

test('openers of others are asked, in their order', async () => {
	const asked: string[] = [];
	const opener = (example: string) => ({
		kind: 'qdrant' as const,
		example,
		open: () => {
			asked.push(example);
			return Promise.resolve(null);
		},
	});
	await assert.rejects(openMemoryStore('qdrant+http://x/y', [opener('one'), opener('two')]), { code: 'RA149' });
	assert.deepEqual(asked, ['one', 'two']);
});

test('a scan goes on with nothing but a cursor of its kind', async () => {
	const store = await openMemoryStore(at('c.jsonl', plain));
	await assert.rejects(collect(store, 1, '{"page": 2}'), { code: 'RA151' });
	await store.close();
});

test('a signal ends the opening', () =>
	assert.rejects(openMemoryStore(at('d.jsonl', plain), undefined, { signal: AbortSignal.abort(new Error('stop')) }), /stop/));
