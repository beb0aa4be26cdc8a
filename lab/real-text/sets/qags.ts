import * as z from 'zod';
import type { JudgedSentence, JudgedText } from '../judged-text.ts';
import { passagesOf } from './passages.ts';

const line = z.object({
	article: z.string(),
	summary_sentences: z.array(z.object({ sentence: z.string(), responses: z.array(z.object({ response: z.enum(['yes', 'no']) })) })),
});

/**
 * Reads summaries of news in QAGS (Wang et al., ACL 2020), of its part from CNN/DM or XSUM. Three people judged each sentence: it is supported if
 * most of them say that the article supports it. A summary is unsupported if one of its sentences is.
 * @param file JSON Lines
 * @param part names the part in the IDs
 * @throws {z.ZodError} for a line of another form.
 */
export function qagsTexts(file: string, part = 'cnndm'): JudgedText[] {
	return file
		.split('\n')
		.filter((one) => one.trim() !== '')
		.map((one, i) => {
			const { article, summary_sentences: judged } = line.parse(JSON.parse(one));
			const sentences: JudgedSentence[] = [];
			let response = '';
			for (const { sentence, responses } of judged) {
				if (response !== '') response += ' ';
				const start = response.length;
				response += sentence.trim();
				const yes = responses.filter((person) => person.response === 'yes').length;
				sentences.push({ start, end: response.length, isUnsupported: yes * 2 <= responses.length });
			}
			return {
				id: `qags-${part}-${i}`,
				source: article,
				parts: {
					query: 'Summarize the news article.',
					contexts: passagesOf(article).map((text, k) => ({ id: `p${k + 1}`, text })),
					response,
				},
				isUnsupported: sentences.some((sentence) => sentence.isUnsupported),
				sentences,
			};
		});
}
