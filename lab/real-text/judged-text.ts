import type { PromptParts } from '../../src/model-io/requests.ts';
import type { TextRange } from '../../src/text/tagged-text.ts';

/** A sentence of an answer, and whether people found it unsupported by the contexts. */
export interface JudgedSentence extends TextRange {
	readonly isUnsupported: boolean;
}

/** An answer that people have judged against its contexts. */
export interface JudgedText {
	readonly id: string;
	/** What it was written from. Answers of one source depend on each other: a bootstrap draws them as a whole, and no cut parts them. */
	readonly source: string;
	readonly parts: PromptParts & { readonly response: string };
	readonly isUnsupported: boolean;
	/** UTF-16 ranges of the answer, in order. A sentence that nobody has judged is left out. */
	readonly sentences: readonly JudgedSentence[];
}

/** A set of judged answers, in an order that depends on nothing but the set: a smaller measurement takes the first ones. */
export interface JudgedSet {
	readonly name: string;
	/** Sets of one family share people's instructions and the style of answers. What is fitted on one of them is not foreign to the others. */
	readonly family: string;
	readonly texts: readonly JudgedText[];
}
