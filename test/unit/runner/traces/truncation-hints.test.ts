import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { analyzeTrace } from '../../../../src/analysis/analyze-trace.ts';
import { isAnswered, readTraces } from '../../../../src/formats/read-traces.ts';
import type { AnalyzedFile } from '../../../../src/runner/traces/trace-analyses.ts';
import { cutHints, cutTexts } from '../../../../src/runner/traces/truncation-hints.ts';
import { diagnosticsOf } from '../../../../src/runner/traces/trace-diagnostics.ts';
import { heatmapOf } from '../../../../src/runner/traces/heatmap.ts';
import { originsOf } from '../../../../src/runner/traces/origins.ts';
import { AttributingFake } from '../../analysis/spad/attributing-model.ts';

const prompt =
	'## Context a\nAnn is 34.\n## Context b\nBob is 20.\n## Context c\nCid is 7.\n## Query\nHow old is Ann?\n## Context d\nDan is 3.\n';
const response = 'Ann is 34. Bob is 20.\n';
const [promptUri, responseUri] = ['file:///t/ann.prompt.md', 'file:///t/ann.response.md'];
const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
const done = { kind: 'done' as const, notes: [], findings: 1, profile: null, cut: true };

/** Of b the first three letters were read, nothing of c and d; the second sentence was not scored. The record is of the model, but for that. */
async function analyzed(isCut = true): Promise<AnalyzedFile> {
	const texts = new Map([
		[promptUri, prompt],
		[responseUri, response],
	]);
	const parsed = await readTraces(responseUri, response, async (uri) => texts.get(uri));
	const [trace] = parsed!.traces.filter(isAnswered);
	const record = await analyzeTrace(trace!, new AttributingFake(), null, {
		file: responseUri,
		signal: new AbortController().signal,
		onProgress: () => undefined,
	});
	const kept = (id: string, index: number, keptTokens: number) => ({ id, index, tokens: 5, keptTokens, keptLength: 3 * keptTokens });
	const truncation = {
		contextWindow: 64,
		contexts: 4,
		cutContexts: [kept('b', 1, 1), kept('c', 2, 0), kept('d', 3, 0)],
		unscored: { start: 11, end: 21, tokens: 3, of: 6 },
	};
	const finding = {
		code: 'rag-assay/ungrounded',
		severity: 'warning' as const,
		subject: { kind: 'trace', id: 'long' } as const,
		method: 'm',
		message: 'Ungrounded.',
		start: 0,
		end: 10,
		score: 1,
		threshold: 0,
		ignored: false,
	};
	return {
		key: responseUri,
		uris: [promptUri, responseUri],
		parsed: parsed!,
		documents: new Map([...texts].map(([uri, text]) => [uri, TextDocument.create(uri, 'markdown', 1, text)])),
		analyses: [
			{ trace: trace!, record: isCut ? { ...record, tokens: record.tokens.slice(0, 3), findings: [finding], truncation } : record },
		],
	};
}

describe('what the model had no room for', () => {
	it('is found in the half of a pair that holds it; contexts that stand together are one', async () => {
		const file = await analyzed();
		assert.deepEqual(
			cutTexts(promptUri, file).map(({ start, end }) => prompt.slice(start, end)),
			[' is 20.', '## Context c\nCid is 7.', '## Context d\nDan is 3.'],
		);
		assert.deepEqual(
			cutTexts(responseUri, file).map(({ start, end }) => response.slice(start, end)),
			['Bob is 20.'],
		);
		const together = { ...file, parsed: { ...file.parsed, sections: file.parsed.sections.filter(({ kind }) => kind === 'context') } };
		assert.match(
			cutTexts(promptUri, together)[1]!.message,
			/^Not read: the 2 contexts from 'c' to 'd' did not fit into the model\u2019s context window of 64 tokens\. The verdicts on the response do not consider them\.$/,
		);
		assert.deepEqual(cutTexts(promptUri, await analyzed(false)), []);
	});

	it('is faded, is no entry in Problems, and stands beside what was found without it', async () => {
		const file = await analyzed();
		const hints = diagnosticsOf(promptUri, file, file, done);
		assert.deepEqual(
			hints.map(({ severity, tags }) => [severity, tags]),
			Array.from({ length: 3 }, () => [DiagnosticSeverity.Hint, [DiagnosticTag.Unnecessary]]),
		);
		const [found, unscored] = diagnosticsOf(responseUri, file, file, done);
		assert.deepEqual(
			found!.relatedInformation!.map(({ location, message }) => [location.uri, location.range.start.line, message.slice(0, 12)]),
			[
				[promptUri, 3, 'Not read fro'],
				[promptUri, 4, 'Not read: co'],
				[promptUri, 8, 'Not read: co'],
			],
		);
		assert.match(JSON.stringify(unscored!.message), /^"Not scored from here on: the first 3 of 6 response tokens/);
	});

	it('is said in words where it begins, in the lines that an editor asks about', async () => {
		const file = await analyzed();
		const words = (uri: string, range = whole) =>
			cutHints(uri, file, range).map(({ position: { line, character }, label }) => [line, character, label]);
		assert.deepEqual(words(promptUri), [
			[3, 3, 'not read from here: context window full'],
			[4, 12, 'not read: context window full'],
			[8, 12, 'not read: context window full'],
		]);
		assert.deepEqual(words(responseUri), [[0, 11, 'not scored from here: context window full']]);
		const inWord = (record: AnalyzedFile['analyses'][number]['record']) => {
			const { truncation } = record;
			return { ...record, truncation: { ...truncation!, unscored: { ...truncation!.unscored!, start: truncation!.unscored!.start + 1 } } };
		};
		const tokenEndsInWord = { ...file, analyses: file.analyses.map(({ trace, record }) => ({ trace, record: inWord(record) })) };
		assert.deepEqual(
			cutHints(responseUri, tokenEndsInWord, whole).map(({ position: { character } }) => character),
			[11],
			'no word is cut in two',
		);
		assert.deepEqual(words(promptUri, { start: { line: 4, character: 0 }, end: { line: 7, character: 0 } }), [
			[4, 12, 'not read: context window full'],
		]);
	});

	it('has no color of a source, and origins that are not known', async () => {
		const file = await analyzed();
		assert.deepEqual(
			heatmapOf(promptUri, 1, file, 'cg')!.sources.map(({ source, context }) => context ?? source),
			['a', 'b', 'query'],
		);
		const asking = { open: () => Promise.reject(new Error('not asked for')), signal: new AbortController().signal };
		assert.deepEqual(
			(await originsOf(file, 1, undefined, asking))!.contexts.map(({ id }) => id),
			['a', 'b'],
			'what was not read gave nothing, and took nothing',
		);
		const answer = await originsOf(file, 1, [0, 15, 0, 15], asking);
		assert.deepEqual([answer!.subject, answer!.contexts, answer!.lit], [{ range: [0, 11, 0, 21], text: 'Bob is 20.', words: 0 }, [], []]);
		assert.equal(
			await originsOf(
				{ ...file, analyses: file.analyses.map(({ trace, record }) => ({ trace, record: { ...record, wordOrigins: undefined } })) },
				1,
				[0, 15, 0, 15],
				asking,
			),
			null,
		);
	});
});
