import type { Guarantee, Release } from '../formats/release.ts';
import type { LedgerCheck, Review, ReviewItem } from '../formats/review.ts';
import { noGuarantee, unverifiedGuarantee, type Promised } from '../formats/reviewed-answer.ts';
import { epsilonAndDelta } from '../wording/numbers.ts';
import { plural } from '../wording/phrases.ts';
import { redacted } from './values.ts';

type ReleasedText = Pick<Release, 'text' | 'sentences'>;

/** A release's sentences as they stand in its text: of neighbors that were cut, only the first is there, and the others are empty. */
export function sentencesInText({ sentences }: Pick<ReleasedText, 'sentences'>): string[] {
	return sentences.map(({ text }, i) => (text === redacted && sentences[i - 1]?.text === redacted ? '' : text));
}

/** Whether a release's text consists of its sentences, spaces aside: the ledger records the text alone. */
function isOfItsSentences(release: ReleasedText): boolean {
	return spaced(sentencesInText(release).join(' ')) === spaced(release.text);
}

function spaced(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}

/** What a text promises about the documents behind it, as it stands now. */
export type GuaranteeStatus =
	/** None from the start: an ordinary answer, or a release without one. `why` in sentences. */
	| { readonly kind: 'none'; readonly why: readonly string[] }
	| { readonly kind: 'holds'; readonly guarantee: Guarantee; readonly why: readonly string[] }
	/** The release's file says so, and no ledger that was looked at agrees: it is worth the word of whoever has written the file. */
	| { readonly kind: 'claimed'; readonly guarantee: Guarantee; readonly why: readonly string[] }
	/** There was one, and what was done to these items (counted from 1) has ended it. */
	| { readonly kind: 'void'; readonly why: readonly string[]; readonly sentences: readonly number[] };

/**
 * Whether a release's guarantee still holds.
 *
 * Whatever is done to a release by somebody who knows nothing of the documents but the release itself is post-processing, and costs nothing
 * (Dwork and Roth 2014, Proposition 2.1). As long as no private original was on screen, all that people do in a review counts as that: accepting,
 * taking out, other words. Once one was, any choice of theirs may tell something of it, also *which* words they take out. Then an item is covered
 * only while it reads as rules have proposed it, and these see the release alone; an edit, a restored original, and a redaction by hand end the
 * guarantee of the whole text. So does knowing another release of this name, or an answer: each has a price of its own. Undone, they end nothing: the text that goes out is what counts.
 */
export function guaranteeOf(review: Pick<Review, 'source' | 'items'>): GuaranteeStatus {
	const { source, items } = review;
	if (source.kind === 'trace')
		return {
			kind: 'none',
			why: [
				'This answer was not made under a privacy budget. A review is careful reading by people. It cannot guarantee that nothing private is left.',
			],
		};
	const { guarantee, notes } = source.release;
	if (guarantee === null) return { kind: 'none', why: notes.length === 0 ? ['The release was made without a guarantee.'] : notes };
	const distrust = whyNotBelieved(source);
	if (distrust !== null) return { kind: 'none', why: [distrust] };
	const status = (why: readonly string[]): GuaranteeStatus =>
		source.checked.kind === 'matches'
			? { kind: 'holds', guarantee, why }
			: { kind: 'claimed', guarantee, why: [...claimedInWords(guarantee, source.checked), ...why] };
	if (!source.privateShown && !source.otherShown)
		return status([
			'It covers what people make of the release, as long as they know nothing about the documents except the release.',
			notCoveredByAny,
		]);
	const touched = items.flatMap((item, i) => (endsGuarantee(item) ? [{ item, number: i + 1 }] : []));
	if (touched.length === 0)
		return status([
			`The release was opened ${circumstance(source)}, and every sentence reads as it was proposed without it.`,
			notCoveredByAny,
		]);
	return {
		kind: 'void',
		sentences: touched.map(({ number }) => number),
		why: touched.map(({ item, number }) => `Sentence ${number}: ${whyItEnds(item, source)}`),
	};
}

type ReleaseSource = Extract<Review['source'], { kind: 'release' }>;

/** Why a release is not what it says that it is; `null`: nothing speaks against it. What a file says of its guarantee is worth what its ledger says of it. */
function whyNotBelieved({ release, checked }: ReleaseSource): string | null {
	if (release.ledger === null) return "No ledger's entry paid for this release.";
	if (!isOfItsSentences(release)) return 'The release was changed: its text does not consist of its sentences.';
	return checked.kind === 'differs' ? `The release does not match its ledger: ${checked.why}` : null;
}

/** What else people had on screen. */
function circumstance({ privateShown }: ReleaseSource): string {
	return privateShown ? 'beside the private original' : 'after another text of this name';
}

const notCoveredByAny = 'People decide whether the text goes out at all. No guarantee covers this decision.';

/** What a file says of its guarantee, and why that is all there is. */
function claimedInWords(guarantee: Guarantee, checked: Extract<LedgerCheck, { why: string }>): string[] {
	return [
		`Its file claims ${promiseInWords(guarantee)}. Anybody can write such a file.`,
		`Not checked against its ledger: ${checked.why} To compare it, name the ledger that paid for it.`,
	];
}

/** Whether an item, where people know more than the release, is no longer what rules alone made of the release. */
function endsGuarantee({ text, proposed }: ReviewItem): boolean {
	return text !== proposed;
}

function whyItEnds(item: ReviewItem, source: ReleaseSource): string {
	const when = source.privateShown ? 'while the private original was on screen' : 'after another text of this name was on screen';
	if (item.private && item.text === item.original) return 'private text was restored.';
	return item.decisions.findLast(({ text }) => text === item.text)?.kind === 'redact' ||
		item.decisions.every(({ text }) => text !== item.text)
		? `words were removed by hand ${when}. The choice of words may reveal something about it.`
		: `it was edited ${when}.`;
}

/** ε, δ and what they are about. */
export function promiseInWords({ epsilon, delta, adjacency, group }: Guarantee): string {
	const others = group
		.filter(({ documents }) => documents > 1)
		.map((one) => `${plural(one.documents, 'document')}: ${epsilonAndDelta(one.epsilon, one.delta)}`);
	return `${epsilonAndDelta(epsilon, delta)} (${adjacency})${others.length === 0 ? '' : `; for a person with ${others.join('; with ')}`}`;
}

/** The verdict in a line, such as `No privacy guarantee`. */
export function guaranteeTitle(status: GuaranteeStatus): string {
	switch (status.kind) {
		case 'none':
			return 'No privacy guarantee';
		case 'holds':
			return `Privacy guarantee: ${promiseInWords(status.guarantee)}`;
		case 'claimed':
			return 'Guarantee claimed, not verified';
		case 'void':
			return 'The privacy guarantee has ended';
	}
}

/** What a program is told: nothing that it could take for a guarantee where there is none. */
export function promisedBy(status: GuaranteeStatus): Promised {
	switch (status.kind) {
		case 'holds':
			return status.guarantee;
		case 'claimed':
			return unverifiedGuarantee;
		case 'none':
		case 'void':
			return noGuarantee;
	}
}
