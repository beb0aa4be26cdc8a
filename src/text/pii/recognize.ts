import type { CountryCode } from 'libphonenumber-js/min';
import type { TaggedText } from '../tagged-text.ts';
import { addresses, citiesBehind } from './address.ts';
import { ages, isDegrees } from './age.ts';
import { candidate, type Candidate, type PiiText, type Recognizer, type Sureness } from './candidate.ts';
import { before, behind, lastMatch } from './cues.ts';
import { datesIn } from './dates.ts';
import { emails } from './email.ts';
import { entityFinder } from './entities.ts';
import type { PiiEntity, PiiFound } from './pii-types.ts';
import { joinModel } from './join-model.ts';
import { modelFindings, type ModelSpans } from './model-findings.ts';
import { names } from './names.ts';
import { normalizePii } from './normalize.ts';
import { numbers } from './numbers.ts';
import { phones } from './phone.ts';
import { places } from './places.ts';
import { clockTime } from './times.ts';

/** What is said of visits and appointments. */
const visitCue =
	/\b(?:visit(?:s|ed|ing)?|appointments?|appt|admi(?:tted|ssion)|discharge[ds]?|follow(?:ed)?[- ]?up|check(?:ed)?[- ]?(?:up|in|out)|consult(?:ed|ation)?|examined|seen|saw|see you|sees?|seeing|surgery|procedure|scheduled|rescheduled|came (?:in|to|by|back)|comes? (?:in|back)|booked|booking|presented|attended|return(?:ed|s)? (?:for|to|on)|clinic|slot|session|evaluated|treated|meeting with|screening|intake|hospitali[sz]ed|walked in|dropped (?:in|by)|stopped by|triage|next exam|expected (?:back|again)|operated|interview(?:ed)?|therapy|dialysis)\b/giu;
const visitBehind =
	/^[^.;]{0,40}\b(?:appointments?|visit(?:ed)?|check-?up|follow-?up|consultation|admission|admitted|discharged|slot|surgery|procedure|examined|was seen|session)\b/iu;
/** Hours of offices and dates of things that are no visit. */
const noVisit =
	/\b(?:open(?:s|ed|ing)?|close[ds]?|hours|deadline|expires?|effective|born|birth(?:day|date)?|dob|invoice|published|released|founded|version|updated|since)\b/giu;

/** What is scheduled and booked as well, and concerns nobody alone. */
const otherEvent =
	/\b(?:conference|webinar|maintenance|deliver(?:y|ies)|shipment|launch|outage|downtime|updates?|event|course|training|concert|flight|hearing|election|holiday|sale|auction|package|order|parcel|invoice|payment)\b/iu;

const weekday = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?';
const timeJoint = String.raw`(?:,?\s(?:at|@|around|about|by)?\s?|,\s|T)`;
const dayBefore = new RegExp(String.raw`\b${weekday}\.?,?\s(?:the\s)?$`, 'u');
const timeBehind = new RegExp(String.raw`^${timeJoint}(${clockTime})`, 'iu');
const timeBefore = new RegExp(String.raw`(${clockTime})(?:,?\s(?:on\s)?)$`, 'iu');
const loose = new RegExp(
	String.raw`\b(?:(?:next|this|last)\s)?(?:${weekday}|tomorrow|today|yesterday)(?:\s(?:morning|afternoon|evening))?(?:${timeJoint}${clockTime})?(?![\p{L}\d])|(?<![\d:.])${clockTime}`,
	'gu',
);

/** Dates and times of visits and appointments, by what is said around them. */
function visitTimes({ text, country }: PiiText): Candidate[] {
	const dates = datesIn(text, country).map(({ start, end }) => withTime(text, start, end));
	const covered = (at: number): boolean => dates.some(({ start, end }) => at >= start && at < end);
	const others = Array.from(text.matchAll(loose), ({ index, 0: value }) => ({ start: index, end: index + value.trimEnd().length })).filter(
		({ start }) => dates.length < 200 && !covered(start),
	);
	return [...dates, ...others].flatMap(({ start, end }) => {
		const lead = before(text, start);
		const [cue, not] = [lastMatch(lead, visitCue), lastMatch(lead, noVisit)];
		if (otherEvent.test(lead)) return [];
		const said = cue > not || (not === -1 && visitBehind.test(behind(text, end)));
		return said ? [candidate(start, text.slice(start, end), 'visit-time', 'visit', 'cue')] : [];
	});
}

/** A date with the weekday before it and the time beside it. */
function withTime(text: string, start: number, end: number): { start: number; end: number } {
	const day = dayBefore.exec(text.slice(Math.max(0, start - 16), start))?.[0].length ?? 0;
	const time = timeBehind.exec(text.slice(end, end + 24))?.[0].length ?? 0;
	const earlier = time > 0 ? 0 : (timeBefore.exec(text.slice(Math.max(0, start - 20), start))?.[0].length ?? 0);
	return { start: start - Math.max(day, earlier), end: end + time };
}

const birthCue =
	/\b(?:born|birth(?:s|day|date)?|d\.?o\.?b\b|date[- ]of[- ]birth|b\.(?=\s?\d)|came into the world|turn(?:s|ed) \d{1,3}|delivered)/giu;
const birthBehind =
	/^["”)]?,?\s*(?:[—–-]\s*)?(?:(?:is|was|being|as)\s+)?(?:(?:given|listed|stated|recorded)\s+as\s+)?(?:(?:his|her|their|the|your|my|\p{Lu}[\p{L}'’-]{1,40}(?:\s\p{Lu}[\p{L}'’-]{1,40})?['’]s?)\s+)?(?:(?:exact|listed|recorded)\s)?(?:date of birth|birth ?da(?:y|te)|dob\b|birth\b)/iu;
const bornIn = /\b(?:born|birth year|year of birth|yob)\b[^.;\d]{0,25}?((?:19|20)\d\d)(?![\d/.-]\d)/giu;

/** Dates of birth: a date that a cue says to be one, or that stands behind a person's name as in records ('Maria Okafor, 3/12/1971,'). */
function birthDates({ text, country }: PiiText, found: readonly Candidate[]): Candidate[] {
	const nameEnds = new Set(found.filter(({ type }) => type === 'name').map(({ end }) => end));
	let last = 0;
	const dated = datesIn(text, country).flatMap(({ start, end, iso }) => {
		const lead = before(text, start).slice(-Math.max(0, start - last));
		last = end;
		const born = lastMatch(lead, birthCue);
		const make = (sureness: 'cue' | 'shape') => [
			{ ...candidate(start, text.slice(start, end), 'dob', 'date of birth', sureness), normalized: iso },
		];
		if ((born !== -1 && born > lastMatch(lead, visitCue)) || birthBehind.test(behind(text, end))) return make('cue');
		const gap = /[\s,(;:|]{1,3}$/u.exec(text.slice(Math.max(0, start - 3), start))?.[0].length ?? 0;
		return gap > 0 && !iso.startsWith('-') && nameEnds.has(start - gap) && /^\s?(?:[,);|\n]|$)/u.test(text.slice(end, end + 2))
			? make('shape')
			: [];
	});
	const years = Array.from(text.matchAll(bornIn), ({ index, 0: whole, 1: year = '' }) => ({
		...candidate(index + whole.length - year.length, year, 'dob', 'date of birth', 'cue'),
		normalized: year,
	}));
	return [...dated, ...years];
}

const word = String.raw`(?:\p{Lu}[\p{L}\p{M}\d'’.-]{0,30}|\d{1,4}(?:st|nd|rd|th))`;
const inner = String.raw`(?:\s(?:of|and|for|the|de|&|on|at)(?:\sthe)?(?=\s\p{Lu})|\s&(?=\s\p{Lu}))`;
const organization = String.raw`(?:St\.\s)?${word}(?:${inner}?\s${word}){0,5}(?:,?\s(?:Inc|LLC|Ltd|Corp|Co|GmbH|LLP|PLC|plc)\.?)?`;
const care = String.raw`(?:(?:Medical|Health|Dental|Eye|Heart|Cancer|Surgery|Community|Wellness|Care|Family|Rehab(?:ilitation)?|Urgent)\s)?(?:Clinic|Hospital|Center|Centre|Medical|Health|Practice|Pediatrics|Dental|Dentistry|Associates|Infirmary|Hospice|Care|Rehab|Pharmacy|Oncology|Cardiology|Orthopedics|Dermatology|Surgery|Imaging|Therapy|Wellness)`;

const works = new RegExp(
	String.raw`\b(?:(?:works?|worked|working|employed|job|position|shift|career|internship|intern|hired|position|career)(?:\s(?:as|full[- ]time|part[- ]time|nights|days|remotely|currently|there|previously)(?:\s(?:an?\s)?[\p{Ll} -]{1,40}?)?)?\s(?:at|for|by|with|in)\s(?:the\s)?|(?:[Ee]mployer|EMPLOYER|[Ww]orkplace|[Cc]ompany|[Oo]rgani[sz]ation|[Pp]lace of work|[Pp]ractice|[Cc]linic|[Ff]acility)(?:\s(?:name|is|was))?\s?(?:[:=]|is|was|,)\s?(?:the\s)?|(?:nurse|teacher|engineer|accountant|manager|clerk|driver|analyst|doctor|technician|paralegal|cashier|welder|director|supervisor|consultant|developer|pharmacist|surgeon|professor|electrician|baker|chef|cook|secretary|receptionist|lawyer|attorney|partner|machinist|foreman|custodian|librarian|designer|barista|mechanic|janitor|CEO|CFO|HR|payroll|colleague|coworkers?|employee|staff|student|volunteer|programmer|executive|president|assistant|agent|dispatcher|plumber|foreperson|physician|therapist|counselor|representative)\s(?:at|for|with|of|from)\s(?:the\s)?|(?:joined|left|resigned from|retired from|quit|laid off (?:by|from)|fired (?:by|from)|dismissed (?:by|from)|let go (?:by|from)|promoted at|owns|runs|interned at|studies at|enrolled at|graduated from|teaches at|volunteers at|employed by)\s(?:the\s)?)(?<v>${organization})`,
	'gu',
);
const treated = new RegExp(
	String.raw`\b(?:at|to|from|by|with|of|in|near|through)\s(?:the\s)?(?<v>(?:St\.\s)?(?:${word}${inner}?\s){1,4}${care}(?!\p{L})(?:\s(?:Center|Centre|Clinic|Hospital|Group|Associates|System|Network|Institute|Partners|Services))?)`,
	'gu',
);
const employees = new RegExp(
	String.raw`(?<![\p{L}\d])(?<v>(?:${word}\s){1,3}(?:Inc|LLC|Ltd|Corp)?\.?)\s?(?:employee|staffer|payroll|coworker)\b`,
	'gu',
);

const noOrganization =
	/^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|The|This|That|He|She|They|It|His|Her|Dr|Mr|Mrs|Ms|I|Room|Ward|Section|Level|Position|Human Resources|HR|Former|Current|New|Each|Every|All|Any|An?|One|Our|Your|My|No|If|Please)\b/u;

/** Employers, schools and clinics of a person, by what is said before them. */
function organizations({ text }: PiiText): Candidate[] {
	const found = (pattern: RegExp, by: string): Candidate[] =>
		Array.from(text.matchAll(pattern)).flatMap(({ index, 0: whole, groups }) => {
			const value = withoutEnd(groups?.['v'] ?? '');
			if (value === '' || noOrganization.test(value)) return [];
			return [candidate(index + whole.lastIndexOf(value), value, 'organization', by, 'cue')];
		});
	return [...found(works, 'employer'), ...found(treated, 'clinic'), ...found(employees, 'employer')];
}

/** Without a possessive, a full stop that ends the sentence, or days and months beside it. */
function withoutEnd(value: string): string {
	return value
		.replace(
			/\s(?:(?:on|in|of|at)\s)?(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)\b.*$/u,
			'',
		)
		.replace(/(?:['’]s)$/u, '')
		.replace(/(?<!\b(?:Inc|Corp|Ltd|Co))\.$/u, '')
		.replace(/\.\s.*$/u, (tail) => (/^\.\s\p{Lu}/u.test(tail) && !value.startsWith('St.') ? '' : tail))
		.trim();
}

const order: Readonly<Record<Sureness, number>> = { checked: 0, cue: 1, shape: 2 };

/**
 * Candidates of which no two overlap, in order: of two that do, the one that is said or checked before a shape alone, then the longer,
 * then the surer, then the earlier.
 */
export function withoutOverlaps(candidates: readonly Candidate[]): Candidate[] {
	const byRank = candidates
		.filter(({ start, end }) => end > start)
		.toSorted(
			(a, b) =>
				Number(a.sureness === 'shape') - Number(b.sureness === 'shape') ||
				b.end - b.start - (a.end - a.start) ||
				order[a.sureness] - order[b.sureness] ||
				a.start - b.start,
		);
	// Ranges taken so far, by where they begin: no two overlap, so the neighbor on either side decides.
	const taken: Candidate[] = [];
	for (const each of byRank) {
		const at = firstFrom(taken, each.start);
		const [left, right] = [taken[at - 1], taken[at]];
		if ((left === undefined || left.end <= each.start) && (right === undefined || right.start >= each.end)) taken.splice(at, 0, each);
	}
	return taken;
}

/** Index of the first that begins at `start` or later. */
function firstFrom(ranges: readonly Candidate[], start: number): number {
	let [low, high] = [0, ranges.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (ranges[middle]!.start < start) low = middle + 1;
		else high = middle;
	}
	return low;
}

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
function sexes({ text }: PiiText): Candidate[] {
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
				(!isDegrees(before(text, start)) &&
					/(?:sex|gender|age|aged|patient|yo|(?<![\d.])\d{2})[\s\w:|/,]{0,12}$/iu.test(text.slice(Math.max(0, start - 24), start)))
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

export interface PiiOptions {
	/** The corpus' own list: its values are found wherever they stand. */
	readonly entities?: readonly PiiEntity[] | undefined;
	/** Whose telephone numbers and dates are written without saying so, ISO 3166-1; `US` unless said. */
	readonly country?: CountryCode | undefined;
	/** Its parts of speech, where it was tagged: names that capitals alone show are held to proper nouns. */
	readonly tagged?: TaggedText | undefined;
	/** What a model finds in it: joined with what the rules find. */
	readonly model?: ModelSpans | undefined;
}

/** In order: some read what those before them found. */
const recognizers: readonly Recognizer[] = [
	emails,
	phones,
	numbers,
	names,
	addresses,
	citiesBehind,
	places,
	organizations,
	ages,
	sexes,
	birthDates,
	visitTimes,
];

/**
 * Personal values of a text, in order, of which no two overlap. By rules, and what a model is said to find: nothing is sent anywhere, the same text gives the same values on
 * every machine, and time grows with the text's length. What the rules are and miss: docs/pii.md.
 */
export function recognizePii(text: string, options: PiiOptions = {}): PiiFound[] {
	const { entities = [], country = 'US', tagged, model } = options;
	const given: PiiText = { text, country, words: tagged?.words };
	const found: Candidate[] = entityFinder(entities)(text);
	for (const recognizer of recognizers) found.push(...recognizer(given, found));
	const byRules = withoutOverlaps(found);
	const joined: readonly Candidate[] = model === undefined ? byRules : joinModel(text, byRules, modelFindings(text, model), model.model);
	return joined.map(({ start, end, type, by, normalized, model: name }) => ({
		start,
		end,
		type,
		normalized: normalized ?? normalizePii(type, text.slice(start, end), country),
		by,
		...(name === undefined ? {} : { model: name }),
	}));
}
