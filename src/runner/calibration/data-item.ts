import { promptParts } from '../../analysis/analyze-trace.ts';
import type { SubjectTexts } from '../../analysis/calibration/calibration-item.ts';
import type { EntryItem, QueryItem } from '../../analysis/calibration/text-item.ts';
import type { TraceItem } from '../../analysis/calibration/trace-item.ts';
import type { Place } from '../../errors.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { jsonHash } from '../../files/cache-files.ts';

/**
 * The name of what a trace stands or falls with, for every cut into those that teach and those that judge: answers of one `group`, or to one
 * question over the same contexts, are no independent draws. Files, ids and the ids of sources say nothing: data sets number theirs alike, and a
 * trace may lie in two folders. Only which names are the same matters.
 */
export function traceGroup(trace: AnsweredTrace): string {
	const { response: _, ...asked } = promptParts(trace);
	return trace.group ?? jsonHash(asked);
}

interface Common {
	/** Of everything that a reader reads of it. */
	readonly key: string;
	/** Where it stands, for messages. */
	readonly place: () => Place;
}

/** A trace to measure, with what is known of it. */
export interface TraceData extends Common {
	readonly item: TraceItem;
	readonly subject: SubjectTexts['trace'];
}

/** An entry or a query to measure. */
export interface TextData extends Common {
	readonly item: EntryItem | QueryItem;
	readonly subject: SubjectTexts['entry' | 'query'];
}

export type DataItem = TraceData | TextData;

/** What one file gave. */
export interface Found {
	/** From its source. */
	readonly file: string;
	readonly texts: readonly string[];
	readonly items: readonly DataItem[];
	/** What people say of it in another file, a line each, in any order. */
	readonly labels: readonly string[];
}
