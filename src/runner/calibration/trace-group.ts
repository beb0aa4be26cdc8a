import type { AnsweredTrace } from '../../formats/read-traces.ts';
import type { WorldKnowledge } from './world-knowledge.ts';

/**
 * The name of what a trace stands or falls with, for every cut into those that teach and those that judge: answers about one entity, or to one
 * source of a data set, are no independent draws. Any other trace is a group of its own. Only which names are the same matters.
 */
export function traceGroup({ id, response }: AnsweredTrace, { entity }: Pick<WorldKnowledge, 'entity'>, sourceId: string | undefined): string {
	return entity ?? sourceId ?? `${response.document} ${id}`;
}
