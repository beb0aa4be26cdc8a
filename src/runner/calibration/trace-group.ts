import { promptParts } from '../../analysis/analyse-trace.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { jsonHash } from '../json-hash.ts';

/**
 * The name of what a trace stands or falls with, for every cut into those that teach and those that judge: answers of one `group`, or to one
 * question over the same contexts, are no independent draws. Files, ids and the ids of sources say nothing: data sets number theirs alike, and a
 * trace may lie in two folders. Only which names are the same matters.
 */
export function traceGroup(trace: AnsweredTrace): string {
	const { response: _, ...asked } = promptParts(trace);
	return trace.group ?? jsonHash(asked);
}
