import { indexGiven, type GivenIndex, type GivenValue } from '../../../../src/methods/support/given-index.ts';
import { judgeSupport, type Support } from '../../../../src/methods/support/support.ts';
import { languageOf } from '../../../../src/text/language.ts';
import { tagText } from '../../../../src/text/sentences.ts';

/** Indexes texts as contexts c0, c1 and so on. */
export function contexts(...texts: readonly string[]): GivenIndex {
	return indexGiven(texts.map((text, i) => ({ context: `c${i}`, text })));
}

export async function judged(response: string, index: GivenIndex, query = ''): Promise<Support> {
	const language = languageOf(response);
	return judgeSupport({ response, tagged: await tagText(response, language), language, query }, index);
}

/** The values that no given text says, as 'VALUE' or 'VALUE ~ NEAREST VALUE', and those that one contradicts, as 'VALUE: GIVEN VALUE'. */
export async function flagged(response: string, index: GivenIndex, query = ''): Promise<string[]> {
	const { values } = await judged(response, index, query);
	return values.flatMap(({ value, found }) => {
		const written = response.slice(value.start, value.end);
		const shown = ({ text, value: given }: GivenValue): string => index.texts[text]!.given.text.slice(given.start, given.end);
		if (found.state === 'not-given') return [found.nearest === undefined ? written : `${written} ~ ${shown(found.nearest)}`];
		return found.state === 'contradicted' ? [`${written}: ${shown(found.by)}`] : [];
	});
}
