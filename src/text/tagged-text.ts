/** The universal parts of speech and SPACE, as docs/methods/spad.md lists them. */
export const partsOfSpeech = [
	'ADJ',
	'ADP',
	'ADV',
	'AUX',
	'CCONJ',
	'DET',
	'INTJ',
	'NOUN',
	'NUM',
	'PART',
	'PRON',
	'PROPN',
	'PUNCT',
	'SCONJ',
	'SYM',
	'VERB',
	'X',
	'SPACE',
] as const;
export type PartOfSpeech = (typeof partsOfSpeech)[number];

/** A half-open range of UTF-16 code units in a text. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

/** A word, number, sign or mark. It is never white space. */
export interface TaggedWord extends TextRange {
	readonly pos: PartOfSpeech;
}

/** Sentences and words of a text. Both are in order, do not overlap, and neither begin nor end with white space. */
export interface TaggedText {
	readonly sentences: readonly TextRange[];
	readonly words: readonly TaggedWord[];
}

/** Splits one block of prose (without list markers, headings or the like) into sentences and words. */
export type Tagger = (block: string) => TaggedText;
