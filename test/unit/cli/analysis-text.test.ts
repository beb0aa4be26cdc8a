import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { AnalysisRecord } from '../../../src/formats/analysis-record.ts';
import { valueInWords } from '../../../src/report/value-words.ts';
import { analysisText, type AnalysisTextOptions } from '../../../src/cli/output/analysis-text.ts';
import { heatmap, defaultMeasure } from '../../../src/cli/output/heatmap.ts';
import { terminalText } from '../../../src/cli/output/terminal-text.ts';
import {
	attributedRecord,
	recitedFigures,
	sampleRecord,
	sampleTrace,
	starterRecord,
	withFlaggedWord,
} from '../../support/example-analysis-report.ts';
import { assertGolden } from './golden.ts';

const plain: AnalysisTextOptions = { measure: 'cg', depth: 1, width: 80, light: false, origins: false };
const text = (options: Partial<AnalysisTextOptions>) =>
	terminalText(analysisText(sampleRecord, sampleTrace.response, { ...plain, ...options }, true));

test('without color, marks below the lines say what color says', () => assertGolden('analysis-plain.txt', text({})));
test('by divergence', () => assertGolden('analysis-plain-kl.txt', text({ measure: 'kl' })));
test('by surprise', () => assertGolden('analysis-plain-surprise.txt', text({ measure: 'surprise' })));
test('in a narrow terminal', () => assertGolden('analysis-narrow.txt', text({ width: 50 })));
test('in 16 colors', () => assertGolden('analysis-16.txt', text({ depth: 4 })));
test('in 256 colors', () => assertGolden('analysis-256.txt', text({ depth: 8 })));
test('in all colors, on dark and on light', () => {
	assertGolden('analysis-24-bit-dark.txt', text({ depth: 24 }));
	assertGolden('analysis-24-bit-light.txt', text({ depth: 24, light: true }));
});

test('a trace that no model has read: its values, the verdict first', () => {
	const value = {
		kind: 'time' as const,
		text: '22:35',
		start: 0,
		end: 5,
		state: 'contradicted' as const,
		by: { context: 'log', text: '22:40', start: 0, end: 5 },
	};
	const finding = {
		...sampleRecord.findings[0]!,
		code: 'rag-assay/value-contradicted',
		message: valueInWords(value),
		start: 0,
		end: 5,
		ignored: false,
	};
	const record: AnalysisRecord = {
		...sampleRecord,
		model: null,
		profile: null,
		tokens: [],
		sentences: [
			{
				...sampleRecord.sentences[0]!,
				start: 0,
				end: 21,
				entropyMean: null,
				cgMean: null,
				cgTop5: null,
				score: null,
				verdict: null,
				spad: null,
			},
		],
		repcs: null,
		closedBook: null,
		support: {
			values: [value],
			sentences: [{ start: 0, end: 21, contentWords: 1, missing: [{ text: 'repaired', start: 12, end: 20 }], evidence: null }],
		},
		findings: [finding],
		notes: [],
	};
	const shown = analysisText(record, { start: 0, text: '22:35 it was repaired' }, plain, true).split('\n');
	assert.deepEqual(shown.slice(1), [
		'  \u2717 A value differs from the contexts',
		'  not read by a model',
		'',
		'  22:35 it was repaired',
		'',
		'   #  sentence                                                      verdict',
		'   1  22:35 it was repaired                                       ! differs',
		'      In no context: \u201crepaired\u201d.',
		'',
		'! \u201c22:35\u201d differs from the contexts, which say \u201c22:40\u201d (log).',
		'  1 value compared: 1 contradicted. 1 of 1 content word in no context.',
		'',
		'',
		'',
	]);
});

test('attributed: sources, contexts, verdicts with their reasons', () => {
	for (const measure of ['suspicion', 'ffn'] as const)
		assertGolden(
			`analysis-plain-${measure}.txt`,
			analysisText(attributedRecord, sampleTrace.response, { ...plain, measure, width: 100 }, true),
		);
	assertGolden(
		'analysis-16-rag.txt',
		terminalText(analysisText(attributedRecord, sampleTrace.response, { ...plain, measure: 'rag', depth: 4 }, true)),
	);
});

test('where each word comes from, if that is asked for, whether its sentence is flagged or not', () => {
	const record = withFlaggedWord('gasket');
	const shown = analysisText(record, sampleTrace.response, { ...plain, width: 100, origins: true }, true);
	assert.match(shown, /^ {6}\u201cgasket\u201d from manual-3: 98% → 8\.2% without it$/m);
	assert.doesNotMatch(analysisText(record, sampleTrace.response, { ...plain, width: 100 }, true), /\u201d from /);
});

test('where nobody says what to color by it is suspicion if a classifier has judged', () => {
	assert.deepEqual([attributedRecord, sampleRecord, { ...attributedRecord, tokens: [] }].map(defaultMeasure), ['suspicion', 'cg', 'cg']);
});

test('screened sources are said to be, with their bound, and exact ones are not', () => {
	const screened = { ...attributedRecord, attribution: { ...attributedRecord.attribution!, errorBound: 0.000653 } };
	const shown = analysisText(screened, sampleTrace.response, { ...plain, width: 100 }, true);
	assert.deepEqual(
		shown.split('\n').filter((line) => line.includes('screened')),
		['    screened: every source of a token is within 0.00066 of the exact one'],
	);
	assert.doesNotMatch(analysisText(attributedRecord, sampleTrace.response, plain, true), /screened/);
});

test('a measure that no token has is named in place of a legend', () => {
	assert.match(
		text({ measure: 'ffn', width: 200 }),
		/^ {2}no colors: ffn needs spad \(and a model that supports spad\), and this analysis did not run it$/m,
	);
	assert.match(
		text({ measure: 'suspicion', width: 200 }),
		/^ {2}no colors: suspicion needs spad \(and a profile with its classifier\), and this analysis did not run it$/m,
	);
	for (const measure of ['ffn', 'suspicion'] as const) assert.doesNotMatch(text({ measure }), /sentence flagged;/);
	assert.match(text({ measure: 'kl' }), /sentence flagged;/);
});

test('colors change nothing of the text', () => {
	const [head] = text({ depth: 24 }).split('\n');
	assert.equal(stripVTControlCharacters(head ?? ''), text({}).split('\n')[0]);
	const shown = heatmap(sampleRecord, sampleTrace.response, { ...plain, depth: 24, width: 200 })
		.map((line) => stripVTControlCharacters(terminalText(line)).trim())
		.join(' ');
	assert.equal(shown, sampleTrace.response.text);
});

test('an ignored finding is said to be ignored', () => {
	const record = { ...sampleRecord, findings: sampleRecord.findings.map((f) => ({ ...f, ignored: true })) };
	assert.match(analysisText(record, sampleTrace.response, plain, false), / {4}not supported \(ignored\)$/m);
});

test('a response that may be recited is told in a line of its own, and does not make its sentences ignored', () => {
	const { start, text: response } = sampleTrace.response;
	const repcs = { ...sampleRecord.repcs!, score: 'z', threshold: 9, alpha: 0.05, memorised: true } as const;
	const whole = {
		subject: { kind: 'trace', id: 'orlen-pump' },
		code: 'rag-assay/memorized',
		severity: 'info',
		method: 'repcs',
		message: 'm',
		start,
		end: start + response.length,
		score: 8.41,
		threshold: 9,
		ignored: false,
	} as const;
	const shown = (ignored: boolean) =>
		analysisText(
			{ ...sampleRecord, repcs, findings: [{ ...whole, ignored }, ...sampleRecord.findings] },
			sampleTrace.response,
			{ ...plain, width: 140 },
			false,
		);
	assert.match(
		shown(false),
		/^! RePCS Z 8\.41 nats over 19 tokens, 0\.44 each \(Z 8\.41 < \u03c4 9\.00 nats, \u03b1 0\.05: may be recited from memory\)$/m,
	);
	assert.match(shown(true), /^ {2}RePCS .*may be recited from memory \(ignored\)\)$/m);
	assert.match(shown(true), / {2}! not supported$/m);
});

test('where closed book judges, its verdict is the line that stands out, and RePCS follows for comparison', () => {
	const repcs = { ...sampleRecord.repcs!, score: 'z', threshold: 9, alpha: 0.05, memorised: true } as const;
	const { start, text: response } = sampleTrace.response;
	const whole = {
		...sampleRecord.findings[0]!,
		code: 'rag-assay/memorized',
		severity: 'info',
		method: 'closed-book',
		start,
		end: start + response.length,
	} as const;
	assert.match(
		analysisText(
			{ ...sampleRecord, repcs, closedBook: recitedFigures, findings: [whole] },
			sampleTrace.response,
			{ ...plain, width: 260 },
			false,
		),
		/^! Possibly from memory: without the contexts the model would have been just as sure of these words \(closed book: largest entropy 0\.50 nats, largest surprise 0\.25 without contexts; threshold 2\.00 for answers of one sentence, \u03b1 0\.01\)\n {2}RePCS Z 8\.41 .*\(Z 8\.41 < \u03c4 9\.00 nats, \u03b1 0\.05: the paper\u2019s rule, for comparison\)$/m,
	);
});

test('an ignored finding about something else than the trace is none of its sentences', () => {
	const other = { ...sampleRecord.findings[0]!, subject: { kind: 'entry', id: 'm1' }, ignored: true } as const;
	assert.match(
		analysisText({ ...sampleRecord, findings: [other] }, sampleTrace.response, { ...plain, width: 140 }, false),
		/ {2}! not supported$/m,
	);
});

test('the influence of the contexts stands below RePCS, where it was measured', () => {
	const repcs = { ...sampleRecord.repcs!, influence: { eta: 0.5, unexplained: 0.1, mixtureBound: 9, bound: 12 } };
	assert.match(
		analysisText({ ...sampleRecord, repcs }, sampleTrace.response, { ...plain, width: 200 }, false),
		/^ {2}RePCS .*\n {4}\u03b7 0\.50 \(influence of the contexts;.* 12\.00 nats/m,
	);
	assert.doesNotMatch(text({}), /\u03b7/);
});

test('where no context was read sentences are not judged, and no figure of a classifier stands beside', () => {
	const unjudged = { hallucinated: null, notJudged: 'no-contexts' } as const;
	const shown = analysisText(
		{
			...attributedRecord,
			findings: [],
			sentences: attributedRecord.sentences.map((s) => ({
				...s,
				verdict: null,
				notJudged: 'no-contexts',
				spad: s.spad === null ? null : { ...s.spad, ...unjudged },
			})),
			response: {
				score: 0.93,
				threshold: 0.5,
				hallucinated: null,
				spad: {
					...attributedRecord.sentences.find(({ spad }) => spad !== null)!.spad!,
					level: 'response',
					probability: 0.93,
					paper: null,
					...unjudged,
				},
			},
		},
		sampleTrace.response,
		{ ...plain, width: 100 },
		true,
	);
	assert.equal(shown.match(/ {4}not judged$/gm)?.length, attributedRecord.sentences.length);
	assert.doesNotMatch(shown, /SPAD|0\.93|Where the probability of its tokens/);
	assert.doesNotMatch(shown, /grounded$|above 0/m);
});

test('a sentence that the starter profile judges has its verdict, and no figure of a classifier that must not judge', () => {
	const shown = (ignored: boolean) => analysisText(starterRecord(ignored), sampleTrace.response, { ...plain, width: 100 }, true);
	assert.match(shown(false), / {2}\? not supported$/m);
	assert.match(shown(false), / {4}not flagged$/m);
	assert.match(shown(false), /^\? Ungrounded\? 2 of 3 content words/m);
	assert.match(shown(false), /~~~/);
	assert.match(shown(true), / {4}not supported\? \(ignored\)$/m);
	assert.doesNotMatch(shown(false), / {4}not judged$|SPAD|0\.93|RePCS|Where the probability of its tokens/m);
});

test('without a profile nothing is judged', () => {
	const record = {
		...sampleRecord,
		profile: null,
		findings: [],
		sentences: sampleRecord.sentences.map((s) => ({ ...s, verdict: null, score: null })),
	};
	const shown = analysisText(record, sampleTrace.response, plain, false);
	assert.match(shown, /, no profile$/m);
	assert.doesNotMatch(shown, /grounded|~~/);
});

test('an escape sequence that a model wrote does not reach the terminal', () => {
	const hostile = '\u001b]0;title\u0007\u001b[2J\u202egnp';
	const record = {
		...sampleRecord,
		file: hostile,
		notes: [hostile],
		sentences: [{ ...sampleRecord.sentences[0]!, start: 0, end: hostile.length }],
		tokens: [{ ...sampleRecord.tokens[0]!, text: hostile, start: 0, end: hostile.length }],
	};
	const shown = analysisText(record, { start: 0, text: hostile }, plain, true);
	// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
	assert.doesNotMatch(shown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
	assert.match(shown, /\u241b\]0;title\u2407/);
});
