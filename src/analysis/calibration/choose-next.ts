import { pick, randomFor } from '../../statistics/random.ts';

/** A sentence that somebody could label. */
export interface Candidate {
	/** Its name, the same in every run: file, trace and text. */
	readonly key: string;
	/** Higher is more suspect; `null`: not measured. */
	readonly score: number | null;
	readonly labelled: boolean;
}

/** Parts of like size, by score, that labels are drawn from in turn. */
const strata = 4;

/**
 * Which sentence to label next: at random, stratified by score. The candidates are cut into four parts of like size; one is drawn from the
 * part of which the smallest share is labeled, so that labels stand among the scores as sentences do and thresholds learned from them
 * are unbiased (docs/methods/few-labels.md; sampling where the score is unsure was no better). Sentences without a score are a part of their own.
 * The same candidates, seed and labels give the same sentence. `skipped`: keys that were passed over; they come when nothing else is left.
 * @returns the key; `undefined` when all are labeled.
 */
export function chooseNext(candidates: readonly Candidate[], seed: number, skipped: ReadonlySet<string> = new Set()): string | undefined {
	const open = candidates.filter(({ labelled }) => !labelled);
	const fresh = open.filter(({ key }) => !skipped.has(key));
	const allowed = new Set((fresh.length > 0 ? fresh : open).map(({ key }) => key));
	if (allowed.size === 0) return undefined;
	const done = candidates.length - open.length;
	// Of its own for each step: a sentence more in the workspace does not change everything that comes after.
	const random = randomFor(seed, `label ${done} ${skipped.size}`);
	const parts = partsOf(candidates).filter((part) => part.some(({ key }) => allowed.has(key)));
	const shares = parts.map((part) => part.filter(({ labelled }) => labelled).length / part.length);
	const min = Math.min(...shares);
	const part = pick(
		random,
		parts.filter((_, i) => shares[i] === min),
	);
	return pick(
		random,
		part.filter(({ key }) => allowed.has(key)),
	).key;
}

/** The candidates by score, cut into parts whose sizes differ by one at most; equal scores may be parted, by their keys. */
function partsOf(candidates: readonly Candidate[]): (readonly Candidate[])[] {
	const scored = candidates
		.filter((one): one is Candidate & { score: number } => one.score !== null)
		.toSorted((a, b) => a.score - b.score || (a.key < b.key ? -1 : 1));
	const cut = (i: number): number => Math.round((scored.length * i) / strata);
	return [
		...Array.from({ length: strata }, (_, i) => scored.slice(cut(i), cut(i + 1))),
		candidates.filter(({ score }) => score === null).toSorted((a, b) => (a.key < b.key ? -1 : 1)),
	].filter((part) => part.length > 0);
}
