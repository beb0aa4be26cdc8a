import { candidate, type Candidate, type PiiText } from './candidate.ts';
import { before } from './cues.ts';

const field =
	/\b(?:sex|gender)(?:\s(?:is|was|as|at birth|listed as|recorded as|on file)){0,2}\s?[:=|]?\s?(?:\(M\/F\)\s?:?\s?)?(?<v>female|male|non-?binary|intersex|woman|man|F|M)(?![\p{L}\d])(?!\/[FM]\b)/giu;
const beside = /(?<=\d)\s?[/,]?\s?(?<v>[FM])(?![\p{L}\d'’-])/gu;
const noun = /\b(?<v>female|male|woman|man|girl|boy|gentleman|lady|nonbinary|non-binary)\b(?!['’]?s\b)/giu;
/** Sex of things and of groups. */
const thing =
	/^[\s-](?:connector|plug|adapter|socket|end|ward|restroom|bathroom|model|voice|patients|participants|employees|customers|clients|staff|nurses|students|subjects|mice|rats|toilet|pattern|hormone|line|dominated|thread|coupling|locker|users|members|volunteers)\b/iu;
const personBefore =
	/(?:\b(?:old|y\/?o|y\.o\.|aged \d+,?|single|married|divorced|widowed|white|black|hispanic|asian|caucasian|pregnant|elderly|young|retired|healthy|unidentified|adult|is an?|was an?|as an?|as|is|identifies as an?|this|the|an?)[ ,]{1,2}|\d\s?)$/iu;

/** Sex, where it is said of one person: a field, beside an age, 'is a woman', 'male patient'. */
export function sexes({ text }: PiiText): Candidate[] {
	const make = ({ index, 0: whole, groups }: RegExpExecArray): Candidate => {
		const value = groups?.['v'] ?? '';
		return candidate(index + whole.length - value.length, value, 'sex', 'sex', 'cue');
	};
	const fields = [field, beside]
		.flatMap((pattern) => Array.from(text.matchAll(pattern), make))
		.filter(({ start, end }) => {
			// 'F' and 'M' beside a number are degrees and millions too.
			return (
				end - start > 1 ||
				/(?:sex|gender|age|aged|patient|yo|(?<![\d.])\d{2})[\s\w:|/,]{0,12}$/iu.test(text.slice(Math.max(0, start - 24), start))
			);
		});
	const nouns = Array.from(text.matchAll(noun)).filter(({ index, 0: value }) => {
		if (thing.test(text.slice(index + value.length, index + value.length + 16))) return false;
		const lead = before(text, index, 40);
		if (/^(?:fe)?male$/iu.test(value))
			return (
				personBefore.test(lead) ||
				/^[\s,]*(?:patient|client|caller|driver|employee|applicant|claimant|resident|suspect|victim|witness|infant|child|customer|tenant|passenger|candidate|, (?:born|aged|age|dob))/iu.test(
					text.slice(index + value.length, index + value.length + 16),
				) ||
				/[,|(;/]\s?$/u.test(lead)
			);
		return /(?:\b(?:year|month|week)s?[- ]old\s|\by\/?o\s|\b(?:(?:she|he|who|patient|client|caller|i)(?:['’]s|['’]m| is| was| am)|identifies as)\s(?:an?\s)?(?:\p{L}+\s)?)$/iu.test(
			lead,
		);
	});
	return [...fields, ...nouns.map(make)];
}
