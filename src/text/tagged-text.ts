/** The universal parts of speech with SPACE, as docs/methods/spad.md lists them. */
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

/** Half-open range of UTF-16 code units in a text. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

/** A word, number, sign or mark; never white space. */
export interface TaggedWord extends TextRange {
	readonly pos: PartOfSpeech;
}

/** Sentences and words of a text: both in order, not overlapping, neither beginning nor ending on white space. */
export interface TaggedText {
	readonly sentences: readonly TextRange[];
	readonly words: readonly TaggedWord[];
}

/** Cuts one block of prose (no list markers, headings or the like) into sentences and words. */
export type Tagger = (block: string) => TaggedText;
