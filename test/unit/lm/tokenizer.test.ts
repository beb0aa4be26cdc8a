import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { UserError } from '../../../src/errors.ts';
import { loadTokenizer, Tokenizer, type TokenizedText } from '../../../src/lm/tokenizer.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { byteLevel, normalizingSentencePiece, sentencePiece, wordPiece } from './tokenizers/small-tokenizers.ts';
import { anyCharacter } from '../../support/any-character.ts';

const families = {
	'byte-level BPE': new Tokenizer(byteLevel(), {}),
	'SentencePiece with byte fallback': new Tokenizer(sentencePiece, {}),
	'SentencePiece that normalizes': new Tokenizer(normalizingSentencePiece, {}),
	WordPiece: new Tokenizer(wordPiece, {}),
};

const odd = [
	'\r\n',
	'\n',
	'\t',
	'\uFEFF',
	' ',
	'  ',
	'\u00A0',
	'\u3000',
	'\u200B',
	'\u0000',
	'😀',
	'👩‍⚕️',
	'🇳🇴',
	'é',
	'e\u0301',
	'\u0301',
	'İ',
	'Σ',
	'ΟΔΟΣ',
	'ﬁ',
	'½',
	'㈱',
	'한',
	'\u1112\u1161\u11AB',
	'日本',
	'𝒳',
	'the',
	' the',
	'cafe',
	'CAFÉ',
	'mother',
	'▁',
	'<0x41>',
	'##er',
	'[UNK]',
	'</s>',
	'<q>',
	'\\u00e9',
	'"',
	'…',
	'1234',
];
const text = fc.oneof(
	fc.string({ unit: anyCharacter, maxLength: 40 }),
	fc.string({ unit: 'grapheme', maxLength: 30 }),
	fc.string({ maxLength: 40 }),
	fc
		.array(fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 20 })
		.map((parts) => parts.join('')),
);
const any = fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: text.map((part) => JSON.stringify(part)) });

function assertTiles(tokens: TokenizedText, whole: string): void {
	let at = 0;
	tokens.ids.forEach((_, t) => {
		assert.equal(tokens.start[t], at, `token ${t} begins where the one before it ends`);
		assert.ok(tokens.end[t]! >= at);
		at = tokens.end[t]!;
		const before = whole.charCodeAt(at - 1);
		assert.ok(
			at === 0 ||
				at === whole.length ||
				before < 0xd800 ||
				before > 0xdbff ||
				!(whole.charCodeAt(at) >= 0xdc00 && whole.charCodeAt(at) <= 0xdfff),
			'a surrogate pair is cut',
		);
	});
	if (tokens.ids.length > 0) assert.equal(at, whole.length);
}

/** Where the characters of a text begin in its UTF-8 bytes. */
function ownersOf(whole: string): number[] {
	const owners: number[] = [];
	let at = 0;
	for (const character of whole) {
		for (let b = 0; b < new TextEncoder().encode(character).length; b++) owners.push(at);
		at += character.length;
	}
	return [...owners, at];
}

/** The offset behind the character that owns byte `count - 1`. */
function offsetBehind(whole: string, owners: readonly number[], count: number): number {
	if (count === 0) return 0;
	const start = owners[count - 1]!;
	return Math.min(whole.length, start + String.fromCodePoint(whole.codePointAt(start) ?? 0x20).length);
}

for (const [name, tokenizer] of Object.entries(families)) {
	suite(name, () => {
		test('tokens tile every text, and none cuts a surrogate pair', () => {
			fc.assert(
				fc.property(any, (whole) => assertTiles(tokenizer.tokenize(whole, { special: false }), whole)),
				{ numRuns: 500 },
			);
		});
	});
}

test('byte-level: each token ends behind the character of its last byte', () => {
	const tokenizer = families['byte-level BPE'];
	fc.assert(
		fc.property(any, (whole) => {
			const tokens = tokenizer.tokenize(whole, { special: false });
			const owners = ownersOf(whole);
			let bytes = 0;
			tokens.pieces.forEach((piece, t) => {
				assert.notEqual(piece.kind, 'unknown');
				bytes += piece.kind === 'text' ? piece.bytes.length : piece.kind === 'added' ? new TextEncoder().encode(piece.text).length : 0;
				assert.equal(tokens.end[t], offsetBehind(whole, owners, bytes), `token ${t}`);
			});
			assert.equal(bytes, owners.length - 1);
		}),
		{ numRuns: 500 },
	);
});

test('SentencePiece: the same behind the space that is put in front', () => {
	const tokenizer = families['SentencePiece with byte fallback'];
	// '▁' itself reads as a space, and special tokens get no space in front: the plain rule holds without them.
	fc.assert(
		fc.property(
			any.filter((whole) => whole !== '' && !/▁|<s>|<\/s>|<unk>/.test(whole)),
			(whole) => {
				const tokens = tokenizer.tokenize(whole, { special: false });
				const owners = ownersOf(whole);
				let bytes = -1;
				tokens.pieces.forEach((piece, t) => {
					assert.equal(piece.kind, 'text');
					bytes += piece.kind === 'text' ? piece.bytes.length : 0;
					assert.equal(tokens.end[t], offsetBehind(whole, owners, bytes), `token ${t}`);
				});
				assert.equal(bytes, owners.length - 1);
			},
		),
		{ numRuns: 500 },
	);
});

/** The text of each token by its range, next to what the tokenizer calls it. */
const pieces = (tokenizer: Tokenizer, whole: string) => {
	const tokens = tokenizer.tokenize(whole, { special: false });
	return tokens.ids.map((id, t) => [whole.slice(tokens.start[t], tokens.end[t]), tokenizer.textOf(id)]);
};

test('WordPiece: case, accents, marks, unknown words and dropped spaces', () => {
	assert.deepEqual(pieces(families.WordPiece, 'The CAFÉ,\r\n cafe\u0301ing  q€x 日本 ok'), [
		['The', 'the'],
		[' CAFÉ', 'cafe'],
		[',', ','],
		['\r\n cafe\u0301', 'cafe'],
		['ing', '##ing'],
		['  q€x', '[UNK]'],
		[' 日', '日'],
		['本', '本'],
		[' o', 'o'],
		['k', '##k'],
	]);
	assert.deepEqual(pieces(families.WordPiece, 'Zo€ M€ a'), [
		['Zo€', '[UNK]'],
		[' M€', '[UNK]'],
		[' a', 'a'],
	]);
});

test('WordPiece: what a token covers is what it spells', () => {
	const tokenizer = families.WordPiece;
	// Latin letters, accents, punctuation and white space: every word has a spelling.
	const latin = fc
		.array(fc.constantFrom('the', 'É', 'e\u0301', 'er', 'Cafe', 'x', ',', '?', ' ', '\t', '\r\n', '\u00A0', '\uFEFF', 'Ñ', 'ing'), {
			maxLength: 15,
		})
		.map((parts) => parts.join(''));
	fc.assert(
		fc.property(latin, (whole) => {
			for (const [covered, spelled] of pieces(tokenizer, whole)) {
				assert.equal(
					covered!
						.normalize('NFD')
						.replaceAll(/[\p{M}\p{Cf}\s]/gu, '')
						.toLowerCase(),
					spelled!.replace('##', ''),
				);
			}
		}),
		{ numRuns: 500 },
	);
});

test('a normalizing tokenizer: ligatures, fractions, full-width spaces and collapsed spaces keep their places', () => {
	assert.deepEqual(
		pieces(families['SentencePiece that normalizes'], 'ﬁx  ½\u3000é').map(([covered]) => covered),
		['', 'ﬁ', '', 'x', '  ', '½', '', '', '', '', '\u3000', 'é'],
	);
});

test('a text without characters has no tokens, and special tokens around a text stand empty', () => {
	for (const tokenizer of Object.values(families))
		assert.deepEqual(
			tokenizer.tokenize('', { special: false }).ids.filter((_, t) => t > 0),
			[],
		);
	const templated = new Tokenizer({ ...wordPiece, post_processor: { type: 'BertProcessing', sep: ['[SEP]', 3], cls: ['[CLS]', 2] } }, {});
	const tokens = templated.tokenize('the ', { special: true });
	assert.deepEqual(
		[...tokens.ids.keys()].map((t) => [tokens.start[t], tokens.end[t]]),
		[
			[0, 0],
			[0, 4],
			[4, 4],
		],
	);
});

test('a tokenizer that the library cannot read is refused with its file', async (t) => {
	const folder = temporaryFolder(t, 'rag-assay-tokenizer-');
	const file = async (name: string, value: unknown) => {
		const path = join(folder, name);
		await writeFile(path, JSON.stringify(value));
		return { path, realPath: path, bytes: 1, links: 1, inode: name, written: '' };
	};
	const tokenizerConfig = await file('tokenizer_config.json', {});
	for (const broken of [{ model: { type: 'Weather' } }, { ...wordPiece, normalizer: { type: 'Storm' } }, { model: 3 }]) {
		const tokenizer = await file('tokenizer.json', broken);
		await assert.rejects(
			loadTokenizer({ tokenizer, tokenizerConfig, chatTemplate: undefined }),
			(error) => error instanceof UserError && error.code === 'RA403' && error.place?.file === tokenizer.path,
		);
	}
	const template = join(folder, 'chat_template.jinja');
	await writeFile(template, '{{ messages[0]["content"] }}');
	const loaded = await loadTokenizer({
		tokenizer: await file('tokenizer.json', wordPiece),
		tokenizerConfig,
		chatTemplate: { path: template, realPath: template, bytes: 1, links: 1, inode: 't', written: '' },
	});
	assert.equal(loaded.template?.render([{ role: 'user', content: 'Hi' }], null, true), 'Hi');
});
