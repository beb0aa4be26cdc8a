import { conformalThreshold } from '../../statistics/conformal-threshold.ts';

/** An entry that may have been made from others, or others from it. */
export interface LikenessEntry {
	readonly id: string;
	readonly text: string;
	/** Unit embedding; `null`: likeness goes by words alone. */
	readonly embedding: Float32Array | null;
	/** Which of its content words later entries are led back to: those of an order, without the template around it. Absent: all of them; empty: it is nobody's source. */
	readonly carried?: ReadonlySet<string>;
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

/** Words that stand in more entries of the store than this share do not count. */
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

/** A text has this share of an honest entry's words: it quotes it. */
const quotedShare = 0.8;

/** An entry, and what is known of it when its own words are looked for. */
export interface QuotingEntry {
	readonly text: string;
	readonly role: 'honest' | 'original' | 'other';
}

/**
 * The content words of originals without those of honest entries that they quote: of earlier ones most words, of later ones the whole text word by word. A poison may
 * say a true thing as well, and whoever says that is no suspect.
 * @param entries in the order in which they were written
 * @returns by place of each original
 */
export function unquotedWords(entries: readonly QuotingEntry[]): Map<number, ReadonlySet<string>> {
	const words = entries.map(({ text, role }) => (role === 'other' ? new Set<string>() : contentWords(text)));
	const found = new Map<number, ReadonlySet<string>>();
	for (const [at, { text, role }] of entries.entries()) {
		if (role !== 'original') continue;
		const own = words[at]!;
		const left = new Set(own);
		for (const [place, other] of entries.entries()) {
			const said = words[place]!;
			if (other.role !== 'honest' || said.size < minShared) continue;
			if (place < at ? isMostlyIn(said, own) : text.includes(other.text)) for (const word of said) left.delete(word);
		}
		found.set(at, left);
	}
	return found;
}

function isMostlyIn(words: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
	let missing = 0;
	const allowed = Math.floor(words.size * (1 - quotedShare));
	for (const word of words) if (!whole.has(word) && ++missing > allowed) return false;
	return true;
}

function isOfOneLine({ containment, cosine }: Likeness, thresholds: LikenessThresholds): boolean {
	return containment >= thresholds.containment || (cosine >= thresholds.cosine && containment >= thresholds.containment / 2);
}

function eachPair(entries: readonly LikenessEntry[], tell: (later: number, earlier: number, likeness: Likeness) => void): void {
	const all = entries.map(({ text }) => contentWords(text));
	const frequency = new Map<string, number>();
	for (const set of all) for (const word of set) frequency.set(word, (frequency.get(word) ?? 0) + 1);
	// A word that only a hidden text has is in no entry's own.
	const frequencyOf = (word: string): number => frequency.get(word) ?? 1;
	const weight = (word: string): number => Math.log((entries.length + 1) / frequencyOf(word));
	const max = Math.max(10, Math.ceil(entries.length * commonShare));
	// Words that many entries have are a template, and lead nowhere.
	const rare = (set: ReadonlySet<string>): ReadonlySet<string> => new Set([...set].filter((word) => frequencyOf(word) <= max));
	const words = all.map(rare);
	const carried = entries.map(({ carried: part }, at) => (part === undefined ? words[at]! : rare(part)));
	const totals = words.map((set) => sumOf(set, weight));
	const carriedTotals = carried.map((set) => sumOf(set, weight));
	/** By rare word: the entries so far that have it. */
	const having = new Map<string, number[]>();
	for (const [later, set] of words.entries()) {
		const candidates = new Set<number>();
		for (const word of set) for (const one of having.get(word)?.slice(-maxCandidates) ?? []) candidates.add(one);
		for (const word of carried[later]!) {
			const earlier = having.get(word);
			if (earlier === undefined) having.set(word, [later]);
			else earlier.push(later);
		}
		for (const earlier of [...candidates].toSorted((a, b) => a - b)) {
			const shared = [...carried[earlier]!].filter((word) => set.has(word));
			const min = Math.min(carriedTotals[earlier]!, totals[later]!);
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
export function contentWords(text: string): ReadonlySet<string> {
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
