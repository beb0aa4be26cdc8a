import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from 'vscode-languageserver-protocol';
import { Analyze, type AnalysisState } from '../../src/protocol/requests.ts';
import { AnalyzeWorkspace } from '../../src/protocol/analyze-workspace.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { noFiles, sparseFile } from '../support/workspace-places.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Client, shortTrace } from '../support/runner-client.ts';
import { commandLine } from './command-line.ts';

const prompt = '## Query\n\nWho signed it?\n\n## Context 1\n\nAnn Lee signed it.\n';

function workspaceFolder(t: TestContext): string {
	return temporaryFolder(t, 'rag-assay-cloned-');
}

/** A runner whose client has not trusted the workspace in `folder`. */
async function untrusted(t: TestContext, folder: string): Promise<Client> {
	const client = new Client(t);
	await client.initialize({ trusted: false, analyzeOn: 'command' }, { textDocument: { diagnostic: {} } }, [folder]);
	return client;
}

/** Peak resident memory of the runner, MiB; it says nothing off Linux. */
function peakMiB(client: Client): number {
	return process.platform === 'linux'
		? Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${client.child.pid}/status`, 'utf8'))![1]) / 1024
		: 0;
}

async function diagnosticsOf(client: Client, uri: string): Promise<Diagnostic[]> {
	const { items } = await client.connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument: { uri } });
	return items;
}

function failure(state: AnalysisState): { code: string; message: string; file: string | undefined; hint: string | undefined } {
	assert.equal(state.kind, 'failed', JSON.stringify(state));
	const { code, message, place, hint } = state.error;
	return { code, message, file: place?.file, hint };
}

describe('a cloned repository that nobody trusts', {
	skip: process.platform === 'win32' && 'it has no pipes and no devices among files',
}, () => {
	const cli = commandLine();

	slowTest(
		'what stands in place of half of a pair is told with its place and number, in the editor and by the command line, and nothing of it is read',
		async (t) => {
			const folder = workspaceFolder(t);
			const client = await untrusted(t, folder);
			const tooLarge = (path: string): void => sparseFile(path, 2 ** 40);
			for (const [i, [name, make]] of [...Object.entries(noFiles), ['1099511627776 bytes', tooLarge] as const].entries()) {
				const half = (kind: string): string => join(folder, `p${i}.${kind}.md`);
				writeFileSync(half('prompt'), prompt);
				await make(half('response'), t);
				const uri = pathToFileURL(half('prompt')).href;
				await client.open(uri, prompt);
				const told = failure(await ask(client.connection, Analyze, { uri }));
				const isDevice = name === 'a device';
				assert.deepEqual(
					{ ...told, message: undefined },
					{ code: isDevice ? 'RA513' : 'RA506', message: undefined, file: half('response'), hint: told.hint },
				);
				assert.match(told.message, isDevice ? /^This file is not read: a link leads to '\/dev\/zero'/ : new RegExp(name));
				assert.match(
					(await diagnosticsOf(client, uri))
						.map(({ code, message }) => `${code} ${typeof message === 'string' ? message : message.value}`)
						.join('\n'),
					new RegExp(`^${told.code} Not analyzed\\. .*${half('response')}: This file`),
				);
				assert.deepEqual(await client.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } }), []);
			}
			assert.ok(peakMiB(client) < 700);

			const { status, stderr } = await cli.run([
				'analyze',
				...Object.keys(noFiles).map((_, i) => join(folder, `p${i}.prompt.md`)),
				'--quiet',
			]);
			assert.equal(status, 2, stderr);
			for (const [i, name] of Object.keys(noFiles).entries())
				assert.match(stderr, new RegExp(`p${i}\\.response\\.md: RA506: This file cannot be read: it is ${name}`));
			assert.doesNotMatch(stderr, /\n {4}at /);
		},
	);

	slowTest('so is what stands in place of a sidecar, and no other trace waits for it', async (t) => {
		const folder = workspaceFolder(t);
		const client = await untrusted(t, folder);
		for (const [i, [name, make]] of Object.entries(noFiles).entries()) {
			const file = join(folder, `s${i}.rag.md`);
			const sidecar = join(folder, `s${i}.rag-assay.json`);
			writeFileSync(file, shortTrace('a'));
			await make(sidecar, t);
			const uri = pathToFileURL(file).href;
			await client.open(uri, shortTrace('a'));
			const told = failure(await ask(client.connection, Analyze, { uri }));
			assert.equal(told.file, sidecar);
			assert.ok(!client.log.some((line) => line.includes('\n    at ')), client.log.join('\n'));
			assert.match(
				`${told.code}: ${told.message}`,
				name === 'a device'
					? /^RA513: This sidecar is not read: a link leads to '\/dev\/zero'/
					: new RegExp(`^RA506: This sidecar cannot be read: it is ${name}`),
			);
			assert.equal((await diagnosticsOf(client, uri)).filter(({ code }) => code === told.code).length, 1);
			assert.equal(
				await client.connection
					.sendRequest('textDocument/codeAction', {
						textDocument: { uri },
						range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
						context: { diagnostics: [] },
					})
					.then(Array.isArray),
				true,
			);
		}
		const other = pathToFileURL(join(folder, 'other.rag.md')).href;
		await client.open(other, shortTrace('b'));
		assert.equal((await ask(client.connection, Analyze, { uri: other })).kind, 'done');
		assert.ok(peakMiB(client) < 700);

		const { status, stderr } = await cli.run(['analyze', ...Object.keys(noFiles).map((_, i) => join(folder, `s${i}.rag.md`)), '--quiet']);
		assert.equal(status, 2, stderr);
		for (const [i, name] of Object.keys(noFiles).entries())
			assert.match(stderr, new RegExp(`s${i}\\.rag-assay\\.json: RA506: This sidecar cannot be read: it is ${name}`));
		assert.doesNotMatch(stderr, /\n {4}at /);
	});

	it('a link to a text elsewhere is not followed, one within the workspace is; with trust both are', async (t) => {
		const outer = workspaceFolder(t);
		const folder = join(outer, 'cloned');
		mkdirSync(folder);
		writeFileSync(join(outer, 'private.txt'), 'Ann Lee signed it.\n');
		writeFileSync(join(folder, 'shared.txt'), 'Ann Lee signed it.\n');
		for (const [name, target] of [
			['out', '../private.txt'],
			['in', 'shared.txt'],
		] as const) {
			writeFileSync(join(folder, `${name}.prompt.md`), prompt);
			symlinkSync(target, join(folder, `${name}.response.md`));
		}
		const uriOf = (name: string): string => pathToFileURL(join(folder, `${name}.prompt.md`)).href;
		const client = await untrusted(t, folder);
		for (const name of ['out', 'in']) await client.open(uriOf(name), prompt);
		assert.equal(failure(await ask(client.connection, Analyze, { uri: uriOf('out') })).code, 'RA513');
		assert.equal((await ask(client.connection, Analyze, { uri: uriOf('in') })).kind, 'done');

		const trusting = new Client(t);
		await trusting.initialize({ analyzeOn: 'command' }, {}, [folder]);
		await trusting.open(uriOf('out'), prompt);
		assert.equal((await ask(trusting.connection, Analyze, { uri: uriOf('out') })).kind, 'done');
	});

	slowTest('the whole workspace is gone through anyway', async (t) => {
		const folder = workspaceFolder(t);
		writeFileSync(join(folder, 'good.rag.md'), shortTrace('c'));
		symlinkSync('/dev/zero', join(folder, 'a.rag.md'));
		for (const [i, make] of Object.values(noFiles).entries()) {
			writeFileSync(join(folder, `s${i}.rag.md`), shortTrace(`s${i}`));
			await make(join(folder, `s${i}.rag-assay.json`), t);
		}
		const client = await untrusted(t, folder);
		const { analyzed, failed } = await ask(client.connection, AnalyzeWorkspace, { folders: [pathToFileURL(folder).href] });
		assert.deepEqual({ analyzed, failed }, { analyzed: 1, failed: Object.keys(noFiles).length });
	});
});
