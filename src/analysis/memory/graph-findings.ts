import { nodeFigures, recentEdges, defaultDegreeKappa } from '../../methods/memsad/graph.ts';
import { decimal, percentOf } from '../../wording/numbers.ts';
import { finding, type FoundInEntry } from './judge-entry.ts';
import type { MeasuredEntry } from './measured-entry.ts';
import { quotedShort } from './scan-words.ts';

/** Chance below which as many new edges at one node are odd. */
const oddChance = 0.001;

/** What an edge is known by here. */
export type GraphEntry = Pick<MeasuredEntry, 'id' | 'relation' | 'when'>;

/**
 * Of a memory that is a graph: nodes with far more edges than the others, many of them new, as shortcuts to planted facts have. Every memory has hubs, such as its
 * user: degree alone is said and flags nothing.
 * @returns findings by the id of the edges that the node has
 */
export function graphFindings(entries: readonly GraphEntry[]): Map<string, FoundInEntry[]> {
	const edges = entries.flatMap(({ id, relation, when }) =>
		relation === null ? [] : [{ id, from: relation.from, to: relation.to, when }],
	);
	const recent = recentEdges(edges);
	const found = new Map<string, FoundInEntry[]>();
	const edgesOf = new Map<string, number[]>();
	for (const [at, { from, to }] of edges.entries())
		for (const node of from === to ? [from] : [from, to]) {
			const some = edgesOf.get(node);
			if (some === undefined) edgesOf.set(node, [at]);
			else some.push(at);
		}
	for (const { node, degree, degreeZ, recentShare, recentP } of nodeFigures(recent)) {
		const isOdd = recentP < oddChance;
		if (degreeZ <= defaultDegreeKappa && !isOdd) continue;
		const one = finding('graph', 'rag-assay/memory-odd-node', {
			severity: isOdd ? 'warning' : 'info',
			message: isOdd
				? `${percentOf(recentShare)} of the ${degree} relations of ${quotedShort(node)} are new: far more than chance would explain.`
				: `${quotedShort(node)} has ${degree} relations, ${decimal(degreeZ, 1)} deviations more than other nodes.`,
			score: degreeZ,
			threshold: defaultDegreeKappa,
		});
		for (const at of edgesOf.get(node) ?? []) {
			const { id } = edges[at]!;
			if (!isOdd || recent[at]!.isRecent) found.set(id, [...(found.get(id) ?? []), one]);
		}
	}
	return found;
}
