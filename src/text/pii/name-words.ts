/** A word of a text that may belong to a name. */
export interface NameWord {
	readonly text: string;
	readonly start: number;
	readonly end: number;
	/** 'J.' or 'J' */
	readonly initial: boolean;
	readonly capital: boolean;
	/** Nothing but one blank (or a line's end) stands before it and behind the word before. */
	readonly joined: boolean;
	/** A sentence, a line, a quotation or the text begins with it: capitals say nothing there. */
	readonly opens: boolean;
	/** What stands between the word before and it. */
	readonly gap: string;
}

const word = /\p{L}[\p{L}\p{M}]*(?:['’\u2010\u2011-]\p{L}[\p{L}\p{M}]*)*/gu;

/** Words in order, without a possessive's s. */
export function nameWords(text: string): NameWord[] {
	const words: NameWord[] = [];
	for (const { index, 0: whole } of text.matchAll(word)) {
		const bare = whole.length > 3 ? whole.replace(/['’][sS]$/u, '') : whole;
		const last = words.at(-1);
		const gap = text.slice(last?.end ?? 0, index);
		const initial = /^\p{Lu}$/u.test(bare);
		words.push({
			text: bare,
			start: index,
			end: index + bare.length + (initial && text[index + 1] === '.' ? 1 : 0),
			initial,
			capital: /^\p{Lu}/u.test(bare) || /^[dlo]['’]\p{Lu}/u.test(bare),
			joined: last !== undefined && (gap === ' ' || gap === '\u00A0' || (last.initial && gap === '')),
			opens: last === undefined || /[.!?:;\n"“”(|•*>]/u.test(last.initial ? gap.replace(/^\./u, '') : gap),
			gap,
		});
	}
	return words;
}
