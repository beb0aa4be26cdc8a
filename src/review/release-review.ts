import type { Release, ReleasedSentence } from '../formats/release.ts';
import type { ItemKind, LedgerCheck, MarkReason, Review } from '../formats/review.ts';
import type { Recognize } from '../text/pii/pii-types.ts';
import { listInWords } from '../wording/phrases.ts';
import { recognized, surpriseRanks, surprising, wordsOf, type SentenceReading } from './marks.ts';
import { newReview, type Draft } from './new-review.ts';
import { byRules, personalValues, placeholdersFor } from './personal-values.ts';
import { sentencesInText } from './guarantee.ts';
import { between } from './trace-review.ts';

export interface ReleaseToReview {
	readonly file: string;
	readonly release: Release;
	/** Sentences of the private original, where it is on screen; `null`: it is not. */
	readonly original: readonly string[] | null;
	readonly checked: LedgerCheck;
	/** One a sentence of the release; none where no model has read it. */
	readonly readings: readonly SentenceReading[];
	readonly reviewers: number;
	readonly notes: readonly string[];
	readonly random: () => number;
	/** Who finds personal values, in the release's sentences and in those of the original; absent: the rules. */
	readonly recognize?: Recognize | undefined;
}

/** Share of words that two sentences have in common, of which one is taken for the original of the other. */
const alike = 0.5;

/**
 * A review of a release. What is proposed is the release as it is, made without a look at the private original; of that, sentences that the release
 * does not have are items that are left out.
 */
export function releaseReview({
	file,
	release,
	original,
	checked,
	readings,
	notes,
	reviewers,
	random,
	recognize = byRules,
}: ReleaseToReview): Review {
	const ranks = surpriseRanks(readings);
	const pairs = original === null ? new Map<number, number>() : pairsOf(release.sentences, original);
	const inText = sentencesInText(release);
	const own = release.sentences.map((sentence, i): Draft => {
		const partner = pairs.get(i);
		const shown = partner === undefined ? sentence.text : original![partner]!;
		return {
			kind: kindOf(sentence),
			original: shown,
			private: shown !== sentence.text,
			proposed: inText[i]!,
			reasons: [...conflicts(sentence), ...recognized(personalValues(sentence.text, [], recognize)), ...surprising(readings, i)],
			pii: personalValues(shown, [], recognize),
			surprise: readings[i]?.surprise ?? null,
			surpriseRank: ranks[i] ?? 0,
		};
	});
	const spaces = between(release.text, placesOf(release.text, inText));
	const entries = own.map((draft, i) => ({ draft, before: spaces[i]! }));
	const paired = new Set(pairs.values());
	for (const [p, text] of (original ?? []).entries()) {
		if (paired.has(p)) continue;
		// Behind the sentence that stands before it in the original, where that was released.
		const previous = [...pairs].filter(([, partner]) => partner < p).map(([i]) => own[i]!);
		const after = entries.findLastIndex(({ draft }) => previous.includes(draft) || draft.reasons.some(({ kind }) => kind === 'unreleased'));
		// What stands before the first sentence does so whichever is the first: the text that goes out must not tell what was left out.
		const [displaced] = after === -1 ? entries : [];
		entries.splice(after + 1, 0, { draft: unreleased(text, recognize), before: displaced?.before ?? ' ' });
		if (displaced !== undefined) entries[1] = { ...displaced, before: ' ' };
	}
	return newReview({
		source: { kind: 'release', file, release, privateShown: original !== null, otherShown: false, checked },
		query: release.query,
		between: [...entries.map(({ before }) => before), spaces.at(-1)!],
		placeholders: placeholdersFor(entries.map(({ draft }) => ({ text: draft.original, pii: draft.pii }))),
		drafts: entries.map(({ draft }) => draft),
		reviewers,
		notes: [...notes],
		random,
	});
}

function kindOf({ kind, conflictsWith }: ReleasedSentence): ItemKind {
	if (conflictsWith.length > 0) return 'conflict';
	switch (kind) {
		case 'released':
			return 'kept';
		case 'redacted':
			return 'redaction';
		case 'refilled':
		case 'fallback':
			return 'refill';
	}
}

function conflicts({ conflictsWith }: ReleasedSentence): MarkReason[] {
	if (conflictsWith.length === 0) return [];
	const others = listInWords(conflictsWith.map((index) => String(index + 1)));
	return [
		{
			kind: 'conflict',
			text: `Contradicts released ${conflictsWith.length === 1 ? 'sentence' : 'sentences'} ${others}: they give different values for the same thing. At most one can be right, and the release cannot say which.`,
		},
	];
}

function unreleased(text: string, recognize: Recognize): Draft {
	const pii = personalValues(text, [], recognize);
	return {
		kind: 'redaction',
		original: text,
		private: true,
		proposed: '',
		reasons: [
			{ kind: 'unreleased', text: 'Private text that is not in the release. It stays out. If you restore it, the guarantee ends.' },
			...recognized(pii),
		],
		pii,
		surprise: null,
		surpriseRank: 0,
	};
}

/** Released sentences with the private ones that they come from, by index: the most alike first, each once. */
function pairsOf(released: readonly ReleasedSentence[], original: readonly string[]): Map<number, number> {
	const words = { released: released.map(({ text }) => wordsOf(text)), original: original.map(wordsOf) };
	const candidates = words.released.flatMap((mine, i) => words.original.map((theirs, p) => ({ i, p, share: shared(mine, theirs) })));
	const pairs = new Map<number, number>();
	const taken = new Set<number>();
	for (const { i, p, share } of candidates.toSorted((a, b) => b.share - a.share)) {
		if (share < alike || pairs.has(i) || taken.has(p)) continue;
		pairs.set(i, p);
		taken.add(p);
	}
	return pairs;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
	const common = [...a].filter((word) => b.has(word)).length;
	return common === 0 ? 0 : common / (a.size + b.size - common);
}

/** Where the sentences stand in the release's text; one that is not found there stands behind the one before it. */
function placesOf(text: string, sentences: readonly string[]): { start: number; end: number }[] {
	let end = 0;
	return sentences.map((sentence) => {
		const start = text.indexOf(sentence, end);
		if (start === -1) return { start: end, end };
		end = start + sentence.length;
		return { start, end };
	});
}
