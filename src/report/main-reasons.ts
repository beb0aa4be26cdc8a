import type { SpadVerdict } from '../formats/analysis-record.ts';
import { decimal } from '../wording/numbers.ts';

/** How many there is room for in one line. */
const max = 2;

type Said = Pick<SpadVerdict, 'reasons' | 'given'>;

/**
 * Why a sentence is suspected, in one line that may be cut at its end: where its words come from stands first, as a reason if it is one and as
 * a fact if it is none, then what else speaks most against it. Empty for a classifier that cannot say why.
 */
export function mainReasons(verdict: Said): string {
	const { reasons } = verdict;
	if (reasons.length === 0) return '';
	const said = shownReasons(verdict, max);
	if (said.length === 0) return givenInWords(verdict);
	return reasons.some(({ ofSources }) => ofSources) ? said.join('; ') : `${givenInWords(verdict)}; reason: ${said[0]!}`;
}

/** The texts of so many reasons that one can look at, the one about sources first. */
export function shownReasons({ reasons }: Pick<Said, 'reasons'>, count: number): string[] {
	return allReasons({ reasons: reasons.filter(({ telling }) => telling) }, count);
}

/** The same with those in which nothing is to be seen, for who asks why. */
export function allReasons({ reasons }: Pick<Said, 'reasons'>, count: number): string[] {
	return [...reasons.filter(({ ofSources }) => ofSources), ...reasons.filter(({ ofSources }) => !ofSources)]
		.slice(0, count)
		.map(({ text }) => text);
}

/** "new words here get 0.02 from the contexts and 0.61 from the model's own layers": a fact, whatever it is a reason for. */
export function givenInWords({ given: { words, rag, ffn } }: Pick<Said, 'given'>): string {
	return `${words === 'new' ? 'new words' : 'words'} here get ${decimal(rag)} from the contexts and ${decimal(ffn)} from the model's own layers`;
}

/** The fact, where no reason says where the words come from. */
export function givenWithoutReason(verdict: Said): string | null {
	return verdict.reasons.length === 0 || verdict.reasons.some(({ ofSources }) => ofSources)
		? null
		: `${givenInWords(verdict)}, which is no reason by itself`;
}
