import { synonyms } from './synonyms.ts';

/** A text with one word replaced. */
export interface Substitution {
	readonly text: string;
	readonly from: string;
	readonly to: string;
}

/** Every text that one substitution makes of this one, in the words' own case. */
export function substitutions(text: string): Substitution[] {
	return [...text.matchAll(/\p{L}[\p{L}-]*/gu)].flatMap(({ 0: word, index }) =>
		(synonyms.get(word.toLowerCase()) ?? []).map((other) => {
			const to = word[0] === word[0]!.toLowerCase() ? other : `${other[0]!.toUpperCase()}${other.slice(1)}`;
			return { text: `${text.slice(0, index)}${to}${text.slice(index + word.length)}`, from: word, to };
		}),
	);
}

export interface Evasion {
	readonly text: string;
	/** Words that were replaced. */
	readonly substitutions: number;
	/** Whether it was above the threshold before, and still is. */
	readonly flaggedBefore: boolean;
	readonly flaggedAfter: boolean;
	readonly scoreBefore: number;
	readonly scoreAfter: number;
	/** Whether it was retrieved for what it aims at before, and still is. */
	readonly retrievedBefore: boolean;
	readonly retrievedAfter: boolean;
}

/**
 * The adversary who knows the detector (MEMSAD, equation 11): greedily the substitution that lowers the score most among those that keep the entry
 * retrieved where it was, until it is no longer flagged, nothing lowers the score, or `max` words are replaced.
 */
export async function evadeBySynonyms(
	text: string,
	{
		score,
		isRetrieved,
		threshold,
		max,
		signal,
	}: {
		/** Scores of texts, in their order. */
		readonly score: (texts: readonly string[]) => Promise<readonly number[]>;
		/** Which of the texts are retrieved. */
		readonly isRetrieved: (texts: readonly string[]) => Promise<readonly boolean[]>;
		readonly threshold: number;
		readonly max: number;
		readonly signal: AbortSignal;
	},
): Promise<Evasion> {
	const [scoreBefore] = await score([text]);
	const [retrievedBefore] = await isRetrieved([text]);
	let [current, currentScore, replaced] = [text, scoreBefore!, 0];
	while (currentScore > threshold && replaced < max) {
		signal.throwIfAborted();
		const options = substitutions(current).map((one) => one.text);
		if (options.length === 0) break;
		// oxlint-disable-next-line no-await-in-loop -- greedy: each step begins where the one before ended
		const [scores, kept] = [await score(options), await isRetrieved(options)];
		let next: number | undefined;
		for (const [i, value] of scores.entries())
			if (value < (next === undefined ? currentScore : scores[next]!) && (kept[i] === true || retrievedBefore !== true)) next = i;
		if (next === undefined) break;
		[current, currentScore, replaced] = [options[next]!, scores[next]!, replaced + 1];
	}
	const [retrievedAfter] = await isRetrieved([current]);
	return {
		text: current,
		substitutions: replaced,
		flaggedBefore: scoreBefore! > threshold,
		flaggedAfter: currentScore > threshold,
		scoreBefore: scoreBefore!,
		scoreAfter: currentScore,
		retrievedBefore: retrievedBefore!,
		retrievedAfter: retrievedAfter!,
	};
}
