import type { SpadVerdict } from '../formats/analysis-record.ts';
import { decimal } from '../wording/numbers.ts';

/** Returns the texts of at most `count` reasons, the one about sources first. Reasons in which nothing unusual is to be seen are left out. */
export function shownReasons({ reasons }: Pick<SpadVerdict, 'reasons'>, count: number): string[] {
	const telling = reasons.filter((reason) => reason.telling);
	return [...telling.filter(({ ofSources }) => ofSources), ...telling.filter(({ ofSources }) => !ofSources)]
		.slice(0, count)
		.map(({ text }) => text);
}

/** "new words here get 0.02 from the contexts and 0.61 from the model's own layers": a number, whatever it is a reason for. */
export function givenInWords({ given: { words, rag, ffn } }: Pick<SpadVerdict, 'given'>): string {
	return `${words === 'new' ? 'new words' : 'words'} here get ${decimal(rag)} from the contexts and ${decimal(ffn)} from the model's own layers`;
}
