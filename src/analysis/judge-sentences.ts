import type { AnalysisSentence, Finding } from '../formats/analysis-record.ts';
import { suspicionOf } from '../formats/profile.ts';
import type { MeanEntropyDetector, Profile } from '../formats/profile.ts';
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
	readonly profile: Profile | null;
	/** Name of the model that scored. */
	readonly reader: string;
	readonly sidecar: Sidecar;
}

/** Verdicts and findings by the profile's sentence detector; none without one. */
export function judgeSentences({ trace, map, measured, profile, reader, sidecar }: Case): { sentences: AnalysisSentence[]; findings: Finding[]; notes: string[] } {
	const detector = profile?.detectors.find((d) => d.method === 'mean-entropy');
	const hashes = measured.map(({ start, end }) => textSha256(trace.response.text.slice(start, end)));
	const judged = measured.map((m) => ({
		start: map.toDocument(m.start), end: map.toDocument(m.end), cgMean: m.cgMean, cgTop5: m.cgTop5, entropyMean: m.entropyMean,
		score: detector === undefined ? null : suspicionOf(detector.suspicion, m.entropyMean),
		verdict: detector === undefined ? null : m.entropyMean > detector.threshold ? 'ungrounded' as const : 'grounded' as const,
		spad: null,
	}));
	const by = isOthersAnswer(trace, reader) ? ` (read by ${reader})` : '';
	const findings = detector === undefined ? [] : judged.flatMap((sentence, i): Finding[] => sentence.verdict !== 'ungrounded' ? [] : [{
		code: ungroundedCode, severity: 'warning', method: detector.method, message: messageOf(sentence.entropyMean, detector, by),
		start: sentence.start, end: sentence.end, score: sentence.entropyMean, threshold: detector.threshold,
		ignored: isIgnored(sidecar, { trace: trace.id, code: ungroundedCode, textSha256: hashes[i]! }),
	}]);
	const stale = staleEntries(sidecar, trace.id, new Set(hashes));
	return { sentences: judged, findings, notes: [...staleNote(stale.ignored.length, 'ignored finding'), ...staleNote(stale.labels.length, 'label')] };
}

/** Short, so that an editor shows it in one line above its hover. */
function messageOf(entropy: number, { threshold }: MeanEntropyDetector, by: string): string {
	// As many decimals as it takes to tell the two apart.
	const digits = [2, 3, 4, 6, 9].find((n) => entropy.toFixed(n) !== threshold.toFixed(n)) ?? 12;
	return `Ungrounded: mean entropy ${entropy.toFixed(digits)} > ${threshold.toFixed(digits)} nats${by}`;
}

function staleNote(count: number, noun: string): string[] {
	if (count === 0) return [];
	return [count === 1 ? `1 ${noun} is stale: the text it was about has changed.` : `${count} ${noun}s are stale: the texts they were about have changed.`];
}
