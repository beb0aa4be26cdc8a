import {
	findingCodes,
	type AnalysisSentence,
	type Finding,
	type SentenceNotJudged,
	type SpadVerdict,
	type NothingJudged,
} from '../formats/analysis-record.ts';
import { classifierFormat } from '../formats/detectors/classifier.ts';
import { confidenceGapFormat } from '../formats/detectors/confidence-gap.ts';
import { suspicionOf } from '../formats/detectors/figures.ts';
import { meanEntropyFormat } from '../formats/detectors/mean-entropy.ts';
import { starterFormat, type StarterDetector } from '../formats/detectors/starter.ts';
import { flaggedInWords, type Suspects } from '../report/suspect-words.ts';
import { detectorOf, type Profile } from '../formats/profile.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { isIgnored, staleEntries, textSha256, type Sidecar } from '../formats/sidecar.ts';
import { traceSubject } from '../formats/subject.ts';
import type { AnswerSentencePart } from '../text/answer-parts.ts';
import type { TextRange } from '../text/tagged-text.ts';
import type { TextMap } from '../text/text-map.ts';
import type { MeasuredSentence } from './measure-sentences.ts';
import { isOthersAnswer } from './notes.ts';

interface Case {
	readonly trace: AnsweredTrace;
	readonly map: TextMap;
	readonly measured: readonly MeasuredSentence[];
	/** Sentences that claim nothing and that no model read, in order. */
	readonly unread: readonly AnswerSentencePart[];
	/** For each measured sentence the contexts that say what it says and were not read. */
	readonly unreadSupport: readonly (readonly string[])[];
	/** For each measured sentence the words that it would be flagged for. */
	readonly suspects: readonly Suspects[];
	/** What a classifier says, one a sentence; none without one. */
	readonly verdicts: readonly (SpadVerdict | null)[];
	/** What the starter profile says by the texts, for each sentence that it judges. */
	readonly starter: readonly StarterEvidence[];
	readonly profile: Profile | null;
	/** Name of the model that scored. */
	readonly reader: string;
	/** What the model had no room to read, a clause; `null` where it read everything. */
	readonly without: string | null;
	/** Why nothing is judged, if so. */
	readonly notJudged: NothingJudged | undefined;
	readonly sidecar: Sidecar;
	/** Hashes of texts that findings of other kinds are about. Remarks on these are not stale. */
	readonly otherTexts: readonly string[];
}

const unsupported = 'Not supported by the contexts';
const copied = 'Possibly copied from the contexts';

/** A model without contexts is shown as it reads. What nothing judges for other reasons has no color of suspicion. */
const hidesNoColor: ReadonlySet<SentenceNotJudged> = new Set(['no-contexts', 'contexts-not-read']);

/** What a detector says of one sentence. */
interface Judgment {
	readonly method: string;
	readonly score: number;
	readonly threshold: number;
	/** Whether the score lies on the flagged side of the threshold. */
	readonly suspected: boolean;
	/** What a finding says before the words that the sentence is flagged for. */
	readonly says: string;
	/** What it says after them, as sentences. */
	readonly why?: string;
}

/** What the starter profile says of a sentence; its range is in the response text. */
export interface StarterEvidence extends TextRange {
	/** `(0, 1)`; higher is more suspect. */
	readonly score: number;
	/** What speaks against the sentence, in words. */
	readonly evidence: string;
}

/** By whom a sentence is held to be ungrounded, or not; `suspicion`: 0 to 1, `null` where the detector has no scale. */
type Grounding = Judgment & { readonly suspicion: number | null };

/**
 * Verdicts and findings by the profile, at most one finding a sentence. Whether it is grounded is decided by the best detector there is: the
 * classifier of sentences where the response was attributed, otherwise the starter profile's score, otherwise mean entropy, and a low confidence gap
 * only where the profile has none of these: it misses most of what the others find, and refusals have a low gap without being errors (docs/methods/spad.md, docs/methods/confidence-gap.md). A grounded
 * sentence with high gaps repeats its contexts: that is another question, which no other detector answers. Where no context was read nothing is
 * judged: a sure model without contexts is not grounded in them, and an unsure one may be right.
 */
export function judgeSentences({
	trace,
	map,
	measured,
	unread,
	unreadSupport,
	suspects,
	verdicts,
	starter,
	profile,
	reader,
	without,
	notJudged: nothing,
	sidecar,
	otherTexts,
}: Case): {
	sentences: AnalysisSentence[];
	findings: Finding[];
	notes: string[];
} {
	const hashes = [...measured, ...unread].map(({ start, end }) => textSha256(trace.response.text.slice(start, end)));
	const subject = traceSubject(trace.id);
	const by = isOthersAnswer(trace, reader) ? ` Read by ${reader}.` : '';
	const withoutWords = without === null ? '' : ` ${without.charAt(0).toUpperCase()}${without.slice(1)}.`;
	const sentences: AnalysisSentence[] = [];
	const findings: Finding[] = [];
	for (const [i, m] of measured.entries()) {
		const spad = verdicts[i] ?? null;
		const unreadContexts = unreadSupport[i] ?? [];
		const reason: SentenceNotJudged | undefined = m.noClaim ?? nothing ?? (unreadContexts.length === 0 ? undefined : 'support-not-read');
		const texts = starter.find(({ start }) => start === m.start) ?? null;
		const grounding = profile === null ? null : groundingOf(m, { spad, texts }, profile);
		const copying = profile === null ? null : copyingOf(m, profile);
		const range = { start: map.toDocument(m.start), end: map.toDocument(m.end) };
		const [verdict, found] =
			reason !== undefined
				? ([null, null] as const)
				: grounding?.suspected === true
					? (['ungrounded', grounding] as const)
					: copying?.suspected === true
						? (['leak', copying] as const)
						: ([grounding === null ? null : 'grounded', null] as const);
		sentences.push({
			...range,
			cgMean: m.cgMean,
			cgTop5: m.cgTop5,
			entropyMean: m.entropyMean,
			score: reason === undefined || hidesNoColor.has(reason) ? (grounding?.suspicion ?? null) : null,
			verdict,
			...(reason === undefined || (grounding === null && m.noClaim === null) ? {} : { notJudged: reason }),
			...(reason === 'support-not-read' && grounding !== null && { unreadContexts: [...unreadContexts] }),
			spad,
		});
		if (found === null) continue;
		const { method, score, threshold } = found;
		const code = findingCodes[verdict];
		const sentence = trace.response.text.slice(m.start, m.end);
		findings.push({
			subject,
			// What repeats its contexts is right, as far as they are: a person decides whether it may be shown.
			code,
			severity: verdict === 'leak' ? 'info' : 'warning',
			method,
			message: `${messageOf(found, suspects[i]!, sentence)}${withoutWords}${by}`,
			...range,
			score,
			threshold,
			ignored: isIgnored(sidecar, { subject, code, textSha256: hashes[i]! }),
		});
	}
	sentences.push(...unread.map((part) => unreadSentence(part, map)));
	// A person may have looked at the response as a whole.
	const stale = staleEntries(sidecar, subject, new Set([...hashes, ...otherTexts, textSha256(trace.response.text)]));
	return {
		sentences: sentences.toSorted((a, b) => a.start - b.start),
		findings,
		notes: [...staleNote(stale.ignored.length, 'ignored finding'), ...staleNote(stale.labels.length, 'label')],
	};
}

/** Returns the record of a sentence that no model has read. `map`: from the response to its document. */
export function unreadSentence({ start, end, noClaim }: AnswerSentencePart, map: AnsweredTrace['response']['map']): AnalysisSentence {
	return {
		start: map.toDocument(start),
		end: map.toDocument(end),
		cgMean: null,
		cgTop5: null,
		entropyMean: null,
		score: null,
		verdict: null,
		...(noClaim !== null && { notJudged: noClaim }),
		spad: null,
	};
}

/**
 * Returns the verdict of the first detector of the profile that can judge: the classifier, the starter profile's score, mean entropy, or the confidence
 * gap. A classifier that is marked `after` comes behind the starter profile's score. `null`: none can.
 * The order is that of `sentenceJudges`, by which the calibration panel shows detectors. Change both together.
 */
function groundingOf(
	measured: MeasuredSentence,
	{ spad, texts }: { readonly spad: SpadVerdict | null; readonly texts: StarterEvidence | null },
	profile: Profile,
): Grounding | null {
	const starter = detectorOf(profile, starterFormat);
	const byTexts = starter === undefined || texts === null ? null : starterVerdict(texts, starter);
	const classifier =
		spad === null
			? undefined
			: profile.detectors.filter(classifierFormat.is).find(({ method, level }) => method === spad.classifier && level === 'sentence');
	if (spad !== null && classifier !== undefined && (classifier.after === undefined || byTexts === null)) {
		const { probability: score, threshold, classifier: method } = spad;
		return {
			method,
			score,
			threshold,
			suspected: score > threshold,
			suspicion: classifier.suspicion === null ? null : suspicionOf(classifier.suspicion, score),
			says: unsupported,
		};
	}
	if (byTexts !== null) return byTexts;
	const entropy = detectorOf(profile, meanEntropyFormat);
	if (entropy !== undefined) {
		const { method, threshold, suspicion } = entropy;
		const { entropyMean: score } = measured;
		return {
			method,
			score,
			threshold,
			suspected: score > threshold,
			suspicion: suspicion === null ? null : suspicionOf(suspicion, score),
			says: unsupported,
			why: 'Even with the contexts, the model was unsure of this sentence.',
		};
	}
	const gap = detectorOf(profile, confidenceGapFormat);
	if (gap === undefined) return null;
	const {
		method,
		low: { threshold },
	} = gap;
	const { cgMean: score } = measured;
	return {
		method,
		score,
		threshold,
		suspected: score < threshold,
		suspicion: null,
		says: 'Possibly not supported by the contexts',
		why: 'The contexts hardly made the model surer of this sentence.',
	};
}

function starterVerdict({ score, evidence }: StarterEvidence, { method, threshold, suspicion }: StarterDetector): Grounding {
	return {
		method,
		score,
		threshold,
		suspected: score > threshold,
		suspicion: suspicion === null ? null : suspicionOf(suspicion, score),
		says: unsupported,
		why: evidence,
	};
}

/** What a finding says of a sentence: the verdict and the words that it is for, then why. What repeats the contexts is quoted as a whole. */
function messageOf({ says, why }: Judgment, suspects: Suspects, sentence: string): string {
	const words = says === copied ? ({ by: 'none', words: [], instead: null } as const) : suspects;
	return `${flaggedInWords(says, words, sentence)}${why === undefined ? '' : ` ${why}`}`;
}

/** Whether the contexts dictated a sentence's words; `null` without a detector. */
function copyingOf({ cgTop5: score }: MeasuredSentence, profile: Profile): Judgment | null {
	const gap = detectorOf(profile, confidenceGapFormat);
	if (gap === undefined) return null;
	const {
		method,
		high: { threshold },
	} = gap;
	return {
		method,
		score,
		threshold,
		suspected: score > threshold,
		says: copied,
	};
}

/** Returns a note on remarks whose text has changed. */
export function staleNote(count: number, noun: string): string[] {
	if (count === 0) return [];
	return [
		count === 1
			? `1 ${noun} is stale: the text it was about has changed.`
			: `${count} ${noun}s are stale: the texts they were about have changed.`,
	];
}
