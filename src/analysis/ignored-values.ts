import { findingCodes, type Finding } from '../formats/analysis-record.ts';

/**
 * Returns findings about values, ignored where the sentence around them is ignored as unsupported: people who ignore a sentence have seen what is wrong
 * with its values, and would meet them again as new findings.
 */
export function ignoredWithTheirSentence(values: readonly Finding[], sentences: readonly Finding[]): Finding[] {
	const ignored = sentences.filter((one) => one.code === findingCodes.ungrounded && one.ignored);
	return values.map((value) =>
		ignored.some(({ start, end }) => start <= value.start && value.end <= end) ? { ...value, ignored: true } : value,
	);
}
