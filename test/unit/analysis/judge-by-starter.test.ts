import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { analyzeWithoutModel } from '../../../src/analysis/trace-support.ts';
import { analysisRecordSchema, findingCodes, isAboutSentence } from '../../../src/formats/analysis-record.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { requireResponse } from '../../../src/formats/read-traces.ts';
import { addIgnored, emptySidecar, textSha256, type Sidecar } from '../../../src/formats/sidecar.ts';
import { traceSubject } from '../../../src/formats/subject.ts';

const invented = 'The painter Lindqvist covered two copper towers with mosaics.';
const trace = (response: string): string => `## Query
What is known about the bridge of Ulm?

## Context guide
The bridge of Ulm has four arches and carries the tram. It was opened on 3 May 1912 by the mayor.

## Context survey
Its deck was widened in 1958, when the old lamps were replaced.

## Response
${response}
`;

function analyzed(response: string, sidecar: Sidecar = emptySidecar) {
	const [read] = readRagMarkdown('ulm.rag.md', trace(response), 'ulm').traces;
	requireResponse(read!, 'ulm.rag.md');
	return analyzeWithoutModel(read, { file: 'ulm.rag.md', sidecar });
}

describe('the starter profile, without a model', () => {
	test('flags an invented sentence among copied ones, and names its words first', async () => {
		const response = `The bridge of Ulm has four arches. ${invented} Its deck was widened in 1958, when the old lamps were replaced.`;
		const record = analysisRecordSchema.parse(await analyzed(response));
		const found = record.findings.filter(({ method }) => method === 'starter');
		assert.deepEqual(
			found.map(({ code, severity, start, end, threshold, ignored }) => [
				code,
				severity,
				trace(response).slice(start, end),
				threshold,
				ignored,
			]),
			[[findingCodes.ungrounded, 'info', invented, 0.5, false]],
		);
		assert.match(
			found[0]!.message,
			/^Probably not supported by the contexts: “.*”\. \d of \d content words are in no context; .*\. \(starter profile, not calibrated on your data\)$/,
		);
		assert.ok(found.every(isAboutSentence));
		assert.deepEqual(
			record.starter!.sentences.map(({ flagged }) => flagged),
			[false, true],
			'the last sentence shares a number with its context, so it is not judged',
		);
		assert.equal(record.starter!.response!.flagged, false, 'most of it is copied');
	});

	test('says nothing of short sentences, of what only says what comes next, of refusals, and of other languages', async () => {
		const judged = async (response: string) => (await analyzed(response)).starter?.sentences.length ?? null;
		assert.equal(await judged('Copper towers.'), 0);
		assert.equal(await judged('Marvelous concise summary of the splendid painted towers:'), 0);
		assert.equal(await judged('The contexts do not say who painted the copper towers of the bridge.'), 0);
		assert.equal(
			await judged(
				'Der Maler Lindqvist verzierte zwei kupferne Türme der Brücke mit Mosaiken, und die Bürger der Stadt waren davon begeistert.',
			),
			null,
		);
	});

	test('a person can ignore a finding', async () => {
		const subject = traceSubject('ulm');
		const sidecar = addIgnored(emptySidecar, {
			subject,
			code: findingCodes.ungrounded,
			textSha256: textSha256(invented),
			who: 'A',
			when: '2026-01-02T03:04:05Z',
			note: '',
		});
		const record = await analyzed(invented, sidecar);
		assert.deepEqual(
			record.findings.filter(({ method }) => method === 'starter').map(({ ignored }) => ignored),
			[true],
		);
		assert.deepEqual(
			record.notes.filter((note) => note.includes('stale')),
			[],
		);
	});
});
