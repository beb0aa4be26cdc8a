import { documentRange } from '../../formats/memory/document-range.ts';
import type { MemoryFinding } from '../../formats/memory-scan-record.ts';
import { validateText } from '../../methods/memsad/validation/validate-text.ts';
import { isAgainst, type JudgedAs, type PatternMatch } from '../../methods/memsad/validation/pattern-match.ts';
import { withCharacterCodes } from '../../wording/phrases.ts';
import { hiddenTexts } from '../../text/hidden-text.ts';
import { finding, type FoundInEntry } from './judge-entry.ts';
import type { MeasuredEntry } from './measured-entry.ts';
import { quotedShort } from './scan-words.ts';

/** Longest passage that is quoted in a finding. */
const longestPassage = 60;
/** Longest text that was hidden, or written in code, that is told: nobody sees it elsewhere. */
const longestDecoded = 400;
/** Of a longer one: passages of each kind that are told, how far orders are looked for in it, and the most that is told of it in the end. */
const maxPassages = 3;
const longestRead = 20_000;
const longestTold = 1200;
const address = /(?:https?|wss?|ftp):\/\/\S{1,200}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/giu;
/** Characters that are named one by one. */
const maxCodes = 8;

/** What a text is judged as, by the kind of its entry. */
const judgedAs: Readonly<Record<MeasuredEntry['kind'], JudgedAs>> = {
	text: 'memory',
	observation: 'memory',
	relation: 'memory',
	instruction: 'instructions',
	script: 'script',
};

/** What an entry's own words speak against it: directives, targets, characters that nobody sees, text in disguise. */
export function wordingFindings(entry: MeasuredEntry): FoundInEntry[] {
	const turned = new Map(hiddenTexts(entry.text, { escapes: false }).map((run) => [run.start, run]));
	const matches = mentioned(validateText(entry.text, judgedAs[entry.kind])).flatMap((match): PatternMatch[] => {
		if (match.rule !== 'bidirectional') return [match];
		// The mark that turns a direction back belongs to the one that turned it.
		const run = turned.get(match.start);
		return run === undefined ? [] : [{ ...match, end: run.end, decoded: run.readsAs }];
	});
	return matches.map((match) =>
		finding(isHidden(match) ? 'hidden-text' : 'validation', `rag-assay/memory-${match.rule}`, {
			severity: match.severity,
			message: entry.kind === 'script' ? inLine(entry.text, match) : inWords(entry.text, match),
			place: placeOf(entry, match),
		}),
	);
}

function isHidden({ rule }: PatternMatch): boolean {
	return rule === 'hidden-characters' || rule === 'bidirectional';
}

/** Of several matches of a rule with the same words the first: a text of a hundred lines says one thing a hundred times. */
function mentioned(matches: readonly PatternMatch[]): PatternMatch[] {
	const counts = new Map<string, number>();
	return matches.filter(({ rule }) => {
		const times = counts.get(rule) ?? 0;
		counts.set(rule, times + 1);
		return times < 5;
	});
}

/** An entry that is a whole file names the line, too. */
function inLine(text: string, match: PatternMatch): string {
	const line = text.slice(0, match.start).split('\n').length;
	return `Line ${line.toLocaleString('en')}: ${inWords(text, match)}`;
}

function inWords(text: string, match: PatternMatch): string {
	const { description, decoded, disguise, start, end } = match;
	const read = decoded === null ? null : withCharacterCodes(decodedWords(decoded));
	if (match.rule === 'bidirectional')
		return `Marks (${directionsIn(text.slice(start, end))}) turn the direction of writing: what you see is not what the agent reads.${read === null ? '' : ` The agent reads ${read}.`}`;
	if (match.rule === 'hidden-characters')
		return read === null
			? `It hides characters that people do not see: ${codesIn(text.slice(start, end))}.`
			: `It hides words that people do not see: ${read}.`;
	const passage = withCharacterCodes(quotedShort(text.slice(start, end), longestPassage));
	// Of a code it is said already.
	const how = disguise === null || match.rule === 'encoded' ? '' : `, disguised with ${disguise}`;
	return `It ${description}${how}${/^"\s*"$/.test(passage) || read !== null ? '' : `: ${passage}`}.${read === null ? '' : ` It reads ${read}.`}`;
}

/**
 * A decoded text between quotation marks. Of a long one the beginning, and the passages that give an order or name an address: whoever hides a text
 * chooses how long it is.
 */
function decodedWords(decoded: string): string {
	const line = decoded.replaceAll(/\s+/g, ' ').trim();
	if (line.length <= longestDecoded) return quotedShort(line, longestDecoded);
	const orders = validateText(line.slice(0, longestRead)).filter(isAgainst);
	const addresses = Array.from(line.matchAll(address), ({ 0: words, index }) => ({ start: index, end: index + words.length }));
	const ranges = [...orders.slice(0, maxPassages), ...addresses.slice(0, maxPassages)]
		.map(({ start, end }) => ({ start: Math.max(0, start - 20), end: Math.min(line.length, end + 20, start + longestPassage * 2) }))
		.toSorted((a, b) => a.start - b.start);
	const told = [{ start: 0, end: longestDecoded / 4 }];
	for (const { start, end } of ranges) {
		const last = told.at(-1)!;
		if (start <= last.end) last.end = Math.max(last.end, end);
		else told.push({ start, end });
	}
	const passages = told.map(({ start, end }) => line.slice(start, end)).join(' \u2026 ');
	return quotedShort(told.at(-1)!.end < line.length ? `${passages} \u2026` : passages, longestTold);
}

/** Marks of a passage that turn the direction of writing, each once. */
function directionsIn(text: string): string {
	return codesIn([...new Set(text.match(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu))].join(''));
}

/** Characters by their numbers; of many the first. */
function codesIn(text: string): string {
	const characters = Array.from(text, (one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`);
	return characters.length > maxCodes
		? `${characters.slice(0, maxCodes).join(' ')} and ${characters.length - maxCodes} more`
		: characters.join(' ');
}

/** Where the words stand in the file. */
function placeOf(entry: MeasuredEntry, match: PatternMatch): MemoryFinding['place'] {
	const range = documentRange(entry, match);
	return range === null ? null : { file: entry.place!.file, ...range };
}
