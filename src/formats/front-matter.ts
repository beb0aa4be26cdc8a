import { parseDocument } from 'yaml';
import { errorNumbers } from '../error-numbers.ts';
import { linesOf, type Line } from '../text/lines.ts';
import type { DocumentRange, FormatProblem } from './trace.ts';

export interface FrontMatter {
	/** Members of the YAML mapping, scalars as they are written (`007` stays `007`); empty when there is none or it cannot be read. */
	readonly values: ReadonlyMap<string, unknown>;
	/** Where the document goes on behind it. */
	readonly end: number;
	readonly problems: readonly FormatProblem[];
}

/** The YAML parser's time grows with the square of the number of keys: more than this, in UTF-16 units, is not read. */
const longest = 16 * 1024;

/**
 * YAML between two lines `---` at the head of a document (behind a byte order mark).
 * `unclosed` says what a first `---` without a second one is: front matter that somebody forgot to close, or content.
 */
export function readFrontMatter(document: string, text: string, unclosed: 'problem' | 'content'): FrontMatter {
	const from = text.startsWith('\uFEFF') ? 1 : 0;
	const isFence = (line: { start: number; end: number }): boolean =>
		text.startsWith('---', line.start) && text.slice(line.start, line.end).trimEnd() === '---';
	const [first] = linesOf(text, from);
	if (first === undefined || !isFence(first)) return { values: new Map(), end: from, problems: [] };
	const last = closing(text, first.next, isFence);
	if (last === undefined) {
		if (unclosed === 'content') return { values: new Map(), end: from, problems: [] };
		return {
			values: new Map(),
			end: first.next,
			problems: [
				problem(
					document,
					first,
					'The front matter that begins here has no closing line `---`.',
					'Close it with a line `---` before the first section.',
				),
			],
		};
	}
	if (last.start - first.next > longest) {
		return {
			values: new Map(),
			end: last.next,
			problems: [
				problem(
					document,
					first,
					`The front matter is longer than ${longest / 1024} Ki characters.`,
					'Keep `id`, `model`, `tags` and `group` there, and texts in sections.',
				),
			],
		};
	}
	const yaml = parseDocument(text.slice(first.next, last.start), { prettyErrors: false, schema: 'failsafe', logLevel: 'error' });
	const error = yaml.errors[0];
	if (error !== undefined) {
		const start = first.next + error.pos[0];
		return {
			values: new Map(),
			end: last.next,
			problems: [
				problem(
					document,
					{ start: Math.min(start, last.start), end: Math.min(first.next + error.pos[1], last.start) },
					`The front matter is not valid YAML: ${error.message}.`,
					'Expected lines such as `id: my-trace`.',
				),
			],
		};
	}
	let value: unknown;
	try {
		value = yaml.toJS();
	} catch (cause) {
		// Aliases are resolved only here: an unknown one, or far too many.
		if (!(cause instanceof ReferenceError)) throw cause;
		return {
			values: new Map(),
			end: last.next,
			problems: [
				problem(
					document,
					{ start: first.next, end: last.start },
					`The front matter is not valid YAML: ${cause.message}.`,
					'Expected lines such as `id: my-trace`.',
				),
			],
		};
	}
	if (value === null || value === undefined || value === '') return { values: new Map(), end: last.next, problems: [] };
	if (typeof value !== 'object' || Array.isArray(value)) {
		return {
			values: new Map(),
			end: last.next,
			problems: [
				problem(
					document,
					{ start: first.next, end: last.start },
					'The front matter is not a mapping of names to values.',
					'Expected lines such as `id: my-trace`.',
				),
			],
		};
	}
	return { values: new Map(Object.entries(value)), end: last.next, problems: [] };
}

/** The line that closes front matter. */
function closing(text: string, from: number, isFence: (line: Line) => boolean): Line | undefined {
	for (const line of linesOf(text, from)) if (isFence(line)) return line;
	return undefined;
}

function problem(document: string, range: DocumentRange, message: string, hint: string): FormatProblem {
	return { code: errorNumbers.malformedFrontMatter, message, hint, document, range: { start: range.start, end: range.end } };
}
