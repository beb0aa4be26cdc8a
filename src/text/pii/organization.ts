import { candidate, type Candidate, type PiiText } from './candidate.ts';

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
export function organizations({ text }: PiiText): Candidate[] {
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
