import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { partOfSpeechOfTokens, tagText } from '../../../src/text/sentences.ts';
import type { Language } from '../../../src/text/language.ts';
import { partsOfSpeech, type TaggedText, type TextRange } from '../../../src/text/tagged-text.ts';
import { anyCharacter } from '../../support/any-character.ts';

async function sentencesOf(text: string, language: Language = 'en'): Promise<string[]> {
	return (await tagText(text, language)).sentences.map((s) => text.slice(s.start, s.end));
}

async function wordsOf(text: string, language: Language = 'en'): Promise<string> {
	return (await tagText(text, language)).words.map((w) => `${text.slice(w.start, w.end)}/${w.pos}`).join(' ');
}

test('words have universal parts of speech', async () => {
	assert.equal(
		await wordsOf('The blood pressure of Ann is 120/80. She lives here.'),
		'The/DET blood/NOUN pressure/NOUN of/ADP Ann/PROPN is/AUX 120/80/NUM ./PUNCT She/PRON lives/VERB here/ADV ./PUNCT',
	);
	assert.equal(await wordsOf('Das ist gut.', 'other'), 'Das/X ist/X gut/X ./X');
	assert.equal(partsOfSpeech.length, 18);
});

test('sentences of prose', async () => {
	assert.deepEqual(await sentencesOf('Dr. Smith, e.g., went at 5 p.m. today. It was 7.3! He said "Yes." Then\nhe left'), [
		'Dr. Smith, e.g., went at 5 p.m. today.',
		'It was 7.3!',
		'He said "Yes."',
		'Then\nhe left',
	]);
	assert.deepEqual(await sentencesOf('  \n '), []);
	assert.deepEqual(await sentencesOf(''), []);
});

test('Markdown ends sentences where its blocks end, and markers are in none', async () => {
	assert.deepEqual(
		await sentencesOf('# Answer\nIt is 7\n\nThese are:\n- the first one\n- the second,\n  wrapped\n1. third. More.\n> quoted\n\n---\nEnd'),
		['Answer', 'It is 7', 'These are:', 'the first one', 'the second,\n  wrapped', 'third.', 'More.', 'quoted', 'End'],
	);
	assert.deepEqual(await sentencesOf('| a | b |\n|---|---|\n| It is. So | 2 |'), ['| a | b |', '| It is.', 'So | 2 |']);
	assert.equal(await wordsOf('## Title\n3. It'), '##/PUNCT Title/PROPN 3./NUM It/PRON');
});

test('a block of code is one sentence, closed or not', async () => {
	assert.deepEqual(await sentencesOf('Run this. Now:\n```js\na.b(); c. D.\n\n- e\n```\nDone.'), [
		'Run this.',
		'Now:',
		'```js\na.b(); c. D.\n\n- e\n```',
		'Done.',
	]);
	assert.deepEqual(await sentencesOf('~~~\na. B. c\n'), ['~~~\na. B. c']);
});

test('emphasis, quotes and inline code stay with their sentence', async () => {
	assert.deepEqual(await sentencesOf('**It is so.** Next one is *here.* Then it was done.'), [
		'**It is so.**',
		'Next one is *here.*',
		'Then it was done.',
	]);
	assert.deepEqual(await sentencesOf('Call `foo.bar()` first. Then stop.'), ['Call `foo.bar()` first.', 'Then stop.']);
	assert.deepEqual(await sentencesOf('It works. 😀'), ['It works. 😀']);
	assert.deepEqual(await sentencesOf('Run command:workbench.action.quit now. It is v1.2.3.'), [
		'Run command:workbench.action.quit now.',
		'It is v1.2.3.',
	]);
	assert.deepEqual(await sentencesOf('A first sentence.Another one.'), ['A first sentence.', 'Another one.']);
});

test('other languages by Unicode', async () => {
	assert.deepEqual(await sentencesOf('Das ist gut. Und 3,5 auch! Nein', 'other'), ['Das ist gut.', 'Und 3,5 auch!', 'Nein']);
	assert.deepEqual(await sentencesOf('これは本です。それはペンです。', 'other'), ['これは本です。', 'それはペンです。']);
	// In a text that is mostly English as well.
	assert.deepEqual(await sentencesOf('The sign says 「危険！」 and 立入禁止。止まれ！？ This is it.'), [
		'The sign says 「危険！」',
		'and 立入禁止。',
		'止まれ！？',
		'This is it.',
	]);
});

test('a citation mark behind a stop ends its sentence, and an opening quotation mark begins the next one', async () => {
	assert.deepEqual(await sentencesOf('It closes in May.[1] It costs 4.90. [2][3] It was so.\u00b9 Source: fees.'), [
		'It closes in May.[1]',
		'It costs 4.90. [2][3]',
		'It was so.\u00b9',
		'Source: fees.',
	]);
	assert.deepEqual(await sentencesOf('See the book. [4] shows it.'), ['See the book.', '[4] shows it.']);
	assert.deepEqual(await sentencesOf('He said \u201cIt is so.\u201d \u201cAnd why?\u201d'), [
		'He said \u201cIt is so.\u201d',
		'\u201cAnd why?\u201d',
	]);
	assert.deepEqual(await sentencesOf('银行说：“分行将关闭。”“费用不变。”客户同意。[1]他们会收到信。', 'other'), [
		'银行说：“分行将关闭。”',
		'“费用不变。”',
		'客户同意。[1]',
		'他们会收到信。',
	]);
});

test('a thought and a formula are one sentence each', async () => {
	assert.deepEqual(await sentencesOf('He asks. I see.\n</think>\nIt is 7.\n\n$$F = 4.90. \\quad n = 2$$\nSo it is.'), [
		'He asks. I see.\n</think>',
		'It is 7.',
		'$$F = 4.90. \\quad n = 2$$',
		'So it is.',
	]);
});

function requireOrder(ranges: readonly TextRange[], length: number): void {
	let at = 0;
	for (const { start, end } of ranges) {
		assert.ok(start >= at && end > start && end <= length, `[${start}, ${end}) after ${at} of ${length}`);
		at = end;
	}
}

function requireWhole(text: string, { sentences, words }: TaggedText, mayDrop: RegExp): void {
	requireOrder(sentences, text.length);
	requireOrder(words, text.length);
	for (const { start, end } of [...sentences, ...words]) assert.equal(text.slice(start, end).trim(), text.slice(start, end));
	const uncovered = (ranges: readonly TextRange[]): string =>
		[{ start: 0, end: 0 }, ...ranges].map((r, i) => text.slice(r.end, ranges[i]?.start)).join('');
	assert.match(uncovered(sentences), mayDrop);
	// A word never hangs over the end of a sentence.
	for (const word of words)
		assert.ok(sentences.every((s) => word.end <= s.start || word.start >= s.end || (word.start >= s.start && word.end <= s.end)));
}

const oddUnits = fc.constantFrom(
	'\u00a0',
	'\u2028',
	'\f',
	'\u000b',
	'\u200b',
	'\ufeff',
	'\u0301',
	'\ud83d',
	'\ude00',
	'😀',
	'ß',
	'\0',
	'\u0085',
	'\u3000',
	"n't",
	'can',
	'U.S.',
	'…',
	'。',
);
const ordinary = fc.constantFrom(
	'a',
	'It is',
	'7.3',
	'. ',
	'! ',
	' ',
	'\n',
	'\r\n',
	'\n\n',
	'- ',
	'```',
	'`',
	'*',
	'**',
	'|',
	'"',
	'(',
	')',
	'# ',
	'1. ',
	'---',
	'X',
);
const anyText = fc
	.array(fc.oneof(oddUnits, ordinary, fc.string({ unit: anyCharacter, maxLength: 4 })), { maxLength: 30 })
	.map((parts) => parts.join(''));

test("a word that Unicode's rules for sentences would cut stays whole", async () => {
	const text = 'U.S.\u{12f90}';
	requireWhole(text, await tagText(text, 'other'), /^$/);
});

test('a word that is cut where a sentence ends begins again behind the white space', async () => {
	for (const text of ["U.S.。\u3000n't", 'U.S.。\u3000\u0085', '止まれ。\u3000危険'])
		requireWhole(text, await tagText(text, 'en'), /^\s*$/);
});

for (const language of ['en', 'other'] as const) {
	test(`sentences and words are in order and cover all that is to be read (${language})`, async () => {
		await fc.assert(
			fc.asyncProperty(anyText, async (text) => {
				requireWhole(text, await tagText(text, language), /^[\s#*+\->\d.)[\]xX_=|:]*$/);
			}),
			{ numRuns: 600 },
		);
	});
}

test('a token has the part of speech of the word it overlaps most', () => {
	const words = [
		{ start: 1, end: 4, pos: 'NOUN' },
		{ start: 5, end: 9, pos: 'VERB' },
		{ start: 9, end: 10, pos: 'PUNCT' },
	] as const;
	const start = [0, 1, 2, 4, 5, 8, 10];
	const end = [1, 2, 4, 5, 8, 10, 12];
	assert.deepEqual(partOfSpeechOfTokens(words, start, end), ['SPACE', 'NOUN', 'NOUN', 'SPACE', 'VERB', 'VERB', 'SPACE']);
	assert.deepEqual(partOfSpeechOfTokens(words, [0], [10]), ['VERB']);
	assert.deepEqual(partOfSpeechOfTokens([], [0], [1]), ['SPACE']);
});

test('inheriting agrees with brute force', () => {
	const cuts = fc.uniqueArray(fc.nat(40), { minLength: 2 }).map((list) => list.toSorted((a, b) => a - b));
	fc.assert(
		fc.property(cuts, cuts, fc.array(fc.constantFrom('NOUN', 'VERB', 'X'), { minLength: 41, maxLength: 41 }), (a, b, tags) => {
			const words = a
				.slice(1)
				.map((end, i) => ({ start: a[i]!, end, pos: tags[i]! }))
				.filter((_, i) => i % 3 !== 1);
			const start = b.slice(0, -1);
			const end = b.slice(1);
			const expected = start.map((s, t) => {
				const overlaps = words.map((w) => Math.max(0, Math.min(w.end, end[t]!) - Math.max(w.start, s)));
				const max = Math.max(0, ...overlaps);
				return max === 0 ? 'SPACE' : words[overlaps.indexOf(max)]!.pos;
			});
			assert.deepEqual(partOfSpeechOfTokens(words, start, end), expected);
		}),
	);
});

test('behind an abbreviation a sentence goes on', async () => {
	const cases: readonly (readonly [language: Language, ...sentences: string[]])[] = [
		['en', 'See Fig. 3 for details.', 'It works.'],
		['en', 'Use Eq. 4 of Sec. 5.2 here.', 'Then stop.'],
		['en', 'As shown in Figs. 3 and 4, it works.', 'Read on.'],
		['en', 'It takes approx. 5 hours.', 'Plan A vs. Plan B is open.'],
		['en', 'Vol. 3, ch. 4 and para. 7 apply.', 'Cf. App. B (cf. No. 7).'],
		['other', 'Siehe Abb. 3 und Nr. 7.', 'Das ist z. B. gut.', 'Es kostet ca. 5 Euro bzw. 6 Dollar.'],
		['other', 'Vea la fig. 3 y el n\u00fam. 7.', 'El Sr. P\u00e9rez vive en EE. UU. desde ayer.'],
		['other', 'Voir fig. 3 et n. 7.', 'Il est ici.'],
		['other', 'Am 8. Mai kam Dr. Meier.', 'Er zahlt ca. 5 Euro, z. B. Brot mit Nr. 7.', 'Es gibt z. B. Katzen.'],
		['other', 'Die 2. Auflage ist vom 3. Oktober 2019.', 'Sie kostet 5 Mio. Euro.', 'Im 19. Jahrhundert lebte J. M\u00fcller hier.'],
		['other', 'M. Dupont et Mme. Durand vivent ici.', 'Le n\u00b0 7 aussi.', 'Il y en a, p. ex. Paul et J. Petit.'],
		['other', 'La Sra. G\u00f3mez llega con el Sr. Ruiz.', 'Los EE. UU. Hispanos la invitan.'],
		['other', 'Il Sig. Rossi parla con la Sig.ra Bianchi.', 'L\u2019avv. Conti e il dott. Neri sono qui.'],
		['other', 'O Sr. Silva e a Sr.\u00aa Costa moram na Av. Brasil.', 'O Dr. Reis chegou.'],
		// A number or a letter at the end of a sentence
		['other', 'Er wurde 12.', 'Danach kam er heim.', 'Der Saal hat 30.', 'Peter wei\u00df es.'],
		['other', 'Vitamin C.', 'Das hilft.', 'Il prend de la vitamine C.', 'Marie aussi.'],
		['en', 'He came on the 8.', 'May was late.', 'He takes vitamin C.', 'It helps.'],
		// The same letters at the end of a sentence
		['en', 'They live in Los Angeles, CA.', 'The city is large.'],
		['en', 'It takes 30 min.', 'Then it is done.'],
		['en', 'He ate a fig.', 'It was ripe.'],
		['en', 'They like modern art.', 'The museum has much of it.'],
	];
	for (const [language, ...sentences] of cases) assert.deepEqual(await sentencesOf(sentences.join(' '), language), sentences);
});
