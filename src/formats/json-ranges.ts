import type { DocumentRange } from './trace.ts';

// Where the parts of a JSON value stand in its document. The text must be known to be valid JSON there (`JSON.parse` has
// taken it): nothing is checked again, and only what is asked for is walked through.

/** Ranges of an object's values by key; `start` is the offset of its `{`. Of a repeated key the last one, as in `JSON.parse`. */
export function membersOf(text: string, start: number): Map<string, DocumentRange> {
	return new Map(memberList(text, start));
}

/** The same in the order of the text, with each value of a repeated key. */
export function memberList(text: string, start: number): [key: string, value: DocumentRange][] {
	const members: [string, DocumentRange][] = [];
	for (let at = skipSpace(text, start + 1); text[at] !== '}'; ) {
		const keyEnd = endOfString(text, at);
		const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
		const end = endOfValue(text, value);
		members.push([String(JSON.parse(text.slice(at, keyEnd))), { start: value, end }]);
		at = nextPart(text, end);
	}
	return members;
}

/** Ranges of an array's elements; `start` is the offset of its `[`. */
export function elementsOf(text: string, start: number): DocumentRange[] {
	const elements: DocumentRange[] = [];
	for (let at = skipSpace(text, start + 1); text[at] !== ']'; ) {
		const end = endOfValue(text, at);
		elements.push({ start: at, end });
		at = nextPart(text, end);
	}
	return elements;
}

/** Range of the value at `path` in the value that begins at `start`; of the nearest parent where there is none. */
export function rangeAt(text: string, start: number, path: readonly PropertyKey[]): DocumentRange {
	let range: DocumentRange = { start, end: endOfValue(text, start) };
	for (const key of path) {
		const opening = text[range.start];
		const part =
			opening === '{'
				? membersOf(text, range.start).get(String(key))
				: opening === '['
					? elementsOf(text, range.start)[Number(key)]
					: undefined;
		if (part === undefined) break;
		range = part;
	}
	return range;
}

/** From the end of a value to the next key or element, or to the bracket that closes. */
function nextPart(text: string, end: number): number {
	const at = skipSpace(text, end);
	return text[at] === ',' ? skipSpace(text, at + 1) : at;
}

function skipSpace(text: string, from: number): number {
	let at = from;
	while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
	return at;
}

function endOfValue(text: string, start: number): number {
	switch (text.charAt(start)) {
		case '"':
			return endOfString(text, start);
		case '{':
		case '[':
			return endOfBrackets(text, start);
		default:
			return matchEnd(text, /[^\s,\]}]+/y, start);
	}
}

function endOfBrackets(text: string, start: number): number {
	const mark = /["{}[\]]/g;
	let depth = 0;
	let at = start;
	do {
		const end = matchEnd(text, mark, at);
		const found = text[end - 1];
		if (found === '{' || found === '[') depth++;
		else if (found !== '"') depth--;
		at = found === '"' ? endOfString(text, end - 1) : end;
	} while (depth > 0);
	return at;
}

function endOfString(text: string, start: number): number {
	for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
		let backslashes = 0;
		while (text[quote - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return quote + 1;
	}
	throw new RangeError(`no JSON string begins at ${start}`);
}

function matchEnd(text: string, pattern: RegExp, from: number): number {
	pattern.lastIndex = from;
	if (!pattern.test(text)) throw new RangeError(`no JSON value begins at ${from}`);
	return pattern.lastIndex;
}
