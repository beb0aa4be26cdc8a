import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeTrace, type AnalysisOptions } from '../../../src/analysis/analyze-trace.ts';
import type { Detector } from '../../../src/analysis/calibration/methods.ts';
import { analysisRecordSchema, type AnalysisRecord } from '../../../src/formats/analysis-record.ts';
import type { ClosedBookDetector } from '../../../src/formats/detectors/closed-book.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { requireResponse } from '../../../src/formats/read-traces.ts';
import { closedBookSentence } from '../../../src/report/closed-book-words.ts';
import { repcsVerdict } from '../../../src/report/repcs-words.ts';
import { addIgnored, emptySidecar, textSha256 } from '../../../src/formats/sidecar.ts';
import { closedBookDetector, exampleProfile, madeBy, repcsDetector } from '../../support/example-profile.ts';
import { FakeModel } from '../../support/fake-model.ts';

/** Without contexts every token of the fake has an entropy of 1 nat and a surprise of 1 nat. Z is 3. */
const text = '## Query\nq\n## Context 1\nc\n## Response\nIt is 7.\nShe was here.\n';

async function judged(detectors: Detector[], written = text, more: Partial<AnalysisOptions> = {}): Promise<AnalysisRecord> {
	const [trace] = readRagMarkdown('a.rag.md', written, 'a').traces;
	assert.ok(trace);
	requireResponse(trace, 'a.rag.md');
	const record = await analyzeTrace(
		trace,
		new FakeModel(),
		{ ...exampleProfile, detectors: madeBy(detectors) },
		{ file: 'a.rag.md', methods: ['repcs', 'closed-book'], signal: new AbortController().signal, onProgress: () => undefined, ...more },
	);
	assert.deepEqual(analysisRecordSchema.parse(JSON.parse(JSON.stringify(record))), record);
	return record;
}

const at = (group: number, all = group): ClosedBookDetector => ({
	...closedBookDetector,
	groups: closedBookDetector.groups.map((one) => ({ ...one, threshold: one.value === 'any' ? all : group })),
});

test('below the threshold of its group a response is called possibly from memory, in a colleague\u2019s words first', async () => {
	const { closedBook, findings } = await judged([at(2, 0.5)]);
	assert.deepEqual(closedBook, {
		score: 1,
		entropyMax: 1,
		surpriseMax: 1,
		group: { sentences: '2', value: 'number' },
		threshold: 2,
		thresholdGroup: { sentences: '2', value: 'number' },
		alpha: 0.01,
		memorised: true,
	});
	assert.deepEqual(
		findings.map(({ method, code, severity, message, score, threshold }) => ({ method, code, severity, message, score, threshold })),
		[
			{
				method: 'closed-book',
				code: 'rag-assay/memorized',
				severity: 'info',
				message: 'Possibly from memory: without the contexts the model would have been just as sure of these words.',
				score: 1,
				threshold: 2,
			},
		],
	);
});

test('at the threshold it is not; a group without one of its own goes by the wider one; a moved threshold multiplies all', async () => {
	const same = await judged([at(1)]);
	assert.deepEqual([same.closedBook?.memorised, same.findings], [false, []]);
	assert.match(
		closedBookSentence(same.closedBook!),
		/^No sign of memory: without the contexts the model would not have been sure of these words/,
	);
	const other = await judged([at(0.5, 1.5)], '## Query\nq\n## Context 1\nc\n## Response\nIt is blue.\n');
	assert.deepEqual(
		[other.closedBook?.group.value, other.closedBook?.thresholdGroup, other.closedBook?.memorised],
		['other', { sentences: 'any', value: 'any' }, true],
	);
	assert.match(closedBookSentence(other.closedBook!), /threshold 1\.50 for all answers, α 0\.01\)/);
	const moved = await judged([{ ...at(1), threshold: 1.5, criterion: { kind: 'by-hand', n: 210 } }]);
	assert.deepEqual([moved.closedBook?.threshold, moved.closedBook?.alpha, moved.closedBook?.memorised], [1.5, null, true]);
	assert.match(closedBookSentence(moved.closedBook!), /set by hand/);
});

test('where closed book judges, RePCS has figures and no finding; without it, and where RePCS alone is asked for, RePCS judges as before', async () => {
	const both = await judged([repcsDetector, at(0.5)]);
	assert.deepEqual([both.repcs?.memorised, both.closedBook?.memorised, both.findings], [true, false, []]);
	assert.equal(
		repcsVerdict(both.repcs!, [], both.closedBook),
		'Z 3.00 < \u03c4 6.50 nats, \u03b1 0.05: the paper\u2019s rule, for comparison',
	);
	const methods = async (detectors: Detector[], more: Partial<AnalysisOptions> = {}) =>
		(await judged(detectors, text, more)).findings.map(({ method }) => method);
	assert.deepEqual(await methods([repcsDetector, at(2)]), ['closed-book']);
	assert.deepEqual(await methods([repcsDetector, at(0.5)], { methods: ['repcs'] }), ['repcs']);
	assert.deepEqual(await methods([repcsDetector]), ['repcs']);
	assert.equal((await judged([repcsDetector])).closedBook?.threshold, null);
});

test('nothing is judged without contexts, of another model\u2019s answer, or of a refusal; what a person has looked at is ignored', async () => {
	const unjudged = await Promise.all(
		[
			'## Query\nq\n## Response\nIt is 7.',
			`---\nmodel: gpt-x\n---\n${text}`,
			'## Query\nq\n## Context c\nt\n## Response\nThe value is not stated.',
		].map((written) => judged([at(2)], written)),
	);
	assert.deepEqual(
		unjudged.map(({ closedBook, findings }) => [closedBook?.notJudged, closedBook?.memorised, findings.length]),
		[
			['no-contexts', null, 0],
			['another-model', null, 0],
			['refusal', null, 0],
		],
	);
	assert.match(closedBookSentence(unjudged[2]!.closedBook!), /^From memory\? not judged: the answer says that it does not know/);
	const key = {
		subject: { kind: 'trace', id: 'a' },
		code: 'rag-assay/memorized',
		textSha256: textSha256('It is 7.\nShe was here.'),
	} as const;
	const sidecar = addIgnored(emptySidecar, { ...key, who: 'Dana', when: '2026-01-31T10:00:00Z', note: '' });
	const seen = await judged([at(2)], text, { sidecar });
	assert.equal(seen.findings[0]?.ignored, true);
	assert.match(closedBookSentence(seen.closedBook!, seen.findings), /, ignored\)$/);
});
