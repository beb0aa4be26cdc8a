import { sentenceList } from '../../analysis/sentence-list.ts';
import type { AnsweredTrace } from '../../formats/read-traces.ts';
import { traceSubject } from '../../formats/subject.ts';
import type { Result } from '../../protocol/rpc.ts';
import type { Sentences } from '../../protocol/requests.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import { quadOf } from '../lsp/positions.ts';
import type { AnalyzedFile } from './trace-analyses.ts';
import { documentOf } from './trace-file.ts';

/** The response's sentences, the most suspicious first, with positions in the editor's document. */
export function sentencesOf(analyzed: AnalyzedFile): Result<typeof Sentences> {
	const document = documentOf(analyzed, analyzed.key)!;
	return analyzed.analyses
		.flatMap(({ trace, record }) =>
			sentenceList(record, document.getText()).map((sentence) => ({
				subject: traceSubject(trace.id),
				...sentence,
				text: analyzed.isForeign === true ? textAt(trace, sentence) : sentence.text,
			})),
		)
		.map(({ worst, ...sentence }) => ({
			subject: sentence.subject,
			range: quadOf(document, sentence),
			text: sentence.text,
			score: sentence.score,
			verdict: sentence.verdict,
			entropyMean: sentence.entropyMean,
			cgMean: sentence.cgMean,
			cgTop5: sentence.cgTop5,
			spad: sentence.spad,
			worst: worst.map((token) => ({
				text: token.text,
				range: quadOf(document, token),
				probability: token.probability,
				entropy: token.entropy,
				cg: token.cg,
			})),
		}));
}

/** A part of a response that stands in its document with escapes, without them. */
function textAt({ response: { text, map } }: AnsweredTrace, { start, end }: TextRange): string {
	return text.slice(map.toText(start), map.toText(end));
}
