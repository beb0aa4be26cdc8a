import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { errorNumbers } from '../../../../src/error-numbers.ts';
import { UserError } from '../../../../src/errors.ts';
import type { AnalysisRecord } from '../../../../src/formats/analysis-record.ts';
import type { TestOutcome } from '../../../../src/protocol/trace-tests.ts';
import { OpenDocuments } from '../../../../src/runner/lsp/open-documents.ts';
import { ReadableTraces } from '../../../../src/runner/traces/readable-traces.ts';
import { testTraces } from '../../../../src/runner/traces/test-traces.ts';
import type { AnalyzedTrace } from '../../../../src/runner/traces/trace-analyses.ts';
import { shortTrace } from '../../../support/runner-client.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { recordOf } from '../record.ts';

const row = (answer: string): string => JSON.stringify({ user_input: 'When?', retrieved_contexts: ['At noon.'], response: answer });
const judged = { profile: { name: 'demo' } };

/** A finding about the whole response. */
function flagged(uri: string, start: number, end: number, ignored: boolean): AnalysisRecord {
	return {
		...recordOf(uri),
		...judged,
		findings: [
			{
				subject: { kind: 'trace', id: 'a' },
				code: 'rag-assay/ungrounded',
				severity: 'warning',
				method: 'repcs',
				message: 'Not supported.',
				start,
				end,
				score: 1,
				threshold: 0.5,
				ignored,
			},
		],
	};
}

/** Runs tests over files in a folder; returns what came of each, in order, and the files whose findings went to Problems. */
async function tested(
	t: TestContext,
	files: Readonly<Record<string, string>>,
	run: readonly { readonly name: string; readonly traces?: string[] }[],
	analyze: (
		uri: string,
		trace: { readonly id: string; readonly response: { readonly map: { toDocument(at: number): number } } },
	) => AnalyzedTrace,
): Promise<{ outcomes: (readonly [name: string, outcome: TestOutcome])[]; listed: string[] }> {
	const folder = temporaryFolder(t, 'rag-assay-tests-');
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
	const open = new OpenDocuments();
	const outcomes: (readonly [string, TestOutcome])[] = [];
	const listed: string[] = [];
	const nameOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);
	await testTraces(
		run.map(({ name, traces }) => ({ uri: pathToFileURL(join(folder, name)).href, ...(traces === undefined ? {} : { traces }) })),
		{
			open,
			readable: new ReadableTraces(open),
			signal: new AbortController().signal,
			analyze: async (uri, trace) => analyze(uri, trace),
			onTested: ({ uri, trace, outcome }) => {
				if (outcome.kind !== 'running') outcomes.push([trace ?? nameOf(uri), outcome]);
			},
			onAnalyzed: ({ key }) => listed.push(nameOf(key)),
		},
	);
	return { outcomes, listed };
}

describe('traces as tests', () => {
	it('a judged answer passes without findings, and fails with those that nobody ignores, at their place', async (t) => {
		const { outcomes, listed } = await tested(
			t,
			{ 'good.rag.md': shortTrace('good'), 'bad.rag.md': shortTrace('bad'), 'settled.rag.md': shortTrace('settled') },
			[{ name: 'good.rag.md' }, { name: 'bad.rag.md' }, { name: 'settled.rag.md' }],
			(uri, { response: { map } }) => ({
				record: uri.includes('good')
					? { ...recordOf(uri), ...judged }
					: flagged(uri, map.toDocument(0), map.toDocument(3), uri.includes('settled')),
				refused: null,
			}),
		);
		assert.deepEqual(
			outcomes.map(([name, { kind }]) => [name, kind]),
			[
				['good.rag.md', 'passed'],
				['bad.rag.md', 'failed'],
				['settled.rag.md', 'passed'],
			],
		);
		const [, bad] = outcomes[1]!;
		assert.ok(bad.kind === 'failed');
		const line = shortTrace('bad').split('\n').indexOf('## Response') + 2;
		assert.deepEqual(bad.findings, [{ code: 'rag-assay/ungrounded', message: 'Not supported.', range: [line, 0, line, 3] }]);
		assert.deepEqual(listed, ['good.rag.md', 'bad.rag.md', 'settled.rag.md']);
	});

	it('an answer that was not judged or not analyzed is skipped with the reason, and the others go on', async (t) => {
		const refusal = new UserError(errorNumbers.memoryLimitExceeded, 'This trace needs too much memory.', { hint: 'Raise the limit.' });
		const { outcomes } = await tested(
			t,
			{ 'none.rag.md': shortTrace('none'), 'large.rag.md': shortTrace('large'), 'broken.rag.md': '## Response\n\nYes.\n' },
			[{ name: 'none.rag.md' }, { name: 'large.rag.md' }, { name: 'broken.rag.md' }, { name: 'gone.rag.md' }],
			(uri) => {
				if (uri.includes('large')) throw refusal;
				return { record: recordOf(uri), refused: null };
			},
		);
		const reasons = outcomes.map(([, outcome]) => (outcome.kind === 'skipped' ? outcome.reason : outcome.kind));
		assert.equal(reasons[0], 'Not judged. No profile fits this model.');
		assert.equal(reasons[1], `Not analyzed. This trace needs too much memory. Raise the limit. (${errorNumbers.memoryLimitExceeded})`);
		assert.match(reasons[2]!, /^Not analyzed\. Line 1: .*\(RA1\d\d\)$/s);
		assert.match(reasons[3]!, /^Not analyzed\. The file is gone/);
	});

	it('of a file of many traces only the chosen ones are run, each by itself', async (t) => {
		const asked: string[] = [];
		const { outcomes, listed } = await tested(
			t,
			{ 'rows.jsonl': [row('At noon.'), row('At ten.'), row('Never.')].join('\n') },
			[{ name: 'rows.jsonl', traces: ['line 3', 'line 1', 'line 9'] }],
			(uri, { id, response: { map } }) => {
				asked.push(id);
				return {
					record: id === 'line 3' ? flagged(uri, map.toDocument(0), map.toDocument(6), false) : { ...recordOf(uri), ...judged },
					refused: null,
				};
			},
		);
		assert.deepEqual(asked, ['line 3', 'line 1']);
		const column = row('Never.').indexOf('Never.');
		assert.deepEqual(outcomes, [
			[
				'line 3',
				{ kind: 'failed', findings: [{ code: 'rag-assay/ungrounded', message: 'Not supported.', range: [2, column, 2, column + 6] }] },
			],
			['line 1', { kind: 'passed' }],
			['line 9', { kind: 'skipped', reason: 'Not analyzed. This trace is no longer in its file.' }],
		]);
		// Nobody would take findings of a file that is not open back when it changes.
		assert.deepEqual(listed, []);
	});
});
