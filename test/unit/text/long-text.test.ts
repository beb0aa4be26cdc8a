import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceParts } from '../../../src/text/answer-parts.ts';
import { answerReading } from '../../../src/text/answer-reading.ts';
import { languageOf } from '../../../src/text/language.ts';
import { isRefusal } from '../../../src/text/abstention.ts';
import { alignTokens } from '../../../src/text/align.ts';
import { AlignedSource } from '../../../src/text/align-source.ts';
import { longestSentence, withoutLongSentences } from '../../../src/text/long-sentences.ts';
import { tagText } from '../../../src/text/sentences.ts';

// Texts on which a careless expression needs time that grows with the square of their length: hours for these.
// The limit is far above what they take (seconds at most) and far below that.
const texts: Record<string, string> = {
	backticks: `x ${'`'.repeat(200_000)}`,
	'growing runs of backticks': Array.from({ length: 800 }, (_, i) => '`'.repeat(i)).join(' '),
	'one letter': 'a'.repeat(300_000),
	dots: 'a.b.'.repeat(60_000),
	spaces: `|${' '.repeat(300_000)}x`,
	dashes: `${'-'.repeat(300_000)}x`,
	tabs: `a${' \t'.repeat(100_000)}b`,
	quotations: `${'>'.repeat(100_000)}x`,
	table: '| - '.repeat(50_000),
	signs: '! '.repeat(50_000),
	boxes: '[ ] '.repeat(50_000),
	words: 'It is so. '.repeat(20_000),
	'marks that close': `好。${'」'.repeat(300_000)}好。`,
	'blanks in a sentence': `a${' '.repeat(300_000)}b`,
	'opening quotation marks': '“'.repeat(300_000),
	citations: `It is so.${'[1] '.repeat(50_000)}So`,
	'citations without a space': `It is so.${'[1]'.repeat(50_000)}x`,
	thoughts: '<think>\n'.repeat(10_000),
	'ends of thoughts': '</think> a\n'.repeat(10_000),
	'code and citations': '`a` [1] '.repeat(20_000),
	emphasis: '*a _b '.repeat(50_000),
	brackets: '([“'.repeat(100_000),
	formulas: '$$ x\n'.repeat(10_000),
	numbers: '123456 '.repeat(30_000),
	'quotation marks': `${'"'.repeat(300_000)} a`,
};

for (const [name, text] of Object.entries(texts)) {
	for (const language of ['en', 'other'] as const) {
		test(`a long text of ${name} (${language})`, { timeout: 60_000 }, async () => {
			const { sentences } = await tagText(text, language);
			assert.ok(sentences.every((s, i) => s.end > s.start && s.end <= (sentences[i + 1]?.start ?? text.length)));
			languageOf(text);
			answerReading(text, ['case-2']);
			sentenceParts({ response: text, query: 'Who?', contextIds: ['case-2'] }, sentences);
			isRefusal(text, { sentences }, 'Who?');
		});
	}
}

test("an unbroken run of more than 500 characters is tagged by Unicode's rules, its neighbors as English", async () => {
	const { words } = await tagText(`It is so.\n\n${'x'.repeat(501)}\n\n${'x'.repeat(500)}`, 'en');
	assert.deepEqual(
		words.map((w) => w.pos),
		['PRON', 'AUX', 'ADV', 'PUNCT', 'X', 'NOUN'],
	);
});

test('a token for each of many blanks', { timeout: 60_000 }, () => {
	const text = `a${'\n'.repeat(600_000)}b`;
	const source = new AlignedSource(text, { normalize: null, added: new Set(), metaspace: false });
	const { end } = alignTokens(
		source,
		Array.from(text, (unit) => ({ kind: 'text', bytes: Buffer.from(unit), beginsWord: false })),
	);
	assert.ok(end.every((offset, t) => offset === t + 1));
});

test('a sentence of more than 2,000 characters is cut behind a sign or a space, and never within a character', () => {
	const pieces = (text: string): string[] =>
		withoutLongSentences(text, [{ start: 0, end: text.length }]).map(({ start, end }) => text.slice(start, end));
	assert.deepEqual(pieces('Short.'), ['Short.']);
	for (const [text, end] of [
		['one two; '.repeat(500), /two;$/],
		['one two '.repeat(500), /(?:one|two)$/],
		['\u{1f600}'.repeat(1500), /\u{1f600}$/u],
		[`x${'\u{1f600}'.repeat(1500)}`, /\u{1f600}$/u],
		['{"a":1,"b":"c"},'.repeat(300), /[,:}]$/],
	] as const) {
		const cut = pieces(text.trim());
		assert.ok(
			cut.length > 1 && cut.every((piece) => piece.length <= longestSentence && end.test(piece) && piece === piece.trim()),
			text.slice(0, 20),
		);
		assert.equal(cut.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
	}
});
