import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { errorNumbers } from '../../../../src/error-numbers.ts';
import { analyzeTrace } from '../../../../src/analysis/analyze-trace.ts';
import { isAnswered, readTraces } from '../../../../src/formats/read-traces.ts';
import { textSha256 } from '../../../../src/formats/sidecar.ts';
import type { AnalyzedFile } from '../../../../src/runner/traces/trace-analyses.ts';
import { codeActionsAt, judgedResponses, modelActions } from '../../../../src/runner/traces/finding-actions.ts';
import { FakeModel } from '../../../support/fake-model.ts';
import { exampleProfile, madeBy, repcsDetector } from '../../../support/example-profile.ts';

const uri = 'file:///t/a.rag.md';
const response = 'It is 7. She was here.';
const text = `## Query\nq\n## Context 1\nc\n## Response\n${response}\n`;

async function analyzed(): Promise<AnalyzedFile> {
	const parsed = await readTraces(uri, text, () => Promise.resolve(undefined));
	const profile = { ...exampleProfile, detectors: [...exampleProfile.detectors, ...madeBy([repcsDetector])] };
	const analyses = await Promise.all(
		parsed!.traces.filter(isAnswered).map(async (trace) => ({
			trace,
			record: await analyzeTrace(trace, new FakeModel(), profile, {
				file: uri,
				methods: ['cg', 'repcs'],
				signal: new AbortController().signal,
				onProgress: () => undefined,
			}),
		})),
	);
	return { key: uri, uris: [uri], parsed: parsed!, documents: new Map([[uri, TextDocument.create(uri, 'markdown', 1, text)]]), analyses };
}

/** Title, code and hash of what is offered at a character of the response's line. */
async function offeredAt(character: number) {
	const place = { line: 5, character };
	return codeActionsAt(judgedResponses(await analyzed()), { start: place, end: place }, []).map(({ title, command }) => {
		const [{ code, textSha256: hash }] = command!.arguments as [{ code: string; textSha256: string }];
		return [title, code, hash];
	});
}

test("where a sentence and its response are flagged, the sentence's actions come first and the titles tell which", async () => {
	assert.deepEqual(await offeredAt(12), [
		['Show why', 'rag-assay/ungrounded', textSha256('She was here.')],
		['Ignore this finding', 'rag-assay/ungrounded', textSha256('She was here.')],
		['Show why the response is flagged', 'rag-assay/memorized', textSha256(response)],
		['Ignore this finding about the whole response', 'rag-assay/memorized', textSha256(response)],
	]);
});

test("in a sentence that is not flagged there is the response's finding alone", async () => {
	assert.deepEqual(
		(await offeredAt(3)).map(([title]) => title),
		['Show why the response is flagged', 'Ignore this finding about the whole response'],
	);
});

test('where a model is not at the place that the settings name, another one can be chosen: a folder at once', () => {
	const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
	const actions = (code: string, source = 'RAG Assay') =>
		modelActions([{ range, source, code, message: 'm' }]).map(({ title, command }) => [title, command?.command, command?.arguments]);
	assert.deepEqual(actions(errorNumbers.noModelFolder), [['Choose the folder of a model', 'ragAssay.chooseModel', ['folder']]]);
	assert.deepEqual(actions(errorNumbers.modelNotInStore), [['Choose another model', 'ragAssay.chooseModel', []]]);
	assert.deepEqual(actions('rag-assay/ungrounded'), []);
	assert.deepEqual(actions(errorNumbers.noModelFolder, 'another tool'), []);
});
