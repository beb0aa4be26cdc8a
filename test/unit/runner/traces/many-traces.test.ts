import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { errorNumbers } from '../../../../src/error-numbers.ts';
import { UserError } from '../../../../src/errors.ts';
import { OpenDocuments } from '../../../../src/runner/lsp/open-documents.ts';
import { mostReadInPlace } from '../../../../src/runner/traces/many-traces.ts';
import { TraceAnalyses, type AnalyzeOne } from '../../../../src/runner/traces/trace-analyses.ts';
import { traceFileOf } from '../../../../src/runner/traces/trace-file.ts';
import { withoutModel } from '../../../../src/runner/traces/support-analyses.ts';
import { readTraceFile } from '../../../../src/runner/traces/trace-file.ts';
import { recordOf } from '../record.ts';

const uri = 'untitled:answers.jsonl';
const silent = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

function lines(count: number): string {
	return Array.from({ length: count }, (_, i) =>
		JSON.stringify({
			user_input: `How many on day ${i}?`,
			retrieved_contexts: [`On day ${i} there were 40.`],
			response: `There were 4${i % 2}.`,
		}),
	).join('\n');
}

function opened(text: string, analyze: AnalyzeOne): { analyses: TraceAnalyses; open: OpenDocuments } {
	const open = new OpenDocuments();
	open.set(TextDocument.create(uri, 'jsonl', 1, text));
	const analyses = new TraceAnalyses({
		open,
		log: silent,
		settings: () => ({ analyzeOn: 'open', editDelay: 0 }),
		analyze,
		onChange: () => undefined,
	});
	return { analyses, open };
}

test('of many traces the model reads the first ones, and a note says how many', async () => {
	const read: string[] = [];
	const { analyses } = opened(lines(mostReadInPlace + 5), (_owner, trace) => {
		read.push(trace.id);
		return Promise.resolve({ record: recordOf(uri), refused: null });
	});
	const state = await analyses.analyze(uri);
	assert.ok(state.kind === 'done');
	assert.equal(read.length, mostReadInPlace);
	assert.match(
		state.notes[1] ?? '',
		/The model has read the first 25 of 30 traces\. Open another one as a readable trace, or run `rag-assay analyze`/,
	);
	// The others are compared with their contexts.
	const records = analyses.current(uri)!.analyses.map(({ record }) => record);
	assert.equal(records.length, mostReadInPlace + 5);
	assert.equal(records.at(-1)!.model, null);
	assert.ok(records.slice(mostReadInPlace).some(({ findings }) => findings.length > 0));
});

test('a trace that needs too much memory does not cost the others', async () => {
	const { analyses } = opened(lines(3), (_owner, trace) =>
		trace.id === 'line 2'
			? Promise.reject(new UserError(errorNumbers.memoryLimitExceeded, 'It needs too much memory.'))
			: Promise.resolve({ record: recordOf(uri), refused: null }),
	);
	const state = await analyses.analyze(uri);
	assert.ok(state.kind === 'done');
	assert.ok(
		state.notes.some((note) => /^Not every trace was read\..*too much memory/.test(note)),
		state.notes.join('\n'),
	);
	assert.deepEqual(
		analyses.current(uri)!.analyses.map(({ record }) => record.model === null),
		[false, true, false],
	);
});

test('a document is read and compared once for each version, and forgotten when it is closed', async () => {
	const { analyses, open } = opened(lines(2), () => Promise.resolve({ record: recordOf(uri), refused: null }));
	const file = traceFileOf(uri, open)!;
	const [first, second] = [await readTraceFile(file, open), await readTraceFile(file, open)];
	assert.equal(first!.parsed, second!.parsed);
	assert.equal((await withoutModel(first!)).analyses, (await withoutModel(second!)).analyses);
	await analyses.analyze(uri);
	open.delete(uri);
	analyses.closed(uri);
	assert.deepEqual(analyses.keys(), []);
});
