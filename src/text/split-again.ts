import type { TextRange } from './tagged-text.ts';

/*
 * A lone letter with a period is read as an initial by the tagger ('George W. Bush'), which also swallows the end of a sentence that
 * closes with a letter. It is an end after a number ('36.6 C. Leila'; not after a year, 'In 2019 J. Smith'), after a noun that letters
 * number ('Ward A. Ann'), and before a word that opens sentences and is no surname ('took vitamin C. It').
 */
const year = String.raw`(?<![\p{N}.,])(?:1\d|20)\d\d`;
const afterNumber = String.raw`(?<=(?:[\p{N}°]|°\s|(?<!${year})(?<=\p{N})\s)\p{Lu}\.)\s+(?=["'“‘(*_]*\p{Lu})`;
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
const afterFullWidth = String.raw`(?![。！？${closers}])(?<=[。！？][${closers}]*)\s*(?=\S)`;
const boundary = new RegExp(`${afterNumber}|${afterNoun}|${beforeOpener}|${afterFullWidth}`, 'gu');

/** Cuts sentences of `block` again where the tagger knows no end: behind a lone letter, and behind a full stop of East Asian scripts. */
export function splitAgain(block: string, sentences: readonly TextRange[]): TextRange[] {
	return sentences.flatMap(({ start, end }) => {
		const pieces: TextRange[] = [];
		let from = start;
		for (const gap of block.slice(start, end).matchAll(boundary)) {
			pieces.push({ start: from, end: start + gap.index });
			from = start + gap.index + gap[0].length;
		}
		pieces.push({ start: from, end });
		return pieces;
	});
}
