import { graphFindings, type GraphEntry } from '../../analysis/memory/graph-findings.ts';
import type { GraphAttackReport, MemoryRedteamReport } from '../../formats/memory-redteam.ts';
import { nodeFigures, recentEdges } from '../../methods/memsad/graph.ts';
import { randomFor, sample, type Random } from '../../statistics/random.ts';
import { entryShare, runShare } from './pooled-figures.ts';

/** A relation of a memory that is a graph. */
export interface Relation {
	readonly from: string;
	readonly to: string;
	/** Time at which it was written, ISO 8601. `null` if the store does not say. */
	readonly when: string | null;
}

/** Fewer relations show no share of new ones. */
export const minRelations = 20;
/** Relations from a node that the best match reaches, as a graph memory reads (MEMSAD, definition 22: `h`). */
const hops = 2;

interface GraphAttack {
	readonly name: GraphAttackReport['name'];
	readonly title: string;
	/** Returns pairs of nodes. `planted(i)` is the name of a node of the attacker, which no node of the store has. */
	readonly plant: (graph: {
		readonly nodes: readonly string[];
		readonly degreeOf: ReadonlyMap<string, number>;
		readonly count: number;
		readonly planted: (i: number) => string;
		readonly random: Random;
	}) => readonly (readonly [string, string])[];
}

/** The three structural attacks of MEMSAD's appendix F, with at most `count` relations each. */
const graphAttacks: readonly GraphAttack[] = [
	{
		name: 'hub',
		title: 'Hub',
		plant: ({ nodes, count, planted, random }) => sample(random, nodes, Math.min(count, nodes.length)).map((node) => [planted(0), node]),
	},
	{
		name: 'hijack',
		title: 'Edge hijack',
		plant: ({ nodes, degreeOf, count, planted }) =>
			nodes
				.toSorted((a, b) => degreeOf.get(b)! - degreeOf.get(a)!)
				.slice(0, count)
				.map((node, i) => [node, planted(i)]),
	},
	{
		name: 'cluster',
		title: 'Cluster',
		plant: ({ nodes, count, planted, random }) => {
			const size = clusterSize(count);
			const own = Array.from({ length: size }, (_, i) => planted(i));
			const within = own.flatMap((from, i) => own.slice(i + 1).map((to): [string, string] => [from, to]));
			const bridges = sample(random, nodes, Math.min(size, nodes.length)).map((node, i): [string, string] => [node, own[i]!]);
			return [...within, ...bridges].slice(0, count);
		},
	},
];

/** Most nodes of which each is related to each other one and to one of the store, with `count` relations in all: `n (n − 1) / 2 + n ≤ count`. */
function clusterSize(count: number): number {
	return Math.max(1, Math.floor((Math.sqrt(8 * count + 1) - 1) / 2));
}

/**
 * Plants relations in a copy of a memory that is a graph, and measures from where they are reached and what a scan finds of them. The planted
 * relations are the newest ones. `null` for a store with fewer than `minRelations` relations.
 * @param count relations that each attack plants, at most
 */
export function attackGraph(
	relations: readonly Relation[],
	{ count, seeds }: { readonly count: number; readonly seeds: readonly number[] },
): MemoryRedteamReport['graph'] {
	if (relations.length < minRelations) return null;
	const degreeOf = new Map(nodeFigures(recentEdges(relations)).map(({ node, degree }) => [node, degree]));
	const nodes = [...degreeOf.keys()];
	return {
		relations: relations.length,
		nodes: nodes.length,
		hops,
		attacks: graphAttacks.map(({ name, title, plant }) => {
			const runs = seeds.map((seed) => {
				const random = randomFor(seed, `graph ${name}`);
				const pairs = plant({ nodes, degreeOf, count, random, planted: (i) => freshNode(degreeOf, i) });
				return runOn(relations, nodes, pairs);
			});
			return {
				name,
				title,
				planted: runs.reduce((sum, { flagged }) => sum + flagged.length, 0),
				reach: {
					attacked: runShare(
						`graph ${name} attacked`,
						runs.map(({ attacked }) => attacked),
					),
					defended: runShare(
						`graph ${name} defended`,
						runs.map(({ defended }) => defended),
					),
				},
				tpr: entryShare(runs.flatMap(({ flagged }) => flagged)),
				fpr: entryShare(runs.flatMap(({ ownFlagged }) => ownFlagged)),
				noted: entryShare(runs.flatMap(({ noted }) => noted)),
			};
		}),
	};
}

interface GraphRun {
	/** Of each planted relation: whether it is flagged, and whether something is said of it at all. */
	readonly flagged: readonly boolean[];
	readonly noted: readonly boolean[];
	readonly ownFlagged: readonly boolean[];
	/** Of each node of the store: whether a planted node is near it. */
	readonly attacked: readonly boolean[];
	readonly defended: readonly boolean[];
}

function runOn(relations: readonly Relation[], nodes: readonly string[], pairs: readonly (readonly [string, string])[]): GraphRun {
	const when = newestTime(relations);
	const planted = pairs.map(([from, to]): Relation => ({ from, to, when }));
	const all = [...relations, ...planted];
	const findings = graphFindings(
		all.map(({ from, to, when: at }, i): GraphEntry => ({ id: String(i), relation: { from, to, type: '' }, when: at })),
	);
	const isFlagged = (i: number): boolean => findings.get(String(i))?.some(({ severity }) => severity !== 'info') ?? false;
	const flagged = planted.map((_, i) => isFlagged(relations.length + i));
	const isOwn = new Set(nodes);
	const reached = (left: readonly Relation[]): boolean[] => {
		const near = withinHops([...relations, ...left], (node) => !isOwn.has(node));
		return nodes.map((node) => near.has(node));
	};
	return {
		flagged,
		noted: planted.map((_, i) => findings.has(String(relations.length + i))),
		ownFlagged: relations.map((_, i) => isFlagged(i)),
		attacked: reached(planted),
		defended: reached(planted.filter((_, i) => !flagged[i]!)),
	};
}

/** Returns the nodes from which one with `isGoal` is at most `hops` relations away, in either direction. */
function withinHops(relations: readonly Relation[], isGoal: (node: string) => boolean): Set<string> {
	const neighbors = new Map<string, string[]>();
	const join = (one: string, other: string): void => void (neighbors.get(one)?.push(other) ?? neighbors.set(one, [other]));
	for (const { from, to } of relations) {
		join(from, to);
		join(to, from);
	}
	const near = new Set([...neighbors.keys()].filter(isGoal));
	let edge = [...near];
	for (let hop = 0; hop < hops; hop++) {
		edge = [...new Set(edge.flatMap((node) => neighbors.get(node) ?? []))].filter((node) => !near.has(node));
		for (const node of edge) near.add(node);
	}
	return near;
}

/** The newest time, which the attacker's relations have as well. `null` if a relation of the store has none: their places tell which ones are new. */
function newestTime(relations: readonly Relation[]): string | null {
	let newest: string | null = null;
	for (const { when } of relations) {
		if (when === null || Number.isNaN(Date.parse(when))) return null;
		if (newest === null || Date.parse(when) > Date.parse(newest)) newest = when;
	}
	return newest;
}

function freshNode(known: ReadonlyMap<string, number>, i: number): string {
	let name = `planted ${i + 1}`;
	while (known.has(name)) name = `${name}'`;
	return name;
}
