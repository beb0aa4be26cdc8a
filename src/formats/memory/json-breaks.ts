import type { Break } from '../../text/piecewise-map.ts';

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
