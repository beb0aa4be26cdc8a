/** An attacker's rule: a member is what reaches every threshold, one a score. */
export type VerdictRule = readonly number[];

/** Scores of a document, and whether it is a member. */
export interface ScoredDocument {
	readonly scores: readonly number[];
	readonly member: boolean;
}

export function isCalledMember(scores: readonly number[], rule: VerdictRule): boolean {
	return scores.every((score, i) => score >= rule[i]!);
}

/** How verdicts fall together with the truth. */
export interface VerdictFigures {
	readonly right: number;
	readonly of: number;
	/** 0 where nothing was called a member. */
	readonly precision: number;
	readonly recall: number;
	readonly f1: number;
}

export function verdictFigures(documents: readonly ScoredDocument[], rule: VerdictRule): VerdictFigures {
	let [hits, alarms, misses] = [0, 0, 0];
	for (const { scores, member } of documents) {
		const called = isCalledMember(scores, rule);
		if (called && member) hits++;
		else if (called) alarms++;
		else if (member) misses++;
	}
	const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
	return {
		right: documents.length - alarms - misses,
		of: documents.length,
		precision: ratio(hits, hits + alarms),
		recall: ratio(hits, hits + misses),
		f1: ratio(2 * hits, 2 * hits + alarms + misses),
	};
}

/** How well a rule does on documents, by what an attack aims at: `[0, 1]`. */
export function worthOf(documents: readonly ScoredDocument[], rule: VerdictRule, aim: 'accuracy' | 'f1'): number {
	const { right, of, f1 } = verdictFigures(documents, rule);
	return aim === 'f1' ? f1 : right / of;
}

/** Values of a score that a search tries at most. */
const max = 60;

/**
 * The thresholds that do best on documents whose membership the attacker knows: one after the other, each from all values that occur, until none gets
 * better (the greedy search of S²MIA). Among equally good ones the first found; `-Infinity` leaves a score out.
 * @throws RangeError without a document
 */
export function fittedRule(reference: readonly ScoredDocument[], aim: 'accuracy' | 'f1'): VerdictRule {
	const [first] = reference;
	if (first === undefined) throw new RangeError('no document to fit a rule to');
	const worth = (rule: VerdictRule): number => worthOf(reference, rule, aim);
	let rule: number[] = first.scores.map(() => -Infinity);
	for (let [best, before] = [worth(rule), -1]; best > before; ) {
		before = best;
		for (const i of rule.keys())
			for (const value of valuesOf(reference.map(({ scores }) => scores[i]!))) {
				const tried = rule.with(i, value);
				if (worth(tried) > best) [rule, best] = [tried, worth(tried)];
			}
	}
	return rule;
}

/** Values between two that occur, so that a rule lies on none. */
function valuesOf(scores: readonly number[]): number[] {
	const values = [...new Set(scores)].toSorted((a, b) => a - b);
	const between = values.slice(1).map((value, i) => (Number.isFinite(values[i]) ? (value + values[i]!) / 2 : value));
	const step = Math.ceil(between.length / max);
	return between.filter((_, i) => i % step === 0);
}
