import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noClaimOf, sentenceParts } from '../../../src/text/answer-parts.ts';
import { citationsOf } from '../../../src/text/citations.ts';
import { languageOf } from '../../../src/text/language.ts';
import { tagText } from '../../../src/text/sentences.ts';
import { isSmallTalk } from '../../../src/text/small-talk.ts';
import { thoughtsOf } from '../../../src/text/thoughts.ts';

async function partsOf(response: string, contextIds: readonly string[] = []) {
	const { sentences } = await tagText(response, languageOf(response));
	return sentenceParts({ response, query: '', contextIds }, sentences);
}

const kindsOf = async (response: string, contextIds: readonly string[] = []): Promise<(string | null)[]> =>
	(await partsOf(response, contextIds)).map(({ noClaim }) => noClaim);

const thoughts = (text: string): string[] => thoughtsOf(text).map(({ start, end }) => text.slice(start, end));

test('a thought has both tags, the closing one alone, or the opening one alone', () => {
	assert.deepEqual(thoughts('<think>\nA fee.\n</think>\n\nIt costs 4 euros.'), ['<think>\nA fee.\n</think>']);
	assert.deepEqual(thoughts('The user asks. 4.90?\n</think>\nIt costs 4.90 euros.'), ['The user asks. 4.90?\n</think>']);
	assert.deepEqual(thoughts('I answer.</think>It costs 4.90.'), ['I answer.</think>']);
	assert.deepEqual(thoughts('\n<thinking>The document says'), ['<thinking>The document says']);
	assert.deepEqual(thoughts('<think>a</think>\nOne.\n<think>b</think>\nTwo.'), ['<think>a</think>', '<think>b</think>']);
	assert.deepEqual(thoughts('[THINK]a[/THINK]Yes. It is.'), ['[THINK]a[/THINK]']);
	assert.deepEqual(thoughts('◁think▷a◁/think▷It is.'), ['◁think▷a◁/think▷']);
});

test('a tag that an answer speaks of is no thought', () => {
	for (const text of [
		'Models write </think> when they are done.',
		'The tag `<think>` opens a thought, and `</think>` ends it.',
		'```html\n<think>\n</think>\n```\nThat is how it looks.',
		'The fee is 4 euros.\n<think> is a tag.',
		'It is so.',
		'',
	])
		assert.deepEqual(thoughts(text), [], text);
});

test('a thought is one part, and the answer behind it is judged', async () => {
	assert.deepEqual(await kindsOf('The user asks. The document says 4.90.\n</think>\n\nIt costs 4.90 euros. It is so.'), [
		'thought',
		null,
		null,
	]);
});

test('headings, heads of tables, code, and formulas claim nothing; rows do', async () => {
	assert.deepEqual(
		await kindsOf(
			'### Fees 🏦\n\n| Account | Fee |\n|---|---:|\n| Plus | 4.90 |\n| Basic | 0 |\n\nIt is so.\n\n$$F = 4.90. \\quad n = 1$$\n\n\\[\nx = 2.\n\\]\n\n```py\nfee = 4.90. # it\n```\n\nTitle\n=====\n\nDone.',
		),
		['heading', 'table-head', null, null, null, 'math', 'math', 'code', 'heading', null],
	);
	assert.deepEqual(await kindsOf('| Plus | 4.90 |\n| Basic | 0 |'), [null, null], 'rows without a head');
	assert.deepEqual(await kindsOf('$$x$$ is the sum.'), [null], 'a formula in a sentence');
	assert.deepEqual(await kindsOf('$$ 5 is what it costs.'), [null], 'a sign of money that nothing closes');
});

const citations = (text: string, ids: readonly string[] = []): string[] =>
	citationsOf(text, ids).map(({ start, end }) => text.slice(start, end));

test('citation marks', () => {
	for (const [text, marks, ids] of [
		['It closes in May.[1] It costs 4. [2][3]', ['[1]', '[2]', '[3]'], []],
		['It closes [1, 2] in May [3-5].', ['[1, 2]', '[3-5]'], []],
		['It closes in May.¹ The fee² is 4.', ['¹'], []],
		['The hall has 30 m² and 10³ seats.', [], []],
		['It closes in May【4:0†source】.', ['【4:0†source】'], []],
		['Its number is CS-1 [case-2].', ['[case-2]'], ['case-2']],
		['Its number is CS-1 (case-2).', ['(case-2)'], ['case-2']],
		['It was announced (see [press]).', ['(see [press])'], ['press']],
		['It was announced (press).', [], ['press']],
		['It closes in May (Source: fees-2024).', ['(Source: fees-2024)'], ['fees-2024']],
		['It closes in May [Document 2].', ['[Document 2]'], []],
		['It closes in May. Source: fees-2024.', ['Source: fees-2024.'], ['fees-2024']],
		['It closes in May.\n\nSources:\n- fees-2024\n- press', ['Sources:\n- fees-2024\n- press'], ['fees-2024', 'press']],
		['The source: a spring in the hills.', [], ['press']],
		['Write `list[1]` there.', [], []],
		['The sum is (3) and [x].', [], []],
		['It closed in [2024].', [], []],
	] as const)
		assert.deepEqual(citations(text, ids), marks, text);
});

test('a sentence that only names its source claims nothing', async () => {
	assert.deepEqual(await kindsOf('It closes in May.[1] It costs 4.90 euros. Source: fees-2024.', ['fees-2024']), [null, null, 'citation']);
	assert.deepEqual(await kindsOf('[1]'), ['citation']);
});

test('small talk in eight languages, and what is none', () => {
	for (const text of [
		'Can I help you with anything else today?',
		'Let me know if you have any other questions!',
		'Please feel free to ask if you need anything else.',
		'If you have any further questions, feel free to ask.',
		'I hope this helps! 😊',
		'Sure!',
		'Certainly.',
		"Here's what I found:",
		'Here is the answer to your question:',
		'Is there anything else I can help you with?',
		'Kann ich Ihnen sonst noch helfen?',
		'Haben Sie weitere Fragen?',
		'N’hésitez pas à me poser d’autres questions.',
		'¿Puedo ayudarte con algo más?',
		'Posso ajudar com mais alguma coisa?',
		'Posso aiutarti con altro?',
		'希望这对您有所帮助！',
		'如果您还有其他问题，请随时告诉我。',
		'他にご質問はありますか？',
	])
		assert.equal(isSmallTalk(text), true, text);
	for (const text of [
		'Can the branch help with a loan?',
		'Sure, the branch closes in May.',
		'The clerk is happy to help.',
		'Here is the branch in Odelle.',
		'Feel free to park behind the house at 5 Lake Road.',
		'Thank you letters are sent in May.',
		'Hello Kitty was founded in Tokyo.',
		'I can help.',
		'CS-02128',
		'Gerne hilft die Filiale.',
		'银行希望关闭分行。',
	])
		assert.equal(isSmallTalk(text), false, text);
});

test('an answer that claims nothing says why', async () => {
	const of = async (text: string) => noClaimOf(await partsOf(text));
	assert.equal(await of('I couldn’t find any information on closing your account. Can I help you with anything else today?'), 'refusal');
	assert.equal(await of('IDK'), 'refusal');
	assert.equal(await of('Unfortunately, that is outside of what I can help with.'), 'refusal');
	assert.equal(await of('<think>The user asks'), 'no-claims');
	assert.equal(await of('Hello! Can I help you?'), 'no-claims');
	assert.equal(await of('The ward is not stated. Ann is 34.'), null);
	assert.equal(await of(''), null);
});

test('authors with a year, and pages, are marks of a source; what else stands in parentheses is not', () => {
	const marks = (text: string, ids: readonly string[] = []): string[] =>
		citationsOf(text, ids).map(({ start, end }) => text.slice(start, end));
	for (const mark of [
		'(c-3, p. 233)',
		'[c-3, pp. 12–14]',
		'(Smith et al., 2019)',
		'(Smith, 2019)',
		'(Smith and Jones, 2019; Miller, 2020, p. 14)',
		'(see Smith & Jones 2019a)',
		'[Smith 2019, S. 14]',
		'(p. 233)',
	]) {
		assert.deepEqual(marks(`The fee is 15 euros ${mark}.`, ['c-3']), [mark]);
		assert.deepEqual(marks(`The fee is 15 euros ${mark}.`), [mark]);
	}
	assert.deepEqual(marks('According to Smith et al. (2019), it is 15 euros.'), ['Smith et al. (2019)']);
	for (const text of [
		'The fee (May, 2019) is 15 euros.',
		'The show (Paris, 2019) cost 15 euros.',
		'It is 15 euros (May 2019).',
		'It is 15 euros (as of 2019).',
		'It is 15 euros (about 20 dollars).',
		'It is 15 euros (rooms 12, 14).',
		'Smith and Jones (35 and 39) came.',
	])
		assert.deepEqual(marks(text), [], text);
});
