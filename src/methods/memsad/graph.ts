import { binomialTest } from '../../statistics/binomial-interval.ts';
import { spreadOf } from '../../statistics/spread.ts';

/** An edge of a memory that is a graph. */
export interface GraphEdge {
	readonly from: string;
	readonly to: string;
	/** Whether it was added lately; see `recentEdges`. */
	readonly isRecent: boolean;
}

/** How a node hangs in its graph. */
export interface NodeFigures {
	readonly node: string;
	/** Edges that begin or end there; one to itself counts once. */
	readonly degree: number;
	/** `(degree − mean) / deviation` over all nodes; 0 where all have the same. A hub that was put in. */
	readonly degreeZ: number;
	/** Share of its edges that were added lately; 0 without an edge. Shortcuts to a node that was put in. */
	readonly recentShare: number;
	/** Chance of as many recent edges if they fell on nodes by chance (one-sided binomial test against the graph's share). */
	readonly recentP: number;
}

/** Degrees above it are odd (MEMSAD, section on graph memories, takes κ_deg). */
export const defaultDegreeKappa = 3;

/** Of every node, in the order in which they come up. @param nodes those without an edge as well */
export function nodeFigures(edges: readonly GraphEdge[], nodes: Iterable<string> = []): NodeFigures[] {
	const degrees = new Map<string, { all: number; recent: number }>();
	const at = (node: string): { all: number; recent: number } => {
		const known = degrees.get(node) ?? { all: 0, recent: 0 };
		degrees.set(node, known);
		return known;
	};
	for (const node of nodes) at(node);
	let recent = 0;
	for (const { from, to, isRecent } of edges) {
		recent += Number(isRecent);
		for (const node of from === to ? [from] : [from, to]) {
			at(node).all += 1;
			at(node).recent += Number(isRecent);
		}
	}
	if (degrees.size === 0) return [];
	const { mean, deviation } = spreadOf([...degrees.values()].map(({ all }) => all));
	return [...degrees].map(([node, degree]) => ({
		node,
		degree: degree.all,
		degreeZ: deviation > 0 ? (degree.all - mean) / deviation : 0,
		recentShare: degree.all > 0 ? degree.recent / degree.all : 0,
		recentP: edges.length > 0 ? binomialTest(degree.recent, degree.all, recent / edges.length) : 1,
	}));
}

/** Edges with whether they were added lately: the newest `share` of them by when; where one has no time, by their places in the store. */
export function recentEdges(
	edges: readonly { readonly from: string; readonly to: string; readonly when: string | null }[],
	share = 0.1,
): GraphEdge[] {
	const times = edges.map(({ when }) => (when === null ? Number.NaN : Date.parse(when)));
	const isTimed = !times.some(Number.isNaN);
	const order = edges.map((_, place) => place).toSorted((a, b) => (isTimed ? times[a]! - times[b]! : 0) || a - b);
	const newest = new Set(order.slice(edges.length - Math.floor(edges.length * share)));
	return edges.map(({ from, to }, place) => ({ from, to, isRecent: newest.has(place) }));
}
