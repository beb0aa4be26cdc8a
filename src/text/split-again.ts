import type { TextRange } from './tagged-text.ts';

/*
 * A lone letter with a period is read as an initial by the tagger ('George W. Bush'), which also swallows the end of a sentence that
 * closes with a letter. It is an end after a number ('36.6 C. Leila'; not after a year, 'In 2019 J. Smith'), after a noun that letters
 * number ('Ward A. Ann'), and before a word that opens sentences and is no surname ('took vitamin C. It').
 */
const year = String.raw`(?<![\p{N}.,])(?:1\d|20)\d\d`;
const afterNumber = String.raw`(?<=(?:[\p{N}°]|°\s|(?<!${year})(?<=\p{N})\s)\p{Lu}\.)\s+(?=["'“‘(*_]*\p{Lu})`;
/** 'It holds 600 l. Omar fills it.' Not 'in 1850 m. Anna', who married. */
const afterUnit = String.raw`(?<=(?<![\p{L}\d.,])(?!(?:1\d|20)\d\d\s)\d+(?:[.,]\d+)*\s?(?:[lgmsht]|m²|m³)\.)\s+(?=["'“‘(*_]*\p{Lu})`;
const numbered = [
	'annex',
	'appendix',
	'block',
	'building',
	'category',
	'class',
	'column',
	'exhibit',
	'figure',
	'gate',
	'grade',
	'group',
	'hall',
	'hepatitis',
	'influenza',
	'level',
	'line',
	'option',
	'part',
	'phase',
	'plan',
	'platform',
	'room',
	'schedule',
	'section',
	'table',
	'team',
	'terminal',
	'type',
	'unit',
	'version',
	'vitamin',
	'ward',
	'wing',
	'zone',
]
	.map((noun) => `[${noun[0]!.toUpperCase()}${noun[0]!}]${noun.slice(1)}`)
	.join('|');
const afterNoun = String.raw`(?<=(?<!\p{L})(?:${numbered})\s\p{Lu}\.)\s+(?=["'“‘(*_]*\p{Lu})`;
const openers = 'The|This|These|Those|It|Its|She|They|Their|There|We|However|But|And|When|Then|After|Also|If|Because|Although';
const beforeOpener = String.raw`(?<=(?:^|\s)\p{Lu}\.)\s+(?=(?:${openers})\s)`;
// Full stops of East Asian scripts, which need no space behind them; closing marks go with them. What follows is looked at first: of a long
// run of marks only the end looks back at all of it.
const closers = '」』）”’';
/** A citation's mark. Behind a stop it belongs to the sentence before it. */
const mark = String.raw`(?:\[\^?\d{1,3}(?:[,;–-]\s?\d{1,3})*\]|【[^】]{0,30}】|[¹²³⁰⁴-⁹])`;
const afterFullWidth = String.raw`(?![。！？${closers}]|${mark})(?<=[。！？][${closers}]*${mark}*)\s*(?=\S)`;
/** 'It closes in May.[1]The fee is 4 euros.¹ Source: fees': without a mark the tagger knows the end. */
const afterMark = String.raw`(?<=[\]】¹²³⁰⁴-⁹])(?!\s?${mark})(?<=[\p{L}\p{N}%)][.!?]["”’)]*(?:\s?${mark})+)\s*(?=["“‘(*_]*[\p{Lu}\p{Lo}])`;
const boundary = new RegExp(`${afterNumber}|${afterUnit}|${afterNoun}|${beforeOpener}|${afterFullWidth}|${afterMark}`, 'gu');
/** Marks that open a quotation, at the end of what a tagger takes for a sentence. */
const opening = /[“‘„«「『（(【]+$/u;
const leadingMarks = new RegExp(String.raw`^\s*(?:${mark}\s?)+(?=\s*["“‘„(*_]*[\p{Lu}\p{Lo}]|\s*$)`, 'u');

/**
 * Cuts sentences of `block` again where the tagger knows no end: behind a lone letter, behind a full stop of East Asian scripts, and behind a
 * citation's mark. Marks that open a quotation begin the next sentence, and a citation's mark behind a stop ends the one before it.
 */
export function splitAgain(block: string, sentences: readonly TextRange[]): TextRange[] {
	return pieces(block, atOpenings(block, marksMoved(block, marksWhole(block, sentences))));
}

/** Takes back a cut within a mark: behind a full stop, Unicode's rules make `[` a sentence's end. */
function marksWhole(block: string, sentences: readonly TextRange[]): TextRange[] {
	const whole: TextRange[] = [];
	for (const { start, end } of sentences) {
		const last = whole.at(-1);
		const isWithin =
			last?.end === start &&
			/[[【]\^?$/u.test(block.slice(start - 2, start)) &&
			/^\^?\d{1,3}[^\]】\s]{0,30}[\]】]/u.test(block.slice(start, end));
		if (last === undefined || !isWithin) whole.push({ start, end });
		else whole[whole.length - 1] = { start: last.start, end };
	}
	return whole;
}

/** Gives marks at the head of a sentence to the sentence before it. */
function marksMoved(block: string, sentences: readonly TextRange[]): TextRange[] {
	const moved: TextRange[] = [];
	for (const { start, end } of sentences) {
		const last = moved.at(-1);
		const marks = last === undefined ? undefined : leadingMarks.exec(block.slice(start, end))?.[0];
		if (last === undefined || marks === undefined || !/[.!?。！？]["”’)*_]*$/u.test(block.slice(last.start, last.end))) {
			moved.push({ start, end });
			continue;
		}
		moved[moved.length - 1] = { start: last.start, end: start + marks.trimEnd().length };
		const rest = block.slice(start + marks.length, end);
		const begin = start + marks.length + rest.length - rest.trimStart().length;
		if (begin < end) moved.push({ start: begin, end });
	}
	return moved;
}

/** Gives marks that open a quotation at the end of a sentence to the one that follows without a space. */
function atOpenings(block: string, sentences: readonly TextRange[]): TextRange[] {
	const starts = sentences.map(({ start, end }, i) => {
		const found = sentences[i + 1]?.start === end ? opening.exec(block.slice(start, end))?.[0].length : undefined;
		return found === undefined || found === end - start ? end : end - found;
	});
	return sentences.map(({ start }, i) => ({
		start: i > 0 && sentences[i - 1]!.end === start ? starts[i - 1]! : start,
		end: starts[i]!,
	}));
}

function pieces(block: string, sentences: readonly TextRange[]): TextRange[] {
	return sentences.flatMap(({ start, end }) => {
		const cut: TextRange[] = [];
		let from = start;
		for (const gap of block.slice(start, end).matchAll(boundary)) {
			cut.push({ start: from, end: start + gap.index });
			from = start + gap.index + gap[0].length;
		}
		cut.push({ start: from, end });
		return cut;
	});
}
