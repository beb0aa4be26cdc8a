import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withReadableAnswer } from '../../../src/analysis/long-answers.ts';
import { analyzeWithoutModel } from '../../../src/analysis/trace-support.ts';
import { analysisRecordSchema, findingCodes, isAboutSentence, isAboutValue } from '../../../src/formats/analysis-record.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { requireResponse, type AnsweredTrace } from '../../../src/formats/read-traces.ts';
import { sentenceVerdicts } from '../../../src/formats/sentence-verdict.ts';
import { addIgnored, emptySidecar, textSha256 } from '../../../src/formats/sidecar.ts';
import { traceSubject } from '../../../src/formats/subject.ts';
import { supportInWords } from '../../../src/report/value-words.ts';

const log = `## Query
When did the alarm go off?

## Context site-log-1
Pump 3 was taken out of service at 21:15. The reservoir stood at 4.2 meters.

## Context site-log-2
At 22:40 the low-pressure alarm of pump 2 went off. Pressure had fallen from 6.1 bar to 3.4 bar.

## Response
The low-pressure alarm of pump 2 went off at 22:35. Pressure had fallen to 3.4 bar. Repairs cost 900 dollars. See site-log-2.
`;

function traceOf(text: string): AnsweredTrace {
	const [trace] = readRagMarkdown('log.rag.md', text, 'log').traces;
	requireResponse(trace!, 'log.rag.md');
	return trace;
}

const analyzed = (text: string, sidecar = emptySidecar) => analyzeWithoutModel(traceOf(text), { file: 'log.rag.md', sidecar });

describe('a trace that no model has read', () => {
	test('has a record with findings about its values, at their places in the document', async () => {
		const record = analysisRecordSchema.parse(await analyzed(log));
		assert.equal(record.model, null);
		assert.deepEqual(
			record.findings.map(({ code, message, start, end, score, severity }) => [code, message, log.slice(start, end), score, severity]),
			[
				[
					findingCodes.valueContradicted,
					'\u201c22:35\u201d differs from the contexts, which say \u201c22:40\u201d (site-log-2).',
					'22:35',
					null,
					'warning',
				],
				[findingCodes.valueNotGiven, '\u201c900 dollars\u201d is in no context.', '900 dollars', null, 'warning'],
			],
		);
		assert.ok(record.findings.every((finding) => isAboutValue(finding) && !isAboutSentence(finding)));
	});

	test('has each sentence of the response, without numbers, and says which claims nothing', async () => {
		const text = log.replace('See site-log-2.', '\n\n### Repairs in detail\n\nPump 2 runs.');
		const record = analysisRecordSchema.parse(await analyzed(text));
		assert.deepEqual(
			record.sentences.map(({ start, end, notJudged, entropyMean, score, verdict }) => [
				text.slice(start, end),
				notJudged,
				[entropyMean, score, verdict],
			]),
			[
				['The low-pressure alarm of pump 2 went off at 22:35.', undefined, [null, null, null]],
				['Pressure had fallen to 3.4 bar.', undefined, [null, null, null]],
				['Repairs cost 900 dollars.', undefined, [null, null, null]],
				['Repairs in detail', 'heading', [null, null, null]],
				['Pump 2 runs.', undefined, [null, null, null]],
			],
		);
		assert.deepEqual(
			sentenceVerdicts(record).map(({ kind }) => kind),
			['value', 'none', 'value', 'not-judged', 'none'],
		);
	});

	test('says whether the contexts have a value, or the question', async () => {
		const asked = `## Query
May I pay 250 euros on 3 May 2025 in Lerwick?

## Context rules
Payments of up to 1,000 euros are accepted. The office is in Lerwick.

## Response
You may pay 250 euros in Lerwick on May 3, 2025, as payments of up to 1,000 euros are accepted.
`;
		const { support } = analysisRecordSchema.parse(await analyzed(asked));
		assert.deepEqual(
			support!.values.map(({ text, givenBy }) => [text, givenBy]),
			[
				['250 euros', 'question'],
				['Lerwick', 'contexts'],
				['May 3, 2025', 'question'],
				['1,000 euros', 'contexts'],
			],
		);
		assert.match(supportInWords(support!), /^4 values compared: 2 in the contexts, 2 in the question or instructions\./);
		const given = analysisRecordSchema.parse(
			await analyzed(asked.replace('You may pay 250 euros in Lerwick on May 3, 2025, as payments', 'Payments')),
		);
		assert.match(supportInWords(given.support!), /^2 values compared: all in the contexts\./);
	});

	test('says which context gives another value, and where', async () => {
		const { support } = await analyzed(log);
		const contradicted = support!.values.find(({ state }) => state === 'contradicted')!;
		const [context] = traceOf(log).contexts.filter(({ id }) => id === contradicted.by!.context);
		assert.equal(context!.text.text.slice(contradicted.by!.start, contradicted.by!.end), '22:40');
		assert.match(
			supportInWords(support!),
			/^6 values compared: 1 contradicted, 1 in no context, 3 in the contexts, 1 in the question or instructions\. \d+ of \d+ content words in no context\.$/,
		);
	});

	test('names the best matching sentence, and words that no context has', async () => {
		const { support } = await analyzed(log);
		const [first, , third] = support!.sentences;
		assert.deepEqual(
			[first!.evidence!.context, first!.evidence!.text.trim()],
			['site-log-2', 'At 22:40 the low-pressure alarm of pump 2 went off.'],
		);
		assert.deepEqual(
			third!.missing!.map(({ text, start, end }) => [text, log.slice(start, end)]),
			[
				['Repairs', 'Repairs'],
				['cost', 'cost'],
			],
		);
	});

	test('without contexts is compared with nothing', async () => {
		const record = await analyzed('## Query\nWhen?\n\n## Response\nAt 22:35, for 900 dollars.\n');
		assert.deepEqual([record.findings, record.support], [[], undefined]);
		assert.match(record.notes[0]!, /has no contexts/);
	});

	test('keeps what a person has said about a value', async () => {
		const remark = {
			subject: traceSubject('log'),
			code: findingCodes.valueNotGiven,
			textSha256: textSha256('900 dollars'),
			who: 'Ada',
			when: '2026-01-01T00:00:00.000Z',
			note: '',
		};
		const record = await analyzed(log, addIgnored(emptySidecar, remark));
		assert.deepEqual(
			record.findings.map(({ ignored }) => ignored),
			[false, true],
		);
		assert.ok(record.notes.every((note) => !note.includes('stale')));
		const moved = await analyzed(log.replace('900 dollars', '800 dollars'), addIgnored(emptySidecar, remark));
		assert.deepEqual(
			moved.findings.map(({ ignored }) => ignored),
			[false, false],
		);
		assert.ok(moved.notes.some((note) => note.includes('stale')));
	});

	test('in other contexts, the same response is compared again', async () => {
		assert.equal((await analyzed(log)).findings.length, 2);
		assert.equal((await analyzed(log.replace('At 22:40', 'At 22:35'))).findings.length, 1);
		assert.equal((await analyzed(log)).findings.length, 2);
	});
});

describe('a very long answer', () => {
	const traceWith = (response: string, context: string): AnsweredTrace =>
		traceOf(`## Query\nWhat?\n\n## Context a\n${context}\n\n## Response\n${response}\n`);

	test('is analyzed up to a line in its first 100,000 characters, and its record says so', async () => {
		const response = Array.from({ length: 60_000 }, (_, i) => `Line ${i} closes at 9:00.`).join('\n');
		const trace = traceWith(response, 'It closes at 9:00.');
		const { unread, support, sentences, notes } = analysisRecordSchema.parse(await analyzeWithoutModel(trace, { file: 'long.rag.md' }));
		assert.equal(unread?.of, response.length);
		const analyzedLength = response.length - (unread?.characters ?? 0);
		assert.ok(analyzedLength > 99_000 && analyzedLength <= 100_000, String(analyzedLength));
		assert.equal(response.charAt(analyzedLength), '\n');
		assert.equal(trace.response.map.toDocument(analyzedLength), unread?.start);
		assert.equal(sentences.length, response.slice(0, analyzedLength).split('\n').length);
		assert.equal(sentences.length, support?.sentences.length);
		assert.match(notes[0] ?? '', /^Only the first 99,\d{3} of the answer\u2019s 1,\d{3},\d{3} characters were analyzed/);
	});

	test('of very long contexts is analyzed up to fewer characters', () => {
		const response = 'It closes at 9:00.\n'.repeat(2000);
		const lengthFor = (context: string): number => withReadableAnswer(traceWith(response, context)).trace.response.text.length;
		assert.equal(lengthFor('It closes.'), response.trim().length);
		const ofLong = lengthFor('It closes. '.repeat(20_000));
		assert.ok(ofLong > 22_000 && ofLong < 23_000, String(ofLong));
		const ofLongest = lengthFor('It closes. '.repeat(600_000));
		assert.ok(ofLongest > 9_900 && ofLongest <= 10_000, String(ofLongest));
	});

	test('of one sentence of numbers alone is analyzed, as lists and minified JSON have them', async () => {
		const numbers = Array.from({ length: 1500 }, (_, i) => String((i * 7919) % 100_003)).join(' ');
		const { support } = await analyzeWithoutModel(traceWith(numbers, 'It closes at 9:00.'), { file: 'numbers.rag.md' });
		assert.ok((support?.values.length ?? 0) > 500);
	});
});
