import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { screeningMoments } from '../../../src/formats/screening-moments.ts';
import { fitLexical } from '../../../src/embedding/lexical/fit-lexical.ts';
import { lexicalEncoder } from '../../../src/embedding/lexical/lexical-encoder.ts';
import { lexicalBytes, lexicalHash } from '../../../src/embedding/lexical/lexical-file.ts';
import { CorpusMoments, empiricalZ, lexicalEmbedder, momentsFile } from '../../../src/screening/main.ts';
import { startProcess } from '../../support/start-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');
const [, lexicalExample = '', endpointExample = ''] = /```js\n(\/\/ screen\.mjs[^]*?)```[^]*?```js\n(\/\/ build\.mjs[^]*?)```/.exec(
	readFileSync(join(root, 'docs', 'query-screening.md'), 'utf8'),
)!;

const subjects = ['pump', 'valve', 'boiler', 'meter', 'filter', 'cable', 'fan', 'ladder', 'crane', 'drill', 'lathe', 'press'];
const places = ['hall', 'yard', 'cellar', 'roof', 'office'];
const documents = subjects.flatMap((subject, s) =>
	places.map((place, p) => ({
		id: `${subject}-${place}`,
		text: `The ${subject} in the ${place} is serviced by team ${(s * 7 + p * 3) % 11}, on day ${(s * 5 + p * 13) % 28}, with part K${s}${p}X.`,
	})),
);
const benign = subjects.flatMap((subject) => [`Who looks after a ${subject}?`, `Where is the ${subject} serviced, and on which day?`]);
const fishing = documents[17]!;

/** An empty folder from which a program can import `rag-assay/screening`. */
function programFolder(): string {
	const folder = temporaryFolder({ after }, 'rag-assay-screening-');
	const installed = join(folder, 'node_modules', 'rag-assay');
	mkdirSync(installed, { recursive: true });
	writeFileSync(
		join(installed, 'package.json'),
		JSON.stringify({ name: 'rag-assay', type: 'module', exports: { './screening': './screening.mjs' } }),
	);
	writeFileSync(
		join(installed, 'screening.mjs'),
		`export * from ${JSON.stringify(pathToFileURL(join(root, 'src/screening/main.ts')).href)};\n`,
	);
	writeFileSync(join(folder, 'documents.json'), JSON.stringify(documents));
	writeFileSync(join(folder, 'benign.json'), JSON.stringify(benign));
	return folder;
}

const printed = z.object({ flagged: z.boolean(), hide: z.string().nullable(), kept: z.array(z.string()) });

async function run(folder: string, file: string, question: string, env: NodeJS.ProcessEnv = {}): Promise<z.infer<typeof printed>> {
	const child = startProcess({ after }, process.execPath, [file, question], {
		cwd: folder,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number]>]);
	assert.equal(status, 0, stderr);
	return printed.parse(JSON.parse(stdout));
}

async function judges(ask: (question: string) => Promise<z.infer<typeof printed>>): Promise<void> {
	const found = await ask(fishing.text);
	assert.deepEqual([found.flagged, found.hide, found.kept.length], [true, fishing.id, 3]);
	assert.ok(!found.kept.includes(fishing.id));
	const usual = await ask(benign[5]!);
	assert.deepEqual([usual.flagged, usual.hide, usual.kept.length], [false, null, 3]);
}

const embeddingRequest = z.object({ model: z.string(), input: z.array(z.string()) });

/** Counts of words by their hashes, and one number that all texts have. */
function countsOf(said: string): number[] {
	const vector = Array.from({ length: 128 }, () => 0);
	vector[0] = 1;
	for (const [word] of said.toLowerCase().matchAll(/\w+/g)) {
		const hash = Buffer.from(word).reduce((sum, byte) => (sum * 31 + byte) % 104_729, 7);
		vector[1 + (hash % 127)]! += 1;
	}
	return vector;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { input } = embeddingRequest.parse(JSON.parse(await text(request)));
	response.setHeader('content-type', 'application/json');
	response.end(JSON.stringify({ data: input.map((said, index) => ({ index, embedding: countsOf(said) })) }));
}

describe('the examples of the documentation, from an empty folder', () => {
	it('with the embedder lexical, whose file lies beside the moments', async () => {
		const folder = programFolder();
		const model = await fitLexical(documents.map((one) => one.text));
		const bytes = lexicalBytes(model);
		const embed = lexicalEmbedder(bytes);
		const own = await lexicalEncoder(model).embed([fishing.text], { signal: new AbortController().signal, onProgress: () => undefined });
		assert.deepEqual(embed(fishing.text), own, 'as RAG Assay embeds it');
		const all = documents.map((one) => embed(one.text));
		const moments = CorpusMoments.empty(all[0]!.length);
		for (const one of all) moments.add(one);
		const zs = benign.map((query) => {
			const embedding = embed(query);
			const max = Math.max(...all.map((one) => one.reduce((sum, x, i) => sum + x * embedding[i]!, 0)));
			const { mean, std } = moments.leavingOut(embedding, max);
			return (max - mean) / std;
		});
		const sha256 = lexicalHash(model);
		const threshold = { rule: 'empirical', rho: 0.05, z: empiricalZ(zs, 0.05).z, queries: zs.length } as const;
		const corpus = { encoder: { name: 'lexical', sha256 }, moments, sample: new Float32Array(), seed: 0, threshold };
		writeFileSync(join(folder, 'handbook.moments.json'), JSON.stringify(momentsFile(corpus)));
		writeFileSync(join(folder, `${sha256.slice(0, 16)}.rag-assay-lexical`), bytes);
		writeFileSync(join(folder, 'screen.mjs'), lexicalExample);
		await judges((question) => run(folder, 'screen.mjs', question));

		for (const [file, why] of [
			[bytes.subarray(0, 40), /cannot be read|not as long/],
			[bytes.subarray(0, -8), /not as long as it says/],
			[Buffer.from('something else'), /does not begin as one/],
		] as const)
			assert.throws(() => lexicalEmbedder(file), { name: 'TypeError', message: why });
	});

	it('with an embedder behind an OpenAI-compatible address', async (t) => {
		const server = createServer((request, response) => {
			void answer(request, response);
		});
		t.after(() => server.close());
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const address = server.address();
		assert.ok(typeof address === 'object' && address !== null);
		const folder = programFolder();
		writeFileSync(join(folder, 'build.mjs'), endpointExample);
		const env = { EMBEDDINGS_URL: `http://127.0.0.1:${address.port}/v1/embeddings`, EMBEDDINGS_KEY: 'none' };
		await judges((question) => run(folder, 'build.mjs', question, env));
		const written = screeningMoments.parse(JSON.parse(readFileSync(join(folder, 'handbook.moments.json'), 'utf8')));
		assert.deepEqual([written.n, written.threshold.queries], [documents.length, benign.length]);
	});
});
