import type { TextRange } from '../../text/tagged-text.ts';
import type { GivenIndex, GivenValue } from './given-index.ts';
import type { AnswerSentence } from './rivals.ts';
import type { Value } from './values.ts';

/** UTF-16 units before a value in which its key is looked for. */
const reach = 60;
const key = /([\p{L}_$][\p{L}\p{N}_$.-]*)["'`*]{0,3}(?: ?[:=|] ?| (?:is|was|to|of|as) )["'`]?$/u;
const codeLike = /\p{Ll}\p{Lu}|_|\p{L}[.-]\p{L}/u;

/**
 * Returns the name in code that a value is given to, in any case and without marks: `backoffMs: 250`, `| MAX_CONNECTIONS | 200 |`,
 * '`max-attempts` is 5'. `undefined` for a word of prose.
 */
function keyBefore(plain: string, { start }: TextRange): string | undefined {
	const name = key.exec(plain.slice(Math.max(0, start - reach), start))?.[1];
	return name === undefined || !codeLike.test(name) ? undefined : name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the given value that has the same name in code as a value of the answer. The first one that fits; `undefined` if none has. */
export function keyedRival(
	value: Value,
	{ plain, touched }: AnswerSentence,
	{ texts, values, firstValues }: GivenIndex,
	fits: (given: Value) => boolean,
): GivenValue | undefined {
	const name = keyBefore(plain, value);
	if (name === undefined) return undefined;
	for (const number of touched)
		for (let i = firstValues[number]!; i < firstValues[number + 1]!; i++) {
			const given = values[i]!;
			const { given: text, plain: written } = texts[given.text]!;
			if (text.context !== null && fits(given.value) && keyBefore(written, given.value) === name) return given;
		}
	return undefined;
}
