import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
	Analyze,
	AnalyzeFiles,
	SetConfiguration,
	FileAnalyzed,
	Heatmap,
	ModelStateChanged,
	TokenDetail,
	runnerSettings,
	type AnalysisRecord,
} from '../../src/protocol/requests.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import { slowTest } from '../support/slow-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Client, pullingClient, root } from '../support/runner-client.ts';

const file = join(root, 'examples/traces/bank/three-questions.rag.md');
/** Of screened and exact numbers, besides the bound: sums over a vocabulary in another order. */
const rounding = 1e-5;
const screen = 1e-3;

async function started(
	t: TestContext,
	cache: string,
	settings: Parameters<Client['initialize']>[0] = {},
): Promise<{ client: Client; worked: () => boolean }> {
	const client = new Client(t, { cache });
	await client.initialize({ analyzeOn: 'command', ...settings }, pullingClient);
	let works = false;
	receive(
		client.connection,
		ModelStateChanged,
		({ state }) => {
			works ||= state === 'working';
		},
		assert.fail,
	);
	return { client, worked: () => works };
}

/** The record of the example by a runner of its own, and whether its model was asked for it. */
async function recordOf(
	t: TestContext,
	cache: string,
	settings: Parameters<Client['initialize']>[0],
	html?: string,
): Promise<{ record: AnalysisRecord; worked: boolean }> {
	const { client, worked } = await started(t, cache, settings);
	const records: AnalysisRecord[] = [];
	receive(
		client.connection,
		FileAnalyzed,
		({ record }) => {
			records.push(record);
		},
		assert.fail,
	);
	const { failures } = await ask(client.connection, AnalyzeFiles, {
		token: 't',
		paths: [file],
		methods: ['spad'],
		...(html === undefined ? {} : { html }),
	});
	assert.deepEqual(failures, []);
	await client.stop();
	return { record: records[0]!, worked: worked() };
}

describe('sources with a screen', () => {
	slowTest(
		'are within the bound that the record and the report name; exact ones are kept apart: what was asked for before changes nothing',
		async (t) => {
			const folder = temporaryFolder(t, 'rag-assay-screen-');
			const [cache, html] = [join(folder, 'cache'), join(folder, 'report.html')];
			const screened = await recordOf(t, cache, { screen }, html);
			const exact = await recordOf(t, cache, {});
			assert.deepEqual([screened.worked, exact.worked], [true, true], 'screened numbers do not serve an exact request');
			const { errorBound, sumError, classifiers } = screened.record.attribution!;
			assert.ok(errorBound > 0 && errorBound <= screen && sumError <= 1e-4, `${errorBound}, ${sumError}`);
			assert.equal(exact.record.attribution!.errorBound, 0);
			let farthest = 0;
			for (const [i, { sources, contexts, text }] of screened.record.tokens.entries()) {
				const own = exact.record.tokens[i]!;
				const off = [
					...sources!.map((x, s) => Math.abs(x - own.sources![s]!)),
					...Object.entries(contexts!).map(([id, x]) => Math.abs(x - own.contexts![id]!)),
				];
				assert.ok(Math.max(...off) <= errorBound + rounding, text);
				farthest = Math.max(farthest, ...off);
			}
			assert.ok(farthest > rounding, 'something was screened');
			t.diagnostic(`farthest ${farthest.toPrecision(2)} of a bound of ${errorBound.toPrecision(2)}`);

			// The bundled profile has classifiers: they judge exact sources alone.
			assert.ok(exact.record.attribution!.classifiers.length > 0 && exact.record.sentences.every(({ spad }) => spad !== null));
			assert.ok(
				classifiers.length === 0 &&
					screened.record.sentences.every(({ spad }) => spad === null) &&
					screened.record.findings.every(({ method }) => !method.startsWith('spad')),
			);
			assert.ok(
				screened.record.notes.some((note) => note.includes('so the classifiers did not judge')),
				screened.record.notes.join('\n'),
			);
			assert.match(readFileSync(html, 'utf8'), /<dt>Sources<\/dt><dd>screened: each within 0\.00\d+ of the exact one<\/dd>/);

			const served = await recordOf(t, cache, { screen });
			assert.deepEqual([served.worked, served.record], [false, screened.record], 'what was kept, though exact numbers are there by now');
		},
	);

	it('in an editor: the setting is followed without a new process; hover and inspector say how far a source may be off', async (t) => {
		const cache = temporaryFolder(t, 'rag-assay-screen-');
		const { client } = await started(t, cache, { screen });
		const uri = pathToFileURL(file).href;
		const text = readFileSync(file, 'utf8');
		await client.open(uri, text);
		const offset = text.indexOf('## Response\n') + '## Response\n'.length + 1;
		const before = text.slice(0, offset).split('\n');
		const position = { line: before.length - 1, character: before.at(-1)!.length };
		const said = async () => {
			assert.equal((await ask(client.connection, Analyze, { uri })).kind, 'done');
			const hover = await client.connection.sendRequest<{ contents: { value: string } }>('textDocument/hover', {
				textDocument: { uri },
				position,
			});
			const { attribution } = (await ask(client.connection, TokenDetail, { uri, position }))!;
			return {
				hover: hover.contents.value,
				bound: attribution.errorBound,
				missing: (await ask(client.connection, Heatmap, { uri, measure: 'suspicion' }))!.missing,
			};
		};
		const screened = await said();
		assert.match(screened.hover, /^Screened: each part is within 0\.00\d+ of the exact one\.$/m);
		assert.ok(screened.bound > 0 && screened.bound <= screen);
		assert.equal(screened.missing, 'Classifiers need exact sources, and these are screened.');
		await ask(client.connection, SetConfiguration, runnerSettings.parse({ cacheDirectory: cache, device: 'cpu', analyzeOn: 'command' }));
		const exact = await said();
		assert.doesNotMatch(exact.hover, /Screened/);
		assert.deepEqual([exact.bound, exact.missing], [0, null]);
		await client.stop();
	});
});
