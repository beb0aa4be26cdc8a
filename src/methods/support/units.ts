import { convert, getMeasureKind, MeasureKind, type Unit as NamedUnit } from 'convert';
import { conversions } from 'convert/conversions';
import { cldrWords } from './cldr-words.ts';
import { currencyNouns } from './currency-nouns.ts';

/** A unit of measurement. Values of one `measure` can be compared in its base unit. */
export interface Unit {
	/** What it measures: `length`, `money euro`. */
	readonly measure: string;
	/** `base = value · factor + offset`; the offset is of temperatures. */
	readonly factor: number;
	readonly offset: number;
}

/** Symbols that no text uses for something else behind a number. Their case counts. */
const symbolsInUse = new Set(
	(
		'm t m² m2 km² km2 cm² cm2 m³ m3 cm³ cm3 km cm mm nm μm µm ft yd mi nmi g kg mg μg µg mcg kt Mt lb lbs oz l L ml mL cl dl hl s ms μs µs ns ' +
		'min h hr sec wk yr kb kbit Mb Mbit Gb Gbit kB KB MB GB TB PB KiB MiB GiB TiB J kJ MJ Wh kWh MWh GWh TWh N kN Hz kHz MHz GHz THz W kW MW GW TW hp ' +
		'Pa kPa MPa hPa bar mbar psi atm °C °F C F K ° ha gal pt qt tbsp tsp lx'
	).split(' '),
);

/** Names of units that are more often words with another meaning. */
const ambiguousNames = new Set(
	'turn turns grade grades gon point points are ares pica picas moment moments shake shakes hand hands link chain rod'.split(' '),
);

const sharedMeasures: Readonly<Record<string, string>> = { CAD: 'USD', AUD: 'USD', NOK: 'SEK', DKK: 'SEK' };

/** The measure of degrees Celsius. */
export const temperatureMeasure = String(MeasureKind.Temperature);
/** The measure of seconds, hours and years. */
export const timeMeasure = String(MeasureKind.Time);
/** The measures of meters, square meters and cubic meters. */
export const lengthMeasure = String(MeasureKind.Length);
export const areaMeasure = String(MeasureKind.Area);
export const volumeMeasure = String(MeasureKind.Volume);

/** Names of units that CLDR does not have. */
const moreUnits: Readonly<Record<string, readonly string[]>> = {
	'cubic meter': [
		'cbm',
		'cu m',
		'kubikmeter',
		'mètre cube',
		'mètres cubes',
		'metro cúbico',
		'metros cúbicos',
		'metro cubo',
		'metri cubi',
		'立方米',
		'立方メートル',
		'㎥',
	],
	'square meter': [
		'sqm',
		'sq m',
		'sq. m',
		'sq metres',
		'sq meters',
		'sq. metres',
		'sq. meters',
		'qm',
		'quadratmeter',
		'mètre carré',
		'mètres carrés',
		'metro cuadrado',
		'metros cuadrados',
		'metro quadrado',
		'metros quadrados',
		'metro quadro',
		'metri quadri',
		'metri quadrati',
		'平方米',
		'平方公尺',
		'平米',
		'平方メートル',
		'㎡',
	],
	'square foot': ['sqft', 'sq ft', 'sq. ft', 'sq feet', 'sq. feet'],
	'square mile': ['sq mi', 'sq miles', 'sq. miles'],
	'square kilometer': [
		'sq km',
		'sq. km',
		'qkm',
		'quadratkilometer',
		'kilomètres carrés',
		'kilómetros cuadrados',
		'quilômetros quadrados',
		'quilómetros quadrados',
		'chilometri quadrati',
		'平方公里',
		'平方千米',
		'平方キロ',
		'平方キロメートル',
		'㎢',
	],
	'nautical mile': [
		'seemeile',
		'seemeilen',
		'mille nautique',
		'milles nautiques',
		'mille marin',
		'milles marins',
		'milla náutica',
		'millas náuticas',
		'milha náutica',
		'milhas náuticas',
		'miglio nautico',
		'miglia nautiche',
		'miglia marine',
		'海里',
		'浬',
	],
	tonne: ['tonnen', 'toneladas', 'tonelada', 'tonnellate', 'tonnellata', '吨', '噸', '公吨', '公噸', 'トン'],
	kilogram: ['kilo', 'kilos', 'chili', 'chilo', 'quilos', 'quilo', '公斤', 'キロ', '㎏'],
	gram: ['公克'],
	milligram: ['毫克', 'ミリグラム', '㎎'],
	kilometer: ['quilómetros', 'quilómetro', '千米', '公里', 'キロ', '㎞'],
	meter: ['公尺'],
	centimeter: ['公分', 'センチ', '㎝'],
	millimeter: ['公厘', 'ミリ', '㎜'],
	'square centimeter': ['平方厘米', '平方センチメートル'],
	'cubic centimeter': ['立方厘米', '立方センチメートル'],
	liter: ['公升', 'ℓ'],
	deciliter: ['デシリットル'],
	milliliter: ['ミリ', 'cc', 'シーシー', '㏄'],
	hour: ['小時', '钟头', '鐘頭'],
	minute: ['分鐘', '分間'],
	second: ['秒鐘', '秒間'],
	day: ['日間'],
	week: ['星期', '周间', '週', '週間'],
	month: ['个月', '個月', 'ヶ月', 'ヵ月', 'カ月', 'ケ月', 'か月', '箇月', 'ヶ月間', 'か月間', 'カ月間'],
	year: ['年間', '年间'],
	kilowatt: ['千瓦', 'キロワット'],
	watt: ['瓦', 'ワット'],
	decade: ['jahrzehnt', 'jahrzehnte', 'jahrzehnten', 'décennie', 'décennies', 'década', 'décadas', 'decennio', 'decenni'],
	century: [
		'jahrhundert',
		'jahrhunderte',
		'jahrhunderten',
		'siècle',
		'siècles',
		'siglo',
		'siglos',
		'século',
		'séculos',
		'secolo',
		'secoli',
	],
};

/** Of torque, which `convert` does not know. */
const newtonMeter: Unit = { measure: 'torque', factor: 1, offset: 0 };

/** Hundredths. */
export const percent: Unit = { measure: 'percent', factor: 1, offset: 0 };

interface Dictionary {
	/** Units by symbol; case counts. */
	readonly symbols: ReadonlyMap<string, readonly Unit[]>;
	/** Units by name in lower case, of one to three words. */
	readonly names: ReadonlyMap<string, readonly Unit[]>;
	/** Signs and codes that may stand before an amount of money. */
	readonly before: ReadonlyMap<string, readonly Unit[]>;
}

let dictionary: Dictionary | undefined;

/** Returns all names and symbols, from `convert` (English, factors), CLDR (other languages), and the nouns above. Built at the first call. */
function unitDictionary(): Dictionary {
	dictionary ??= builtDictionary();
	return dictionary;
}

function builtDictionary(): Dictionary {
	const symbols = new Map<string, Unit[]>();
	const names = new Map<string, Unit[]>();
	const before = new Map<string, Unit[]>();
	const put = (into: Map<string, Unit[]>, key: string, unit: Unit): void => {
		const known = into.get(key);
		if (known === undefined) into.set(key, [unit]);
		else if (!known.some((one) => one.measure === unit.measure && one.factor === unit.factor)) known.push(unit);
	};
	for (const [kind, { units }] of conversions) {
		const base = units[0]?.names[0];
		if (base === undefined) continue;
		for (const { names: called, symbols: short } of units) {
			const any = called[0] ?? short[0];
			const unit = any === undefined ? undefined : unitNamed(any, base, String(kind));
			if (unit === undefined) continue;
			for (const name of called) if (!ambiguousNames.has(name)) put(names, name.toLowerCase(), unit);
			for (const symbol of short) if (symbolsInUse.has(symbol)) put(symbols, symbol, unit);
		}
	}
	putUnitsOfLanguages(names, (name, unit) => {
		if (symbolsInUse.has(name)) put(symbols, name, unit);
		else if ((name.length > 2 || /^[\p{Script=Han}\p{Script=Katakana}]/u.test(name)) && !ambiguousNames.has(name.toLowerCase()))
			put(names, name.toLowerCase(), unit);
	});
	for (const [english, words] of Object.entries(moreUnits))
		for (const unit of names.get(english) ?? []) for (const word of words) put(names, word, unit);
	// '16 degrees' of temperature.
	for (const word of cldrWords.units['degree']!.split('|'))
		for (const name of ['celsius', 'fahrenheit']) for (const unit of names.get(name) ?? []) put(names, word.toLowerCase(), unit);
	for (const [sign, name] of [
		['℃', 'celsius'],
		['℉', 'fahrenheit'],
	] as const)
		for (const unit of names.get(name) ?? []) put(symbols, sign, unit);
	putMultiples(names, put, symbols);
	for (const word of [
		'newton meter',
		'newton meters',
		'newton metre',
		'newton metres',
		'newtonmeter',
		'newton-mètres',
		'newton metros',
		'newton metri',
	])
		put(names, word, newtonMeter);
	put(symbols, 'Nm', newtonMeter);
	for (const word of ['%', '％', '٪']) put(symbols, word, percent);
	for (const word of ['percent', 'per cent', 'per cento', 'pct', 'percentage points', 'percentage point', 'prozentpunkte'])
		put(names, word, percent);
	putCurrencies((word, unit, isSign) => {
		put(isSign ? symbols : names, isSign ? word : word.toLowerCase(), unit);
		if (isSign) put(before, word, unit);
	});
	return { symbols, names, before };
}

/** Units that are so many of another one. A ton is one of three: texts rarely say of which. */
const multiplesOf: readonly (readonly [name: string, factor: number, words: string])[] = [
	['kilogram', 1000, 'ton|tons'],
	['kilogram', 907.185, 'ton|tons|short ton|short tons'],
	['kilogram', 1016.047, 'ton|tons|long ton|long tons'],
	['square meter', 10_000 / 15, '亩|畝'],
	['square meter', 400 / 121, '坪'],
	['gram', 500, '斤|市斤'],
	['kilogram', 100, 'quintal|quintals|quintaux|quintales|quintali|quintais|doppelzentner'],
	['kilogram', 50, 'zentner'],
	[
		'joule',
		4184,
		'kcal|kilocalories|kilocalorie|kilokalorien|kilokalorie|kilocalorías|quilocalorias|calories|kalorien|calorías|calorias|千卡|大卡|キロカロリー',
	],
	['joule', 3.6e6, 'kilowatt hours|kilowatt hour|kilowattstunden|kilowattstunde|kilowattheures|kilowattora|千瓦时|キロワット時'],
	['joule', 3.6e9, 'megawatt hours|megawatt hour|megawattstunden|megawattheures'],
];

function putMultiples(
	names: Map<string, Unit[]>,
	put: (into: Map<string, Unit[]>, key: string, unit: Unit) => void,
	symbols: Map<string, Unit[]>,
): void {
	for (const [name, factor, words] of multiplesOf)
		for (const unit of names.get(name) ?? [])
			for (const word of words.split('|')) put(names, word, { ...unit, factor: unit.factor * factor });
	put(symbols, '‰', { ...percent, factor: 0.1 });
	for (const word of ['per mille', 'promille', 'pour mille', 'por mil', 'per mil']) put(names, word, { ...percent, factor: 0.1 });
	for (const word of ['basis points', 'basis point', 'bps', 'basispunkte']) put(names, word, { ...percent, factor: 0.01 });
	for (const unit of ratesOf(names.get('nautical mile') ?? [], names.get('hour') ?? []))
		for (const word of ['knot', 'knots', 'knoten', 'nœuds', 'nudos', 'nós', 'nodi', '节', 'ノット']) put(names, word, unit);
}

function unitNamed(name: string, base: string, measure: string): Unit | undefined {
	if (!isNamedUnit(name) || !isNamedUnit(base)) return undefined;
	const offset = convert(0, name).to(base);
	return { measure, factor: convert(1, name).to(base) - offset, offset };
}

function isNamedUnit(name: string): name is NamedUnit {
	return getMeasureKind(name) !== undefined;
}

/** Names of CLDR's units in the known languages, by the English name that `convert` knows as well. */
function putUnitsOfLanguages(english: ReadonlyMap<string, readonly Unit[]>, put: (name: string, unit: Unit) => void): void {
	for (const [unit, list] of Object.entries(cldrWords.units)) {
		const words = list.split('|');
		const known = unit === 'percent' ? percent : (english.get(words[0]!.toLowerCase()) ?? english.get(unit))?.[0];
		if (known !== undefined) for (const word of words) put(word, known);
	}
}

function putCurrencies(put: (word: string, unit: Unit, isSign: boolean) => void): void {
	for (const [code, nouns] of Object.entries(currencyNouns)) {
		const unit: Unit = { measure: `money ${sharedMeasures[code] ?? code}`, factor: 1, offset: 0 };
		put(code, unit, true);
		for (const noun of nouns) put(noun, unit, false);
		for (const sign of cldrWords.currencySigns[code]!.split('|')) put(sign, unit, true);
		for (const name of cldrWords.currencyNames[code]!.split('|')) put(name, unit, false);
	}
	const part = (code: string): Unit => ({ measure: `money ${code}`, factor: 0.01, offset: 0 });
	for (const word of ['cent', 'cents', 'centimes', 'céntimos', 'centavos', 'centesimi'])
		for (const code of ['USD', 'EUR']) put(word, part(code), false);
	for (const code of ['USD', 'EUR']) put('¢', part(code), true);
	for (const word of ['pence', 'penny']) put(word, part('GBP'), false);
	for (const sign of ['$', 'US$', 'CA$', 'A$', 'AU$']) put(sign, { measure: 'money USD', factor: 1, offset: 0 }, true);
}

/** The dative of many German units. */
const dative = /(?:metern|litern|zentnern|euron|hektarn|grammen)$/u;

/** What may follow a number as its unit: up to three words, or signs. */
const behindNumber = /(?: - |[ -])?(?:(\p{L}[\p{L}.²³]*)(?:[ -](\p{L}[\p{L}.]*))?(?:[ -](\p{L}+))?|([°℃℉%‰$€£¥₹₩₽₺¢㎎-㎢㎥㏄]\p{L}?))/uy;
const wordsOfCjk = /[ ]?([\p{Script=Han}\p{Script=Katakana}かー]{1,10})/uy;
/** A symbol in letters, right before words of Chinese or Japanese: '800mlの水'. Single capitals are mostly something else there: '4Kテレビ'. */
const symbolBeforeCjk = /^([a-zµμ]|[A-Za-zµμ]{2,4}|[LWJNm])[²³23]?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/** Returns the units that stand at an offset of a plain text, behind a number, and where their name ends. Several: the name is ambiguous. */
export function unitsAt(plain: string, at: number): { readonly units: readonly Unit[]; readonly end: number } | undefined {
	const found = unitAt(plain, at);
	if (found === undefined) return undefined;
	const per = /(?:\/| per | pro | por | par | à l'| all'| a la | an? |每|毎)/y;
	per.lastIndex = found.end;
	const joint = per.exec(plain)?.[0];
	const below = joint === undefined ? undefined : unitAt(plain, found.end + joint.length);
	// 'A year' and 'a month' are mostly left out elsewhere.
	if (joint === undefined || below === undefined || below.units.every(({ factor }) => factor >= secondsOfDay)) return found;
	const rates = ratesOf(found.units, below.units);
	return rates.length === 0 ? found : { units: rates, end: below.end };
}

function ratesOf(above: readonly Unit[], below: readonly Unit[]): Unit[] {
	return above.flatMap(({ measure, factor }) =>
		ofRates.has(measure)
			? below.map((under): Unit => ({ measure: `${measure}/${under.measure}`, factor: factor / under.factor, offset: 0 }))
			: [],
	);
}

const timeBefore = /(?:([時时分秒])速|[每毎](?:(小时|小時|時|分|秒)钟?|一小时))(?:约|約|大约|为|為|达|達|达到)? ?$/u;
const unitsOfTimeBefore: Readonly<Record<string, string>> = { 分: 'minute', 秒: 'second' };

/** Returns units per the time that stands before a number in Chinese or Japanese: '時速60キロ'. `undefined` if none stands there. */
export function unitsPerTimeBefore(plain: string, at: number, units: readonly Unit[]): readonly Unit[] | undefined {
	const match = timeBefore.exec(plain.slice(Math.max(0, at - 8), at));
	if (match === null) return undefined;
	const time = unitsOfTimeBefore[match[1] ?? match[2] ?? ''] ?? 'hour';
	const rates = ratesOf(units, unitDictionary().names.get(time) ?? []);
	return rates.length === 0 ? undefined : rates;
}

const secondsOfDay = 86_400;
/** What is measured per time. */
const ofRates: ReadonlySet<string> = new Set([MeasureKind.Length, MeasureKind.Data].map(String));

/** Tenths in Chinese and Japanese: '4割', '3割5分', '七成半', and '打八折', which leaves eight tenths. */
const tenths = /(?:割(?:(\d)分)?|成(?![本立为為功员員果熟长長人年分都型品就绩績])|折)/uy;

function tenthsAt(plain: string, at: number): { readonly units: readonly Unit[]; readonly end: number } | undefined {
	if (plain.charCodeAt(at) < 0x4e00) return undefined;
	tenths.lastIndex = at;
	const match = tenths.exec(plain);
	return match === null ? undefined : { units: [{ ...percent, factor: 10 }], end: at + match[0].length };
}

function unitAt(plain: string, at: number): { readonly units: readonly Unit[]; readonly end: number } | undefined {
	const { symbols, names } = unitDictionary();
	const tenth = tenthsAt(plain, at);
	if (tenth !== undefined) return tenth;
	// Behind a number in bold type.
	while (plain.charAt(at) === '*' || plain.charAt(at) === '_') at++;
	behindNumber.lastIndex = at;
	const match = behindNumber.exec(plain);
	if (match === null) return undefined;
	const [whole, first, second, third, sign] = match;
	const lead = /^[ -]*/u.exec(whole)![0].length;
	const found = (name: string): { units: readonly Unit[]; end: number } | undefined => {
		const lower = name.toLowerCase();
		// 'Von 24 Quadratmetern'
		const units = symbols.get(name) ?? names.get(lower) ?? (dative.test(lower) ? names.get(lower.slice(0, -1)) : undefined);
		return units === undefined ? undefined : { units, end: at + lead + name.length };
	};
	if (sign !== undefined) return found(sign) ?? found(sign.charAt(0));
	if (first === undefined) return undefined;
	const two = second === undefined ? undefined : `${first} ${second}`;
	const known =
		(two === undefined || third === undefined ? undefined : found(`${two} ${third}`)) ??
		(two === undefined ? undefined : (found(two) ?? found(two.replace(/\.$/u, '')))) ??
		found(first) ??
		found(first.replace(/\.$/u, ''));
	if (known !== undefined) return known;
	// 'mph', and inches: 'in' is mostly another word.
	if (/^mph\.?$/iu.test(first)) return { units: speed('mile'), end: at + lead + 3 };
	if (/^(?:kph|kmh)\.?$/iu.test(first)) return { units: speed('kilometer'), end: at + lead + 3 };
	const symbol = symbolBeforeCjk.exec(first)?.[0];
	if (symbol !== undefined) return found(symbol);
	wordsOfCjk.lastIndex = at;
	const run = wordsOfCjk.exec(plain)?.[1];
	for (let length = run?.length ?? 0; length > 0; length--) {
		const cut = found(run!.slice(0, length));
		if (cut !== undefined) return cut;
	}
	return undefined;
}

const feetAndInches =
	/(\d{1,3}) ?(?:ft\b\.?|feet|foot|')(?:,? (?:and )?| ?)(\d{1,2}(?:\.\d+)?) ?(?:in\b\.?|inch(?:es)?|"|''|\u2033)(?![\p{L}\d])/iuy;

/** Returns the length in feet and inches that begins at an offset of a plain text, in inches: '5 ft 10 in', `6'2"`. */
export function feetAndInchesAt(
	plain: string,
	at: number,
): { readonly inches: number; readonly units: readonly Unit[]; readonly end: number } | undefined {
	feetAndInches.lastIndex = at;
	const match = feetAndInches.exec(plain);
	const units = unitDictionary().names.get('inch');
	if (match === null || units === undefined || Number(match[2]) >= 12) return undefined;
	return { inches: Number(match[1]) * 12 + Number(match[2]), units, end: at + match[0].length };
}

/** Returns the unit of a minute. */
export function minute(): Unit {
	return unitDictionary().names.get('minute')![0]!;
}

/** Returns the unit of a measure that a word in lower case names. `undefined`: it names none. */
export function unitNamedBy(name: string, measure: string): Unit | undefined {
	return unitDictionary()
		.names.get(name)
		?.find((unit) => unit.measure === measure);
}

function speed(name: string): Unit[] {
	const { names } = unitDictionary();
	return ratesOf(names.get(name) ?? [], names.get('hour') ?? []);
}

const moneyBefore = /(?:(?:US|CA|AU?|R|MX|CN|JP|NK|S)?[$€£¥₹₩₽₺]|[A-Z]{3}|Rs\.?) ?$/u;

/** Returns the currency that stands right before an offset of a plain text, and where it begins. */
export function currencyBefore(plain: string, at: number): { readonly units: readonly Unit[]; readonly start: number } | undefined {
	const lead = plain.slice(Math.max(0, at - 5), at);
	const word = moneyBefore.exec(lead)?.[0];
	if (word === undefined) return undefined;
	const { before } = unitDictionary();
	const name = word.trim();
	const units = before.get(name) ?? before.get(name.slice(-1));
	return units === undefined || (/^[A-Z]{3}$/u.test(name) && /\p{L}$/u.test(lead.slice(0, -word.length)))
		? undefined
		: { units, start: at - word.length };
}

/** Returns a value in the base unit of what it measures. */
export function inBase(value: number, { factor, offset }: Unit): number {
	return value * factor + offset;
}
