import { readFileSync } from 'node:fs';

/** `tokenizer.json` of real families, small enough to read: each is run by the library's own classes. */

const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
const capitals = letters.map((letter) => letter.toUpperCase());
const signs = Array.from('0123456789.,:;!?\'"()[]{}<>/\\-_=+*&%$#@^~`|');
const added = (id: number, content: string) => ({
	id,
	content,
	single_word: false,
	lstrip: false,
	rstrip: false,
	normalized: false,
	special: true,
});
const numbered = (tokens: readonly string[]) => Object.fromEntries([...new Set(tokens)].map((token, id) => [token, id]));

/** Byte-level BPE: the bundled model's own. */
export function byteLevel(): object {
	const json: unknown = JSON.parse(readFileSync(new URL('../../../../models/demo/tokenizer.json', import.meta.url), 'utf8'));
	if (typeof json !== 'object' || json === null) throw new TypeError('no tokenizer');
	return json;
}

const bytes = Array.from({ length: 256 }, (_, b) => `<0x${b.toString(16).toUpperCase().padStart(2, '0')}>`);
const merges: [string, string][] = [
	['t', 'h'],
	['th', 'e'],
	['▁', 'the'],
	['▁', 'a'],
	['e', 'r'],
	['▁', '▁'],
	['é', 't'],
	['日', '本'],
];
const sentencePieceModel = {
	type: 'BPE',
	dropout: null,
	unk_token: '<unk>',
	continuing_subword_prefix: null,
	end_of_word_suffix: null,
	fuse_unk: true,
	byte_fallback: true,
	ignore_merges: false,
	vocab: numbered([
		'<unk>',
		'<s>',
		'</s>',
		...bytes,
		'▁',
		...letters,
		...capitals,
		...signs,
		'é',
		'日',
		'本',
		...merges.map(([a, b]) => a + b),
	]),
	merges,
};
const sentencePieceSpecials = [added(0, '<unk>'), added(1, '<s>'), added(2, '</s>')];
const sentencePieceDecoder = {
	type: 'Sequence',
	decoders: [
		{ type: 'Replace', pattern: { String: '▁' }, content: ' ' },
		{ type: 'ByteFallback' },
		{ type: 'Fuse' },
		{ type: 'Strip', content: ' ', start: 1, stop: 0 },
	],
};

/** SentencePiece-style BPE with byte fallback, as Llama 2 has it: `▁` prepended, spaces replaced. */
export const sentencePiece = {
	version: '1.0',
	added_tokens: sentencePieceSpecials,
	normalizer: {
		type: 'Sequence',
		normalizers: [
			{ type: 'Prepend', prepend: '▁' },
			{ type: 'Replace', pattern: { String: ' ' }, content: '▁' },
		],
	},
	pre_tokenizer: null,
	post_processor: null,
	decoder: sentencePieceDecoder,
	model: sentencePieceModel,
};

/** The same model behind SentencePiece's usual normalization (NFKC, spaces collapsed) and a `Metaspace` pre-tokenizer, as T5's and Mistral's. */
export const normalizingSentencePiece = {
	...sentencePiece,
	normalizer: {
		type: 'Sequence',
		normalizers: [
			{ type: 'Precompiled', precompiled_charsmap: null },
			{ type: 'Replace', pattern: { Regex: ' {2,}' }, content: ' ' },
		],
	},
	pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
};

/** WordPiece as uncased BERT has it: lower case, accents stripped, words without a spelling unknown. */
export const wordPiece = {
	version: '1.0',
	added_tokens: ['[PAD]', '[UNK]', '[CLS]', '[SEP]'].map((token, id) => added(id, token)),
	normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
	pre_tokenizer: { type: 'BertPreTokenizer' },
	post_processor: null,
	decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
	model: {
		type: 'WordPiece',
		unk_token: '[UNK]',
		continuing_subword_prefix: '##',
		max_input_chars_per_word: 100,
		vocab: numbered([
			'[PAD]',
			'[UNK]',
			'[CLS]',
			'[SEP]',
			...letters,
			...letters.map((letter) => `##${letter}`),
			...signs,
			'the',
			'##er',
			'cafe',
			'##ing',
			'日',
			'本',
			'σ',
			'##σ',
			'##ς',
		]),
	},
};
