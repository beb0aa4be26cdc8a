import type { Break } from '../../text/piecewise-map.ts';
import { textSha256 } from '../sidecar.ts';
import type { SubjectPlace } from '../subject.ts';
import type { DocumentRange } from '../trace.ts';
import type { MemoryEntry } from './memory-entry.ts';

const escape = /\\(?:u.{4}|[^u])/gs;

/**
 * Where the units of a JSON string's value stand in its document: `raw` is what stands within the quotes (valid, as `JSON.parse` has found),
 * `start` its offset. `undefined`: one by one.
 */
export function jsonBreaks(raw: string, start: number): Break[] | undefined {
	if (!raw.includes('\\')) return undefined;
	const breaks: Break[] = [{ text: 0, document: start }];
	/** Units that the document has more than the value, so far. */
	let more = 0;
	for (const { 0: written, index } of raw.matchAll(escape)) {
		const text = index - more + 1;
		more += written.length - 1;
		breaks.push({ text, document: start + index + written.length });
	}
	return breaks;
}

/** A string of a document whose first unit is `base` units into the file. */
export interface JsonSource {
	readonly document: string;
	readonly text: string;
	readonly base: number;
}

/** What an entry takes from a JSON string: its text with its place. `quoted`: the range of the string in `source.text`, its quotes included. */
export function jsonStringPart(
	{ document, text, base }: JsonSource,
	quoted: DocumentRange,
): Pick<MemoryEntry, 'text' | 'content' | 'breaks'> & { readonly place: SubjectPlace } {
	return jsonPart({ document, text, base }, { start: quoted.start + 1, end: quoted.end - 1 });
}

/** The same of a part within the quotes, which begins and ends at no escape's middle. */
export function jsonPart(
	{ document, text, base }: JsonSource,
	{ start, end }: DocumentRange,
): Pick<MemoryEntry, 'text' | 'content' | 'breaks'> & { readonly place: SubjectPlace } {
	const raw = text.slice(start, end);
	const value = String(JSON.parse(`"${raw}"`));
	const breaks = jsonBreaks(raw, base + start);
	return {
		text: value,
		content: textSha256(value),
		place: { file: document, start: base + start, end: base + end },
		...(breaks === undefined ? {} : { breaks }),
	};
}
