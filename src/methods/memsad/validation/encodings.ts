import { isReadable, readableBytes } from '../../../text/readable-bytes.ts';
import type { Disguise } from './pattern-match.ts';

/** A passage that says something in another code. */
export interface EncodedPassage {
	readonly start: number;
	readonly end: number;
	readonly decoded: string;
	readonly disguise: Disguise;
	/** Whether the code was certain to be one, whatever it says: base64 and the like of readable words, and no word that happens to be decodable. */
	readonly isWords: boolean;
}

interface Code {
	readonly disguise: Disguise;
	readonly pattern: RegExp;
	readonly decode: (written: string) => Uint8Array | string | null;
}

const codes: readonly Code[] = [
	{
		disguise: 'base64',
		pattern: /(?<![A-Za-z0-9+/_=.-])(?:[A-Za-z0-9+/_-]{4}){4,}(?:[A-Za-z0-9+/_-]{2,3}={0,2})?(?![A-Za-z0-9+/_=-])/gu,
		decode: (written) => fromBase64(written),
	},
	{
		disguise: 'hex',
		pattern:
			/(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-f]{2}){8,}(?![0-9A-Za-z])|(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9a-f]{2}[ ,:]{0,2}){7,}(?:0x|\\x)?[0-9a-f]{2}(?![0-9A-Za-z])/giu,
		decode: (written) =>
			Uint8Array.from(Array.from(written.replaceAll(/0x|\\x/giu, '').matchAll(/[0-9a-f]{2}/giu), ([two]) => Number.parseInt(two, 16))),
	},
	{
		disguise: 'percent signs',
		pattern: /(?:[\w.~+-]{0,12}%[0-9a-f]{2}){4,}[\w.~+-]{0,40}/giu,
		decode: (written) => decodedPercent(written),
	},
	{
		disguise: 'escapes',
		pattern:
			/(?:\\u\{?[0-9a-f]{2,6}\}?|&#x[0-9a-f]{2,6};|&#\d{2,7};){4,}(?:[\w ]{0,3}(?:\\u\{?[0-9a-f]{2,6}\}?|&#x[0-9a-f]{2,6};|&#\d{2,7};)){0,400}/giu,
		decode: (written) =>
			written.replaceAll(
				/\\u\{?([0-9a-f]{2,6})\}?|&#x([0-9a-f]{2,6});|&#(\d{2,7});/giu,
				(_, u: string | undefined, x: string | undefined, d: string | undefined) => {
					const point = d === undefined ? Number.parseInt(u ?? x ?? '', 16) : Number(d);
					return point <= 0x10ffff ? String.fromCodePoint(point) : '';
				},
			),
	},
];

/** Units of a text below which a code is taken for something else. */
const minDecoded = 6;

/** Passages in base64, hex, percent signs and escapes that decode to readable text, two layers deep at most. */
export function encodedPassages(text: string, layers = 2): EncodedPassage[] {
	return codes.flatMap(({ disguise, pattern, decode }) =>
		Array.from(text.matchAll(pattern)).flatMap(({ 0: written, index: start }) => {
			const read = decode(written);
			const decoded = read instanceof Uint8Array ? readableBytes(read) : read;
			if (decoded === null || decoded.length < minDecoded || !isReadable(decoded)) return [];
			const within = layers > 1 ? encodedPassages(decoded, layers - 1)[0] : undefined;
			const innermost = within !== undefined && within.isWords ? within.decoded : decoded;
			return [{ start, end: start + written.length, decoded: innermost, disguise, isWords: hasWords(innermost) }];
		}),
	);
}

/** Letters moved by thirteen; `null` where there are none. */
export function rot13(text: string): string {
	return text.replaceAll(/[a-z]/giu, (letter) => {
		const base = letter <= 'Z' ? 65 : 97;
		return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
	});
}

function fromBase64(written: string): Uint8Array | null {
	// A word, a path or an identifier has no digits among its letters, or stands in one case.
	const bare = written.replace(/=+$/u, '');
	if (bare.length % 4 === 1 || !/[a-z]/u.test(bare) || !/[A-Z]/u.test(bare)) return null;
	return Uint8Array.from(atob(bare.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
}

function decodedPercent(written: string): string | null {
	try {
		return decodeURIComponent(written.replaceAll('+', ' '));
	} catch (error) {
		if (error instanceof URIError) return null;
		throw error;
	}
}

/** Two words of letters at least: neither a number, an identifier nor an address. */
function hasWords(text: string): boolean {
	return (text.match(/(?<![\w/-])\p{L}{2,}(?![\w/-])/gu)?.length ?? 0) >= 3 && /\s/u.test(text);
}
