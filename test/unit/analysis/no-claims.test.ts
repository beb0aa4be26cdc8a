import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeTrace, type AnalysisOptions } from '../../../src/analysis/analyze-trace.ts';
import { responseLanguage } from '../../../src/analysis/sentence-list.ts';
import { analysisRecordSchema, type AnalysisRecord } from '../../../src/formats/analysis-record.ts';
import { readRagMarkdown } from '../../../src/formats/rag-md.ts';
import { requireResponse, type AnsweredTrace } from '../../../src/formats/read-traces.ts';
import { notJudgedWords } from '../../../src/report/not-judged-words.ts';
import { exampleProfile } from '../../support/example-profile.ts';
import { FakeModel } from '../../support/fake-model.ts';

const fees =
	'## Context fees-2024\nTresh Bank closes its branch in Odelle on 14 March 2024. The monthly fee of the Plus account is 4.90 euros.\n\n## Context press\nA press release of 2 January 2024 names the branch in Odelle.\n';

function answered(response: string, query = 'When does the branch close and what does Plus cost?'): AnsweredTrace {
	const trace = readRagMarkdown('a.rag.md', `## Query\n${query}\n\n${fees}\n## Response\n${response}\n`, 'a').traces[0]!;
	requireResponse(trace, 'a.rag.md');
	return trace;
}

/** Everything is unsure, so that whatever is judged is flagged. */
async function analyzed(
	response: string,
	model = new FakeModel({ entropy: () => 9 }),
	more: Partial<AnalysisOptions> = {},
): Promise<AnalysisRecord> {
	const record = await analyzeTrace(answered(response), model, exampleProfile, {
		file: 'a.rag.md',
		methods: ['cg', 'repcs', 'origins'],
		signal: new AbortController().signal,
		onProgress: () => undefined,
		...more,
	});
	assert.deepEqual(analysisRecordSchema.parse(JSON.parse(JSON.stringify(record))), record);
	return record;
}

const judgments = ({ sentences }: AnalysisRecord): (string | null)[] => sentences.map((one) => one.verdict ?? notJudgedWords(one));

test('a thought is not read, not judged, and listed as what it is', async () => {
	const model = new FakeModel({ entropy: () => 9 });
	const thought = 'The user asks for the fee. The document says 4.90 euros. I should answer briefly.\n</think>';
	const record = await analyzed(`${thought}\n\nThe Plus account costs 4.90 euros a month.`, model);
	assert.equal(model.asked[0]!.parts.response, 'The Plus account costs 4.90 euros a month.');
	assert.deepEqual(judgments(record), ['not judged: a thought, not part of the answer', 'ungrounded']);
	assert.deepEqual([record.sentences[0]!.entropyMean, record.sentences[0]!.cgMean, record.sentences[0]!.score], [null, null, null]);
	assert.ok(
		record.tokens.every(({ start }) => start >= record.sentences[1]!.start),
		'no token of the thought counts',
	);
	assert.equal(record.findings.filter(({ code }) => code === 'rag-assay/ungrounded').length, 1);
});

test('citation marks belong to the sentence before them, and are not read', async () => {
	const model = new FakeModel();
	const response =
		'The branch in Odelle closes on 14 March 2024.[1] The Plus account costs 4.90 euros a month. [2][3] It was announced in a press release (see [press]).¹ Source: fees-2024.';
	const record = await analyzed(response, model);
	assert.equal(
		model.asked[0]!.parts.response,
		'The branch in Odelle closes on 14 March 2024. The Plus account costs 4.90 euros a month. It was announced in a press release.',
	);
	const start = record.sentences[0]!.start;
	assert.deepEqual(
		record.sentences.map((one) => response.slice(one.start - start, one.end - start)),
		[
			'The branch in Odelle closes on 14 March 2024.[1]',
			'The Plus account costs 4.90 euros a month. [2][3]',
			'It was announced in a press release (see [press]).¹',
			'Source: fees-2024.',
		],
	);
	assert.equal(judgments(record)[3], 'not judged: it only names a source');
	assert.ok(
		record.wordOrigins!.words.every(({ text }) => !/[[\]¹]/u.test(text)),
		record.wordOrigins!.words.map(({ text }) => text).join(),
	);
});

test('headings, heads of tables, and code are not judged; the values of a table are', async () => {
	const record = await analyzed(
		'### Fees\n\n| Account | Fee |\n|---|---|\n| Plus | 4.90 € |\n\n```py\nfee = 4.90\n```\n\nThe branch closes in March.',
	);
	assert.deepEqual(judgments(record), [
		'not judged: a heading',
		'not judged: the head of a table',
		'ungrounded',
		'not judged: code',
		'ungrounded',
	]);
});

test('an answer that says that it does not know is neither ungrounded nor recited', async () => {
	for (const response of [
		'IDK',
		"I couldn't find any information on closing your account. Can I help you with anything else today?",
		'Unfortunately, that is outside of what I can help with.',
		'Das geht aus den Unterlagen leider nicht hervor.',
		'文档中没有提到价格。',
	]) {
		// oxlint-disable-next-line no-await-in-loop -- one tagger
		const { sentences, findings, repcs, notes } = await analyzed(response);
		assert.deepEqual([sentences[0]!.verdict, sentences[0]!.notJudged, findings], [null, 'refusal', []], response);
		assert.ok(repcs!.memorised === null || repcs!.notJudged === undefined);
		assert.ok(notes.includes('Not judged: the answer says that it does not know.'), response);
	}
	const beside = await analyzed('The ward is not stated. The fee is 7 euros.');
	assert.deepEqual(judgments(beside), ['not judged: the answer says that it does not know', 'ungrounded']);
});

test('form does not change what is read', async () => {
	const read = async (response: string): Promise<[string, number[]]> => {
		const model = new FakeModel();
		const record = await analyzed(response, model);
		return [model.asked[0]!.parts.response!, record.sentences.map(({ entropyMean }) => entropyMean!)];
	};
	const base = await read('The Plus account costs 4.90 euros.');
	// oxlint-disable-next-line no-await-in-loop -- one tagger
	for (const form of [
		'The Plus account costs **4.90 euros**.',
		'The Plus account costs 4.90 euros [fees-2024].',
		'Based on the provided documents, the Plus account costs 4.90 euros.',
	])
		assert.deepEqual(await read(form), base, form);
});

test('a sentence whose context was cut away is not judged, and names it', async () => {
	const truncation = {
		contextWindow: 8,
		promptTokens: 99,
		responseTokens: 5,
		cutContexts: [{ id: 'press', index: 1, tokens: 20, keptTokens: 4, keptLength: 18 }],
		unscoredResponseTokens: 0,
		message: 'Cut.',
	};
	const record = await analyzed(
		'A release names it on 2 January 2024. The Plus account costs 7 euros.',
		new FakeModel({ entropy: () => 9, truncation }),
	);
	assert.deepEqual(judgments(record), ['not judged: its context press was not read', 'ungrounded']);
	assert.deepEqual(record.sentences[0]!.unreadContexts, ['press']);
});

test('a response has the language of its own words, and of its question if it shows none', () => {
	const long = 'According to the notice that was sent to all customers in January, on which date does the branch in Odelle close?';
	assert.equal(responseLanguage(answered('奥黛尔分行将于2024年3月14日关闭。Plus账户每月收费4.90欧元。', long)), 'other');
	assert.equal(responseLanguage(answered('Die Filiale schließt am 14. März und ist dann nicht mehr offen.', long)), 'other');
	assert.equal(responseLanguage(answered('14 March 2024', long)), 'en');
	assert.equal(responseLanguage(answered('Juan de la Cruz', long)), 'en');
	assert.equal(responseLanguage(answered('14 March 2024', 'Wann schließt die Filiale und was kostet das Konto von da an?')), 'other');
	assert.equal(responseLanguage(answered('It closes on 14 March.', 'Wann schließt die Filiale und was kostet das Konto von da an?')), 'en');
});
