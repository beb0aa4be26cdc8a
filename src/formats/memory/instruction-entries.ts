import { blocksOf, type Block } from '../../text/blocks.ts';
import { linesOf, type Line } from '../../text/lines.ts';
import { textSha256 } from '../sidecar.ts';
import type { DocumentRange, TextDocumentInput } from '../trace.ts';
import { contentId, type MemoryEntry } from './memory-entry.ts';
import { jsonBreaks } from './json-string-entry.ts';
import { bareEntry } from './read-entries.ts';

/** A value of a file's front matter with all that stands before the next key, or a line before the first one. */
interface FrontMatterValue {
	/** Its key; `null`: it has none. */
	readonly key: string | null;
	/** Of what it says, within quotes where it is a string in double ones. */
	readonly range: DocumentRange;
	/** Its lines, line ends included. */
	readonly whole: DocumentRange;
}

const keyPattern = /^(?:"([^"]*)"|'([^']*)'|([^\s#:'"-][^:]*?))[ \t]*:(?=[ \t]|$)/;

/**
 * Values of front matter between two lines `---`, and where the document goes on behind it. Line by line, and by no YAML parser: tools read what none
 * would take (`globs: *.ts`), and models read every line as it stands, comments included. No closing line: no front matter.
 */
function frontMatterValues(text: string): { readonly values: readonly FrontMatterValue[]; readonly end: number } {
	const from = text.startsWith('\uFEFF') ? 1 : 0;
	const lines = linesOf(text, from);
	const none = { values: [], end: from };
	const first = lines.next();
	if (first.done === true || !isFence(text, first.value)) return none;
	const values: { key: string | null; lines: Line[]; from: number }[] = [];
	for (const line of lines) {
		if (isFence(text, line)) return { values: values.flatMap((value) => valueOf(text, value)), end: line.next };
		const written = text.slice(line.start, line.end);
		const named = keyPattern.exec(written);
		const last = values.at(-1);
		if (named !== null) values.push({ key: named[1] ?? named[2] ?? named[3] ?? '', lines: [line], from: line.start + named[0].length });
		else if (last !== undefined && last.key !== null) last.lines.push(line);
		else values.push({ key: null, lines: [line], from: line.start });
	}
	return none;
}

function isFence(text: string, { start, end }: Line): boolean {
	return text.startsWith('---', start) && text.slice(start, end).trimEnd() === '---';
}

function valueOf(
	text: string,
	{ key: name, lines, from }: { key: string | null; lines: readonly Line[]; from: number },
): FrontMatterValue[] {
	const written = text.slice(from, lines.at(-1)!.end);
	if (written.trim() === '') return [];
	const range = { start: from + written.length - written.trimStart().length, end: from + written.trimEnd().length };
	const isQuoted = /^"(?:[^"\\\r\n]|\\.)*[^\s"\\](?:[^"\\\r\n]|\\.)*"$/.test(text.slice(range.start, range.end));
	return [
		{
			key: name,
			range: isQuoted ? { start: range.start + 1, end: range.end - 1 } : range,
			whole: { start: lines[0]!.start, end: lines.at(-1)!.next },
		},
	];
}

/**
 * What a file of instructions says, piece by piece: each value of its front matter, each heading, paragraph, list item, table row and fenced block of
 * code. Texts are as they stand in the file. Ids are by content; the same text twice has the same one, and whoever reads the file makes them unique.
 */
export function readInstructions({ document, text }: TextDocumentInput): MemoryEntry[] {
	const { values, end: bodyStart } = frontMatterValues(text);
	const entry = (range: DocumentRange, whole: DocumentRange, about: string | null): MemoryEntry => {
		const words = text.slice(range.start, range.end);
		return {
			...bareEntry,
			id: contentId(words),
			kind: 'instruction',
			text: words,
			content: textSha256(words),
			place: { file: document, ...range },
			whole,
			about,
		};
	};
	const inFront = values.map(({ key, range, whole }) => ({ ...entry(range, whole, key), ...unquoted(text, range) }));
	const body = text.slice(bodyStart);
	const lines = new BodyLines(text, bodyStart);
	let section: string | null = null;
	const inBody = blocksOf(body).map((block): MemoryEntry => {
		const range = { start: bodyStart + block.start, end: bodyStart + block.end };
		const isHeading = block.markers.some(({ start }) => body[start] === '#');
		const made = entry(range, lines.wholeOf(range, block), isHeading ? null : section);
		if (isHeading) section = made.text;
		return made;
	});
	return [...inFront, ...inBody];
}

/** Returns a script as one entry, which is what an agent runs; none for a blank one. */
export function readScript({ document, text }: TextDocumentInput): MemoryEntry[] {
	if (text.trim() === '') return [];
	const range = { start: 0, end: text.length };
	return [
		{
			...bareEntry,
			id: contentId(text),
			kind: 'script',
			text,
			content: textSha256(text),
			place: { file: document, ...range },
			whole: range,
			about: null,
		},
	];
}

/** A string in double quotes, as YAML and JSON have it. */
function unquoted(text: string, { start, end }: DocumentRange): Partial<MemoryEntry> {
	const raw = text.slice(start, end);
	if (text[start - 1] !== '"' || text[end] !== '"' || !raw.includes('\\')) return {};
	let value: string;
	try {
		value = String(JSON.parse(`"${raw}"`));
	} catch (error) {
		// YAML has escapes that JSON has not: then it is read as it stands.
		if (!(error instanceof SyntaxError)) throw error;
		return {};
	}
	const breaks = jsonBreaks(raw, start);
	return value.trim() === ''
		? {}
		: { text: value, content: textSha256(value), id: contentId(value), ...(breaks === undefined ? {} : { breaks }) };
}

/** Lines of a document behind its front matter, to tell what may go with an entry. */
class BodyLines {
	readonly #text: string;
	readonly #from: number;
	readonly #lines: { readonly start: number; readonly end: number; readonly next: number; readonly isBlank: boolean }[];
	/** Blocks come in order: the search for one begins where the last one was. */
	#at = 0;

	constructor(text: string, from: number) {
		this.#text = text;
		this.#from = from;
		this.#lines = Array.from(linesOf(text, from), ({ start, end, next }) => ({
			start,
			end,
			next,
			isBlank: text.slice(start, end).trim() === '',
		}));
	}

	/**
	 * The lines of a block, so that what is left reads as before: a line end stays where the lines before and behind would else become one paragraph
	 * or the file would begin with front matter; the underline of a heading goes with it, and so do the blank lines behind a block between two.
	 */
	wholeOf({ start, end }: DocumentRange, { kind }: Block): DocumentRange {
		while (this.#lines[this.#at]!.next <= start) this.#at++;
		const first = this.#at;
		let last = first;
		while (this.#lines[last]!.end < end) last++;
		if (kind === 'prose' && this.#isUnderline(last + 1)) last++;
		const before = this.#lines[first - 1];
		const behind = this.#lines[last + 1];
		const from = this.#lines[first]!.start;
		if (behind === undefined) return { start: from, end: this.#lines[last]!.next };
		const isApart = before === undefined || before.isBlank;
		if (isApart && behind.isBlank) {
			let blank = last + 1;
			while (this.#lines[blank + 1]?.isBlank === true) blank++;
			if (!this.#opensFile(from, blank + 1)) return { start: from, end: this.#lines[blank]!.next };
		}
		if ((isApart || behind.isBlank || this.#beginsBlock(last + 1)) && !this.#opensFile(from, last + 1))
			return { start: from, end: this.#lines[last]!.next };
		return { start: from, end: this.#lines[last]!.end };
	}

	/** Whether the file would begin with a line `---`. */
	#opensFile(from: number, next: number): boolean {
		const line = this.#lines[next];
		return from === this.#from && from <= 1 && line !== undefined && this.#text.startsWith('---', line.start);
	}

	#isUnderline(at: number): boolean {
		const line = this.#lines[at];
		return line !== undefined && /^ {0,3}(?:=+|-{2,})[ \t]*$/.test(this.#text.slice(line.start, line.end));
	}

	/** Whether a line begins a block of its own, whatever stands before it. */
	#beginsBlock(at: number): boolean {
		const { start, end } = this.#lines[at]!;
		const [block] = blocksOf(`a\n${this.#text.slice(start, end)}`).slice(1);
		return block !== undefined;
	}
}
