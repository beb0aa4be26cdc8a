import type { settledLabels } from '../../formats/sidecar-labels.ts';
import { textSha256 } from '../../formats/sidecar.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import type { TraceItem } from './trace-item.ts';

export interface JudgedBy {
	/** Of the sidecar (`settledLabels`): sentence by sentence, these weigh more than the data set's spans. */
	readonly settled: ReturnType<typeof settledLabels>;
	/** Whether the data set leaves a sentence undecided, for reasons of its own. */
	readonly undecided: (sentence: TextRange) => boolean;
}

/**
 * The response and its sentences with what people say of them. A sentence is ungrounded if somebody has labeled it so, or if a span
 * of the data set overlaps it; grounded if labeled so, or if the data set judges the response and has no span there. A response's truth is
 * known where the data set judges it as a whole, or where people have labeled every sentence of it: ungrounded if one is. Of one that is
 * labeled in part nothing is known, whatever its labels say: were a single ungrounded sentence enough for one kind and every sentence
 * needed for the other, the longer responses would be the ungrounded ones. Of one whose only spans stand where nobody decides, nothing is
 * known. What people disagree about is decided by nobody: neither the sentence nor, unless spans decide it elsewhere, the response.
 */
export function withTruth(
	{ response, labels: spans }: AnsweredTrace,
	sentences: readonly TextRange[],
	{ settled, undecided }: JudgedBy,
): Pick<TraceItem, 'response' | 'sentences'> {
	const { text, map } = response;
	const disputed = new Set<string>(settled.disputed);
	const byText = new Map<string, boolean | null>([
		...settled.labels.map(({ textSha256: hash, label }) => [hash, label === 'ungrounded'] as const),
		...settled.disputed.map((hash) => [hash, null] as const),
	]);
	const hashes = sentences.map(({ start, end }) => textSha256(text.slice(start, end)));
	const truths = sentences.map((sentence, i) => {
		const said = byText.get(hashes[i]!);
		if (said !== undefined) return said;
		return spans === undefined || undecided(sentence) ? null : spans.some(({ start, end }) => start < sentence.end && sentence.start < end);
	});
	const placed = ({ start, end }: TextRange, truth: boolean | null) => ({
		start: map.toDocument(start),
		end: map.toDocument(end),
		text: text.slice(start, end),
		truth,
	});
	return {
		sentences: sentences.map((sentence, i) => placed(sentence, onceOf(hashes, truths, i))),
		response: placed(
			{ start: 0, end: text.length },
			responseTruth(truths, {
				judged: spans !== undefined,
				hasSpans: (spans?.length ?? 0) > 0,
				isDisputed: hashes.some((hash) => disputed.has(hash)),
			}),
		),
	};
}

/** Of equal sentences the first has the truth, ungrounded if one of them is, and its copies have none: a label of a text is one label. */
function onceOf(hashes: readonly string[], truths: readonly (boolean | null)[], i: number): boolean | null {
	if (hashes.indexOf(hashes[i]!) < i) return null;
	const own = truths.filter((_, j) => hashes[j] === hashes[i]);
	return own.includes(true) ? true : truths[i]!;
}

function responseTruth(
	truths: readonly (boolean | null)[],
	{ judged, hasSpans, isDisputed }: { judged: boolean; hasSpans: boolean; isDisputed: boolean },
): boolean | null {
	if (!judged) return truths.length === 0 || truths.includes(null) ? null : truths.includes(true);
	if (truths.includes(true)) return true;
	return isDisputed || (hasSpans && truths.includes(null)) ? null : false;
}
