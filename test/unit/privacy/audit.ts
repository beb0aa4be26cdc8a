import { seededBits, type RandomBits } from '../../../src/privacy/random-bits.ts';
import { clopperPearson } from '../../../src/statistics/binomial-interval.ts';

/** What is claimed. */
export interface Claim {
	readonly name: string;
	readonly epsilon: number;
	readonly delta: number;
}

/** A mechanism on two sets of documents that differ in one document, and what it claims. */
export interface Audited<Documents> extends Claim {
	/** What somebody sees of a run, as a word. */
	readonly run: (bits: RandomBits, documents: Documents) => string;
	readonly neighbors: readonly [Documents, Documents];
}

export interface AuditResult extends Claim {
	/** ε is at least this, with the confidence of the audit. */
	readonly lowerBound: number;
	/** What was seen too differently often: outcomes, and how often with either set, of the runs that were counted. */
	readonly event: readonly string[];
	readonly seen: readonly [number, number];
	readonly counted: number;
}

/** Chance that a bound is above the truth, unless an audit says otherwise. */
const seldomWrong = 1e-6;

/**
 * An empirical audit: runs a mechanism on two neighboring sets and bounds its ε from below, by exact (Clopper–Pearson) intervals of how often some
 * event comes about: `ln((p − δ)/q)`. Which event, and which set goes first, is chosen on one half of the runs and counted on the other, so that looking for
 * the worst is no mistake. A bound above the claim shows a mechanism that does not keep it; one below shows nothing by itself.
 * @param runs of the mechanism on each set.
 */
export function audit<Documents>(audited: Audited<Documents>, runs = 100_000, seed = 1): AuditResult {
	const bits = seededBits(seed);
	const half = Math.floor(runs / 2);
	const count = (documents: Documents): Map<string, number> => {
		const counts = new Map<string, number>();
		for (let i = 0; i < half; i++) {
			const outcome = audited.run(bits, documents);
			counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
		}
		return counts;
	};
	const [first, second] = audited.neighbors;
	return boundByCounts(audited, { chosen: [count(first), count(second)], counted: [count(first), count(second)], half });
}

/** How often each outcome came in half of the runs. */
export type OutcomeCounts = ReadonlyMap<string, number>;

/** Outcomes with the first set and with the second: of the runs that an event is chosen by, and of those that it is counted in. */
export interface HalvedRuns {
	readonly chosen: readonly [OutcomeCounts, OutcomeCounts];
	readonly counted: readonly [OutcomeCounts, OutcomeCounts];
	/** Runs of each. */
	readonly half: number;
	/** Chance that the bound is above the truth. */
	readonly falseAlarm?: number;
}

/** The audit of runs that are done: `audit` says how. */
export function boundByCounts(
	{ name, epsilon, delta }: Claim,
	{ chosen, counted, half, falseAlarm = seldomWrong }: HalvedRuns,
): AuditResult {
	const results = (
		[
			[0, 1],
			[1, 0],
		] as const
	).map(([often, seldom]) => {
		const event = worstEvent(chosen[often], chosen[seldom], half, delta);
		const seen = [occurrences(counted[often], event), occurrences(counted[seldom], event)] as const;
		return {
			name,
			epsilon,
			delta,
			lowerBound: boundOf(seen, { runs: half, delta, confidence: 1 - falseAlarm / 2 }),
			event,
			seen,
			counted: half,
		};
	});
	return results.reduce((worst, one) => (one.lowerBound > worst.lowerBound ? one : worst));
}

/** `ln((p − δ)/q)` with `p` as low and `q` as high as their intervals allow; two directions and two ends share the chance of a false alarm. */
function boundOf(
	[often, seldom]: readonly [number, number],
	{ runs, delta, confidence }: { readonly runs: number; readonly delta: number; readonly confidence: number },
): number {
	const low = clopperPearson(often, runs, confidence).low - delta;
	return low <= 0 ? 0 : Math.max(0, Math.log(low / clopperPearson(seldom, runs, confidence).high));
}

/** About `boundOf`, at a thousandth of its cost: it only chooses. */
function roughBound(often: number, seldom: number, runs: number, delta: number): number {
	const low = (often - 5 * Math.sqrt(often)) / runs - delta;
	return low <= 0 ? 0 : Math.log((low * runs) / (seldom + 5 * Math.sqrt(seldom) + 15));
}

/** Outcomes by how much oftener they come with the first set, as many of them as make the bound greatest. */
function worstEvent(often: OutcomeCounts, seldom: OutcomeCounts, runs: number, delta: number): string[] {
	const ratio = (outcome: string): number => ((often.get(outcome) ?? 0) + 0.5) / ((seldom.get(outcome) ?? 0) + 0.5);
	const ordered = [...new Set([...often.keys(), ...seldom.keys()])].toSorted((a, b) => ratio(b) - ratio(a));
	let best: { bound: number; size: number } = { bound: 0, size: 1 };
	for (let size = 1; size <= ordered.length; size++) {
		const event = ordered.slice(0, size);
		const bound = roughBound(occurrences(often, event), occurrences(seldom, event), runs, delta);
		if (bound > best.bound) best = { bound, size };
	}
	return ordered.slice(0, best.size);
}

function occurrences(counts: OutcomeCounts, event: readonly string[]): number {
	return event.reduce((sum, outcome) => sum + (counts.get(outcome) ?? 0), 0);
}

/** A table for people: claim, bound and verdict of each. */
export function auditTable(results: readonly AuditResult[]): string[] {
	const rows = results.map(({ name, epsilon, delta, lowerBound, event, seen, counted }) => [
		name,
		`${Number(epsilon.toFixed(3))}`,
		delta.toString(),
		lowerBound.toFixed(3),
		lowerBound > epsilon ? 'BROKEN' : 'kept',
		`${event.slice(0, 3).join(' | ')}: ${seen[0]} against ${seen[1]} of ${counted}`,
	]);
	const table = [['mechanism', 'claimed ε', 'δ', 'ε at least', 'claim', 'seen'], ...rows];
	const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
	return table.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column]!))
			.join('  ')
			.trimEnd(),
	);
}
