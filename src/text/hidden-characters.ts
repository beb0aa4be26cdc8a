import { lookalikeWords } from './lookalike-words.ts';
import type { TextRange } from './tagged-text.ts';

/** How text hides from people that a model still reads, or pretends to be another text. */
export const hiddenKinds = ['zero-width', 'bidirectional', 'tag', 'variation-selector', 'soft-hyphen', 'homoglyph'] as const;
export type HiddenKind = (typeof hiddenKinds)[number];

/** Characters of a text that nobody sees, or that look like others. */
export interface HiddenText extends TextRange {
	readonly kind: HiddenKind;
	/** What it says, in visible characters; `null`: it carries no text of its own, as a lone zero-width space. */
	readonly decoded: string | null;
	/** What stands there, such as `3 × U+200B`. */
	readonly characters: string;
}

/** Nothing is seen of them, and some fonts show nothing of the fillers. Joiners of a script or an emoji are sorted out by their neighbors. */
const invisible =
	'\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200D\\u2060-\\u2064\\u206A-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF9-\\uFFFB\\u{1D173}-\\u{1D17A}';
const controls = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069';
const runs = new RegExp(
	`(?<zero>[${invisible}]+)|(?<bidi>[${controls}])|(?<tag>[\\u{E0000}-\\u{E007F}]+)|(?<selector>[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]+)|(?<hyphen>\\u00AD+)`,
	'gu',
);

/**
 * What hides in a text, in its order. What scripts and emoji need is none of it: joiners between letters that join or in emoji, direction marks beside
 * letters that run from right to left, one variation selector behind a character that has variants, and the flags that are spelled in tags.
 */
export function hiddenCharacters(text: string): HiddenText[] {
	if (!/\P{ASCII}/u.test(text)) return [];
	const found: HiddenText[] = [];
	for (const { 0: run, index: start, groups } of text.matchAll(runs)) {
		const end = start + run.length;
		const is = (group: string): boolean => groups?.[group] !== undefined;
		const kind: HiddenKind = is('zero')
			? 'zero-width'
			: is('bidi')
				? 'bidirectional'
				: is('tag')
					? 'tag'
					: is('selector')
						? 'variation-selector'
						: 'soft-hyphen';
		if (isOrdinary(kind, text, run, start)) continue;
		found.push({ start, end, kind, decoded: decodedRun(kind, text, run, start), characters: named(run) });
	}
	const lookalikes = lookalikeWords(text).map(
		({ start, end, reads }): HiddenText => ({
			start,
			end,
			kind: 'homoglyph',
			decoded: reads,
			characters: named(text.slice(start, end).replaceAll(/\p{ASCII}/gu, '')),
		}),
	);
	return [...found, ...lookalikes].toSorted((a, b) => a.start - b.start || a.end - b.end);
}

function isOrdinary(kind: HiddenKind, text: string, run: string, start: number): boolean {
	const before = lastCharacter(text.slice(Math.max(start - 2, 0), start));
	const behind = firstCharacter(text.slice(start + run.length, start + run.length + 2));
	switch (kind) {
		case 'zero-width':
			if (run === '\uFEFF') return start === 0;
			// In an emoji, behind one or behind its variation selector.
			if (
				run === '\u200D' &&
				/[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u.test(before) &&
				/\p{Extended_Pictographic}|[♀♂⚕⚖✈❤➡]/u.test(behind)
			)
				return true;
			if (run === '\u200D' || run === '\u200C')
				return joining.test(before) && (joining.test(behind) || behind === '' || /[\s\p{P}]/u.test(behind));
			if (/^[\u115F\u1160]$/.test(run)) return /\p{Script=Hangul}/u.test(before) || /\p{Script=Hangul}/u.test(behind);
			if (/^[\u180B-\u180F]+$/.test(run)) return /\p{Script=Mongolian}/u.test(before);
			// Zero-width spaces are where lines may break in scripts without spaces.
			return run === '\u200B' && spaceless.test(before) && spaceless.test(behind);
		case 'bidirectional':
			return /[\u061C\u200E\u200F]/.test(run) && rightToLeft.test(text.slice(Math.max(start - 40, 0), start + 40));
		case 'tag':
			return before === '\u{1F3F4}' && /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}$/u.test(run);
		case 'variation-selector':
			if (/^[\uFE0E\uFE0F]$/.test(run)) return /[\p{Emoji}\p{Extended_Pictographic}\p{S}\p{So}\u203C\u2049\u3030\u303D]/u.test(before);
			if (/^[\u{E0100}-\u{E01EF}]$/u.test(run)) return /\p{Script=Han}/u.test(before);
			return /^[\uFE00-\uFE0D]$/.test(run) && /[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}\p{P}0]/u.test(before);
		case 'soft-hyphen':
		case 'homoglyph':
			return false;
	}
}

/** Scripts whose letters join, or are kept from it. */
const joining =
	/[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{M}]/u;
const spaceless =
	/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function decodedRun(kind: HiddenKind, text: string, run: string, start: number): string | null {
	switch (kind) {
		case 'zero-width':
			return bitsDecoded(run);
		case 'bidirectional':
			return governed(text, run, start);
		case 'tag':
			return visible(Array.from(run, (one) => String.fromCharCode(one.codePointAt(0)! - 0xe0000)).join(''));
		case 'variation-selector':
			return bytesDecoded(Array.from(run, selectorByte));
		case 'soft-hyphen':
			return wordAround(text, start);
		case 'homoglyph':
			return null;
	}
}

/** A byte a selector: VS1 to VS256 are 0 to 255 (Paul Butler, 2025). */
function selectorByte(selector: string): number {
	const point = selector.codePointAt(0)!;
	return point < 0x10000 ? point - 0xfe00 : point - 0xe0100 + 16;
}

/** Two invisible characters as the bits of ASCII, most significant first, in whichever way they say something. */
function bitsDecoded(run: string): string | null {
	const [one, other, ...rest] = new Set(run);
	if (one === undefined || other === undefined || rest.length > 0) return null;
	for (const width of [8, 7])
		for (const set of [other, one]) {
			const points = Array.from(run);
			if (points.length < 2 * width || points.length % width !== 0) continue;
			const bytes = Array.from({ length: points.length / width }, (_, i) =>
				points.slice(i * width, (i + 1) * width).reduce((byte, point) => 2 * byte + (point === set ? 1 : 0), 0),
			);
			if (bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a)) return String.fromCharCode(...bytes);
		}
	return null;
}

/** What a direction control governs, in the order in which it is read: up to its end, or the end of the line. */
function governed(text: string, control: string, start: number): string | null {
	if (/[\u061C\u200E\u200F\u202C\u2069]/.test(control)) return null;
	const line = text.slice(start + 1, start + 1 + longestGoverned).split(/[\r\n\u2028\u2029]/u, 1)[0]!;
	const isIsolate = /[\u2066-\u2068]/.test(control);
	let depth = 1;
	let end = line.length;
	for (const { 0: one, index } of line.matchAll(isIsolate ? /[\u2066-\u2069]/g : /[\u202A-\u202E]/g)) {
		depth += one === '\u2069' || one === '\u202C' ? -1 : 1;
		if (depth > 0) continue;
		end = index;
		break;
	}
	const words = visible(line.slice(0, end));
	return words === null || words.trim() === '' ? null : words;
}

/** UTF-16 units: enough to see what it does, and little enough to look there again for every control. */
const longestGoverned = 200;

/** The word that a soft hyphen stands in, without it. */
function wordAround(text: string, at: number): string | null {
	const before = /[\p{L}\p{N}\u00AD]*$/u.exec(text.slice(Math.max(at - 50, 0), at))![0];
	const behind = /^[\p{L}\p{N}\u00AD]*/u.exec(text.slice(at, at + 50))![0];
	const word = (before + behind).replaceAll('\u00AD', '');
	return word === '' ? null : word;
}

function bytesDecoded(bytes: readonly number[]): string | null {
	return visible(new TextDecoder('utf-8').decode(Uint8Array.from(bytes)).replaceAll('\uFFFD', ''));
}

/** Without what nobody would see of it either; `null`: nothing is left. */
function visible(text: string): string | null {
	const left = text.replaceAll(/[^\P{C}\n\t]/gu, '');
	return left === '' ? null : left;
}

/** `U+200B`, `3 × U+200B`, `U+200B, U+200C`. */
function named(run: string): string {
	const counts = new Map<string, number>();
	for (const one of run) {
		const name = `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const all = Array.from(counts, ([name, count]) => (count === 1 ? name : `${count} × ${name}`));
	return all.length <= 4 ? all.join(', ') : `${all.slice(0, 3).join(', ')} and ${all.length - 3} others`;
}

function lastCharacter(text: string): string {
	return Array.from(text).at(-1) ?? '';
}

function firstCharacter(text: string): string {
	return Array.from(text)[0] ?? '';
}
