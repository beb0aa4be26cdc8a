import type { MeasuredTrace } from '../../src/analysis/calibration/measure.ts';
import { packFeatures } from '../../src/analysis/calibration/packed-features.ts';
import { scoreMeasure, type ScoreNumbers } from '../../src/analysis/calibration/score-measure.ts';
import { sourceMeasure, type SourceNumbers } from '../../src/analysis/calibration/source-measure.ts';
import { withTruth } from '../../src/analysis/calibration/trace-truth.ts';
import { textSha256 } from '../../src/formats/sidecar.ts';
import { ownDocument } from '../datasets/own-document.ts';
import type { JudgedSpan } from '../spad/judged-span.ts';
import type { JudgedAnswer } from './judged-answer.ts';
import type { GivenLabels } from './label-answers.ts';

/**
 * The answers of which a sentence is labeled, as calibration measures them: with the features that were kept, and with the truth that the
 * product makes of labels in a sidecar. Texts stand for the answer's own, which were not kept: each sentence has another one.
 */
export function labeledTraces(answers: readonly JudgedAnswer[], labels: GivenLabels): MeasuredTrace[] {
	return answers.filter(({ sentences }) => sentences.some((span) => labels.has(span))).map((answer) => labeledTrace(answer, labels));
}

function labeledTrace({ id, response, sentences }: JudgedAnswer, labels: GivenLabels): MeasuredTrace {
	const texts = sentences.map((_, i) => `Sentence ${i + 1} of ${id}.`);
	const starts = texts.map((_, i) => texts.slice(0, i).reduce((sum, { length }) => sum + length + 1, 0));
	const said = sentences.flatMap((span, i) => {
		const truth = labels.get(span);
		return truth === undefined
			? []
			: [{ textSha256: textSha256(texts[i]!), label: truth ? ('ungrounded' as const) : ('grounded' as const) }];
	});
	const text = texts.join(' ');
	const scores: ScoreNumbers = { repcs: null, closedBook: null, sentences: sentences.map(sentenceNumbers) };
	const sources: SourceNumbers = {
		response: packFeatures(response.rows['spad+']),
		sentences: sentences.map(({ rows }) => packFeatures(rows['spad+'])),
	};
	return {
		subject: 'trace',
		file: `${id}.rag.md`,
		trace: id,
		group: response.group,
		split: null,
		side: null,
		ofQuerySet: false,
		writer: null,
		refuses: false,
		content: id,
		contexts: 1,
		...withTruth(
			{ ...unread, id, response: ownDocument(text) },
			starts.map((start, i) => ({ start, end: start + texts[i]!.length })),
			{ settled: { labels: said, disputed: [] }, undecided: () => false },
		),
		numbers: { [scoreMeasure.name]: scores, [sourceMeasure.name]: sources },
	};
}

/** Of a sentence's scores what calibration keeps; the top five gaps were not kept, and no method that learns here reads them. */
function sentenceNumbers({ scores: { entropy, confidenceGap, perplexity } }: JudgedSpan): ScoreNumbers['sentences'][number] {
	return { entropyMean: entropy, cgMean: -confidenceGap, cgTop5: -confidenceGap, surpriseMean: Math.log(perplexity) };
}

const unread = { tags: [], query: ownDocument(''), contexts: [], sections: [] };
