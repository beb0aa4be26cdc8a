import { conformalThreshold } from '../../statistics/conformal-threshold.ts';

/** An entry that may have been made from others, or others from it. */
export interface LikenessEntry {
	readonly id: string;
	readonly text: string;
	/** Unit embedding; `null`: likeness goes by words alone. */
	readonly embedding: Float32Array | null;
}

/** How like two entries are. */
interface Likeness {
	/** Share of the words of one that the other has, rare words weighing more, in `[0, 1]`; of both directions the larger. */
	readonly containment: number;
	/** Cosine; 0 where one has no embedding. */
	readonly cosine: number;
}

/** Above which likeness two entries are of one line. */
export interface LikenessThresholds {
	/** Words alone: what is at least this contained was made from the other. */
	readonly containment: number;
	/** With embeddings: at least this near, and half of `containment`. */
	readonly cosine: number;
}

/**
 * Where there is no reference: more than half of what an entry says, by weight, is in the other; or they lie as near as a paraphrase does. `fittedThresholds` takes
 * those of a store's own benign entries instead.
 */
const defaultLikeness: LikenessThresholds = { containment: 0.55, cosine: 0.85 };

/** A line between two entries that was found by likeness. */
export interface LikelySource extends Likeness {
	readonly id: string;
	/** Id of the earlier entry. */
	readonly source: string;
}

/** Words that stand in more entries of the store than this share lead to no candidates. */
const commonShare = 0.05;
/** Of a word that many entries have, only so many are looked at; most have a rarer one in common, too. */
const maxCandidates = 200;
/** Fewer words in common are chance, whatever they weigh. */
const minShared = 3;

/**
 * Lines that no history tells: a later entry says much of what an earlier one says (consolidation, a summary), or an earlier one all that it says (rewriting to
 * something shorter). Compared are entries with a rare word in common, so that a store's size counts about once. A paraphrase without any of the words is
 * found by its embedding alone where it shares one rare word; else not.
 * @param entries in the order in which they were written
 */
export function likelySources(entries: readonly LikenessEntry[], thresholds: LikenessThresholds = defaultLikeness): LikelySource[] {
	const found: LikelySource[] = [];
	eachPair(entries, (later, earlier, likeness) => {
		if (isOfOneLine(likeness, thresholds)) found.push({ id: entries[later]!.id, source: entries[earlier]!.id, ...likeness });
	});
	return found;
}

/**
 * Thresholds that a share of at most `alpha` of benign entries pass with any earlier one, by each of the two: their greatest likenesses give them, by split
 * conformal prediction at half of `alpha` each. Benign entries that were made from one another raise them.
 * @throws RangeError for fewer entries than `2/alpha − 1`
 */
export function fittedThresholds(benign: readonly LikenessEntry[], alpha = 0.02): LikenessThresholds {
	const containment = new Float64Array(benign.length);
	const cosine = new Float64Array(benign.length);
	eachPair(benign, (later, _, likeness) => {
		containment[later] = Math.max(containment[later]!, likeness.containment);
		cosine[later] = Math.max(cosine[later]!, likeness.cosine);
	});
	const at = (values: Float64Array): number => conformalThreshold(values, alpha / 2, 'high').threshold;
	// Just above: a threshold is passed by what is at least as large.
	return { containment: Math.min(1, at(containment) + 1e-9), cosine: Math.min(1, at(cosine) + 1e-9) };
}

function isOfOneLine({ containment, cosine }: Likeness, thresholds: LikenessThresholds): boolean {
	return containment >= thresholds.containment || (cosine >= thresholds.cosine && containment >= thresholds.containment / 2);
}

function eachPair(entries: readonly LikenessEntry[], tell: (later: number, earlier: number, likeness: Likeness) => void): void {
	const words = entries.map(({ text }) => contentWords(text));
	const frequency = new Map<string, number>();
	for (const set of words) for (const word of set) frequency.set(word, (frequency.get(word) ?? 0) + 1);
	const weight = (word: string): number => Math.log((entries.length + 1) / frequency.get(word)!);
	const totals = words.map((set) => sumOf(set, weight));
	const max = Math.max(10, Math.ceil(entries.length * commonShare));
	/** By rare word: the entries so far that have it. */
	const having = new Map<string, number[]>();
	for (const [later, set] of words.entries()) {
		const candidates = new Set<number>();
		for (const word of set) {
			if (frequency.get(word)! > max) continue;
			const earlier = having.get(word);
			if (earlier === undefined) having.set(word, [later]);
			else {
				for (const one of earlier.slice(-maxCandidates)) candidates.add(one);
				earlier.push(later);
			}
		}
		for (const earlier of [...candidates].toSorted((a, b) => a - b)) {
			const shared = [...words[earlier]!].filter((word) => set.has(word));
			const min = Math.min(totals[earlier]!, totals[later]!);
			const containment = shared.length < minShared || min === 0 ? 0 : Math.min(1, sumOf(shared, weight) / min);
			tell(later, earlier, { containment, cosine: cosineOf(entries[later]!.embedding, entries[earlier]!.embedding) });
		}
	}
}

function sumOf(words: Iterable<string>, weight: (word: string) => number): number {
	let sum = 0;
	for (const word of words) sum += weight(word);
	return sum;
}

function cosineOf(a: Float32Array | null, b: Float32Array | null): number {
	if (a === null || b === null) return 0;
	let sum = 0;
	for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
	return sum;
}

/** Words that carry no content of their own; English. */
const empty = new Set(
	'a about after all also an and any are as at be been before but by can could did do does each every for from had has have he her his how i if in into is it its just me my no not now of off on one or our out over she should so some such than that the their them then there these they this those to too up us very was we were what when where which who why will with would you your user said says asked told wants prefers likes always never must please'.split(
		' ',
	),
);

/** Words without their endings: what a rewriting in another voice keeps ('forward', 'forwarded'; addresses whole). */
function contentWords(text: string): ReadonlySet<string> {
	const words =
		text
			.normalize('NFKC')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+(?:[.@_:/'’-]+[\p{L}\p{N}]+)*/gu) ?? [];
	return new Set(words.filter((word) => !empty.has(word)).map((word) => stem(word)));
}

function stem(word: string): string {
	if (/[\d@:/_.]/u.test(word) || word.length <= 4) return word;
	return word
		.replace(/['’]s$/u, '')
		.replace(/(?:ations?|ations|ments?|ings?|edly|ed|ers?|ies|es|s|ly|e|y)$/u, '')
		.slice(0, 8);
}
