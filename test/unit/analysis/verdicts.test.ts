import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeTrace, type AnalysisOptions } from '../../../src/analysis/analyze-trace.ts';
import type { Detector } from '../../../src/analysis/calibration/methods.ts';
import type { MixtureResult } from '../../../src/model-io/scores.ts';
import { analysisRecordSchema, type AnalysisRecord } from '../../../src/formats/analysis-record.ts';
import type { ConfidenceGapDetector } from '../../../src/formats/detectors/confidence-gap.ts';
import type { Provenance } from '../../../src/formats/detectors/provenance.ts';
import type { RepcsDetector } from '../../../src/formats/detectors/repcs.ts';
import type { ProfileDetector } from '../../../src/formats/profile.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { requireResponse, type AnsweredTrace } from '../../../src/formats/read-traces.ts';
import { repcsVerdict } from '../../../src/report/repcs-words.ts';
import { addIgnored, emptySidecar } from '../../../src/formats/sidecar.ts';
import { findingKey } from '../../../src/runner/traces/finding-actions.ts';
import { confidenceGapDetector, exampleEncoder, exampleProfile, madeBy, otherModel, repcsDetector } from '../../support/example-profile.ts';
import { FakeModel } from '../../support/fake-model.ts';

/** Six tokens of KL 1/2 each: Z is 3, Z/T is 0.5. The fake's CG is 1 \u2212 t/4: the sentences' means are 0.75 and 0. */
const text = '\uFEFF## Query\r\nq\r\n## Context 1\r\nc\r\n## Response\r\nIt is 7.\r\nShe was here.\r\n';

function answered(written: string): AnsweredTrace {
	const trace = readRagMarkdown('a.rag.md', written, 'a').traces[0]!;
	requireResponse(trace, 'a.rag.md');
	return trace;
}

function analyzed(detectors: Detector[], written = text, more: Partial<AnalysisOptions> = {}): Promise<AnalysisRecord> {
	return judgedBy(madeBy(detectors), written, more);
}

async function judgedBy(detectors: ProfileDetector[], written = text, more: Partial<AnalysisOptions> = {}): Promise<AnalysisRecord> {
	const record = await analyzeTrace(
		answered(written),
		new FakeModel(),
		{ ...exampleProfile, detectors },
		{
			file: 'a.rag.md',
			methods: ['cg', 'repcs'],
			signal: new AbortController().signal,
			onProgress: () => undefined,
			...more,
		},
	);
	assert.deepEqual(analysisRecordSchema.parse(JSON.parse(JSON.stringify(record))), record);
	return record;
}

const repcsAt = (threshold: number, more: Partial<RepcsDetector> = {}): RepcsDetector => ({ ...repcsDetector, threshold, ...more });
const gapAt = (low: number, high: number): ConfidenceGapDetector => ({
	...confidenceGapDetector,
	low: { ...confidenceGapDetector.low, threshold: low },
	high: { ...confidenceGapDetector.high, threshold: high },
});

test('below the threshold of RePCS a response is flagged as a whole, with Z, \u03c4 and \u03b1', async () => {
	const { repcs, findings, sentences } = await analyzed([repcsAt(6.5)]);
	assert.deepEqual([repcs!.z, repcs!.score, repcs!.threshold, repcs!.alpha, repcs!.memorised], [3, 'z', 6.5, 0.05, true]);
	assert.deepEqual(findings, [
		{
			subject: { kind: 'trace', id: 'a' },
			code: 'rag-assay/memorized',
			severity: 'info',
			method: 'repcs',
			message: 'Possibly from memory: the contexts hardly changed this answer.',
			start: text.indexOf('It is'),
			end: text.indexOf('here.') + 5,
			score: 3,
			threshold: 6.5,
			ignored: false,
		},
	]);
	assert.deepEqual(
		sentences.map(({ verdict }) => verdict),
		[null, null],
	);
});

test('at the threshold it is not; by Z/T, and by hand', async () => {
	const at = await analyzed([repcsAt(3)]);
	assert.deepEqual([at.repcs!.memorised, at.findings], [false, []]);
	const mean = await analyzed([repcsAt(0.51, { score: 'z-per-token', criterion: { kind: 'by-hand', n: 40 } })]);
	assert.deepEqual([mean.repcs!.alpha, mean.repcs!.memorised], [null, true]);
	assert.deepEqual(
		mean.findings.map(({ message, score }) => [message, score]),
		[['Possibly from memory: the contexts hardly changed this answer.', 0.5]],
	);
	assert.equal((await analyzed([repcsAt(0.5, { score: 'z-per-token' })])).repcs!.memorised, false);
});

test('without contexts, of another model\u2019s answer, of a refusal, without a detector or when not asked, nothing is said of memory', async () => {
	const bare = await analyzed([repcsAt(6.5)], '## Query\nq\n## Response\nIt is 7.');
	const others = await analyzed([repcsAt(6.5)], `---\nmodel: gpt-x\n---\n${text.slice(1)}`);
	const refused = await analyzed([repcsAt(6.5)], '## Query\nq\n## Context c\nt\n## Response\nThe value is not stated.');
	for (const { repcs, findings } of [bare, others, refused])
		assert.deepEqual([repcs!.threshold, repcs!.memorised, findings], [6.5, null, []]);
	assert.deepEqual(
		[bare, others, refused].map(({ repcs }) => repcs!.notJudged),
		['no-contexts', 'another-model', 'refusal'],
	);
	assert.deepEqual(
		[bare, others, refused].map(({ repcs, findings }) => repcsVerdict(repcs!, findings)),
		[
			'not judged: the trace has no contexts',
			'not judged: another model wrote the answer',
			'not judged: the answer says that it does not know',
		],
	);
	const denied = await analyzed([repcsAt(6.5)], '## Query\nq\n## Context c\nt\n## Response\nThe cake does not contain nuts.');
	assert.deepEqual([denied.repcs!.memorised, denied.repcs!.notJudged], [true, undefined], 'an ordinary answer that denies');
	const withheld = (query: string) =>
		analyzed([repcsAt(6.5)], `## Query\n${query}\n## Context c\nt\n## Response\nTicket prices are not listed.`);
	assert.deepEqual(
		[(await withheld('What is the price of a ticket?')).repcs!.notJudged, (await withheld('Is the price listed?')).repcs!.notJudged],
		['refusal', undefined],
		'beside what was asked',
	);
	const none = await analyzed([]);
	assert.deepEqual(
		[none.repcs!.score, none.repcs!.threshold, none.repcs!.alpha, none.repcs!.memorised, none.findings],
		[null, null, null, null, []],
	);
	assert.deepEqual(
		[
			(await analyzed([repcsAt(6.5)], text, { methods: ['cg'] })).repcs,
			(await analyzed([repcsAt(6.5)], text, { methods: ['cg'] })).findings,
		],
		[null, []],
	);
});

test('the influence of the contexts is measured when it is asked for, of the window\u2019s tokens', async () => {
	class Mixing extends FakeModel {
		readonly mixed: number[] = [];

		mixture(_parts: unknown, tokens: number): Promise<MixtureResult> {
			this.mixed.push(tokens);
			// Two tokens, P half way from P0 to Q: cross = spread / 2, moved = spread / 4.
			return Promise.resolve({
				cross: Float64Array.of(0.25, 0.5),
				spread: Float64Array.of(0.5, 1),
				moved: Float64Array.of(0.125, 0.25),
				renyiContextOnly: Float64Array.of(Math.log(5), Infinity),
				renyiWithContext: Float64Array.of(2, Infinity),
			});
		}
	}
	const read = async (written: string, more: Partial<AnalysisOptions>) => {
		const model = new Mixing();
		const record = await analyzeTrace(answered(written), model, null, {
			file: 'a.rag.md',
			methods: ['cg', 'repcs'],
			signal: new AbortController().signal,
			onProgress: () => undefined,
			...more,
		});
		assert.deepEqual(analysisRecordSchema.parse(JSON.parse(JSON.stringify(record))), record);
		return { mixed: model.mixed, influence: record.repcs?.influence ?? null };
	};
	// One weight for both, a half; of the first token ln(1 + 4/4); what has no bound stands as the largest number.
	assert.deepEqual(await read(text, { eta: true }), {
		mixed: [64],
		influence: { eta: 0.5, unexplained: 0, mixtureBound: Number.MAX_VALUE, bound: Number.MAX_VALUE },
	});
	for (const [written, more] of [
		[text, {}],
		[text, { eta: true, methods: ['cg' as const] }],
		['## Query\nq\n## Response\nIt is 7.', { eta: true }],
	] as const) {
		assert.deepEqual(await read(written, { ...more }), { mixed: [], influence: null });
	}
});

test('ignored like any other finding, by the key that the editor makes; stale when the response has changed', async () => {
	const {
		findings: [finding],
	} = await analyzed([repcsAt(6.5)]);
	const key = findingKey(answered(text).response, finding!);
	const sidecar = addIgnored(emptySidecar, { ...key, who: 'Dana', when: '2026-01-31T10:00:00Z', note: '' });
	const again = await analyzed([repcsAt(6.5)], text, { sidecar });
	assert.deepEqual([again.findings.map(({ ignored }) => ignored), again.notes], [[true], []]);
	const changed = await analyzed([repcsAt(6.5)], text.replace('here', 'there'), { sidecar });
	assert.deepEqual(
		[changed.findings.map(({ ignored }) => ignored), changed.notes],
		[[false], ['1 ignored finding is stale: the text it was about has changed.']],
	);
});

test('a high gap makes a grounded sentence a leak; an ungrounded one stays that, with one finding', async () => {
	const entropyDetector = exampleProfile.detectors[0]!;
	const both = await analyzed([entropyDetector, gapAt(-9, 0.7)]);
	assert.deepEqual(
		both.sentences.map(({ verdict }) => verdict),
		['leak', 'ungrounded'],
	);
	assert.deepEqual(
		both.findings.map(({ code, severity, method, message, score, threshold }) => [code, severity, method, message, score, threshold]),
		[
			['rag-assay/leak', 'info', 'confidence-gap', 'Possibly copied from the contexts: “It is 7”.', 0.75, 0.7],
			[
				'rag-assay/ungrounded',
				'warning',
				'mean-entropy',
				'Not supported by the contexts: “She was here”. Even with the contexts, the model was unsure of this sentence.',
				1,
				0.92,
			],
		],
	);
	assert.ok(both.sentences[0]!.score !== null, 'the suspicion is still that of the entropy');
	// Its gaps are below every threshold now: both sides would be, and the entropy's word counts.
	const low = await analyzed([entropyDetector, gapAt(9, -9)]);
	assert.deepEqual(
		low.findings.map(({ code, method }) => [code, method]),
		[
			['rag-assay/leak', 'confidence-gap'],
			['rag-assay/ungrounded', 'mean-entropy'],
		],
	);
});

test('a low gap is a reason only where nothing better judges sentences', async () => {
	const alone = await analyzed([gapAt(0.25, 9)]);
	assert.deepEqual(
		alone.sentences.map(({ verdict, score }) => [verdict, score]),
		[
			['grounded', null],
			['ungrounded', null],
		],
	);
	assert.deepEqual(
		alone.findings.map(({ code, method, message }) => [code, method, message]),
		[
			[
				'rag-assay/ungrounded',
				'confidence-gap',
				'Possibly not supported by the contexts: “She was here”. The contexts hardly made the model surer of this sentence.',
			],
		],
	);
	assert.deepEqual(
		(await analyzed([exampleProfile.detectors[0]!, gapAt(9, 9)])).findings.map(({ method }) => method),
		['mean-entropy'],
	);
	// Without contexts every gap is 0 by construction.
	assert.deepEqual(
		(await analyzed([gapAt(9, -9)], '## Query\nq\n## Response\nIt is 7.')).sentences.map(({ verdict }) => verdict),
		[null],
	);
});

test('where no context was read neither mean entropy nor RePCS judges', async () => {
	const detectors = [exampleProfile.detectors[0]!, repcsAt(6.5), gapAt(9, -9)];
	const bare = await analyzed(detectors, '## Query\nq\n## Response\nIt is 7.\nShe was here.\n');
	assert.deepEqual(
		[bare.sentences.map(({ verdict, notJudged }) => [verdict, notJudged]), bare.findings],
		[
			[
				[null, 'no-contexts'],
				[null, 'no-contexts'],
			],
			[],
		],
	);
	assert.ok(
		bare.sentences.every(({ score }) => score !== null),
		'the suspicion stays',
	);
	const truncation = {
		contextWindow: 8,
		promptTokens: 9,
		responseTokens: 5,
		cutContexts: [{ id: '1', index: 0, tokens: 3, keptTokens: 0, keptLength: 0 }],
		unscoredResponseTokens: 0,
		message: 'Cut.',
	};
	const { sentences, repcs, findings } = await analyzeTrace(
		answered(text),
		new FakeModel({ truncation }),
		{ ...exampleProfile, detectors: madeBy(detectors) },
		{
			file: 'a.rag.md',
			methods: ['cg', 'repcs'],
			signal: new AbortController().signal,
			onProgress: () => undefined,
		},
	);
	assert.deepEqual(
		[sentences.map(({ verdict, notJudged }) => [verdict, notJudged]), findings],
		[
			[
				[null, 'contexts-not-read'],
				[null, 'contexts-not-read'],
			],
			[],
		],
	);
	assert.deepEqual([repcs!.memorised, repcsVerdict(repcs!, findings)], [null, 'not judged: none of the contexts was read']);
	// Without a profile there is nothing that could have judged.
	assert.ok(
		(await analyzed([repcsAt(6.5)], '## Query\nq\n## Response\nIt is 7.')).sentences.every((sentence) => !('notJudged' in sentence)),
	);
});

test('mean entropy that was calibrated without labels judges, and knows no suspicion', async () => {
	const { sentences, findings } = await analyzed([{ ...exampleProfile.detectors[0]!, suspicion: null, operatingPoint: null, auc: null }]);
	assert.deepEqual(
		sentences.map(({ verdict, score }) => [verdict, score]),
		[
			['grounded', null],
			['ungrounded', null],
		],
	);
	assert.equal(findings.length, 1);
});

test('of a profile of several readers the detectors that fit judge, and what is left out is said with its reason', async () => {
	// Were they used, RePCS would flag the response and the high gap its second sentence; the low one speaks where there is no mean entropy.
	const of = async (gap: Partial<Provenance>, rest: Partial<Provenance>): Promise<AnalysisRecord> =>
		judgedBy([
			...madeBy([{ ...exampleProfile.detectors[0]!, threshold: 9 }], rest),
			...madeBy([repcsAt(6.5)], { readers: [exampleEncoder] }),
			...madeBy([gapAt(0.5, 9)], gap),
		]);
	const encoder =
		"The detector 'repcs response' of profile 'demo' does not judge: it was calibrated with the embedder 'minilm' (111111111111), and no embedder is in use.";
	const model =
		"The detector 'mean-entropy sentence' of profile 'demo' does not judge: it was calibrated for model 'smol' (bbbbbbbbbbbb), but the loaded model is 'demo' (aaaaaaaaaaaa).";

	const whole = await of({ readers: [] }, {});
	assert.deepEqual(whole.findings, []);
	assert.deepEqual([whole.repcs?.threshold, whole.sentences.map(({ verdict }) => verdict)], [null, ['grounded', 'grounded']]);
	assert.deepEqual(
		whole.notes.map((note) => note.startsWith(encoder)),
		[true],
	);

	const withoutEntropy = await of({ readers: [] }, { readers: [otherModel] });
	assert.deepEqual(
		withoutEntropy.findings.map(({ method, start }) => [method, start]),
		[['confidence-gap', withoutEntropy.sentences[1]!.start]],
	);
	assert.deepEqual(
		withoutEntropy.notes.map((note) => [note.startsWith(model), note.startsWith(encoder)]),
		[
			[true, false],
			[false, true],
		],
	);

	await assert.rejects(of({ readers: [otherModel] }, { readers: [otherModel] }), { code: 'RA602' });
});
