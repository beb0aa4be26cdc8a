import type { AnalysisSentence, Finding, SpadVerdict } from '../formats/analysis-record.ts';
import { detectorOf, suspicionOf } from '../formats/profile.ts';
import type { ClassifierDetector, Profile } from '../formats/profile.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { isIgnored, staleEntries, textSha256 } from '../formats/sidecar.ts';
import type { Sidecar } from '../formats/sidecar.ts';
import type { TextMap } from '../text/text-map.ts';
import type { MeasuredSentence } from './measure-sentences.ts';
import { isOthersAnswer } from './notes.ts';

/** Code of a sentence that the contexts do not seem to support. */
export const ungroundedCode = 'rag-assay/ungrounded';

interface Case {
	readonly trace: AnsweredTrace;
	readonly map: TextMap;
	readonly measured: readonly MeasuredSentence[];
	/** What a classifier says, one a sentence; none without one. */
	readonly verdicts: readonly (SpadVerdict | null)[];
	readonly profile: Profile | null;
	/** Name of the model that scored. */
	readonly reader: string;
	readonly sidecar: Sidecar;
}

/** What decides about one sentence. */
interface Judgement {
	readonly method: string;
	readonly score: number;
	readonly threshold: number;
	/** 0 to 1, by the detector's scale; `null` where it has none. */
	readonly suspicion: number | null;
	/** What a finding says. */
	readonly message: string;
}

/**
 * Verdicts and findings by the profile: by its classifier of sentences where the response was attributed, otherwise by mean entropy;
 * none without either.
 */
export function judgeSentences({ trace, map, measured, verdicts, profile, reader, sidecar }: Case): { sentences: AnalysisSentence[]; findings: Finding[]; notes: string[] } {
	const hashes = measured.map(({ start, end }) => textSha256(trace.response.text.slice(start, end)));
	const by = isOthersAnswer(trace, reader) ? ` (read by ${reader})` : '';
	const sentences: AnalysisSentence[] = [];
	const findings: Finding[] = [];
	for (const [i, m] of measured.entries()) {
		const spad = verdicts[i] ?? null;
		const judgement = profile === null ? null : judgementOf(m, spad, profile);
		const range = { start: map.toDocument(m.start), end: map.toDocument(m.end) };
		const suspected = judgement !== null && judgement.score > judgement.threshold;
		sentences.push({
			...range, cgMean: m.cgMean, cgTop5: m.cgTop5, entropyMean: m.entropyMean,
			score: judgement?.suspicion ?? null, verdict: judgement === null ? null : suspected ? 'ungrounded' : 'grounded', spad,
		});
		if (suspected) {
			const { method, score, threshold, message } = judgement;
			findings.push({
				code: ungroundedCode, severity: 'warning', method, message: message + by, ...range, score, threshold,
				ignored: isIgnored(sidecar, { trace: trace.id, code: ungroundedCode, textSha256: hashes[i]! }),
			});
		}
	}
	const stale = staleEntries(sidecar, trace.id, new Set(hashes));
	return { sentences, findings, notes: [...staleNote(stale.ignored.length, 'ignored finding'), ...staleNote(stale.labels.length, 'label')] };
}

function judgementOf(measured: MeasuredSentence, spad: SpadVerdict | null, { detectors }: Profile): Judgement | null {
	const classifier = spad === null ? undefined : detectors.find((detector): detector is ClassifierDetector => detector.method === spad.classifier && detector.level === 'sentence');
	if (spad !== null && classifier !== undefined) {
		const { probability: score, threshold, classifier: method, reasons } = spad;
		const [first] = reasons;
		return {
			method, score, threshold, suspicion: suspicionOf(classifier.suspicion, score),
			message: `Ungrounded, probability ${compared(score, threshold)} (${method.toUpperCase()})${first === undefined ? '' : `: ${first.text}`}`,
		};
	}
	const detector = detectorOf({ detectors }, 'mean-entropy');
	if (detector === undefined) return null;
	const { entropyMean: score } = measured;
	// Short, so that an editor shows it in one line above its hover.
	return { method: detector.method, score, threshold: detector.threshold, suspicion: detector.suspicion === null ? null : suspicionOf(detector.suspicion, score), message: `Ungrounded: mean entropy ${compared(score, detector.threshold)} nats` };
}

/** With as many decimals as it takes to tell the two apart. */
function compared(score: number, threshold: number): string {
	const digits = [2, 3, 4, 6, 9].find((n) => score.toFixed(n) !== threshold.toFixed(n)) ?? 12;
	return `${score.toFixed(digits)} > ${threshold.toFixed(digits)}`;
}

function staleNote(count: number, noun: string): string[] {
	if (count === 0) return [];
	return [count === 1 ? `1 ${noun} is stale: the text it was about has changed.` : `${count} ${noun}s are stale: the texts they were about have changed.`];
}
