import { matchAt } from './dates.ts';

const clock =
	/(\d{1,2})(?:(:)(\d{2})(?::\d{2})?|(\.)(\d{2})| ?([h时時点點])(?![间間]) ?(\d{2})(?! ?min)分?)?(?:\s?([ap])(?:\.m\.|m\b)| ?(uhr|o'clock|[时時点點](?![间間]))| ?(h)(?!\p{L}))?(?![\d:%])/iuy;

/** A time of day, in minutes since midnight. Two readings: nobody says whether before or after noon. */
export interface TimeFound {
	readonly end: number;
	readonly minutes: readonly number[];
}

/** Returns the time of day that begins with a digit at an offset of a plain text. */
export function timeAtDigit(plain: string, at: number): TimeFound | undefined {
	const opening = openingHourAt(plain, at);
	if (opening !== undefined) return opening;
	const hours = matchAt(rangeOfHours, plain, at);
	if (hours !== null && Number(hours[1]) <= 24)
		return { end: at + hours[1]!.length, minutes: clockMinutes(Number(hours[1]), 0, undefined, false) };
	const military = matchAt(fourDigits, plain, at);
	if (military !== null) return { end: at + military[0].length, minutes: [Number(military[1]) * 60 + Number(military[2])] };
	const daypart = matchAt(hourOfDay, plain, at);
	if (daypart !== null && Number(daypart[1]) <= 12) return hourAt(at, Number(daypart[1]), daypart);
	const match = matchAt(clock, plain, at);
	if (match === null) return undefined;
	const [whole, hour, colon, afterColon, , afterPoint, , afterH, half, oclock, lastH] = match;
	const isHour = lastH !== undefined && isHourBefore(plain, at, at + whole.length);
	const marked = half !== undefined || oclock !== undefined || isHour;
	if (colon === undefined && afterH === undefined && !marked) return undefined;
	const minute = Number(afterColon ?? afterH ?? afterPoint ?? 0);
	const written = Number(hour);
	if (minute > 59 || written > 24) return undefined;
	return {
		end: at + whole.trimEnd().length,
		minutes: clockMinutes(written, minute, half?.toLowerCase(), hour!.length === 2 && hour!.startsWith('0')),
	};
}

const dayName =
	'(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)(?:days?)?|(?:wednes|satur)days?|weekdays|weekends|daily|mo|di|mi|do|fr|sa|so|lun|mar|mer|mié?|jue?|jeu|ven|vie|s[áa]b|sam|dim|dom|seg|ter|qua|qui|sex|gio|mar';
/** A day, or words for opening hours, right before an hour: 'Mon–Fri 9–17', 'Hours: 9 to 5', 'geöffnet von 9–17'. */
const hoursBefore = new RegExp(
	String.raw`(?:^|[^\p{L}])(?:(?:${dayName})\.?|(?:opening )?hours|open(?: from| daily)?|Öffnungszeiten|geöffnet(?: von)?|ouvert(?: de)?|horaires?|horario|abierto(?: de)?|aberto(?: das)?|horário|orario|orari|aperto(?: dalle)?)[:,]? $`,
	'iu',
);
const hourRange =
	/(\d{1,2})(?:[:.](\d\d))? ?(?:-|to|bis|till|until|à|a|às) ?(\d{1,2})(?:[:.](\d\d))?(?![\d%°€$£]|[.,:]\d| ?(?:%|°|kg|years?|Jahre))/iuy;
const rangeBehind = /(\d{1,2})(?:[:.]\d\d)? ?(?:-|to|bis|till|until|à|a|às) ?$/iu;
const hoursReach = 40;

/** One of two opening hours without a mark: both numbers of 'Mon–Fri 9–17'. */
function openingHourAt(plain: string, at: number): TimeFound | undefined {
	const range = matchAt(hourRange, plain, at);
	if (range !== null) {
		const [, first = '', minutes = '0', second = ''] = range;
		if (
			Number(first) > 24 ||
			Number(second) > 24 ||
			Number(minutes) > 59 ||
			!hoursBefore.test(plain.slice(Math.max(0, at - hoursReach), at))
		)
			return undefined;
		const length = first.length + (range[2] === undefined ? 0 : 3);
		return { end: at + length, minutes: clockMinutes(Number(first), Number(minutes), undefined, first.startsWith('0')) };
	}
	const lead = plain.slice(Math.max(0, at - 12), at);
	const before = rangeBehind.exec(lead);
	if (before === null) return undefined;
	const start = at - lead.length + before.index;
	const whole = matchAt(hourRange, plain, start);
	if (whole === null || openingHourAt(plain, start) === undefined) return undefined;
	const [, , , second = '', minutes] = whole;
	return {
		end: at + second.length + (minutes === undefined ? 0 : 3),
		minutes: clockMinutes(Number(second), Number(minutes ?? 0), undefined, second.startsWith('0')),
	};
}

const hourLead = /(?:^|[^\p{L}])(?:à|às|das|alle|dalle|jusqu'à|vers|dès|um|até às|a las|hasta las|desde las) $/iu;
const rangeLead = /(?:^|[^\p{L}])(?:de|entre|von) $/iu;
const rangeOfH = /^ (?:à|et|às|bis|a) \d{1,2} ?h(?!\p{L})/iu;

/** Whether '9 h' is a time of day, and not so many hours: 'à 9 h', 'de 9 h à 12 h 30'. */
function isHourBefore(plain: string, at: number, end: number): boolean {
	const before = plain.slice(Math.max(0, at - 12), at);
	return hourLead.test(before) || (rangeLead.test(before) && rangeOfH.test(plain.slice(end, end + 10)));
}

/** The first of two hours: '8 to 11 a.m.'. */
const rangeOfHours = /(\d{1,2})(?= ?(?:-|to|until|till|and|bis) ?\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m\b|o'clock|uhr))/iuy;
const fourDigits = /([01]\d|2[0-3])([0-5]\d) ?(?:hrs?|hours)\b/iuy;
/** '6 in the morning', 'eleven at night'. */
const hourOfDay = /(\d{1,2}|\p{L}+) (?:in the (morning|afternoon|evening)|at (night))\b/iuy;

function hourAt(at: number, hour: number, [whole, , part, night]: RegExpExecArray): TimeFound {
	const half = part?.toLowerCase() === 'morning' ? 'a' : night !== undefined && hour < 5 ? 'a' : 'p';
	return { end: at + whole.length, minutes: clockMinutes(hour, 0, half, false) };
}

function clockMinutes(hour: number, minute: number, half: string | undefined, isFull: boolean): number[] {
	const plain = (hour % 24) * 60 + minute;
	if (half !== undefined) return hour > 12 ? [plain] : [(hour % 12) * 60 + minute + (half === 'p' ? 720 : 0)];
	return isFull || hour > 12 || hour === 0 ? [plain] : [plain, (plain + 720) % 1440];
}

const hours: ReadonlyMap<string, number> = new Map(
	'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, i) => [word, i + 1]),
);
const minuteWords: ReadonlyMap<string, number> = new Map([
	['five', 5],
	['ten', 10],
	['quarter', 15],
	['twenty', 20],
	['twenty five', 25],
	['half', 30],
]);
const minuteTens: ReadonlyMap<string, number> = new Map([
	['ten', 10],
	['fifteen', 15],
	['twenty', 20],
	['thirty', 30],
	['forty', 40],
	['fifty', 50],
]);
/** 'Seven thirty a.m.', 'ten forty-five p.m.' */
const spokenDigits =
	/\p{L}+[ -](ten|fifteen|twenty|thirty|forty|fifty)(?:[ -](five|one|two|three|four|six|seven|eight|nine))? ?([ap])\.?m\b\.?/iuy;
/** 'Five minutes before midnight', '20 minutes past nine', 'zehn Minuten vor Mitternacht'. */
const minutesBeside =
	/(\p{L}+|\d{1,2}) (?:minutes?|mins?\.?|minuten|minutos?|minuti) (?:(to|before|vor|avant|antes d[aeo]s?|prima d(?:i|elle?|ell'))|past|after|nach|après|después de|depois d[aeo]s?|dopo(?: le)?) ?(?:las? |os? )?(\p{L}+(?:-\p{L}+)?|\d{1,2})(?::00)?(?! ?[:\d]| \p{L}*(?:days?|weeks?|hours?|minutes?|seconds?)\b)(?: ?([ap])\.?m\b\.?| uhr| o'clock)?/iuy;
const noonOrMidnight: Readonly<Record<string, number>> = {
	noon: 720,
	midday: 720,
	midnight: 0,
	mittag: 720,
	mitternacht: 0,
	midi: 720,
	minuit: 0,
	mediodía: 720,
	medianoche: 0,
	'meio-dia': 720,
	'meia-noite': 0,
	mezzogiorno: 720,
	mezzanotte: 0,
};

/**
 * Returns the time of day that begins with a number of minutes before or after an hour, at an offset of a plain text. @param numberOf the value of a number in
 * words
 */
export function minutesBesideHourAt(plain: string, at: number, numberOf: (word: string) => number | undefined): TimeFound | undefined {
	const match = matchAt(minutesBeside, plain, at);
	if (match === null) return undefined;
	const [whole, count = '', before, hour = '', letter] = match;
	const by = /^\d/u.test(count) ? Number(count) : numberOf(count);
	const named = noonOrMidnight[hour.toLowerCase()];
	const full = named !== undefined ? named / 60 : /^\d/u.test(hour) ? Number(hour) : (hours.get(hour.toLowerCase()) ?? numberOf(hour));
	if (by === undefined || by > 59 || full === undefined || full > 24) return undefined;
	const minutes = named === undefined ? clockMinutes(full, 0, letter?.toLowerCase(), false) : [named];
	return { end: at + whole.trimEnd().length, minutes: minutes.map((one) => (one + (before === undefined ? by : -by) + 1440) % 1440) };
}

const spokenTime =
	/(?:(half|quarter|five|ten|twenty(?:[ -]five)?) (past|after|to|before) (\p{L}+|\d{1,2})|(\p{L}+) o'clock)\b(?: ?(?:in the (morning|afternoon|evening)|at (night)|([ap])\.?m\b\.?))?/iuy;

/** Returns the time of day in English words at an offset of a plain text: 'noon', 'half past nine', 'quarter to ten', 'nine o'clock'. */
export function timeAtWord(plain: string, at: number, folded: string): TimeFound | undefined {
	if (folded === 'noon' || folded === 'midday') return { end: at + folded.length, minutes: [720] };
	if (folded === 'midnight') return { end: at + folded.length, minutes: [0] };
	if (!minuteWords.has(folded) && !hours.has(folded)) return undefined;
	const hourOnly = hours.get(folded);
	const daypart = hourOnly === undefined ? null : matchAt(hourOfDay, plain, at);
	if (hourOnly !== undefined && daypart !== null) return hourAt(at, hourOnly, daypart);
	const digital = hourOnly === undefined ? null : matchAt(spokenDigits, plain, at);
	if (hourOnly !== undefined && digital !== null) {
		const [whole, tens = '', ones, letter] = digital;
		const minute = (minuteTens.get(tens.toLowerCase()) ?? 0) + (hours.get(ones?.toLowerCase() ?? '') ?? 0);
		return { end: at + whole.length, minutes: clockMinutes(hourOnly, minute, letter?.toLowerCase(), false) };
	}
	const match = matchAt(spokenTime, plain, at);
	if (match === null) return undefined;
	const [whole, part, side, spoken, exact, morning, night, letter] = match;
	const hour = exact === undefined ? (hours.get(spoken!.toLowerCase()) ?? Number(spoken)) : hours.get(exact.toLowerCase());
	if (hour === undefined || !(hour >= 1 && hour <= 12)) return undefined;
	const past = part === undefined ? 0 : minuteWords.get(part.toLowerCase().replace('-', ' '))!;
	const shift = side !== undefined && /to|before/iu.test(side) ? -past : past;
	const half = morning?.toLowerCase() === 'morning' ? 'a' : morning !== undefined || night !== undefined ? 'p' : letter?.toLowerCase();
	const minutes = clockMinutes(hour, 0, half, false).map((one) => (one + shift + 1440) % 1440);
	return { end: at + whole.trimEnd().length, minutes };
}
