/** What the runner says of open documents that other tools wrote. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CodeAction, CodeLens, Diagnostic, DocumentDiagnosticReport, Hover } from 'vscode-languageserver-protocol';
import { Analyze, AnalysisChanged, Heatmap, Origins, Sentences, type AnalysisState } from '../../src/protocol/requests.ts';
import { ForeignFiles, ReadableTrace, ReadableTraceAt, TracesOfFile } from '../../src/protocol/readable.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { Client, pullingClient } from '../support/runner-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { warmClient } from './warm-client.ts';

const fixture = (name: string): string => readFileSync(new URL(`../unit/formats/foreign/fixtures/${name}`, import.meta.url), 'utf8');
const uriOf = (name: string): string => `file:///nowhere/${name}`;

async function diagnosticsOf({ connection }: Client, uri: string): Promise<Diagnostic[]> {
	const report = await connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', { textDocument: { uri } });
	assert.equal(report.kind, 'full');
	return report.items;
}

describe('documents of other tools', () => {
	const warm = warmClient((client) => client.initialize({ analyzeOn: 'open' }, pullingClient));

	test('each answer of JSON Lines is analyzed, shown as soon as it is read, and colored where it stands', async () => {
		const client = await warm();
		const [uri, text] = [uriOf('ragas-samples.jsonl'), fixture('ragas-samples.jsonl')];
		const states: AnalysisState[] = [];
		const heard = receive(
			client.connection,
			AnalysisChanged,
			(changed) => {
				if (changed.uri === uri) states.push(changed.state);
			},
			assert.fail,
		);
		await client.open(uri, text, 'jsonl');
		const state = await ask(client.connection, Analyze, { uri });
		heard.dispose();
		assert.ok(state.kind === 'done');
		assert.equal(state.notes[0], 'Read as RAGAS samples: 3 traces.');
		assert.deepEqual(
			states.flatMap((one) => (one.kind === 'running' && one.shown !== undefined ? [one.shown] : [])),
			[1, 2],
		);

		const lines = text.split('\n');
		const colors = await ask(client.connection, Heatmap, { uri, measure: 'cg' });
		assert.ok(colors !== null && colors.inline);
		const ranges = colors.buckets.flat().toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
		for (const [line, shown] of lines.slice(0, 3).entries()) {
			const here = ranges.filter(([first, , last]) => first === line && last === line);
			// Tokens cover the string between its quotes, with the escapes in it, and nothing else.
			const written = here.map(([, from, , to]) => shown.slice(from, to)).join('');
			assert.equal(`"${written}"`, JSON.stringify((JSON.parse(shown) as { response: string }).response));
		}
		assert.deepEqual(
			colors.sources
				.filter(({ range }) => range[0] === 0)
				.map(({ source, context, range: [, from, , to] }) => [source, context, lines[0]!.slice(from, to)]),
			[
				['query', undefined, 'When does the branch in Odelle close?'],
				['rag', '1', 'The branch in Odelle closes on 14 March 2024.'],
				['rag', '2', String.raw`The café \"Plus\"\nnext to it stays open. 🤔 | So does the library.`],
			],
		);
	});

	test('findings are at their place, the reason that nothing is judged is said once, and hovers say more', async () => {
		const client = await warm();
		const [uri, text] = [uriOf('ragas-samples.jsonl'), fixture('ragas-samples.jsonl')];
		const found = await diagnosticsOf(client, uri);
		const lines = text.split('\n');
		const at = ({ range: { start, end } }: Diagnostic): string => lines[start.line]!.slice(start.character, end.character);
		const values = found.filter(({ code }) => code === 'rag-assay/value-contradicted');
		assert.deepEqual(values.map(at), ['15 March 2024', '5.90 euros']);
		assert.deepEqual(
			values.map(({ relatedInformation }) => relatedInformation?.[0]?.location.range.start.line),
			[0, 1],
		);
		const unjudged = found.filter(({ code }) => code === 'rag-assay/not-judged');
		assert.equal(unjudged.length, 1);
		const [{ message }] = unjudged as [Diagnostic];
		assert.ok(typeof message === 'string');
		assert.match(message, /2 other answers in this file are not judged, either\.$/);
		const hover = await client.connection.sendRequest<Hover | null>('textDocument/hover', {
			textDocument: { uri },
			position: values[0]!.range.start,
		});
		assert.match(hover === null ? '' : JSON.stringify(hover.contents), /Differs from the contexts/);
	});

	test('sentences and origins speak of the answer as it reads, not as it is escaped', async () => {
		const client = await warm();
		const uri = uriOf('ragas-samples.jsonl');
		const sentences = await ask(client.connection, Sentences, { uri });
		assert.ok(sentences.some(({ text }) => text.trim() === 'The café "Plus" stays open.'));
		const word = sentences.find(({ text }) => text.includes('Plus'))!.range;
		const origins = await ask(client.connection, Origins, { uri, range: word });
		assert.match(origins?.subject?.text ?? '', /café "Plus" stays open/);
		assert.equal(await ask(client.connection, Origins, { uri }), null);
	});

	for (const name of ['openinference-otlp.json', 'ragas-result.csv', 'deepeval.json'])
		test(`${name}: its wrong values are found`, async () => {
			const client = await warm();
			await client.open(uriOf(name), fixture(name), name.endsWith('.csv') ? 'csv' : 'json');
			assert.equal((await ask(client.connection, Analyze, { uri: uriOf(name) })).kind, 'done');
			const codes = (await diagnosticsOf(client, uriOf(name))).map(({ code }) => code);
			assert.equal(codes.filter((code) => code === 'rag-assay/value-contradicted').length, 2);
		});

	test('of a file that holds no traces nothing is said', async () => {
		const client = await warm();
		for (const [name, text] of [
			['package.json', fixture('ragas-samples.jsonl')],
			['places.json', '[{"name": "Odelle", "answer": 3}]'],
			['numbers.csv', 'a,b\n1,2\n'],
		] as const) {
			await client.open(uriOf(name), text, 'json');
			assert.deepEqual(await ask(client.connection, Analyze, { uri: uriOf(name) }), { kind: 'none' });
			assert.deepEqual(await diagnosticsOf(client, uriOf(name)), []);
		}
	});

	test('a document that somebody edits is read again, and one that is broken for a moment says so', async () => {
		const client = await warm();
		const [uri, text] = [uriOf('edited.jsonl'), fixture('ragas-samples.jsonl')];
		await client.open(uri, text, 'jsonl');
		await client.edit(uri, text.replace('15 March 2024', '14 March 2024'), 2);
		assert.equal((await ask(client.connection, Analyze, { uri })).kind, 'done');
		const contradicted = (await diagnosticsOf(client, uri)).filter(({ code }) => code === 'rag-assay/value-contradicted');
		assert.equal(contradicted.length, 1);
		await client.edit(uri, '{"user_input": ', 3);
		assert.equal((await ask(client.connection, Analyze, { uri })).kind, 'failed');
		assert.ok((await diagnosticsOf(client, uri)).some(({ code }) => code === 'RA115' || code === 'RA112'));
	});

	test('each trace is a readable document, which the runner analyzes as it is, and whose places are those of the file', async (t) => {
		const client = new Client(t);
		await client.initialize({ analyzeOn: 'command', showsWhy: true }, pullingClient);
		const folder = temporaryFolder(t);
		const path = join(folder, 'answers [1].jsonl');
		writeFileSync(path, fixture('ragas-samples.jsonl'));
		const uri = pathToFileURL(path).href;
		// On the disk, and then open with another text.
		const listed = await ask(client.connection, TracesOfFile, { uri });
		assert.ok(listed !== null);
		assert.deepEqual(
			listed.traces.map(({ id, line, question }) => [id, line, question]),
			[
				['line 1', 1, 'When does the branch in Odelle close?'],
				['line 2', 2, "What's the monthly fee of the Plus account?"],
				['line 3', 3, 'Which ward treats tonsillitis?'],
			],
		);
		await client.open(uri, fixture('ragas-samples.jsonl').replace('15 March', '16 March'), 'jsonl');
		const readable = listed.traces[0]!.uri;
		const shown = await ask(client.connection, ReadableTrace, { uri: readable });
		assert.match(shown!.text, /It closes on 16 March 2024\.\nThe café "Plus" stays open\./);
		assert.equal(shown!.source.range[0], 0);
		assert.equal(await ask(client.connection, ReadableTrace, { uri: readable.replace('line', 'lime') }), null);

		const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
		assert.deepEqual(
			lenses.map(({ range, command }) => [range.start.line, command?.title, command?.arguments?.[0]]),
			listed.traces.map((trace, line) => [line, 'Open as readable trace', trace.uri]),
		);
		const [finding] = (await diagnosticsOf(client, uri)).filter(({ code }) => code === 'rag-assay/value-contradicted');
		const place = finding!.relatedInformation!.at(-1)!.location;
		assert.equal(place.uri, readable);
		const at = ({ start, end }: { start: { line: number; character: number }; end: { line: number; character: number } }): string =>
			shown!.text.split('\n')[start.line]!.slice(start.character, end.character);
		assert.equal(at(place.range), '16 March 2024');
		const there = await ask(client.connection, ReadableTraceAt, { uri, position: finding!.range.start });
		assert.deepEqual(there!.range!.slice(0, 2), [place.range.start.line, place.range.start.character]);

		// What is ignored in the readable document is ignored in the file, and is kept beside it.
		await client.open(readable, shown!.text, 'rag-trace');
		const [same] = (await diagnosticsOf(client, readable)).filter(({ code }) => code === 'rag-assay/value-contradicted');
		assert.equal(at(same!.range), '16 March 2024');
		const actions = await client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
			textDocument: { uri: readable },
			range: same!.range,
			context: { diagnostics: [same] },
		});
		const { command } = actions.find(({ title }) => title.startsWith('Ignore this finding'))!;
		await client.connection.sendRequest('workspace/executeCommand', { command: command!.command, arguments: command!.arguments });
		assert.ok(existsSync(join(folder, 'answers [1].rag-assay.json')));
		const [ignored] = (await diagnosticsOf(client, uri)).filter(({ code }) => code === 'rag-assay/value-contradicted');
		assert.match(JSON.stringify(ignored!.message), /^"Ignored: “16 March 2024” differs/);
		assert.deepEqual(await ask(client.connection, ForeignFiles, { uris: [uri, pathToFileURL(join(folder, 'none.json')).href] }), [uri]);
	});
});
