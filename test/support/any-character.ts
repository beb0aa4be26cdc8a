import fc from 'fast-check';

/** How many code points stand for a half of a pair, and for no character alone. */
const halves = 0xe000 - 0xd800;

/** Any character of Unicode, for the `unit` of `fc.string`: as `'binary'`, for which fast-check makes a table of them all, and that takes two seconds. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - halves }).map(
	(at) => String.fromCodePoint(at < 0xd800 ? at : at + halves),
	(character) => {
		const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
		if (code === undefined || character !== String.fromCodePoint(code) || (code >= 0xd800 && code < 0xe000))
			throw new Error('not one character');
		return code < 0xd800 ? code : code - halves;
	},
);
