import * as z from 'zod';
import { tagText } from '../../../src/text/sentences.ts';
import type { JudgedText } from '../judged-text.ts';
import { passagesOf } from './passages.ts';

const annotation = z.object({ label: z.array(z.string()), summary_start: z.number().int(), summary_end: z.number().int() });
const batch = z.object({
	samples: z.array(z.object({ source: z.string(), summary: z.string(), annotations: z.array(annotation) })),
});

/** What the models were asked. */
const question = 'Provide a concise summary of the following passage, covering the core pieces of information described.';
/** Fewest words of a summary: shorter ones say that nothing could be summarized. */
const fewestWords = 5;

/**
 * Reads summaries by ten chat models in FaithBench (Bao et al., NAACL 2025). It has passages on which other detectors disagreed. People marked
 * spans. A span labeled 'Unwanted' is unsupported. Spans with other labels ('Benign', 'Questionable') say neither: their sentences, and summaries
 * that have no worse span, are not judged.
 * @param files one batch each, JSON
 * @throws {z.ZodError} for a file of another form.
 */
export async function faithBenchTexts(files: readonly string[]): Promise<JudgedText[]> {
	const texts: JudgedText[] = [];
	for (const [i, { source, summary, annotations }] of files.flatMap((file) => batch.parse(JSON.parse(file)).samples).entries()) {
		const unwanted = annotations.filter(({ label }) => label.some((one) => one.startsWith('Unwanted')));
		if ((annotations.length > 0 && unwanted.length === 0) || summary.trim().split(/\s+/).length < fewestWords) continue;
		// oxlint-disable-next-line no-await-in-loop -- it waits for nothing but the tagger's first load
		const { sentences } = await tagText(summary, 'en');
		const overlaps = (spans: typeof annotations, { start, end }: { readonly start: number; readonly end: number }): boolean =>
			spans.some(({ summary_start: from, summary_end: to }) => from < end && start < to);
		texts.push({
			id: `faithbench-${i}`,
			source,
			parts: {
				query: question,
				contexts: passagesOf(source).map((text, k) => ({ id: `p${k + 1}`, text })),
				response: summary,
			},
			isUnsupported: unwanted.length > 0,
			sentences: sentences.flatMap((sentence) => {
				const isUnsupported = overlaps(unwanted, sentence);
				return !isUnsupported && overlaps(annotations, sentence) ? [] : [{ ...sentence, isUnsupported }];
			}),
		});
	}
	return texts;
}
