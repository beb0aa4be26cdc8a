import { codeInBlocks, outside } from './code-spans.ts';
import type { TextRange } from './tagged-text.ts';

const number = String.raw`\d{1,3}`;
/** `[1]`, `[1, 3]`, `[2-4]`, `[^1]`, `[[1]](https://…)`, `【4:0†source】`. */
const numbered = String.raw`\[\[?\^?${number}(?:\s?[,;–-]\s?\^?${number})*\]?\](?:\([^()\s]*\))?|【[^】\n]{0,30}】`;
/** Behind a word or a stop; behind a digit or a unit it is a power. */
const raised = String.raw`(?<=[\p{L}]{4}|[.!?…,;:)\]"”’»。！？])[¹²³⁰⁴-⁹]+`;
/** What stands before a source's name. */
const lead = String.raw`(?:see(?: also)?|cf\.?|source|sources|from|per|according to|siehe|vgl\.?|Quelle|voir|source\s|véase|ver|fuente|fonte|cfr\.?|vedi|来源|出典|見)`;
const kind =
	'(?:doc|document|context|source|passage|chunk|snippet|ref|reference|file|Dokument|Kontext|Quelle|documento|contexto|fuente|文档|資料)';
/** Other texts' names in a line that only names its source: addresses, files, and 'page 3'. */
const otherName = String.raw`https?:\/\/\S+|[\w-]+\.(?:pdf|md|txt|html?|docx?|csv|json)|(?:p|pp|page|section|S|Seite)\.? ?\d+(?:[–-]\d+)?`;

/** 'p. 233', 'pp. 12–14', 'S. 14' behind a name. */
const page = String.raw`(?:pp?\.? ?|pages? |S\.? ?|Seiten? |fol\.? ?|chap\. ?|ch\. ?|sec\. ?|§ ?)\d+[a-z]?(?:[–-]\d+)?`;
const author = String.raw`(?<![\p{L}'’-])\p{Lu}[\p{L}'’-]{1,30}`;
const year = String.raw`(?:1[5-9]|20)\d\d[a-z]?`;
/** Authors whose number says that they are some: 'Smith et al.', 'Smith and Jones', 'Smith, Jones & Lee'. */
const authors = String.raw`${author}(?: et al\.?|(?:, ${author}){0,4},? (?:&|and|und|et|y|e) (?:${author}|colleagues|others))`;
const months =
	'(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mär|Mai|Okt|Dez|Spring|Summer|Autumn|Fall|Winter|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Since|From|Until|In)\\p{L}*(?!\\p{L})';
const work = String.raw`(?:${authors}|(?!${months})${author})`;
const authorAndYear = String.raw`(?:${work}, ${year}|${authors} ${year})(?:, ${page})?`;
const seeAlso = String.raw`(?:(?:see(?: also)?|e\.g\.,?|cf\.|vgl\.|siehe|voir) )?`;
/**
 * What names a source by authors, years and pages: '(Smith et al., 2019)', '[Smith 2019, S. 14]', '(c-3, p. 233)', 'Smith et al. (2019)'. One name and a
 * year, which may be a place and a year, only before a mark: 'is 15 euros (Smith, 2019).'
 */
const scholarly = new RegExp(
	[
		String.raw`[(\[]${seeAlso}${authors},? ${year}(?:, ${page})?(?:; ${seeAlso}${authorAndYear})*[)\]]`,
		String.raw`[(\[]${seeAlso}${authorAndYear}(?:; ${authorAndYear})*[)\]](?=\s*(?:[.,;:!?]|$))`,
		String.raw`\[${author} ${year}(?:, ${page})?\]`,
		String.raw`[(\[](?:[\p{L}\p{N}][^()\[\]\n]{0,60}, )?${page}[)\]]`,
		String.raw`${authors} \(${year}(?:, ${page})?\)`,
	].join('|'),
	'gu',
);
/** Each mark has one of these. */
const beforeScholarly = /[([]/u;

/**
 * Returns the marks in an answer that only name a source: numbers in brackets, raised numbers, a context's ID in brackets, `(see [press])`, authors
 * with a year or a page, and 'Source: press.' What stands in code is none.
 * @param ids IDs of the contexts
 * @returns UTF-16 ranges in order, which do not overlap.
 */
export function citationsOf(text: string, ids: readonly string[]): TextRange[] {
	const marksIn = (pattern: RegExp): TextRange[] =>
		Array.from(text.matchAll(pattern), ({ index, 0: mark }) => ({ start: index, end: index + mark.length }));
	const known = marksIn(knownMarkOf(ids));
	const others = beforeScholarly.test(text) ? marksIn(scholarly) : [];
	const found = others.length === 0 ? known : [...outside(known, others), ...others].toSorted((a, b) => a.start - b.start);
	return outside(found, codeInBlocks(text));
}

/** While somebody types an answer, its contexts stay. */
let last: { readonly ids: string; readonly pattern: RegExp } | undefined;

function knownMarkOf(ids: readonly string[]): RegExp {
	const key = ids.join('\n');
	if (last?.ids !== key) last = { ids: key, pattern: markOf(ids) };
	return last.pattern;
}

/** The pattern of a mark, from what names a source alone to what names it in a sentence of its own. */
function markOf(ids: readonly string[]): RegExp {
	const names = ids.filter((id) => id.trim() !== '').map(escaped);
	// A name of letters alone is a word, which may stand in parentheses for other reasons.
	const telling = ids.filter((id) => /[\p{N}_./-]/u.test(id) && /\p{L}/u.test(id)).map(escaped);
	const name = names.length === 0 ? '(?!)' : `(?:${names.join('|')})`;
	const tellingName = telling.length === 0 ? '(?!)' : `(?:${telling.join('|')})`;
	const inBrackets = String.raw`\[(?:(?:${lead}|${kind})[:.]?\s?)?${name}(?:\s?[,;]\s?${name})*\]|\[${kind}\.?:?\s?#?${number}(?:\s?[,;]\s?#?${number})*\]`;
	const one = `(?:${inBrackets}|${numbered})`;
	const aSource = String.raw`(?:${one}|(?:${kind}\s)?["“'‘]?${name}["”'’]?|${otherName})`;
	const inParentheses = String.raw`[(（](?:${lead}[:：]?\s*)?(?:${one}(?:\s?[,;]?\s?${one})*|${tellingName})[)）]|[(（]${lead}[:：]?\s*${aSource}(?:,? (?:and )?${aSource})*[)）]`;
	const line = String.raw`(?<=^|[\n.!?。！？)\]¹²³⁰⁴-⁹*]\s{0,3})[*_]{0,3}(?:sources?|references?|citations?|Quellen?|fuentes?|fontes?|fonti|来源|参考|出典|参照)\s?[:：][*_]{0,3}\s*(?:[-*•]\s+)?${aSource}(?:(?:[,;、]|\s+and|\s+und|\s+et|\s+y|\s+e|\n\s*[-*•])\s*${aSource})*(?:\.(?=\s|$))?`;
	return new RegExp(`${line}|${inParentheses}|${one}|${raised}`, 'giu');
}

function escaped(id: string): string {
	return id.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
