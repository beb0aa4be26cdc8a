import { promptParts } from '../../analysis/analyze-trace.ts';
import { traceReading } from '../../analysis/trace-reading.ts';
import { layerSteps } from '../../analysis/spad/layer-steps.ts';
import type { AnalysisRecord, AnalysisSentence, AnalysisToken } from '../../formats/analysis-record.ts';
import { sentenceVerdicts } from '../../formats/sentence-verdict.ts';
import { originInWords } from '../../report/word-origin-words.ts';
import { readWithoutSentence } from '../../report/truncation-words.ts';
import { tokenSources } from '../../formats/token-sources.ts';
import { sourceCount } from '../../model-io/attribution.ts';
import type { Result } from '../../protocol/rpc.ts';
import type { SecondReading, TokenDetail } from '../../protocol/requests.ts';
import { quadOf } from '../lsp/positions.ts';
import { blocksOf, rowsOfBlock } from '../models/origin-blocks.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { wordOf } from './hover-verdict.ts';
import { documentOf } from './trace-file.ts';
import { contextsOfWord, openSame, tokensIn, type OriginsOptions } from './origins.ts';

type Answer = NonNullable<Result<typeof TokenDetail>>;

/** Everything about the response token at a position. */
export async function tokenDetailOf(
	analyzed: AnalyzedFile,
	version: number,
	{ line, character }: { line: number; character: number },
	options: OriginsOptions,
): Promise<Answer | null> {
	const asked = tokensIn(analyzed, [line, character, line, character]);
	const index = asked?.rows[0];
	if (asked === undefined || index === undefined) return null;
	const { trace, record } = asked;
	const token = record.tokens[index]!;
	if (token.sources === null || record.attribution === null) return null;
	const model = await openSame(record, options);
	if (model === null) return null;
	const origins = await model.origins(traceReading(promptParts(trace)).parts, [index], {
		signal: options.signal,
		screen: options.screen,
		onProgress: () => undefined,
	});
	const document = documentOf(analyzed, analyzed.key)!;
	const sentence = sentenceOf(token, record);
	const word = wordOf(token, record);
	return {
		uri: analyzed.key,
		version,
		range: quadOf(document, token),
		index,
		count: record.tokens.length,
		model: model.identity.name,
		token,
		sources: token.sources,
		word:
			word === undefined
				? null
				: { text: word.text, origin: originInWords(word), probability: Math.exp(word.logprob), none: Math.exp(word.none) },
		contexts: word === undefined ? [] : contextsOfWord(analyzed, trace, word, record.wordOrigins!),
		layers: layerSteps(token.sources[tokenSources.indexOf('initial')]!, origins.layers, 0),
		sentence:
			sentence === undefined
				? null
				: {
						range: quadOf(document, sentence),
						text: document.getText().slice(sentence.start, sentence.end),
						verdict: sentenceVerdicts(record)[record.sentences.indexOf(sentence)]!,
						spad: sentence.spad,
					},
		response: record.response?.spad ?? null,
		readWithout: readWithoutSentence(record.truncation),
		// Layers were attributed apart from the sources.
		attribution: { ...record.attribution, errorBound: Math.max(record.attribution.errorBound, origins.errorBound) },
	};
}

type Reading = NonNullable<Result<typeof SecondReading>>;

/** The second reading of the response token at a position. */
export async function secondReadingOf(
	analyzed: AnalyzedFile,
	{ line, character }: { line: number; character: number },
	options: OriginsOptions,
): Promise<Reading | null> {
	const asked = tokensIn(analyzed, [line, character, line, character]);
	const index = asked?.rows[0];
	if (asked === undefined || index === undefined) return null;
	const { trace, record } = asked;
	if (record.attribution === null) return null;
	const model = await openSame(record, options);
	if (model === null) return null;
	const [first = index] = blocksOf([index]);
	// Neighbors are asked for next, and cost little beside the prompt.
	const rows = rowsOfBlock(first, record.tokens.length);
	const { sources, contextIds, contextShares, notByValues } = await model.lens(traceReading(promptParts(trace)).parts, rows, {
		signal: options.signal,
		onProgress: () => undefined,
	});
	const at = rows.indexOf(index);
	return {
		index,
		sources: [...sources.subarray(at * sourceCount, (at + 1) * sourceCount)],
		contexts: contextIds.map((id, k) => ({
			id,
			index: trace.contexts.findIndex((context) => context.id === id),
			part: contextShares[at * contextIds.length + k]!,
		})),
		notByValues,
	};
}

/** The sentence that holds most of a token. */
function sentenceOf(token: AnalysisToken, { sentences }: AnalysisRecord): AnalysisSentence | undefined {
	const overlap = ({ start, end }: AnalysisSentence): number => Math.min(end, token.end) - Math.max(start, token.start);
	return sentences.filter((sentence) => overlap(sentence) > 0).toSorted((a, b) => overlap(b) - overlap(a))[0];
}
