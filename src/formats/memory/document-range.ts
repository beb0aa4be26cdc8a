import { piecewiseMap } from '../../text/piecewise-map.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import type { DocumentRange } from '../trace.ts';
import type { MemoryEntry } from './memory-entry.ts';

/** Where a part of an entry's text stands in its file; of a relation, whose text stands in no one place, the whole; `null`: in no text file. */
export function documentRange(
	{ kind, text, place, breaks }: Pick<MemoryEntry, 'kind' | 'text' | 'place'> & { readonly breaks?: MemoryEntry['breaks'] | undefined },
	{ start, end }: TextRange,
): DocumentRange | null {
	if (place === null) return null;
	if (kind === 'relation') return { start: place.start, end: place.end };
	if (breaks === undefined) return { start: place.start + start, end: place.start + end };
	const map = piecewiseMap(breaks, text.length);
	return { start: map.toDocument(start), end: map.toDocument(end) };
}
