import { readableBytes } from './readable-bytes.ts';

/** What kind of character that nobody sees. */
export type HiddenKind = 'zero-width' | 'bidirectional' | 'tag' | 'variation' | 'filler' | 'control';

/** A run of characters that nobody sees. */
export interface HiddenRun {
	readonly kind: HiddenKind;
	/** UTF-16 offsets, `[start, end)`. */
	readonly start: number;
	readonly end: number;
	/** By number, such as `U+200B U+200D`; of a long run the first eight. */
	readonly codes: string;
	/** The text that is written in them (tag characters, bytes as variation selectors, bits as zero-width characters); `null`: none that can be read. */
	readonly decoded: string | null;
}

/** The character that nobody sees, by its number; `null`: it is seen, or it is a blank. */
export function hiddenKind(point: number): HiddenKind | null {
	if (point < 0x20) return point === 0x09 || point === 0x0a || point === 0x0d ? null : 'control';
	if (point < 0x7f) return null;
	if (point <= 0x9f) return point === 0x85 ? null : 'control';
	if (
		point === 0xad ||
		(point >= 0x200b && point <= 0x200d) ||
		(point >= 0x2060 && point <= 0x2064) ||
		point === 0xfeff ||
		point === 0x180e
	)
		return 'zero-width';
	if (
		point === 0x61c ||
		point === 0x200e ||
		point === 0x200f ||
		(point >= 0x202a && point <= 0x202e) ||
		(point >= 0x2066 && point <= 0x2069)
	)
		return 'bidirectional';
	if (point >= 0xe0000 && point <= 0xe007f) return 'tag';
	if ((point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef)) return 'variation';
	if (
		point === 0x34f ||
		point === 0x115f ||
		point === 0x1160 ||
		point === 0x17b4 ||
		point === 0x17b5 ||
		point === 0x3164 ||
		point === 0xffa0
	)
		return 'filler';
	if ((point >= 0x206a && point <= 0x206f) || (point >= 0xfff9 && point <= 0xfffb) || (point >= 0x1d173 && point <= 0x1d17a))
		return 'control';
	return null;
}

/**
 * Runs of characters that nobody sees, in order. Those that writing needs are left out: what joins an emoji or an Indic or Persian letter, the
 * selector behind an emoji, the tags of a flag, marks of direction beside letters that run from right to left, the byte order mark at the head.
 */
export function hiddenRuns(text: string): HiddenRun[] {
	const runs: HiddenRun[] = [];
	let found: boolean | undefined;
	const runsFromRight = (): boolean => (found ??= rightToLeft.test(text));
	for (let at = 0; at < text.length; ) {
		const kind = hiddenKind(text.codePointAt(at)!);
		if (kind === null) {
			at += width(text, at);
			continue;
		}
		const start = at;
		const points: number[] = [];
		while (at < text.length && hiddenKind(text.codePointAt(at)!) === kind) {
			points.push(text.codePointAt(at)!);
			at += width(text, at);
		}
		if (!isNeeded(text, { start, end: at, kind, points, runsFromRight }))
			runs.push({ kind, start, end: at, codes: codesOf(points), decoded: decodedFrom(kind, points) });
	}
	return runs;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const joining =
	/[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]|[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;

interface FoundRun extends Pick<HiddenRun, 'kind' | 'start' | 'end'> {
	readonly points: readonly number[];
	/** Whether the text has letters that run from right to left; the whole of it is looked at once. */
	readonly runsFromRight: () => boolean;
}

function isNeeded(text: string, { start, end, kind, points, runsFromRight }: FoundRun): boolean {
	const before = lastCharacter(text.slice(Math.max(0, start - 2), start));
	const after = end < text.length ? String.fromCodePoint(text.codePointAt(end)!) : '';
	if (start === 0 && points.length === 1 && points[0] === 0xfeff) return true;
	if (kind === 'zero-width')
		return (
			points.length === 1 &&
			(points[0] === 0x200c || points[0] === 0x200d) &&
			joining.test(before) &&
			(joining.test(after) || points[0] === 0x200d)
		);
	if (kind === 'variation')
		return points.length === 1 && points[0]! <= 0xfe0f && /[\p{Emoji}\p{S}\p{Script=Han}\p{Script=Mongolian}]/u.test(before);
	// A flag: the black flag, some letters and digits, the end.
	if (kind === 'tag') return before === '\u{1F3F4}' && points.length <= 7 && points.at(-1) === 0xe007f;
	if (kind === 'bidirectional')
		return points.length <= 2 && points.every((point) => point === 0x200e || point === 0x200f || point === 0x61c) && runsFromRight();
	return false;
}

function codesOf(points: readonly number[]): string {
	const shown = points.slice(0, 8).map((point) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`);
	return points.length > 8 ? `${shown.join(' ')} … (${points.length})` : shown.join(' ');
}

function decodedFrom(kind: HiddenKind, points: readonly number[]): string | null {
	if (kind === 'tag') return readable(points.filter((point) => point >= 0xe0020 && point < 0xe007f).map((point) => point - 0xe0000));
	if (kind === 'variation') return readable(points.map((point) => (point <= 0xfe0f ? point - 0xfe00 : point - 0xe0100 + 16)));
	if (kind === 'zero-width' && points.length >= 8) return bits(points);
	return null;
}

/** Two kinds of zero-width characters as the bits of bytes, whichever of them is 1. */
function bits(points: readonly number[]): string | null {
	const kinds = [...new Set(points)].filter((point) => point !== 0x2060 && point !== 0xfeff);
	if (kinds.length !== 2) return null;
	const used = points.filter((point) => kinds.includes(point));
	for (const one of kinds) {
		const bytes = Array.from({ length: Math.floor(used.length / 8) }, (_, byte) =>
			used.slice(byte * 8, byte * 8 + 8).reduce((sum, point) => sum * 2 + Number(point === one), 0),
		);
		const text = readable(bytes);
		if (text !== null) return text;
	}
	return null;
}

function readable(bytes: readonly number[]): string | null {
	return bytes.length < 2 || bytes.some((byte) => byte < 0 || byte > 255) ? null : readableBytes(Uint8Array.from(bytes));
}

function lastCharacter(text: string): string {
	return Array.from(text.slice(-2)).at(-1) ?? '';
}

function width(text: string, at: number): number {
	return text.codePointAt(at)! > 0xffff ? 2 : 1;
}
