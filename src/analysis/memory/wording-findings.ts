import { documentRange } from '../../formats/memory/document-range.ts';
import type { MemoryFinding } from '../../formats/memory-scan-record.ts';
import { validateText } from '../../methods/memsad/validation/validate-text.ts';
import type { PatternMatch } from '../../methods/memsad/validation/pattern-match.ts';
import { finding, type FoundInEntry } from './judge-entry.ts';
import type { MeasuredEntry } from './measured-entry.ts';
import { quotedShort } from './scan-words.ts';

/** Longest passage that is quoted in a finding. */
const longestPassage = 60;
/** Longest text that was hidden, or written in code, that is told: nobody sees it elsewhere. */
const longestDecoded = 400;

/** What an entry's own words speak against it: directives, targets, characters that nobody sees, text in disguise. */
export function wordingFindings(entry: MeasuredEntry): FoundInEntry[] {
	return mentioned(validateText(entry.text)).map((match) =>
		finding(isHidden(match) ? 'hidden-text' : 'validation', `rag-assay/memory-${match.rule}`, {
			severity: match.severity,
			message: inWords(entry.text, match),
			place: placeOf(entry, match),
		}),
	);
}

function isHidden({ rule }: PatternMatch): boolean {
	return rule === 'hidden-characters' || rule === 'bidirectional';
}

/** Of several matches of a rule with the same words the first: a text of a hundred lines says one thing a hundred times. */
function mentioned(matches: readonly PatternMatch[]): PatternMatch[] {
	const told = new Map<string, number>();
	return matches.filter(({ rule }) => {
		const times = told.get(rule) ?? 0;
		told.set(rule, times + 1);
		return times < 5;
	});
}

function inWords(text: string, match: PatternMatch): string {
	const { says, decoded, disguise, start, end } = match;
	const passage = quotedShort(text.slice(start, end), longestPassage);
	const how = disguise === null || isHidden(match) ? '' : `, written as ${disguise}`;
	const truth = decoded === null ? '' : ` It reads ${quotedShort(decoded, longestDecoded)}.`;
	return `It ${says}${how}${/^"\s*"$/.test(passage) || decoded !== null ? '' : `: ${passage}`}.${truth}`;
}

/** Where the words stand in the file. */
function placeOf(entry: MeasuredEntry, match: PatternMatch): MemoryFinding['place'] {
	const range = documentRange(entry, match);
	return range === null ? null : { file: entry.place!.file, ...range };
}
