import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { build } from 'esbuild';
import { programOptions, programs } from '../../../../scripts/bundles.ts';
import { productNode } from '../../../runner/product-node.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { copyOf, expected } from './written-databases.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Reads what is named, as the product's programs will: bundled, on the oldest Node that is promised. */
const program = `
const { databaseOpeners } = require('./databases.cjs');
const signal = new AbortController().signal;
(async () => {
	const found = {};
	for (const target of process.argv.slice(2))
		for (const { open } of databaseOpeners) {
			const store = await open(target, { signal });
			if (store === null) continue;
			found[store.kind] = [];
			for await (const { entries } of store.read({ batch: 2, signal })) found[store.kind].push(...entries.map(({ text }) => text));
			await store.close();
		}
	console.log(JSON.stringify(found));
})();
`;

test('bundled, databases are read on the Node that the product is promised for; LanceDB comes from where somebody installed it', async (t) => {
	const folder = temporaryFolder(t, 'rag-assay-bundled-');
	// oxlint-disable-next-line no-await-in-loop -- two
	for (const [name, entry] of [
		['databases', 'src/stores/memory/open-store.ts'],
		['database-clients', programs['database-clients']!],
	] as const)
		await build({ ...programOptions(name, entry), outfile: join(folder, `${name}.cjs`), sourcemap: false });
	await writeFile(join(folder, 'program.cjs'), program);
	const node20 = join(root, 'node_modules/node-20/bin', process.platform === 'win32' ? 'node.exe' : 'node');
	const [mem0, chroma, langgraph, lancedb] = await Promise.all(['mem0', 'chroma', 'langgraph', 'lancedb'].map(copyOf));
	const { stdout, stderr } = spawnSync(
		process.env['RAG_ASSAY_TEST_NODE'] === undefined ? node20 : productNode,
		[join(folder, 'program.cjs'), join(mem0!, 'history.db'), chroma!, join(langgraph!, 'store.db'), lancedb!],
		{ encoding: 'utf8', env: { ...process.env, RAG_ASSAY_LANCEDB: root } },
	);
	assert.equal(stderr, '');
	const found = JSON.parse(stdout) as Record<string, string[]>;
	assert.deepEqual(Object.keys(found), ['mem0-history', 'chroma-folder', 'langgraph-sqlite', 'lancedb']);
	assert.ok(found['mem0-history']!.includes('Ada drinks coffee.'));
	assert.deepEqual(found['chroma-folder']!.toSorted(), expected.chroma.entries.map(({ text }) => text).toSorted());
	assert.equal(found['langgraph-sqlite']!.length, 5);
	assert.equal(found['lancedb']!.length, 3);
});
