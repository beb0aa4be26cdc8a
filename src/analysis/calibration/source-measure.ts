import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { featureValues } from '../../methods/spad/feature-values.ts';
import { responseSpan, sentenceSpans, type Span } from '../../methods/spad/span.ts';
import { syntaxOf } from '../../methods/spad/syntax.ts';
import { rowOfReading } from '../likeness/likeness-row.ts';
import { promptParts } from '../analyze-trace.ts';
import { taggedReading, traceReading } from '../trace-reading.ts';
import { canAttribute } from '../language-model.ts';
import { responseLanguage } from '../sentence-list.ts';
import type { Measure } from './measure.ts';
import { packFeatures, packedFeatures } from './packed-features.ts';
import { responseSentences } from './response-sentences.ts';

const sourceNumbers = z.object({
	/** `null`: a response without tokens, or in a language whose parts of speech are not known. */
	response: z.base64().nullable(),
	/** `null` for a sentence without a token of its own. */
	sentences: z.array(z.base64().nullable()),
	/** What the answer is compared by (`likenessColumns`); absent where `response` is `null`, and in what earlier versions kept. */
	likeness: z.array(z.number()).optional(),
});
export type SourceNumbers = z.infer<typeof sourceNumbers>;

/** Features of the attributed pass. Rejects with RA431 where the model's inside cannot be looked into. */
export const sourceMeasure: Measure<SourceNumbers, 'trace', 'language-model'> = {
	name: 'sources',
	schema: sourceNumbers,
	of: 'trace',
	readers: ['language-model'],
	unavailableAfter: new Set([errorNumbers.graphNotUnderstood, errorNumbers.weightsInOtherFolders, errorNumbers.attributionSelfCheckFailed]),
	async take(trace, { 'language-model': model }, signal) {
		const { sentences, words } = await responseSentences(trace);
		const none = { response: null, sentences: sentences.map(() => null) };
		// Classifiers know the parts of speech of English.
		if (responseLanguage(trace) !== 'en') return none;
		if (!canAttribute(model))
			throw new UserError(errorNumbers.graphNotUnderstood, `RAG Assay cannot look into model '${model.identity.name}'.`, {
				hint: 'For SPAD, use a local model. Everything else works with this one.',
			});
		const reading = traceReading(promptParts(trace));
		const { attributed: asRead } = await model.attribute(reading.parts, { signal, onProgress: () => undefined });
		if (asRead.tokenIds.length === 0) return none;
		const attributed = reading.placed(asRead);
		const { text } = trace.response;
		const tagged = await taggedReading(reading, { text, language: 'en', written: { sentences, words } });
		const syntax = syntaxOf({ text, words: tagged.placed, start: attributed.start, end: attributed.end }, trace.query.text);
		const pack = (span: Span): string => packFeatures(featureValues(packedFeatures, span));
		return {
			response: pack(responseSpan(attributed, syntax)),
			sentences: sentenceSpans(attributed, syntax, sentences).map((span) => (span === null ? null : pack(span))),
			likeness: [...(rowOfReading(reading, tagged.asRead, asRead) ?? [])],
		};
	},
};
