/** How a text hides from who looks at it: as tag characters, as variation selectors, as characters without width, or by turning its direction. */
export type HiddenKind = 'tags' | 'selectors' | 'zero-width' | 'direction';

/** Characters that people do not see and agents read, side by side in a text. */
export interface HiddenRun {
	/** UTF-16 offsets into the text. */
	readonly start: number;
	readonly end: number;
	readonly kind: HiddenKind;
	/** How many characters there are. */
	readonly characters: number;
	/** What they say; of a turned direction the words in the order in which they are read. `null`: they say nothing that is known. */
	readonly says: string | null;
}

/** One character of the text, where it stands: in JSON it may be written as an escape. */
interface Unit {
	readonly code: number;
	readonly start: number;
	readonly end: number;
}

const zeroWidth: ReadonlySet<number> = new Set([0x00ad, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x3164, 0xffa0, 0xfeff]);
const directionMarks: ReadonlySet<number> = new Set([0x061c, 0x200e, 0x200f]);
const endsDirection: ReadonlySet<number> = new Set([0x202c, 0x2069]);

function kindOf(code: number): HiddenKind | null {
	if (code >= 0xe0000 && code <= 0xe007f) return 'tags';
	if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return 'selectors';
	if ((code >= 0x200b && code <= 0x200d) || (code >= 0x2060 && code <= 0x2064) || zeroWidth.has(code)) return 'zero-width';
	if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || directionMarks.has(code)) return 'direction';
	return null;
}

/** One that may begin a run, as it stands in a text or as JSON's escapes write it; the common case is that there is none. */
const suspicious =
	/[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u3164\uFE00-\uFE0F\uFEFF\uFFA0]|\uDB40[\uDC00-\uDDEF]|\\u(?:00ad|034f|061c|115f|1160|17b[45]|180e|20[0-6][0-9a-f]|3164|fe0[0-9a-f]|feff|ffa0|db40)/i;

/**
 * Hidden text, in its order. What scripts and emoji need is none: a joiner between letters that are not ASCII, one selector behind a
 * character, the tags of a flag, a mark beside letters that run from the right.
 * `escapes`: whether `\uXXXX` writes a character, as in JSON.
 */
export function hiddenRuns(text: string, { escapes }: { readonly escapes: boolean }): HiddenRun[] {
	if (!suspicious.test(text)) return [];
	const units = unitsOf(text, escapes);
	const runs: HiddenRun[] = [];
	for (let i = 0; i < units.length; i++) {
		const kind = kindOf(units[i]!.code);
		if (kind === null) continue;
		let end = i + 1;
		while (end < units.length && kindOf(units[end]!.code) === kind) end++;
		const run = units.slice(i, end);
		if (!isOrdinary(kind, run, units[i - 1]?.code, units[end]?.code, i === 0)) {
			const last = kind === 'direction' ? endOfDirection(units, end) : end;
			runs.push({
				start: units[i]!.start,
				end: units[last - 1]!.end,
				kind,
				characters: units.slice(i, last).filter(({ code }) => kindOf(code) === kind).length,
				says: saidBy(kind, units.slice(i, last)),
			});
			end = last;
		}
		i = end - 1;
	}
	return runs;
}

function unitsOf(text: string, escapes: boolean): Unit[] {
	const units: Unit[] = [];
	for (let i = 0; i < text.length; ) {
		const first = unitAt(text, i, escapes);
		const second = first.code >= 0xd800 && first.code < 0xdc00 && first.end < text.length ? unitAt(text, first.end, escapes) : undefined;
		const isPair = second !== undefined && second.code >= 0xdc00 && second.code < 0xe000;
		const unit = isPair
			? { code: (first.code - 0xd800) * 0x400 + second.code - 0xdc00 + 0x10000, start: first.start, end: second.end }
			: first;
		units.push(unit);
		i = unit.end;
	}
	return units;
}

function unitAt(text: string, at: number, escapes: boolean): Unit {
	if (escapes && text[at] === '\\') {
		const hex = /^u([0-9a-f]{4})/i.exec(text.slice(at + 1, at + 6))?.[1];
		if (hex !== undefined) return { code: Number.parseInt(hex, 16), start: at, end: at + 6 };
		// Another escape, such as of a backslash: its second character begins none.
		return { code: 0x5c, start: at, end: Math.min(text.length, at + 2) };
	}
	return { code: text.charCodeAt(at), start: at, end: at + 1 };
}

const lineEnds: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x22]);

/** Behind what turns the direction: up to what turns it back, or the end of the line or of the JSON string. */
function endOfDirection(units: readonly Unit[], from: number): number {
	for (let i = from; i < units.length; i++) {
		const { code } = units[i]!;
		if (lineEnds.has(code)) return i;
		if (endsDirection.has(code)) return i + 1;
	}
	return units.length;
}

function isOrdinary(kind: HiddenKind, run: readonly Unit[], before: number | undefined, after: number | undefined, isFirst: boolean): boolean {
	const [{ code }] = run as [Unit];
	const isAlone = run.length === 1;
	switch (kind) {
		case 'tags':
			// Emoji of flags of regions: a black flag, a few tags, and the tag that ends them.
			return before === 0x1f3f4 && run.length <= 7 && run.at(-1)!.code === 0xe007f;
		case 'selectors':
			return isAlone;
		case 'zero-width':
			if (code === 0xfeff && isFirst && isAlone) return true;
			return isAlone && (code === 0x200c || code === 0x200d) && (before ?? 0) > 0x7f && (after ?? 0) > 0x7f;
		case 'direction':
			return isAlone && directionMarks.has(code) && (isFromRight(before) || isFromRight(after));
	}
}

/** Hebrew, Arabic and their neighbors. */
function isFromRight(code: number | undefined): boolean {
	return code !== undefined && ((code >= 0x0590 && code <= 0x08ff) || (code >= 0xfb1d && code <= 0xfeff && code !== 0xfeff));
}

function saidBy(kind: HiddenKind, run: readonly Unit[]): string | null {
	switch (kind) {
		case 'tags':
			return readable(run.flatMap(({ code }) => (code >= 0xe0020 && code < 0xe007f ? [code - 0xe0000] : [])));
		case 'selectors':
			return readable(run.map(({ code }) => (code < 0xff00 ? code - 0xfe00 : code - 0xe0100 + 16)));
		case 'zero-width':
			return bitsOf(run);
		case 'direction': {
			const said = run
				.filter(({ code }) => kindOf(code) === null)
				.map(({ code }) => String.fromCodePoint(code))
				.join('');
			return said.trim() === '' ? null : said;
		}
	}
}

/** Which two characters stand for 0 and 1, in the ways that are known. */
const alphabets = [
	[0x200b, 0x200c],
	[0x200c, 0x200b],
	[0x200b, 0x200d],
	[0x200d, 0x200b],
	[0x200c, 0x200d],
	[0x200d, 0x200c],
] as const;

function bitsOf(run: readonly Unit[]): string | null {
	for (const [zero, one] of alphabets) {
		const bits = run.flatMap(({ code }) => (code === zero ? [0] : code === one ? [1] : []));
		if (bits.length < 16 || bits.length % 8 !== 0) continue;
		const bytes = Array.from({ length: bits.length / 8 }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0));
		const said = readable(bytes);
		if (said !== null) return said;
	}
	return null;
}

/** Bytes as UTF-8; `null` where they are no text that anybody could read. */
function readable(bytes: readonly number[]): string | null {
	const said = new TextDecoder().decode(Uint8Array.from(bytes));
	return said.trim() === '' || /[\uFFFD\p{Cc}]/u.test(said.replaceAll(/[\n\t]/g, ' ')) ? null : said;
}
