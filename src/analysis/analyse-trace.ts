import type { AnalysisRecord } from '../formats/analysis-record.ts';
import { requireFittingProfile } from '../formats/profile.ts';
import type { Profile } from '../formats/profile.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { emptySidecar } from '../formats/sidecar.ts';
import type { Sidecar } from '../formats/sidecar.ts';
import type { Trace } from '../formats/trace.ts';
import { confidenceGap } from '../methods/confidence-gap/confidence-gap.ts';
import { repcs } from '../methods/repcs/repcs.ts';
import { languageOf } from '../text/language.ts';
import type { Language } from '../text/language.ts';
import { partOfSpeechOfTokens, tagText } from '../text/sentences.ts';
import type { PartOfSpeech } from '../text/tagged-text.ts';
import type { TextMap } from '../text/text-map.ts';
import { judgeSentences } from './judge-sentences.ts';
import type { LanguageModel, PromptParts, ScoreOptions, ScoreResult } from './language-model.ts';
import { notesOn } from './notes.ts';
import { measureSentences } from './measure-sentences.ts';

export interface AnalysisOptions extends Pick<ScoreOptions, 'signal' | 'onProgress'> {
	/** What the record calls the file that holds the response. */
	readonly file: string;
	/** Alternatives kept for each token and path. */
	readonly topK?: number;
	/** What people have said about this file's findings. */
	readonly sidecar?: Sidecar;
	/** Where the profile was read from, for messages. */
	readonly profileFile?: string;
}

/**
 * A trace's response, scored with and without its contexts and judged by the profile (if any): one `rag-assay/analysis@1` record.
 * The same trace, scores, profile and sidecar give the same record. Without a profile there are scores and no findings.
 * Rejects as `model.score` does, and with RA602 or RA603 when the profile is not the model's.
 */
export async function analyseTrace(trace: AnsweredTrace, model: LanguageModel, profile: Profile | null, options: AnalysisOptions): Promise<AnalysisRecord> {
	if (profile !== null) requireFittingProfile(profile, model.identity, options.profileFile);
	const { signal, onProgress, topK = 5 } = options;
	const result = await model.score(promptParts(trace), { topK, signal, onProgress });
	const language = responseLanguage(trace);
	const { text, map } = trace.response;
	const tagged = await tagText(text, language);
	const { scored } = result;
	const cg = confidenceGap(scored.withoutContext.entropy, scored.withContext.entropy);
	const measured = measureSentences(tagged.sentences, scored, cg);
	const judged = judgeSentences({ trace, map, measured, profile, reader: model.identity.name, sidecar: options.sidecar ?? emptySidecar });
	const contamination = repcs(scored.kl, scored.withContext.logProbability, scored.withoutContext.logProbability);
	return {
		schema: 'rag-assay/analysis@1',
		file: options.file,
		trace: { id: trace.id },
		model: { name: model.identity.name, sha256: model.identity.sha256, device: model.identity.device },
		profile: profile === null ? null : { name: profile.name },
		language,
		tokens: tokensOf(result, text, map, cg, partOfSpeechOfTokens(tagged.words, scored.start, scored.end)),
		sentences: judged.sentences,
		repcs: contamination === null ? null : { ...contamination, literal: finite(contamination.literal), threshold: null, memorised: null },
		response: null,
		attribution: null,
		findings: judged.findings,
		notes: [...notesOn({ trace, result, profile, language, reader: model.identity.name }), ...judged.notes],
	};
}

/** The texts of a trace that a model reads; what generating needs, too. */
export function promptParts(trace: Trace): PromptParts {
	return {
		...(trace.system === undefined ? {} : { system: trace.system.text }),
		query: trace.query.text,
		contexts: trace.contexts.map(({ id, text }) => ({ id, text: text.text })),
		...(trace.response === undefined ? {} : { response: trace.response.text }),
	};
}

/** A response of a few words shows no language: its question then speaks for it. */
function responseLanguage(trace: AnsweredTrace): Language {
	const { text } = trace.response;
	return languageOf((text.match(/\p{L}+/gu)?.length ?? 0) < 12 ? `${trace.query.text}\n${text}` : text);
}

function tokensOf({ scored }: ScoreResult, text: string, map: TextMap, cg: Float64Array, pos: readonly PartOfSpeech[]): AnalysisRecord['tokens'] {
	const alternatives = (list: readonly { text: string; logProbability: number }[]) => list.map((a) => ({ text: a.text, logprob: finite(a.logProbability) }));
	return Array.from(scored.tokenIds, (_, t) => {
		const [start, end] = [scored.start[t]!, scored.end[t]!];
		return {
			text: text.slice(start, end), start: map.toDocument(start), end: map.toDocument(end),
			logprob: finite(scored.withContext.logProbability[t]!), entropy: scored.withContext.entropy[t]!,
			entropyWithoutContext: scored.withoutContext.entropy[t]!, cg: cg[t]!, kl: scored.kl[t]!,
			logprobWithoutContext: finite(scored.withoutContext.logProbability[t]!),
			rank: scored.withContext.rank[t]!, rankWithoutContext: scored.withoutContext.rank[t]!,
			pos: pos[t]!,
			alternatives: alternatives(scored.withContext.alternatives[t] ?? []),
			alternativesWithoutContext: alternatives(scored.withoutContext.alternatives[t] ?? []),
			sources: null, contexts: null, suspicion: null,
		};
	});
}

/** JSON has neither infinity nor a negative zero: what a model holds impossible stands as the largest finite number. */
function finite(value: number): number {
	return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE) + 0;
}
