import { errorNumbers } from '../../error-numbers.ts';
import type { MappedText } from '../../text/text-map.ts';
import type { ProblemList } from '../problem-list.ts';
import type { DocumentRange } from '../trace.ts';
import { parseLocated, type ParserRemark } from './located-parser.ts';
import type { Located } from './located.ts';

/** Where the next value may begin, after one that is broken: tools write neither lines nor printed values indented at their outermost level. */
const nextValue = /\n[{[]/g;

/**
 * Reads a text as JSON values, one after the other: one value, JSON Lines, or printed values without anything between them. What is broken is a
 * problem and costs only its own value. Of a list or an object that breaks, what was complete is kept (`cut`).
 * U+2028 and U+2029 are no line ends.
 */
export function* jsonValues(source: MappedText, problems: ProblemList): Generator<Located> {
	const { text } = source;
	const content = /[^ \t\r\n]/g;
	for (let at = text.startsWith('\uFEFF') ? 1 : 0; ; ) {
		content.lastIndex = at;
		const start = content.exec(text)?.index;
		if (start === undefined) return;
		const { value, end, fault } = parseLocated(source, start, { onRemark: (remark) => remarkOn(remark, problems) });
		at = end;
		if (fault !== undefined) {
			nextValue.lastIndex = Math.max(fault.at - 1, start);
			const next = nextValue.exec(text)?.index;
			at = next === undefined ? text.length : next + 1;
			problems.add(
				errorNumbers.malformedJsonLine,
				`This is not valid JSON: ${fault.message}.`,
				next === undefined
					? 'What comes before it was read. Mend it, or export the file again.'
					: 'The values before and after it were read. Mend it, or delete its line.',
				() => faultRange(text, fault.at),
			);
		}
		if (value !== undefined) yield value;
	}
}

/** From the place of a fault to the end of its line. */
function faultRange(text: string, at: number): DocumentRange {
	const feed = text.indexOf('\n', at);
	return { start: at, end: feed === -1 ? text.length : feed };
}

function remarkOn({ kind, name, start, end }: ParserRemark, problems: ProblemList): void {
	if (kind === 'not-a-number')
		problems.add(
			errorNumbers.notANumber,
			`\`${name}\` is not valid JSON. It counts as missing.`,
			'Write `null` instead. In Python, `json.dumps(…, allow_nan=False)` finds such values.',
			() => ({ start, end }),
			{ severity: 'warning' },
		);
	else
		problems.add(
			errorNumbers.repeatedMember,
			`The member \`${name}\` is twice in this object. The last one is read.`,
			'Delete one of them.',
			() => ({ start, end }),
			{ severity: 'warning' },
		);
}
