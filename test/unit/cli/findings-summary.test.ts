import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsSummary, Suspects, UnjudgedAnswers, suspectsOf, type Suspect } from '../../../src/cli/output/findings-summary.ts';
import { sampleRecord } from '../../support/example-analysis-report.ts';

const text = 'It is 7. It is 8.';
const sentence = { ...sampleRecord.sentences[0]! };
const finding = { ...sampleRecord.findings[0]!, ignored: false };
const record = {
	...sampleRecord,
	file: 'no/such/file.rag.md',
	sentences: [
		{ ...sentence, start: 10, end: 18 },
		{ ...sentence, start: 19, end: 27 },
	],
	findings: [
		{ ...finding, code: 'rag-assay/ungrounded', severity: 'warning' as const, message: 'unsure', start: 19, end: 27 },
		{ ...finding, code: 'rag-assay/value-not-given', severity: 'warning' as const, message: 'no \u001b[2J8', start: 25, end: 26 },
		{ ...finding, code: 'rag-assay/ungrounded', severity: 'warning' as const, message: 'seen', start: 10, end: 18, ignored: true },
	],
};
const response = { start: 10, text };

test('findings of one sentence are one row, values first; an ignored one is none', () => {
	assert.deepEqual(suspectsOf(record, { record, response }), [
		{
			file: 'no/such/file.rag.md',
			trace: record.trace.id,
			start: 19,
			text: 'It is 8.',
			severity: 'warning',
			reasons: ['no \u241b[2J8', 'unsure'],
		},
	]);
});

test('what a sentence is flagged for is said once, unless there is more to it', () => {
	const [ofValue, ofSentence] = [record.findings[1]!, record.findings[0]!];
	const reasonsOf = (words: string): readonly string[] => {
		const findings = [
			{ ...ofValue, message: '\u201c8\u201d is in no context.' },
			{ ...ofSentence, message: `Not supported by the contexts: ${words}.` },
		];
		const flagged = { ...record, findings };
		return suspectsOf(flagged, { record: flagged, response })[0]!.reasons;
	};
	assert.deepEqual(reasonsOf('\u201c8\u201d'), ['\u201c8\u201d is in no context.']);
	assert.equal(reasonsOf('\u201c8\u201d and \u201cis\u201d').length, 2);
	assert.equal(reasonsOf('the whole sentence').length, 2);
});

test('the gravest come first, many are counted, and the end says how to see more', async () => {
	const row = (file: string, severity: Suspect['severity']): Suspect => ({
		file: `${file}.md`,
		trace: 't',
		start: 0,
		text: 'It is 8.',
		severity,
		reasons: ['why'],
	});
	const summaryOf = async (rows: readonly Suspect[]): Promise<string> => {
		const suspects = new Suspects();
		for (const one of rows) suspects.add([one]);
		return findingsSummary(suspects, new UnjudgedAnswers(), { depth: 1, width: 80 });
	};
	const said = await summaryOf([row('a', 'info'), row('b', 'error'), row('c', 'warning')]);
	assert.deepEqual(said.match(/^[! ] [abc]\.md$/gm), ['! b.md', '! c.md', '  a.md']);
	assert.match(said, /! b\.md\n {4}\u201cIt is 8\.\u201d\n {4}- why\n\n! c[^]*\n {2}a\.md\n[^]*--verbose\.\n$/);
	const many = await summaryOf(Array.from({ length: 103 }, (_, i) => row(`f${i}`, 'warning')));
	assert.match(many, /f99\.md\n[^]*and 3 more sentences\./);
	assert.doesNotMatch(many, /f100\./);
});

test('answers that nothing judges are counted by their reason, and the first three are named', async () => {
	const unjudged = new UnjudgedAnswers();
	const bare = { ...record, findings: [], sentences: record.sentences.map((one) => ({ ...one, notJudged: 'no-contexts' as const })) };
	for (const i of [1, 2, 3, 4]) unjudged.add({ ...bare, file: `${i}.rag.md` });
	const said = await findingsSummary(new Suspects(), unjudged, { depth: 1, width: 120 });
	assert.equal(unjudged.count, 4);
	assert.match(said, /^4 answers not judged: the trace has no contexts \(1\.rag\.md, 2\.rag\.md, 3\.rag\.md, and 1 more\)$/m);
});
