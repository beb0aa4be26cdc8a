import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { analyzeTrace, type AnalysisOptions } from '../../../src/analysis/analyze-trace.ts';
import { sentenceList } from '../../../src/analysis/sentence-list.ts';
import { UserError } from '../../../src/errors.ts';
import { analysisRecordSchema } from '../../../src/formats/analysis-record.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { requireResponse, type AnsweredTrace } from '../../../src/formats/read-traces.ts';
import { escapeLine } from '../../../src/formats/section-heads.ts';
import { addIgnored, emptySidecar, textSha256 } from '../../../src/formats/sidecar.ts';
import { sentenceVerdictWords } from '../../../src/report/not-judged-words.ts';
import { exampleProfile, madeOtherwise, otherModel } from '../../support/example-profile.ts';
import { FakeModel } from '../../support/fake-model.ts';
import { anyCharacter } from '../../support/any-character.ts';

const ward =
	'\uFEFF---\r\nid: ward-7\r\nmodel: rag-assay/Demo\r\n---\r\n## Query\r\nWhat is the blood pressure of Ann, and where is she?\r\n## Context 1\r\nAnn: 120/80.\r\n## Response\r\nIt is 120/80.\r\n\\## Response\r\n- She lives in Berlin. 😀\r\n';

function answered(text: string): AnsweredTrace {
	const trace = readRagMarkdown('ward.rag.md', text, 'ward').traces[0]!;
	requireResponse(trace, 'ward.rag.md');
	return trace;
}

const options = (more: Partial<AnalysisOptions> = {}): AnalysisOptions => ({
	file: 'ward.rag.md',
	methods: ['cg', 'repcs'],
	signal: new AbortController().signal,
	onProgress: () => undefined,
	...more,
});

test('one record, as it is written', async () => {
	const record = await analyzeTrace(answered(ward), new FakeModel(), exampleProfile, options());
	assert.deepEqual(analysisRecordSchema.parse(JSON.parse(JSON.stringify(record))), record);
	const written = `${JSON.stringify(record, undefined, '\t')}\n`;
	const golden = new URL('golden/ward.analysis.json', import.meta.url);
	// UPDATE_GOLDEN=1 writes it anew: read the difference before it is committed.
	if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, written);
	assert.equal(written, readFileSync(golden, 'utf8'));
});

test('the model is asked with the texts, unescaped and with plain line ends', async () => {
	const model = new FakeModel();
	await analyzeTrace(answered(ward), model, null, options({ topK: 7 }));
	assert.deepEqual(model.asked, [
		{
			topK: 7,
			parts: {
				query: 'What is the blood pressure of Ann, and where is she?',
				contexts: [{ id: '1', text: 'Ann: 120/80.' }],
				response: 'It is 120/80.\n## Response\n- She lives in Berlin. 😀',
			},
		},
	]);
});

test('tokens tile the response in the document, whatever stands in it', async () => {
	const line = fc.oneof(
		fc.constantFrom('## Response', '\\## Query', 'It is 7. So', '- x', '', ' \t', '😀 é'),
		fc.string({ unit: anyCharacter, maxLength: 8 }).map((s) => s.replaceAll(/[\r\n]/g, '')),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', '\r\n'), async (lines, eol) => {
			fc.pre(lines.some((l) => l.trim() !== ''));
			const text = `## Query${eol}q${eol}## Response${eol}${lines.map(escapeLine).join(eol)}`;
			const trace = answered(text);
			const { tokens, sentences } = await analyzeTrace(trace, new FakeModel(), exampleProfile, options());
			const { map } = trace.response;
			assert.equal(tokens[0]!.start, map.toDocument(0));
			assert.equal(tokens.at(-1)!.end, map.toDocument(map.length));
			for (const [t, token] of tokens.entries()) {
				assert.equal(token.end, tokens[t + 1]?.start ?? token.end);
				assert.ok(token.end >= token.start);
			}
			assert.equal(tokens.map((t) => t.text).join(''), trace.response.text);
			for (const [s, sentence] of sentences.entries())
				assert.ok(sentence.end > sentence.start && sentence.end <= (sentences[s + 1]?.start ?? Infinity));
		}),
		{ numRuns: 200 },
	);
});

test('a sentence is measured over its tokens', async () => {
	// Tokens: It, is, 7., She, was, here., each sentence three.
	const { sentences } = await analyzeTrace(
		answered('## Query\nq\n## Context 1\nc\n## Response\nIt is 7. She was here.'),
		new FakeModel(),
		exampleProfile,
		options(),
	);
	assert.deepEqual(
		sentences.map((s) => [s.entropyMean, s.cgMean, s.cgTop5, s.verdict]),
		[
			[0.25, 0.75, 0.75, 'grounded'],
			[1, 0, 0, 'ungrounded'],
		],
	);
	// Knots of the example profile: 0.05 at 0.2, 0.3 at 1.
	assert.ok(Math.abs(sentences[0]!.score! - (0.05 + 0.25 / 16)) < 1e-12);
	assert.equal(sentences[1]!.score, 0.3);
});

test('findings: in words, with whoever read', async () => {
	const text = '## Query\nq\n## Context 1\nc\n## Response\nIt is 7. She was here.';
	const own = await analyzeTrace(answered(text), new FakeModel(), exampleProfile, options());
	assert.deepEqual(
		own.findings.map((f) => [f.code, f.severity, f.message, text.slice(f.start, f.end), f.score, f.threshold, f.ignored]),
		[
			[
				'rag-assay/ungrounded',
				'warning',
				'Not supported by the contexts: “She was here”. Even with the contexts, the model was unsure of this sentence.',
				'She was here.',
				1,
				0.92,
				false,
			],
		],
	);
	assert.deepEqual(own.notes, []);
	const others = await analyzeTrace(answered(`---\nmodel: gpt-x\n---\n${text}`), new FakeModel(), exampleProfile, options());
	assert.equal(
		others.findings[0]!.message,
		'Not supported by the contexts: “She was here”. Even with the contexts, the model was unsure of this sentence. Read by demo.',
	);
	assert.match(others.notes[0]!, /^Written by gpt-x, read by demo:/);
	// At the threshold is not above it.
	assert.deepEqual(
		(
			await analyzeTrace(
				answered(text),
				new FakeModel({ entropy: () => 0.92 }),
				{ ...exampleProfile, detectors: exampleProfile.detectors.map((d) => ({ ...d, threshold: (0.92 * 3) / 3 })) },
				options(),
			)
		).sentences.map((s) => s.verdict),
		['grounded', 'grounded'],
	);
});

test('a model whose numbers depend on how a text is cut: how far, in nats, as it was measured when it was loaded', async () => {
	const model = new FakeModel();
	Object.assign(model, { identity: { ...model.identity, readings: { tokens: 32, logProbability: 0.3712, entropy: 0.0123 } } });
	const { notes } = await analyzeTrace(answered('## Query\nq\n## Context 1\nc\n## Response\nIt is 7.'), model, exampleProfile, options());
	assert.equal(notes.length, 1);
	assert.match(
		notes[0]!,
		/^This model rounds activations depending on which tokens it reads together, .* log-probabilities differed by up to 0\.37 nats and entropies by up to 0\.012 on 32 fixed tokens; on a longer text it can be more\.$/,
	);
});

test("without a profile: scores and no findings; with another model's: refused", async () => {
	const record = await analyzeTrace(answered(ward), new FakeModel(), null, options());
	assert.deepEqual(
		[record.profile, record.findings, record.sentences.map((s) => [s.score, s.verdict])],
		[
			null,
			[],
			[
				[null, null],
				[null, null],
				[null, null],
			],
		],
	);
	assert.deepEqual(record.notes, ["No profile fits the model 'demo': you see scores and colors, but no sentence is judged."]);
	const foreign = madeOtherwise(exampleProfile, { readers: [otherModel] });
	await assert.rejects(
		analyzeTrace(answered(ward), new FakeModel(), foreign, options({ profileFile: 'p.json' })),
		(e) => e instanceof UserError && e.code === 'RA602' && e.place?.file === 'p.json',
	);
});

test('ignored findings, and what went stale', async () => {
	const entry = (text: string) => ({
		code: 'rag-assay/ungrounded',
		subject: { kind: 'trace', id: 'ward-7' } as const,
		textSha256: textSha256(text),
		who: 'Dana',
		when: '2026-01-31T10:00:00Z',
		note: '',
	});
	const sidecar = [entry('She lives in Berlin. 😀'), entry('It was 7.')].reduce(addIgnored, emptySidecar);
	const record = await analyzeTrace(answered(ward), new FakeModel(), exampleProfile, options({ sidecar }));
	const texts = record.findings.map((f) => [ward.slice(f.start, f.end), f.ignored]);
	assert.deepEqual(texts, [['She lives in Berlin. 😀', true]]);
	assert.deepEqual(record.notes, ['1 ignored finding is stale: the text it was about has changed.']);
});

test('notes: what was cut, another language, no contexts', async () => {
	const truncation = {
		contextWindow: 8,
		promptTokens: 9,
		responseTokens: 6,
		cutContexts: [],
		unscoredResponseTokens: 2,
		message: 'Two tokens were not scored.',
	};
	const record = await analyzeTrace(
		answered('## Query\nWas ist das?\n## Response\nDas ist nicht gut. Und es ist nicht wahr.'),
		new FakeModel({ truncation, scoredTokens: 4 }),
		exampleProfile,
		options(),
	);
	assert.deepEqual(record.notes, [
		'Two tokens were not scored.',
		'Not judged: the trace has no contexts. The model read the same text with and without contexts, so every confidence gap and KL is 0.',
		"The response does not look English: its sentences are cut by Unicode's rules, and its parts of speech are not known (X).",
	]);
	assert.deepEqual(record.truncation, {
		contextWindow: 8,
		contexts: 0,
		cutContexts: [],
		unscored: { start: 53, end: 75, tokens: 2, of: 6 },
	});
	// The second sentence has no scored token.
	assert.deepEqual([record.tokens.length, record.sentences.length], [4, 1]);
	assert.deepEqual(
		record.tokens.map((t) => t.pos),
		['X', 'X', 'X', 'X'],
	);
	assert.equal(record.language, 'other');
});

test('infinite log-probabilities stay JSON', async () => {
	const model = new FakeModel();
	const score = model.score.bind(model);
	model.score = async (...asked) => {
		const result = await score(...asked);
		result.scored.withContext.logProbability[1] = -Infinity;
		result.scored.withoutContext.logProbability[0] = -Infinity;
		return result;
	};
	const record = await analyzeTrace(answered(ward), model, null, options());
	assert.deepEqual(analysisRecordSchema.parse(JSON.parse(JSON.stringify(record))), record);
	assert.equal(record.repcs!.literal, Number.MAX_VALUE);
});

test('the list of sentences: worst first, with its worst tokens', async () => {
	const record = await analyzeTrace(answered(ward), new FakeModel(), exampleProfile, options());
	const list = sentenceList(record, ward, 2);
	assert.deepEqual(
		list.map((s) => [s.text, sentenceVerdictWords(s.verdict)]),
		[
			['She lives in Berlin. 😀', 'not supported by the contexts'],
			['It is 120/80.', 'not flagged'],
			['Response', 'not judged: a heading'],
		],
	);
	assert.deepEqual(
		list[0]!.worst.map((t) => [t.text, t.probability, t.entropy, t.cg]),
		[
			[' 😀', Math.exp(-10 / 8), 2.5, -1.5],
			[' Berlin.', Math.exp(-9 / 8), 2.25, -1.25],
		],
	);
	assert.equal(ward.slice(list[0]!.worst[1]!.start, list[0]!.worst[1]!.end), ' Berlin.');
});

test('the list of sentences: punctuation is named after words, however open it was', async () => {
	const record = await analyzeTrace(answered(ward), new FakeModel(), exampleProfile, options());
	const exclaimed = { ...record, tokens: record.tokens.map((t) => (t.text === ' 😀' ? { ...t, text: ' !' } : t)) };
	assert.deepEqual(
		sentenceList(exclaimed, ward, 2)[0]!.worst.map(({ text }) => text),
		[' Berlin.', ' in'],
	);
});
