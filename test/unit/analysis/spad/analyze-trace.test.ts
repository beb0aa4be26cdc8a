import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeTrace, type AnalysisOptions } from '../../../../src/analysis/analyze-trace.ts';
import { readClassifier } from '../../../../src/analysis/spad/classifier-file.ts';
import { UserError } from '../../../../src/errors.ts';
import { analysisRecordSchema, type AnalysisRecord } from '../../../../src/formats/analysis-record.ts';
import { notJudgedWords } from '../../../../src/report/not-judged-words.ts';
import { readRagMarkdown } from '../../../../src/formats/rag-md.ts';
import { requireResponse, type AnsweredTrace } from '../../../../src/formats/read-traces.ts';
import { FakeModel } from '../../../support/fake-model.ts';
import { AttributingFake, type GivenSources } from './attributing-model.ts';
import { otherModel } from '../../../support/example-profile.ts';
import { classifierOf, profileWith } from './one-split.ts';

const text =
	'## Query\nHow old is Ann, and how tall?\n## Context a\nAnn is 34.\n## Context b\nBob is 20.\n## Response\nAnn was 34 years old. She was 180 centimetres tall.';

function answered(source: string): AnsweredTrace {
	const trace = readRagMarkdown('ann.rag.md', source, 'ann').traces[0]!;
	requireResponse(trace, 'ann.rag.md');
	return trace;
}

const options = (more: Partial<AnalysisOptions> = {}): AnalysisOptions => ({
	file: 'ann.rag.md',
	signal: new AbortController().signal,
	onProgress: () => undefined,
	...more,
});
/** 34 stands in passage a; 180 comes from nowhere. */
const sources = (token: string): GivenSources => (token.trim() === '34' ? { rag: [0.7, 0.1] } : { ffn: 0.1 });
const built = (...made: readonly ReturnType<typeof classifierOf>[]) => ({
	profile: profileWith(...made.map(({ detector }) => detector)),
	classifiers: made.map(({ detector, text: file }) => readClassifier(Buffer.from(file), detector, detector.file)),
});
const valid = (record: AnalysisRecord): void => {
	assert.deepEqual(analysisRecordSchema.parse(JSON.parse(JSON.stringify(record))), record);
};

/** Findings of the profile's detectors: values are compared without them. */
function ofModel({ findings }: Pick<AnalysisRecord, 'findings'>): AnalysisRecord['findings'] {
	return findings.filter(({ method }) => method !== 'support');
}

test('sources of every token add up to its probability, those of the contexts to rag', async () => {
	const record = await analyzeTrace(answered(text), new AttributingFake(sources), null, options());
	valid(record);
	for (const token of record.tokens) {
		assert.ok(Math.abs(token.sources!.reduce((a, b) => a + b, 0) - Math.exp(token.logprob)) < 1e-12);
		assert.ok(Math.abs(Object.values(token.contexts!).reduce((a, b) => a + b, 0) - token.sources![1]!) < 1e-12);
		assert.equal(token.suspicion, null);
	}
	assert.deepEqual(record.tokens.find((token) => token.text === ' 34')!.contexts, { a: 0.7, b: 0.1 });
	assert.deepEqual(
		{ ...record.attribution, sumError: 0 },
		{ contexts: ['a', 'b'], parallelLayers: 0, errorBound: 0, sumError: 0, classifiers: [] },
	);
	assert.equal(record.response, null);
});

test('a response that is judged from its sentences has the probability and the reasons of the most suspected one, at a threshold of its own', async () => {
	const given = (token: string): GivenSources => (token.trim() === '34' ? { rag: [0.9, 0.2] } : { ffn: 0.1 });
	const [ofSentences, paper] = [classifierOf('spad+', 'response', 0.9), classifierOf('spad', 'response', 0.3)];
	const judge = async (threshold: number) => {
		const own = { ...ofSentences, detector: { ...ofSentences.detector, reads: 'sentences' as const, threshold } };
		const { profile, classifiers } = built(own, paper);
		const record = await analyzeTrace(answered(text), new AttributingFake(given), profile, options({ classifiers }));
		valid(record);
		return record.response!;
	};
	const [max, min] = [1 / (1 + Math.exp(-2)), 1 / (1 + Math.exp(2))];
	const { score, hallucinated, spad } = await judge(0.8);
	assert.ok(Math.abs(score! - max) < 1e-6, 'that of 180, which comes from nowhere');
	assert.deepEqual([hallucinated, spad!.level, spad!.reads, spad!.classifier], [true, 'response', 'sentences', 'spad+']);
	assert.match(spad!.reasons[0]!.text, /numbers here get 0\.00 from the contexts/);
	assert.equal((await judge(0.9)).hallucinated, false);
	assert.ok(
		Math.abs(spad!.paper!.probability - min) < 1e-6,
		'the paper\u2019s reads the whole: its numbers get 0.55 from the contexts, above its split',
	);
});

test('a classifier of sentences judges them: verdict, finding with its reason, and the tokens behind it', async () => {
	const { profile, classifiers } = built(classifierOf('spad', 'sentence'));
	const record = await analyzeTrace(answered(text), new AttributingFake(sources), profile, options({ classifiers }));
	valid(record);
	// One split: log-odds -2 and 2.
	const [low, high] = [1 / (1 + Math.exp(2)), 1 / (1 + Math.exp(-2))];
	for (const [i, expected] of [low, high].entries()) assert.ok(Math.abs(record.sentences[i]!.spad!.probability - expected) < 1e-6);
	assert.deepEqual(
		record.sentences.map(({ verdict }) => verdict),
		['grounded', 'ungrounded'],
	);
	assert.ok(Math.abs(record.sentences[1]!.score! - 0.8 * high) < 1e-6, 'the scale of the detector');
	const [finding, ...others] = record.findings;
	assert.deepEqual(
		others.map(({ code }) => code),
		['rag-assay/value-not-given'],
		'the height is in no context',
	);
	assert.equal(finding!.message, 'Not supported by the contexts: “180 centimetres”.');
	assert.deepEqual(
		[finding!.method, finding!.code, text.slice(finding!.start, finding!.end)],
		['spad', 'rag-assay/ungrounded', 'She was 180 centimetres tall.'],
	);
	const [reason] = record.sentences[1]!.spad!.reasons;
	assert.deepEqual(
		reason!.features.map(({ name, value, usual }) => [name, value, usual]),
		[['RAG_NUM', 0, 0.25]],
	);
	// Of the flagged sentence only its number speaks against it; nothing does in the other.
	const suspicion = new Map(record.tokens.map((token) => [token.text.trim(), token.suspicion!]));
	assert.ok(Math.abs(suspicion.get('180')! - 0.8 * high) < 1e-6);
	assert.deepEqual([suspicion.get('She'), suspicion.get('34')], [0, 0]);
	assert.deepEqual(
		record.attribution!.classifiers.map(({ classifier, level, file }) => [classifier, level, file]),
		[['spad', 'sentence', 'demo.spad.sentence.json']],
	);
});

test("SPAD+ judges where there are both, the paper's stands beside it; a response has a verdict of its own level", async () => {
	const { profile, classifiers } = built(
		classifierOf('spad', 'sentence', 0.9),
		classifierOf('spad+', 'sentence'),
		classifierOf('spad', 'response', 0.95),
	);
	const record = await analyzeTrace(answered(text), new AttributingFake(sources), profile, options({ classifiers }));
	valid(record);
	const { spad } = record.sentences[1]!;
	assert.deepEqual([spad!.classifier, spad!.level, spad!.hallucinated, spad!.paper?.threshold], ['spad+', 'sentence', true, 0.9]);
	assert.match(record.findings[0]!.message, /^Not supported by the contexts: “180 centimetres”\./);
	assert.deepEqual(
		[record.response!.spad!.classifier, record.response!.spad!.level, record.response!.hallucinated, record.response!.threshold],
		['spad', 'response', false, 0.95],
	);
	assert.equal(record.response!.spad!.paper, null);
});

test('where no context was read, because there is none or none had room, nothing is judged: probabilities and suspicion stay', async () => {
	const { profile, classifiers } = built(classifierOf('spad', 'sentence'), classifierOf('spad', 'response', 0.95));
	const bare = text.replace(/## Context[^]*(?=## Response)/, '');
	const cut = (kept: number) => ({
		contextWindow: 9,
		promptTokens: 9,
		responseTokens: 12,
		unscoredResponseTokens: 0,
		message: 'Cut.',
		cutContexts: [
			{ id: 'b', index: 1, tokens: 5, keptTokens: 0, keptLength: 0 },
			{ id: 'a', index: 0, tokens: 5, keptTokens: kept, keptLength: kept },
		],
	});
	for (const [source, model, reason, words] of [
		[bare, new AttributingFake(() => ({ ffn: 0.1 })), 'no-contexts', 'the trace has no contexts'],
		[text, new AttributingFake(sources, 0, cut(0)), 'contexts-not-read', 'none of the contexts was read'],
	] as const) {
		const record = await analyzeTrace(answered(source), model, profile, options({ classifiers }));
		valid(record);
		assert.deepEqual(
			record.sentences.map(({ verdict, notJudged, spad }) => [verdict, notJudged, spad!.hallucinated, spad!.notJudged]),
			[
				[null, reason, null, reason],
				[null, reason, null, reason],
			],
		);
		assert.deepEqual([ofModel(record), record.response!.hallucinated, record.response!.spad!.notJudged], [[], null, reason]);
		assert.ok(
			record.sentences.every(({ spad, score }) => spad!.probability > 0 && score !== null) &&
				record.tokens.some(({ suspicion }) => suspicion! > 0),
		);
		assert.equal(
			notJudgedWords(record.sentences[0]!),
			reason === 'no-contexts' ? 'not judged: the trace has no contexts' : 'not judged: none of the contexts was read',
		);
		assert.ok(
			record.notes.includes(
				`Not judged: ${words}. The model read the same text with and without contexts, so every confidence gap and KL is 0.`,
			),
			record.notes.join('\n'),
		);
	}
	for (const [kept, first, what] of [
		[text.length, ['grounded', undefined], 'a part of a context is a context'],
		[2, [null, 'support-not-read'], 'what the first sentence says was cut away'],
	] as const) {
		// oxlint-disable-next-line no-await-in-loop -- one after the other, for readable failures
		const partly = await analyzeTrace(answered(text), new AttributingFake(sources, 0, cut(kept)), profile, options({ classifiers }));
		assert.deepEqual(
			partly.sentences.map(({ verdict, notJudged }) => [verdict, notJudged]),
			[first, ['ungrounded', undefined]],
			what,
		);
	}
});

test('a classifier that does not say what is usual judges without reasons', async () => {
	const made = classifierOf('spad', 'sentence');
	const { profile, classifiers } = built(made);
	const record = await analyzeTrace(
		answered(text),
		new AttributingFake(sources),
		profile,
		options({ classifiers: classifiers.map((one) => ({ ...one, typical: null })) }),
	);
	assert.deepEqual(record.sentences[1]!.spad!.reasons, []);
	assert.equal(record.findings[0]!.message, 'Not supported by the contexts: “180 centimetres”.');
	assert.equal(new Set(record.tokens.slice(-4).map(({ suspicion }) => suspicion)).size, 1);
});

test('without sources the mean entropy judges, as it does another language', async () => {
	const { profile, classifiers } = built(classifierOf('spad', 'sentence'));
	for (const [model, methods] of [
		[new FakeModel(), undefined],
		[new AttributingFake(sources), ['cg']],
	] as const) {
		const record = await analyzeTrace(
			answered(text),
			model,
			profile,
			options({ classifiers, ...(methods === undefined ? {} : { methods }) }),
		);
		assert.deepEqual(
			record.sentences.map(({ spad }) => spad),
			[null, null],
		);
		assert.deepEqual(
			ofModel(record).map(({ method }) => method),
			['mean-entropy'],
		);
		assert.equal(record.attribution, null);
	}
	const german = await analyzeTrace(
		answered('## Query\nWas ist das?\n## Context a\nEs ist gut.\n## Response\nDas ist nicht gut. Und es ist nicht wahr.'),
		new AttributingFake(sources),
		profile,
		options({ classifiers }),
	);
	assert.ok(german.tokens[0]!.sources !== null);
	assert.equal(german.sentences[0]!.spad, null);
});

test('screened sources carry their bound, and no classifier is asked: the mean entropy judges, and a note says why', async () => {
	const { profile, classifiers } = built(classifierOf('spad', 'sentence'), classifierOf('spad', 'response'));
	const model = new AttributingFake(sources);
	model.errorBound = 0.0006;
	const record = await analyzeTrace(answered(text), model, profile, options({ classifiers, screen: 0.001 }));
	valid(record);
	assert.deepEqual(
		[model.screens, record.attribution!.errorBound, record.attribution!.classifiers, record.response],
		[[0.001], 0.0006, [], null],
	);
	assert.ok(record.sentences.every(({ spad }) => spad === null) && record.tokens.every(({ suspicion }) => suspicion === null));
	assert.deepEqual(
		ofModel(record).map(({ method }) => method),
		['mean-entropy'],
	);
	assert.equal(
		record.notes.at(-1),
		'The profile\u2019s classifiers judge only exact sources. These sources are screened, so the classifiers did not judge.',
	);
	// Nothing to say where there are none.
	assert.ok((await analyzeTrace(answered(text), model, null, options())).notes.every((note) => !note.includes('classifiers')));
});

test("a classifier that is another model's judges nothing, though its file was read; mean entropy, which fits, does", async () => {
	const made = [classifierOf('spad', 'sentence'), classifierOf('spad', 'response', 0.5)];
	const { profile, classifiers } = built(...made);
	const mixed = {
		...profile,
		detectors: profile.detectors.map((one) =>
			one.method === 'spad' && one.level === 'sentence' ? { ...one, from: { ...one.from, readers: [otherModel] } } : one,
		),
	};
	const record = await analyzeTrace(answered(text), new AttributingFake(sources), mixed, options({ classifiers }));
	valid(record);
	assert.ok(record.sentences.every(({ spad, score }) => spad === null && score !== null));
	assert.notEqual(record.response, null);
	assert.deepEqual(
		record.attribution?.classifiers.map(({ level }) => level),
		['response'],
	);
	assert.ok(
		record.notes.some((note) =>
			note.startsWith("The detector 'spad sentence' of profile 'demo' does not judge: it was calibrated for model 'smol'"),
		),
	);
});

test('a screen that was not used is told, and its exact sources are judged', async () => {
	const { profile, classifiers } = built(classifierOf('spad', 'sentence'));
	const model = new AttributingFake(sources);
	model.unscreened = 'its output weights are quantized';
	const record = await analyzeTrace(answered(text), model, profile, options({ classifiers, screen: 0.001 }));
	assert.ok(record.sentences.every(({ spad }) => spad !== null));
	assert.equal(record.notes.at(-1), 'The sources are exact, though a screen was asked for: its output weights are quantized.');
});

test('what the model refuses is told, and everything else is there', async () => {
	const model = new AttributingFake();
	for (const [refusal, note] of [
		[
			new UserError('RA431', 'Token sources cannot be attributed with this model: X was found where Y was expected.'),
			'Token sources cannot be attributed with this model: X was found where Y was expected.',
		],
		[
			new UserError('RA502', 'This would need about 9 MiB of memory.'),
			'Token sources cannot be attributed: This would need about 9 MiB of memory.',
		],
		[
			new UserError('RA502', 'This would need about 9 MiB of memory.', { hint: 'What would fit: 9 MiB.' }),
			'Token sources cannot be attributed: This would need about 9 MiB of memory. What would fit: 9 MiB.',
		],
	] as const) {
		model.refusal = refusal;
		const record = await analyzeTrace(answered(text), model, null, options());
		assert.deepEqual(record.notes.slice(1), [note]);
		valid(record);
		assert.equal(record.notAttributed, note);
		assert.equal(record.tokens[0]!.sources, null);
		assert.ok(record.repcs !== null);
	}
	for (const refusal of [new UserError('RA504', 'Changed.'), new TypeError('a defect')]) {
		model.refusal = refusal;
		await assert.rejects(analyzeTrace(answered(text), model, null, options()), refusal);
	}
	const controller = new AbortController();
	model.refusal = new UserError('RA409', 'Late.');
	const attribute = model.attribute.bind(model);
	model.attribute = (parts) => {
		controller.abort();
		return attribute(parts);
	};
	await assert.rejects(analyzeTrace(answered(text), model, null, options({ signal: controller.signal })), { name: 'AbortError' });
});

test('where scores and sources are of other readings it is said how far they differ, and probabilities are those that the sources add up to', async () => {
	const model = new AttributingFake(sources, -0.01);
	model.parallelLayers = 3;
	model.mixingLayers = [0, 2];
	const record = await analyzeTrace(answered(text), model, null, options());
	for (const token of record.tokens) assert.ok(Math.abs(token.sources!.reduce((a, b) => a + b, 0) - Math.exp(token.logprob)) < 1e-12);
	assert.match(record.notes[1]!, /^Sources are of another reading .* differ by up to 0\.010 nats, entropies by up to /);
	assert.match(record.notes[2]!, /^In 3 layers/);
	assert.match(record.notes[3]!, /^In 2 of the model\u2019s layers, tokens influence each other without attention/);
	assert.deepEqual(record.attribution?.mixingLayers, [0, 2]);
	const close = await analyzeTrace(answered(text), new AttributingFake(sources, -1e-7), null, options());
	assert.equal(close.tokens[1]!.logprob, -1 / 8, 'the same but for rounding: that of scoring stays');
	assert.ok(close.attribution!.sumError > 0 && close.attribution!.sumError < 1e-6);
});

test('progress runs over all readings', async () => {
	const model = new AttributingFake();
	const [score, attribute] = [model.score.bind(model), model.attribute.bind(model)];
	model.score = (parts, asked) => {
		asked.onProgress(5, 10);
		return score(parts, asked);
	};
	model.attribute = (parts) => attribute(parts);
	const seen: [number, number][] = [];
	await analyzeTrace(
		answered(text),
		model,
		null,
		options({
			onProgress: (done, total) => {
				seen.push([done, total]);
			},
		}),
	);
	assert.deepEqual(seen[0], [5, 30]);
});
