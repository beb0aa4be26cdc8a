import type { PiiFound } from '../../src/text/pii/pii-types.ts';
import type { PiiOptions } from '../../src/text/pii/recognize.ts';

/**
 * `recognizePii` with the parts of speech of the text. The rules with their numbering plans (0.2 MB) and the tagger (3.9 MB) are read at the
 * first call, so that a program that never asks starts as fast as before.
 */
export async function recognizeTaggedPii(text: string, options: Omit<PiiOptions, 'tagged'> = {}): Promise<PiiFound[]> {
	const [{ recognizePii }, { tagText }, { languageOf }] = await Promise.all([
		import('../../src/text/pii/recognize.ts'),
		import('../../src/text/sentences.ts'),
		import('../../src/text/language.ts'),
	]);
	return recognizePii(text, { ...options, tagged: await tagText(text, languageOf(text)) });
}
