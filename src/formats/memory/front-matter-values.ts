import { linesOf, type Line } from '../../text/lines.ts';
import type { DocumentRange } from '../trace.ts';

/** A value of a file's front matter with all that stands before the next key, or a line before the first one. */
export interface FrontMatterValue {
	/** Its key; `null`: it has none. */
	readonly key: string | null;
	/** Of what it says, within quotes where it is a string in double ones. */
	readonly range: DocumentRange;
	/** Its lines, line ends included. */
	readonly whole: DocumentRange;
}

const key = /^(?:"([^"]*)"|'([^']*)'|([^\s#:'"-][^:]*?))[ \t]*:(?=[ \t]|$)/;

/**
 * Values of front matter between two lines `---`, and where the document goes on behind it. Line by line, and by no YAML parser: tools read what none
 * would take (`globs: *.ts`), and models read every line as it stands, comments included. No closing line: no front matter.
 */
export function frontMatterValues(text: string): { readonly values: readonly FrontMatterValue[]; readonly end: number } {
	const from = text.startsWith('\uFEFF') ? 1 : 0;
	const lines = linesOf(text, from);
	const none = { values: [], end: from };
	const first = lines.next();
	if (first.done === true || !isFence(text, first.value)) return none;
	const values: { key: string | null; lines: Line[]; from: number }[] = [];
	for (const line of lines) {
		if (isFence(text, line)) return { values: values.flatMap((value) => valueOf(text, value)), end: line.next };
		const written = text.slice(line.start, line.end);
		const named = key.exec(written);
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
