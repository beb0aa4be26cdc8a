import { hiddenRuns, type HiddenRun } from './hidden-characters.ts';

/** Characters that nobody sees, where they stand in a document, and what an agent reads there. */
export interface HiddenText extends HiddenRun {
	/** How many characters there are. */
	readonly characters: number;
	/** Of a direction that is turned, the words in the order in which they are read, which is not that in which they are seen; else `decoded`. */
	readonly readsAs: string | null;
}

/** In plain ASCII nothing hides, unless an escape of JSON writes it. */
const suspicious = /[^\t\n\r -~]|\\u/;

/**
 * Hidden characters of a document, in their order; those that writing needs are none (`hiddenRuns`).
 * `escapes`: whether `\uXXXX` writes a character, as in JSON.
 */
export function hiddenTexts(document: string, { escapes }: { readonly escapes: boolean }): HiddenText[] {
	if (!suspicious.test(document)) return [];
	const { text, starts } = escapes ? unescaped(document) : { text: document, starts: null };
	const at = (offset: number): number => (starts === null ? offset : (starts[offset] ?? document.length));
	const found: HiddenText[] = [];
	let done = 0;
	for (const run of hiddenRuns(text)) {
		// Within what turns the direction it has been told of.
		if (run.start < done) continue;
		const turns = run.kind === 'bidirectional' ? openedBy(text.slice(run.start, run.end)) : 0;
		const end = turns > 0 ? endOfDirection(text, run.end, turns, escapes) : run.end;
		done = end;
		const words = text.slice(run.end, end).replaceAll(directionMarks, '').trim();
		found.push({
			...run,
			start: at(run.start),
			end: at(end),
			characters:
				run.kind === 'bidirectional'
					? (text.slice(run.start, end).match(directionMarks)?.length ?? 0)
					: Array.from(text.slice(run.start, run.end)).length,
			readsAs: words === '' ? run.decoded : words,
		});
	}
	return found;
}

const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** What begins another direction, and what ends it; the other marks do neither. */
const opens = /[\u202A\u202B\u202D\u202E\u2066-\u2068]/;
const closes = /[\u202C\u2069]/;

/** How many directions a run of marks begins and leaves open. */
function openedBy(marks: string): number {
	return Array.from(marks).reduce((open, mark) => (opens.test(mark) ? open + 1 : closes.test(mark) ? Math.max(0, open - 1) : open), 0);
}

/** Behind what turns the direction: up to what turns it back, or the end of the line, in JSON of the string. */
function endOfDirection(text: string, from: number, turns: number, isJson: boolean): number {
	let open = turns;
	for (let at = from; at < text.length; at++) {
		const unit = text.charAt(at);
		if (unit === '\n' || unit === '\r' || (isJson && unit === '"')) return at;
		if (opens.test(unit)) open++;
		else if (closes.test(unit) && --open === 0) return at + 1;
	}
	return text.length;
}

/** JSON's text with its `\uXXXX` read, and where each unit of it begins in the document. */
function unescaped(document: string): { readonly text: string; readonly starts: readonly number[] } {
	const units: string[] = [];
	const starts: number[] = [];
	for (let i = 0; i < document.length; ) {
		const hex = document[i] === '\\' ? /^u([0-9a-f]{4})/i.exec(document.slice(i + 1, i + 6))?.[1] : undefined;
		starts.push(i);
		if (hex !== undefined) {
			units.push(String.fromCharCode(Number.parseInt(hex, 16)));
			i += 6;
		} else if (document[i] === '\\' && i + 1 < document.length) {
			// Another escape, such as of a backslash: its second character begins none.
			units.push('\\', document.charAt(i + 1));
			starts.push(i + 1);
			i += 2;
		} else {
			units.push(document.charAt(i));
			i++;
		}
	}
	starts.push(document.length);
	return { text: units.join(''), starts };
}
