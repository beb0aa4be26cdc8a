import type { TokenizedText } from '../tokenizer.ts';

/** Scripts that write words without blanks between them: each token counts as a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ofWord = /[\p{L}\p{N}\p{M}]/u;

/**
 * Which tokens go on with the word of the one before. WordPiece says so itself; of other tokenizers, whose words include the punctuation beside them,
 * those between whose ends and beginnings no word ends: both are letters or digits.
 */
export function continuations(text: string, { pieces, start, end }: TokenizedText, marksThem: boolean): boolean[] {
	return pieces.map((piece, t) => {
		if (t === 0) return false;
		if (marksThem) return piece.kind === 'text' && !piece.beginsWord;
		const at = start[t]!;
		// It holds no character of its own: the rest of one that the token before it holds.
		if (end[t] === at) return true;
		return at > 0 && isWithinWord(lastOf(text.slice(Math.max(0, at - 2), at)), String.fromCodePoint(text.codePointAt(at)!));
	});
}

function isWithinWord(before: string, after: string): boolean {
	return ofWord.test(before) && ofWord.test(after) && !unspaced.test(before) && !unspaced.test(after);
}

function lastOf(text: string): string {
	return Array.from(text).at(-1) ?? '';
}
