import { findingCodes, isAboutResponse, isAboutValue, type Finding } from '../formats/analysis-record.ts';
import type { RecordedValue } from '../formats/support-record.ts';
import { isByStarter } from './starter-words.ts';
import { insteadOfValue, isFlagged } from './value-words.ts';

/**
 * Returns the findings of a response that are worth a line of their own, so that nothing is listed twice: not a value of a sentence that is listed
 * as unsupported, and not that an answer may come from memory if a sentence of it is called unsupported. Ignored findings hide only values that are ignored, too.
 */
export function listedFindings(findings: readonly Finding[]): Finding[] {
	const isUnsupported = findings.some(isListedUnsupported);
	const sentences = findings.filter(({ code }) => code === findingCodes.ungrounded);
	return findings.filter((finding) => {
		if (isAboutResponse(finding)) return !isUnsupported;
		return !isAboutValue(finding) || !sentences.some((sentence) => sentence.ignored === finding.ignored && isAround(finding)(sentence));
	});
}

/** Returns the values that a listed sentence stands for, which have no line of their own. */
export function valuesOfFinding(finding: Finding, findings: readonly Finding[], values: readonly RecordedValue[]): RecordedValue[] {
	if (!isListedUnsupported(finding)) return [];
	const inside = findings.filter((other) => isAboutValue(other) && !other.ignored && isAround(other)(finding));
	return values.filter((value) => inside.some(({ start, end }) => start === value.start && end === value.end));
}

/** Returns what a line says of a finding: its message, and what the texts say in place of the values that it stands for. */
export function listedMessage(finding: Finding, findings: readonly Finding[], values: readonly RecordedValue[]): string {
	const instead = valuesOfFinding(finding, findings, values).flatMap((value) =>
		// The starter profile's message names what contradicts a sentence.
		!isFlagged(value) || (value.state === 'contradicted' && isByStarter(finding)) ? [] : (insteadOfValue(value) ?? []),
	);
	return [finding.message, ...instead].join(' ');
}

/** Other findings about a sentence, such as that it may be copied, do not say what is wrong with its values. */
function isListedUnsupported({ code, ignored }: Finding): boolean {
	return code === findingCodes.ungrounded && !ignored;
}

const isAround =
	({ start, end }: Pick<Finding, 'start' | 'end'>) =>
	(sentence: Pick<Finding, 'start' | 'end'>): boolean =>
		sentence.start <= start && end <= sentence.end;
