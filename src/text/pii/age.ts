import { candidate, type Candidate, type PiiText } from './candidate.ts';
import { before, behind } from './cues.ts';

const ones =
	'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
		' ',
	);
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const words = String.raw`(?:(?:${tens.join('|')})(?:[- ](?:${ones.slice(1, 10).join('|')}))?|${ones.slice(1).join('|')})`;
const count = String.raw`(?:1[01]\d|\d{1,2}|${words})`;

const old = new RegExp(
	String.raw`(?<![\d.,$-])\b${count}(?:[- ](?:years?|yrs?|months?|weeks?|days?)[- ]old|\s?y\/?o\b|\s?y\.o\.|\s(?:years?|yrs?) of age)`,
	'giu',
);
const said = new RegExp(
	String.raw`\b(?:aged?|at the age of|age of|age (?:is|was)|turn(?:s|ed|ing)?)(?:\s?[:=|]\s?|\s)(?<v>${count})(?![\d./%-]|\s?(?:mg|ml|%|pages?|days|minutes|hours|and (?:over|up|older|above)|or (?:over|older|above)|to \d))`,
	'giu',
);
const plain = new RegExp(
	String.raw`\b(?:she|he|who|they|[Pp]atient)(?:['’]s| is| was| are| were)(?: (?:now|only|just|already|about))? (?<v>${count})(?=[.,;)]|\s(?:and|but|when|now|today)\b|$)(?!\.\d)`,
	'giu',
);
/** '47F', '(47, M)', '62/M': of people in notes. */
const noted = /(?<![\p{L}\d./-])(?<v>\d{1,3})(?=(?:\s?[/,]?\s?)[FM](?![\p{L}\d]))(?!\s[FM]\d)/gu;
const afterName = /\p{Lu}[\p{L}'’-]+,\s(?<v>\d{2})(?=,\s)(?!,\s\d)/gu;

/** Things that are so many years old as well. */
const things =
	/\b(?:whisk(?:e)?y|scotch|wine|building|house|home|roof|car|truck|vehicle|system|policy|account|laptop|server|company|firm|business|bridge|tree|device|printer|loan|mortgage|software|furnace|boiler|pipe|battery|dog|cat|horse|implant|scar|injury|fracture|invoice|case|complaint|debt|study|version|bottle|cheddar|port|brandy|oak|church|equipment|machine|appliance|phone|computer|file|prescription|data)s?\b/iu;

/** Ages that are said of people. */
export function ages({ text }: PiiText): Candidate[] {
	const spans = Array.from(text.matchAll(old)).flatMap(({ index, 0: value }) => {
		const about = behind(text, index + value.length, 25);
		const thing =
			things.test(/^[\s\w-]*/u.exec(about)?.[0] ?? '') ||
			(/\bold$/iu.test(value) && /\b(?:it|its|this|that)\b[^,]{0,12}$/iu.test(before(text, index, 25))) ||
			thingIs(before(text, index, 40));
		return thing ? [] : [candidate(index, value, 'age', 'age', 'cue')];
	});
	const values = [said, plain, noted, afterName].flatMap((pattern) =>
		Array.from(text.matchAll(pattern)).flatMap(({ index, 0: whole, groups }) => {
			const value = groups?.['v'] ?? '';
			const number = numberInWords(value.toLowerCase()) ?? Number(value);
			if (number > 119 || (pattern === said && /^turn/iu.test(whole) && number < 12)) return [];
			return [candidate(index + whole.length - value.length, value, 'age', 'age', 'cue')];
		}),
	);
	return [...spans, ...values];
}

/** 'The roof is about' 12 years old. */
function thingIs(lead: string): boolean {
	return (
		things.test(lead) &&
		/\b(?:is|was|are|were|about|nearly|over|almost|already)\s$/iu.test(lead) &&
		!/\b(?:he|she|who|patient)\b/iu.test(lead)
	);
}

/** 'forty-seven' is 47. */
export function numberInWords(text: string): number | undefined {
	const [first = '', second = '', ...more] = text.split(/[- ]/u);
	if (ones.includes(first)) return ones.indexOf(first);
	if (!tens.includes(first)) return undefined;
	const unit = more.length === 0 || second !== '' ? ones.indexOf(second) : 0;
	return (tens.indexOf(first) + 2) * 10 + (unit > 0 && unit < 10 ? unit : 0);
}
