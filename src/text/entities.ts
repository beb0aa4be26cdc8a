import { MappedTextBuilder } from './mapped-text-builder.ts';
import type { MappedText } from './text-map.ts';

/** Names of U+00A0 to U+00FF in HTML 4, in order. */
const latin =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm ' +
	'raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde ' +
	'Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave ' +
	'eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const others: readonly (readonly [name: string, code: number])[] = [
	['amp', 0x26],
	['lt', 0x3c],
	['gt', 0x3e],
	['quot', 0x22],
	['apos', 0x27],
	['ndash', 0x2013],
	['mdash', 0x2014],
	['lsquo', 0x2018],
	['rsquo', 0x2019],
	['sbquo', 0x201a],
	['ldquo', 0x201c],
	['rdquo', 0x201d],
	['bdquo', 0x201e],
	['bull', 0x2022],
	['hellip', 0x2026],
	['prime', 0x2032],
	['Prime', 0x2033],
	['lsaquo', 0x2039],
	['rsaquo', 0x203a],
	['euro', 0x20ac],
	['trade', 0x2122],
	['minus', 0x2212],
	['asymp', 0x2248],
	['ne', 0x2260],
	['le', 0x2264],
	['ge', 0x2265],
	['ensp', 0x2002],
	['emsp', 0x2003],
	['thinsp', 0x2009],
	['OElig', 0x152],
	['oelig', 0x153],
	['Scaron', 0x160],
	['scaron', 0x161],
];
const codes: ReadonlyMap<string, number> = new Map([...latin.split(' ').map((name, i) => [name, 0xa0 + i] as const), ...others]);
const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,7}));/gu;

/**
 * Returns a text with HTML's character references as the characters that they stand for (`&amp;`, `&nbsp;`, `&#39;`), and where each stands in the text
 * as it is written. Known are the numbers below 65,536, and the names of HTML 4 that texts use. `null` for a text without any.
 */
export function withoutEntities(text: string): MappedText | null {
	if (!text.includes('&')) return null;
	const builder = new MappedTextBuilder('');
	let at = 0;
	for (const { index, 0: written, 1: decimal, 2: hexadecimal, 3: name = '' } of text.matchAll(entity)) {
		const code = decimal !== undefined ? Number(decimal) : hexadecimal !== undefined ? Number.parseInt(hexadecimal, 16) : codes.get(name);
		// Halves of surrogate pairs and control characters are no text.
		if (code === undefined || code < 0x20 || code > 0xffff || (code >= 0xd800 && code < 0xe000)) continue;
		builder.append(text.slice(at, index), at).appendInstead(String.fromCharCode(code), index);
		at = index + written.length;
	}
	return at === 0 ? null : builder.append(text.slice(at), at).build(text.length);
}
