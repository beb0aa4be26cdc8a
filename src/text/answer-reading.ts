import { answerBlocksOf } from './answer-blocks.ts';
import { citationsOf } from './citations.ts';
import { codeInBlocks, outside } from './code-spans.ts';
import type { TextRange } from './tagged-text.ts';

/** An answer as a model reads it: without what changes its form and claims nothing. */
export interface AnswerReading {
	readonly text: string;
	/** Range in the answer of a range of `text`, UTF-16 units. A range that is not empty ends where its last character does. */
	readonly place: (start: number, end: number) => TextRange;
}

const documents =
	'(?:contexts?|passages?|documents?|texts?|sources?|excerpts?|articles?|snippets?|information|knowledge base|search results|data|materials?|content)';
const given = '(?:provided|given|available|supplied|retrieved|above|relevant|following)';
const spanishDocuments = '(?:documentos?|contextos?|textos?|fuentes?|fontes?|informaci(?:ón|ones)|informaç(?:ão|ões)|pasajes|trechos)';
/** What says that the answer is from the documents, before the answer itself. What follows is a sentence of its own. */
const prefaces = [
	String.raw`(?:based on|according to|as per|per|as stated in|as mentioned in|from|in)(?: (?:all|any of))?(?: (?:the|this|these|your|my))?(?: ${given})*(?: ${documents})(?: ${documents})?(?: (?:that )?(?:you )?(?:was |were |have |has |been )*(?:${given}|gave|shared|here))?, `,
	String.raw`(?:the|these|this)(?: ${given})* ${documents} (?:clearly |explicitly )?(?:states?|says?|indicates?|mentions?|shows?|notes?|specif(?:y|ies)|reports?) that `,
	String.raw`(?:selon|d[’']après|sur la base de)s? (?:le|la|les|l[’']|du|des)? ?(?:documents?|contextes?|textes?|sources?|informations?|passages?|extraits?)(?: (?:fourni|donné|disponible|ci-dessus)(?:e?s)?)?, `,
	String.raw`(?:según|de acuerdo con|con base en|en base a|basándome en) (?:los?|las?|el) ${spanishDocuments}(?: (?:proporcionad|dad|disponible|facilitad)[oa]?s?)?, `,
	String.raw`(?:segundo|de acordo com|com base n[oa]s?|conforme)(?: [oa]s?)? ${spanishDocuments}(?: (?:fornecid|dad|disponíve)[oa]?(?:is|s)?)?, `,
	String.raw`(?:secondo|in base a[il]?|sulla base de[il]?|stando a[il]?)(?: (?:i|il|le|la|gli))? (?:documenti|documento|contesto|testi|testo|fonti|informazioni|passaggi)(?: (?:fornit|dat|disponibil)[oaei])?, `,
	'(?:根据|基于|依据|按照)(?:您|你|所|已|以上|上述)?(?:提供|给定|给出|检索到)?的?(?:文档|文件|上下文|资料|材料|文本|信息|内容)[，,]',
	'(?:提供された|与えられた|上記の)?(?:文書|資料|文脈|コンテキスト|テキスト|情報|文章)(?:によると|によれば|に基づくと|では)[、，]',
];
const preface = new RegExp(String.raw`(?<=^|\n|[.!?。！？][”"’)]?\s{1,3}|[。！？])(?:[-*•]\s+)?(?:${prefaces.join('|')})(?=\S)`, 'giu');

const stars = /(?<![*\\])(\*{1,3})(?=[^\s*])([^*\n]*?[^\s*])\1(?!\*)/gu;
const lines = /(?<![\p{L}\p{N}_\\])(_{1,3})(?=[^\s_])([^_\n]*?[^\s_])\1(?![\p{L}\p{N}_])/gu;

interface Piece {
	/** Where it begins in the reading, and in the answer. */
	readonly at: number;
	readonly start: number;
	readonly length: number;
}

/**
 * Returns an answer as a model reads it: without thoughts, emphasis, citation marks, and words that only announce that the documents say so
 * ('Based on the provided documents, '), behind which a sentence begins with a capital letter. So the form of an answer does not change what the model
 * makes of its claims. Code and formulas stay as they are. An answer of such parts only is read as it stands.
 * @param contextIds IDs of the contexts, which the answer may cite
 */
export function answerReading(response: string, contextIds: readonly string[]): AnswerReading {
	const blocks = answerBlocksOf(response);
	const asWritten = joined([...blocks.filter(({ kind }) => kind === 'code' || kind === 'math'), ...codeInBlocks(response)]);
	const thoughts = blocks.filter(({ kind }) => kind === 'thought');
	const announced = Array.from(response.matchAll(preface), ({ index, 0: found }) => ({ start: index, end: index + found.length }));
	const cuts = joined([
		...thoughts.map(({ start, end }) => withBlanksBehind(response, start, end)),
		...outside(citationsOf(response, contextIds), asWritten).map(({ start, end }) => withBlanksBefore(response, start, end)),
		...outside(emphasisMarks(response), asWritten),
		...outside(announced, asWritten),
	]);
	const capitals = new Set(announced.map(({ end }) => end));
	const pieces: Piece[] = [];
	let text = '';
	const keep = (start: number, end: number): void => {
		if (end <= start) return;
		const kept = response.slice(start, end);
		const capital = kept.charAt(0).toUpperCase();
		pieces.push({ at: text.length, start, length: kept.length });
		// The capital of 'ß' has two units: then it stays as it is.
		text += capitals.has(start) && capital.length === 1 ? capital + kept.slice(1) : kept;
	};
	let from = 0;
	for (const { start, end } of cuts) {
		keep(from, start);
		from = end;
	}
	keep(from, response.length);
	if (cuts.length === 0 || !/[\p{L}\p{N}]/u.test(text)) return { text: response, place: (start, end) => ({ start, end }) };
	return { text, place: (start, end) => placeIn(pieces, start, end) };
}

/**
 * Returns the marks of Markdown that only emphasize (`**`, `*`, `__`, `_`), without what they emphasize. A single star between letters or digits is a
 * product ('2*3*4').
 * @returns UTF-16 ranges, in order.
 */
function emphasisMarks(text: string): TextRange[] {
	const marks: TextRange[] = [];
	for (const pattern of [stars, lines]) {
		for (const { index, 0: found, 1: mark = '' } of text.matchAll(pattern)) {
			const end = index + found.length;
			if (mark === '*' && /[\p{L}\p{N}]/u.test(text.charAt(index - 1)) && /[\p{L}\p{N}]/u.test(text.charAt(end))) continue;
			marks.push({ start: index, end: index + mark.length }, { start: end - mark.length, end });
		}
	}
	return marks.toSorted((a, b) => a.start - b.start);
}

function placeIn(pieces: readonly Piece[], start: number, end: number): TextRange {
	const first = answerOffset(pieces, start);
	return { start: first, end: end > start ? answerOffset(pieces, end - 1) + 1 : first };
}

/** Where the unit at `offset` of the reading stands in the answer. */
function answerOffset(pieces: readonly Piece[], offset: number): number {
	let [low, high] = [0, pieces.length - 1];
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (pieces[middle]!.at <= offset) low = middle;
		else high = middle - 1;
	}
	const { at, start } = pieces[low]!;
	return start + (offset - at);
}

/** Ranges in order, of which none overlaps another. */
function joined(ranges: readonly TextRange[]): TextRange[] {
	const whole: TextRange[] = [];
	for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
		const last = whole.at(-1);
		if (last === undefined || start > last.end) whole.push({ start, end });
		else if (end > last.end) whole[whole.length - 1] = { start: last.start, end };
	}
	return whole;
}

function withBlanksBehind(text: string, start: number, end: number): TextRange {
	const behind = text.slice(end);
	return { start, end: end + behind.length - behind.trimStart().length };
}

/** A mark behind a blank goes with it: what follows touches what was before. At the head of a line it goes with the blank behind it. */
function withBlanksBefore(text: string, start: number, end: number): TextRange {
	let first = start;
	while (first > 0 && (text[first - 1] === ' ' || text[first - 1] === '\t')) first--;
	if (first > 0 && text[first - 1] !== '\n') return { start: first, end };
	let last = end;
	while (text[last] === ' ') last++;
	return { start, end: last };
}
