/** How a tokenizer reads a text before it cuts it. */
export interface TextReading {
	/** The tokenizer's normalizer; `null` when it takes the text as it is. */
	readonly normalize: ((text: string) => string) | null;
	/** Tokens that are found in the text before it is normalized, as they are written. */
	readonly added: ReadonlySet<string>;
	/** Whether `▁` stands for a space, as in SentencePiece's tokens. */
	readonly metaspace: boolean;
}

/**
 * A text as a tokenizer sees it: the UTF-8 bytes of its normalized form, each owned by a run of the original text,
 * `[owner, ownerEnd)` in UTF-16 offsets; `owner` never falls.
 */
export class AlignedSource {
	readonly text: string;
	readonly length: number;
	readonly bytes: Uint8Array;
	readonly owner: Uint32Array;
	readonly ownerEnd: Uint32Array;
	/** A run without anything but white space, bytes; it ends before a byte that is none. */
	#blankFrom = 0;
	#blankTo = -1;
	/** Where texts were looked for and are not, from there on. */
	readonly #absentFrom = new Map<string, number>();

	constructor(text: string, reading: TextReading) {
		const { normalize, metaspace } = reading;
		const writer = new OwnedBytes(metaspace);
		for (const { start, end, added } of sectionsOf(text, reading.added)) {
			if (added || normalize === null) {
				for (let at = start; at < end; ) {
					const point = text.codePointAt(at)!;
					const next = at + (point > 0xffff ? 2 : 1);
					writer.write(point, at, next);
					at = next;
				}
			} else {
				for (const run of normalizedRuns(text, start, end, normalize))
					for (const symbol of run.text) writer.write(symbol.codePointAt(0)!, run.start, run.end);
			}
		}
		this.text = text;
		this.length = text.length;
		({ bytes: this.bytes, owner: this.owner, ownerEnd: this.ownerEnd } = writer.taken());
	}

	holds(bytes: Uint8Array, at: number): boolean {
		if (at + bytes.length > this.bytes.length) return false;
		for (let i = 0; i < bytes.length; i++) if (this.bytes[at + i] !== bytes[i]) return false;
		return true;
	}

	/** The first byte whose owner begins at `offset` or later. */
	byteAt(offset: number): number {
		let low = 0;
		let high = this.owner.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.owner[middle]! < offset) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** The first byte from `from` on at which `text` stands as it is written, if any. */
	nextText(text: string, from: number): number | undefined {
		if (from >= this.bytes.length) return undefined;
		const absentFrom = this.#absentFrom.get(text);
		if (absentFrom !== undefined && from >= absentFrom) return undefined;
		const offset = this.text.indexOf(text, this.owner[from]);
		if (offset >= 0) return this.byteAt(offset);
		this.#absentFrom.set(text, from);
		return undefined;
	}

	/** The first byte from `at` on that stands for no white space. */
	skipBlank(at: number): number {
		// Each token within a run asks: its end is looked for once.
		if (at >= this.#blankFrom && at <= this.#blankTo) return this.#blankTo;
		let next = at;
		while (next < this.bytes.length && this.#isBlank(next)) next++;
		[this.#blankFrom, this.#blankTo] = [at, next];
		return next;
	}

	/** The byte behind the last one before `at`, and not before `from`, that stands for no white space; `at` when there is none. */
	beforeBlank(at: number, from: number): number {
		let last = at;
		while (last > from && this.#isBlank(last - 1)) last--;
		return last === from ? at : last;
	}

	/** The first byte of the character that owns `at`. */
	characterStart(at: number): number {
		let first = at;
		while (
			first > 0 &&
			first < this.bytes.length &&
			this.owner[first - 1] === this.owner[at] &&
			this.ownerEnd[first - 1] === this.ownerEnd[at]
		)
			first--;
		return first;
	}

	/** The first byte after the character that owns `at`. */
	afterCharacter(at: number): number {
		let next = at + 1;
		while (next < this.bytes.length && this.owner[next] === this.owner[at]) next++;
		return Math.min(next, this.bytes.length);
	}

	/** The first byte from `at` on at which a word ends: at white space, or after one character of punctuation. */
	afterWord(at: number): number {
		let next = this.afterCharacter(at);
		if (this.#isPunctuation(at)) return next;
		while (next < this.bytes.length && !this.beginsWord(next) && !this.#isBlank(next)) next = this.afterCharacter(next);
		return next;
	}

	/** Whether a word may begin at this byte: behind white space, at punctuation, or behind it. */
	beginsWord(at: number): boolean {
		return at === 0 || this.#isBlank(at - 1) || this.#isPunctuation(at) || this.#isPunctuation(at - 1);
	}

	#isBlank(at: number): boolean {
		return this.bytes[at]! <= 0x20 || /\s/u.test(this.#character(at));
	}

	#isPunctuation(at: number): boolean {
		return at < this.bytes.length && /[\p{P}!-/:-@[-`{-~]/u.test(this.#character(at));
	}

	#character(at: number): string {
		return String.fromCodePoint(this.text.codePointAt(this.owner[at]!) ?? 0x20);
	}
}

/** A piece of normalized text and the run of the original that it stands for. */
interface Run {
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

/** UTF-8 bytes with their owners, in arrays that grow: a text of megabytes would be tens of megabytes of small objects. */
class OwnedBytes {
	readonly #metaspace: boolean;
	#bytes = new Uint8Array(1024);
	#owner = new Uint32Array(1024);
	#ownerEnd = new Uint32Array(1024);
	#size = 0;

	constructor(metaspace: boolean) {
		this.#metaspace = metaspace;
	}

	write(point: number, start: number, end: number): void {
		// As TextEncoder does: half a surrogate pair is U+FFFD.
		const code = this.#metaspace && point === 0x2581 ? 0x20 : point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
		if (code < 0x80) {
			this.#put(code, start, end);
			return;
		}
		const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
		this.#put([0, 0xc0, 0xe0, 0xf0][more]! | (code >>> (6 * more)), start, end);
		for (let k = more - 1; k >= 0; k--) this.#put(0x80 | ((code >>> (6 * k)) & 0x3f), start, end);
	}

	taken(): { bytes: Uint8Array; owner: Uint32Array; ownerEnd: Uint32Array } {
		return {
			bytes: this.#bytes.slice(0, this.#size),
			owner: this.#owner.slice(0, this.#size),
			ownerEnd: this.#ownerEnd.slice(0, this.#size),
		};
	}

	#put(byte: number, start: number, end: number): void {
		if (this.#size === this.#bytes.length) {
			const [bytes, owner, ownerEnd] = [new Uint8Array(this.#size * 2), new Uint32Array(this.#size * 2), new Uint32Array(this.#size * 2)];
			bytes.set(this.#bytes);
			owner.set(this.#owner);
			ownerEnd.set(this.#ownerEnd);
			[this.#bytes, this.#owner, this.#ownerEnd] = [bytes, owner, ownerEnd];
		}
		this.#bytes[this.#size] = byte;
		this.#owner[this.#size] = start;
		this.#ownerEnd[this.#size] = end;
		this.#size++;
	}
}

/** Cuts a text at its added tokens; the longest one wins. */
function sectionsOf(text: string, added: ReadonlySet<string>): { start: number; end: number; added: boolean }[] {
	const words = [...added].filter((word) => word !== '').toSorted((a, b) => b.length - a.length);
	if (words.length === 0) return [{ start: 0, end: text.length, added: false }];
	const pattern = new RegExp(words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'), 'g');
	const sections = [];
	let at = 0;
	for (const match of text.matchAll(pattern)) {
		if (match.index > at) sections.push({ start: at, end: match.index, added: false });
		at = match.index + match[0].length;
		sections.push({ start: match.index, end: at, added: true });
	}
	if (at < text.length) sections.push({ start: at, end: text.length, added: false });
	return sections;
}

/** Code points as they are. */
function plainRuns(text: string, from: number, to: number): Run[] {
	const runs: Run[] = [];
	let at = from;
	for (const character of text.slice(from, to)) {
		runs.push({ text: character, start: at, end: at + character.length });
		at += character.length;
	}
	return runs;
}

/** A base character with its marks, or a run of Hangul jamo: what normal forms may join. */
const cluster = /[\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]+|\P{M}?\p{M}*/gsu;

/** Characters that no normalizer joins with a neighbor; they keep `Strip` and `Prepend` off a cluster's ends. */
const fence = '|';

function normalizedRuns(text: string, from: number, to: number, normalize: (text: string) => string): readonly Run[] {
	const section = text.slice(from, to);
	const known = new Map<string, string>();
	const guess: Run[] = [];
	for (const { 0: part, index } of section.matchAll(cluster)) {
		if (part === '') continue;
		let normal = known.get(part);
		if (normal === undefined) {
			const fenced = normalize(fence + part + fence);
			normal = fenced.slice(fenced.indexOf(fence) + 1, fenced.lastIndexOf(fence));
			known.set(part, normal);
		}
		const runs = plainRuns(text, from + index, from + index + part.length);
		const symbols = Array.from(normal);
		if (symbols.length === runs.length) guess.push(...runs.map((run, i) => ({ ...run, text: symbols[i]! })));
		else guess.push({ text: normal, start: from + index, end: from + index + part.length });
	}
	return transfer(guess, normalize(section), from);
}

/** How many code points must agree for two texts to run together again. */
const agreement = 4;
/** How far apart they may be then, code points; beyond it the rest is one run. */
const reach = 300;

/**
 * Owners for `actual`, the section normalized as a whole, from a guess that normalized it piece by piece. Where the two
 * differ (a rule on several characters, a final sigma), what the guess has there owns what `actual` has there.
 */
function transfer(guess: readonly Run[], actual: string, from: number): readonly Run[] {
	const guessed = guess.map((run) => run.text).join('');
	if (actual.endsWith(guessed)) {
		const added = actual.slice(0, actual.length - guessed.length);
		return added === '' ? guess : [{ text: added, start: from, end: from }, ...guess];
	}
	const symbols = guess.flatMap((run) => Array.from(run.text, (text) => ({ text, start: run.start, end: run.end })));
	const wanted = Array.from(actual);
	// From the end first: what normalizers add without a counterpart, they put in front.
	let tail = 0;
	while (tail < wanted.length && tail < symbols.length && symbols[symbols.length - 1 - tail]!.text === wanted[wanted.length - 1 - tail])
		tail++;
	return [
		...transferHead(symbols.slice(0, symbols.length - tail), wanted.slice(0, wanted.length - tail), from),
		...symbols.slice(symbols.length - tail),
	];
}

function transferHead(symbols: readonly Run[], wanted: readonly string[], from: number): Run[] {
	const runs: Run[] = [];
	let i = 0;
	let j = 0;
	let at = from;
	while (j < wanted.length) {
		if (symbols[i]?.text === wanted[j]) {
			runs.push(symbols[i]!);
			at = symbols[i]!.end;
			i++;
			j++;
			continue;
		}
		const [skip, take] = reunion(symbols, i, wanted, j);
		const start = skip === 0 ? at : Math.max(at, symbols[i]!.start);
		const end = skip === 0 ? at : Math.max(start, symbols[i + skip - 1]!.end);
		if (take > 0) runs.push({ text: wanted.slice(j, j + take).join(''), start, end });
		at = end;
		i += skip;
		j += take;
	}
	return runs;
}

/** The fewest symbols to skip on both sides until they agree again. */
function reunion(symbols: readonly Run[], i: number, wanted: readonly string[], j: number): [number, number] {
	const agree = (a: number, b: number) => {
		for (let k = 0; k < agreement; k++) {
			const [x, y] = [symbols[a + k]?.text, wanted[b + k]];
			if (x !== y) return false;
			if (x === undefined) return true;
		}
		return true;
	};
	for (let distance = 1; distance <= reach; distance++) {
		for (let skip = 0; skip <= distance; skip++)
			if (agree(i + skip, j + distance - skip)) return [Math.min(skip, symbols.length - i), Math.min(distance - skip, wanted.length - j)];
	}
	return [symbols.length - i, wanted.length - j];
}
