import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { screeningMoments } from '../../src/formats/screening-moments.ts';
import { root } from '../support/runner-client.ts';
import { outputOf, startProcess, type Output } from '../support/start-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { program } from './command-line.ts';
import { productNode } from './product-node.ts';

const page = readFileSync(join(root, 'docs', 'query-screening.md'), 'utf8').replaceAll('\r\n', '\n');
/** The code of the page that begins so, and the commands before it. */
const codeOf = (start: string): string => page.slice(page.indexOf(start), page.indexOf('```', page.indexOf(start)));
const [, samples = '', step1 = ''] = /\ncp node_modules\/rag-assay\/(\S+) \.\nnpx rag-assay (queries moments .*)\n/.exec(page) ?? [];

const linesOf = (name: string): { id: string; text: string }[] =>
	readFileSync(join(root, 'examples/queries', name), 'utf8')
		.trim()
		.split('\n')
		.map((line) => z.object({ id: z.string(), text: z.string() }).parse(JSON.parse(line)));
const documents = linesOf('documents.jsonl');
const benign = linesOf('benign.queries.jsonl');

/** An empty folder into which the package was installed and its samples were copied, as the page says. */
function programFolder(): string {
	const folder = temporaryFolder({ after }, 'rag-assay-screening-');
	mkdirSync(join(folder, 'node_modules'));
	symlinkSync(root, join(folder, 'node_modules', 'rag-assay'), 'junction');
	for (const file of globSync(samples, { cwd: root })) copyFileSync(join(root, file), join(folder, basename(file)));
	return folder;
}

function started(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Output> {
	const own = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), XDG_DATA_HOME: join(folder, 'data'), NO_COLOR: '1' };
	return outputOf(startProcess({ after }, productNode, args, { cwd: folder, env: { ...own, ...env } }));
}

const printed = z.object({ flagged: z.boolean(), hide: z.string().nullable(), kept: z.array(z.string()) });
type Ask = (...questions: readonly string[]) => Promise<Output>;

async function judges(ask: Ask): Promise<void> {
	const said = async (question: string): Promise<z.infer<typeof printed>> => {
		const { status, stdout, stderr } = await ask(question);
		assert.equal(status, 0, stderr);
		return printed.parse(JSON.parse(stdout));
	};
	const fishing = documents[17]!;
	const found = await said(fishing.text);
	assert.deepEqual([found.flagged, found.hide, found.kept.length], [true, fishing.id, 3]);
	assert.ok(!found.kept.includes(fishing.id));
	const usual = await said(benign[0]!.text);
	assert.deepEqual([usual.flagged, usual.hide, usual.kept.length], [false, null, 3]);
	const nothing = await ask();
	assert.equal(nothing.status, 1);
	assert.match(nothing.stderr, /Error: Ask a question: node \w+\.mjs "a question"/);
	assert.doesNotMatch(nothing.stderr, /TypeError/);
}

const embeddingRequest = z.object({ model: z.string(), input: z.array(z.string()) });
/** As many texts as this server takes in a request. */
const maxInputs = 32;

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
	if (input.length > maxInputs) response.statusCode = 400;
	// In no order: each says which text it is of.
	response.end(JSON.stringify({ data: input.map((said, index) => ({ index, embedding: countsOf(said) })).toReversed() }));
}

describe('the examples of the documentation, from an empty folder with the package', () => {
	it('with the embedder lexical, on what step 1 has written', async () => {
		const folder = programFolder();
		const { status, stderr } = await started(folder, [program, ...step1.split(' ')]);
		assert.equal(status, 0, stderr);
		const { encoder, threshold } = screeningMoments.parse(JSON.parse(readFileSync(join(folder, 'handbook.moments.json'), 'utf8')));
		assert.deepEqual([encoder.name, threshold.score, threshold.queries], ['lexical', 'room', benign.length]);
		writeFileSync(join(folder, 'screen.mjs'), codeOf('// screen.mjs'));
		await judges((...questions) => started(folder, ['screen.mjs', ...questions]));
	});

	it('with an embedder behind an OpenAI-compatible address that takes few texts at a time', async (t) => {
		const server = createServer((request, response) => {
			void answer(request, response);
		});
		t.after(() => server.close());
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const address = server.address();
		assert.ok(typeof address === 'object' && address !== null);
		const folder = programFolder();
		writeFileSync(join(folder, 'build.mjs'), codeOf('// build.mjs'));
		const env = { EMBEDDINGS_URL: `http://127.0.0.1:${address.port}/v1/embeddings`, EMBEDDINGS_KEY: 'none' };
		await judges((...questions) => started(folder, ['build.mjs', ...questions], env));
		const written = screeningMoments.parse(JSON.parse(readFileSync(join(folder, 'handbook.moments.json'), 'utf8')));
		assert.deepEqual([written.n, written.threshold.queries], [documents.length, benign.length]);
	});
});
