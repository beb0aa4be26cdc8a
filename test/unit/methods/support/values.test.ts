import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { toCardinal } from 'n2words/en-US';
import { quantitiesOf } from '../../../../src/methods/support/quantities.ts';
import { readingsOf } from '../../../../src/methods/support/numbers.ts';
import { foldedWord, plainText, wordsOf } from '../../../../src/methods/support/plain-text.ts';
import { valuesOf, type Value } from '../../../../src/methods/support/values.ts';

function values(text: string): Value[] {
	const plain = plainText(text);
	return valuesOf(plain, wordsOf(plain));
}

/** What is read of a text: 'KIND WRITTEN = VALUE'. */
function read(text: string): string[] {
	return values(text).map((value) => {
		const written = `${value.kind} ${text.slice(value.start, value.end)}`;
		switch (value.kind) {
			case 'amount':
				return `${written} = ${value.readings.map((reading) => reading.value).join(' or ')}`;
			case 'date':
				return `${written} = ${value.forms.map(({ year, month, day, weekday }) => [year ?? '-', month ?? '-', day ?? '-', weekday ?? '-'].join('/')).join(' or ')}`;
			case 'time':
				return `${written} = ${value.minutes.map((minutes) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`).join(' or ')}`;
			case 'name':
			case 'quotation':
				return written;
			case 'identifier':
			case 'phone':
			case 'email':
			case 'url':
				return `${written} = ${value.signs}`;
		}
	});
}

describe('values of a text', () => {
	const cases: readonly (readonly [string, ...string[]])[] = [
		// Numbers
		['16,181 customers', 'amount 16,181 = 16181 or 16.181'],
		['16.181 Kunden', 'amount 16.181 = 16.181 or 16181'],
		['1.234.567,89 Euro', 'amount 1.234.567,89 Euro = 1234567.89'],
		['1,234,567.89 dollars', 'amount 1,234,567.89 dollars = 1234567.89'],
		['12 34 56', 'amount 12 = 12', 'amount 34 = 34', 'amount 56 = 56'],
		['1\u202f250 m\u00e8tres', 'amount 1\u202f250 m\u00e8tres = 1250'],
		['3.5 million people', 'amount 3.5 million = 3500000'],
		['5k rows', 'amount 5k = 5000'],
		['two hundred and fifty guests', 'amount two hundred and fifty = 250'],
		['sixteen thousand one hundred eighty-one', 'amount sixteen thousand one hundred eighty-one = 16181'],
		['half a million', 'amount half a million = 500000'],
		['two dozen eggs', 'amount two dozen = 24'],
		['300\u4e07\u4eba', 'amount 300\u4e07 = 3000000'],
		// Units and money
		['\u20ac4.90 a month', 'amount \u20ac4.90 = 4.9'],
		['4,90 \u20ac', 'amount 4,90 \u20ac = 4.9'],
		['$2.5bn', 'amount $2.5bn = 2500000000'],
		['US$ 12', 'amount US$ 12 = 12'],
		['5 km/h', 'amount 5 km/h = 5'],
		['**12** hours', 'amount 12** hours = 12'],
		['a 24-hour service', 'amount 24-hour = 24'],
		['20 Stunden und 3 Tage', 'amount 20 Stunden = 20', 'amount 3 Tage = 3'],
		['45 %', 'amount 45 % = 45'],
		['4.90\u6b27\u5143', 'amount 4.90\u6b27\u5143 = 4.9'],
		['2\u6642\u9593', 'amount 2\u6642\u9593 = 2'],
		['two thirds of them', 'amount two thirds = 66.66666666666667'],
		// Dates
		['14 March 2024', 'date 14 March 2024 = 2024/3/14/-'],
		['March 14th, 2024', 'date March 14th, 2024 = 2024/3/14/-'],
		['2024-03-14', 'date 2024-03-14 = 2024/3/14/-'],
		['3/4/2024', 'date 3/4/2024 = 2024/3/4/- or 2024/4/3/-'],
		['14.03.2024', 'date 14.03.2024 = 2024/3/14/-'],
		['14. M\u00e4rz 2024', 'date 14. M\u00e4rz 2024 = 2024/3/14/-'],
		['le 14 f\u00e9vrier 2024', 'date 14 f\u00e9vrier 2024 = 2024/2/14/-'],
		['el 14 de marzo de 2024', 'date 14 de marzo de 2024 = 2024/3/14/-'],
		['14 de mar\u00e7o de 2024', 'date 14 de mar\u00e7o de 2024 = 2024/3/14/-'],
		['il 14 maggio 2024', 'date 14 maggio 2024 = 2024/5/14/-'],
		['2024\u5e743\u670814\u65e5', 'date 2024\u5e743\u670814\u65e5 = 2024/3/14/-'],
		['in May', 'date May = -/5/-/-'],
		['It may rain in 2019.', 'date 2019 = 2019/-/-/-'],
		['on Tuesday', 'date Tuesday = -/-/-/2'],
		// Times
		['at 22:40', 'time 22:40 = 22:40'],
		['at 10:40', 'time 10:40 = 10:40 or 22:40'],
		['at 9 a.m. or 9:30 pm', 'time 9 a.m. = 9:00', 'time 9:30 pm = 21:30'],
		['um 8.30 Uhr', 'time 8.30 Uhr = 8:30 or 20:30'],
		['half past nine', 'time half past nine = 9:30 or 21:30'],
		['twenty to eleven in the morning', 'time twenty to eleven in the morning = 10:40'],
		['at noon', 'time noon = 12:00'],
		['22\u664240\u5206', 'time 22\u664240\u5206 = 22:40'],
		// Identifiers and addresses
		['case CS-02128', 'identifier CS-02128 = CS02128'],
		['order 1788123456', 'identifier 1788123456 = 1788123456'],
		['version 10.0.19041.1', 'identifier 10.0.19041.1 = 100190411'],
		['an Airbus A320', 'identifier A320 = A320'],
		['Call +49 30 901820', 'phone +49 30 901820 = 30901820'],
		['Call (415) 555-0182 now', 'phone (415) 555-0182 = 4155550182'],
		['help@tresh.example', 'email help@tresh.example = help@tresh.example'],
		['see https://www.Tresh.example/fees/.', 'url https://www.Tresh.example/fees/ = tresh.example/fees'],
		// None
		['the 3rd of them, the 1990s, 24/7, 2/3, 50/50'],
		['a 3:1 ratio', 'amount 3 = 3', 'amount 1 = 1'],
		['see Fig. 3, section 2 and document 14'],
		['one of them'],
	];
	for (const [text, ...expected] of cases) test(text, () => assert.deepEqual(read(text), expected));

	test('a number is the same in English words, by an independent speller', () => {
		fc.assert(
			fc.property(fc.integer({ min: 2, max: 999_999_999 }), fc.boolean(), (number, and) => {
				const [value, ...more] = values(toCardinal(number, { and }));
				assert.ok(value?.kind === 'amount' && more.length === 0);
				assert.equal(value.readings[0]!.value, number);
			}),
		);
	});

	test('a number is the same in the notation of each language, by ICU', () => {
		const language = fc.constantFrom('en', 'de', 'fr', 'es', 'pt', 'it', 'zh', 'ja', 'de-CH', 'hi');
		fc.assert(
			fc.property(language, fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 2 }), (locale, whole, places) => {
				const number = whole / 10 ** places;
				const written = new Intl.NumberFormat(locale, { maximumFractionDigits: places, numberingSystem: 'latn' }).format(number);
				assert.ok(
					readingsOf(plainText(written)).some(({ value }) => value === number),
					`${locale}: ${written}`,
				);
			}),
		);
	});

	test('a date is the same in the long form of each language, by ICU', () => {
		const language = fc.constantFrom('en-US', 'en-GB', 'de', 'fr', 'es', 'pt', 'it', 'zh', 'ja');
		const day = fc.date({ min: new Date('1800-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
		fc.assert(
			fc.property(language, day, fc.constantFrom('long' as const, 'medium' as const, 'short' as const), (locale, date, dateStyle) => {
				// Two digits do not say the century.
				fc.pre(dateStyle !== 'short' || (date.getUTCFullYear() >= 1930 && date.getUTCFullYear() < 2030));
				const written = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(date);
				const [value] = values(written);
				assert.ok(value?.kind === 'date', `${locale}: ${written}`);
				const expected = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
				assert.ok(
					value.forms.some(({ year, month, day: of }) => year === expected.year && month === expected.month && of === expected.day),
					`${locale}: ${written} is read as ${JSON.stringify(value.forms)}`,
				);
			}),
		);
	});

	test('units of one kind are compared in one unit', () => {
		// Definitions: the international yard and pound (1959), the US survey's gallon, and the Celsius scale.
		const pairs: readonly (readonly [string, string])[] = [
			['26.21875 miles', '42.194988 km'],
			['1 pound', '453.59237 g'],
			['1 gallon', '3.785411784 liters'],
			['41 \u00b0F', '5 \u00b0C'],
			['-40 \u00b0F', '-40 \u00b0C'],
			['2 weeks', '336 Stunden'],
			['1.5 GB', '1500 MB'],
			['60 mph', '96.56064 km/h'],
			['85 cents', '0.85 euros'],
		];
		for (const [a, b] of pairs) {
			const [first, second] = [values(a)[0], values(b)[0]];
			assert.ok(first?.kind === 'amount' && second?.kind === 'amount', `${a}, ${b}`);
			const shared = quantitiesOf(first).flatMap((one) =>
				quantitiesOf(second)
					.filter((other) => other.measure === one.measure)
					.map((other) => Math.abs(one.value / other.value - 1)),
			);
			assert.ok(
				shared.some((off) => off < 1e-9),
				`${a} is ${b}: ${JSON.stringify([quantitiesOf(first), quantitiesOf(second)])}`,
			);
		}
	});

	test('offsets stay the same in plain text, and a value is what stands between them', () => {
		const piece = fc.constantFrom(
			'5',
			'\uff15',
			'\u00a0',
			'\u2013',
			'km',
			'\u2019s ',
			'.',
			' ',
			'May',
			'\u6708',
			'\u20ac',
			'-',
			'@a.de',
			':',
			'/',
			'\u00e9',
			'2024',
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
				const text = pieces.join('');
				assert.equal(plainText(text).length, text.length);
				let end = 0;
				for (const value of values(text)) {
					assert.ok(value.start >= end && value.end > value.start && value.end <= text.length, JSON.stringify(value));
					end = value.end;
				}
			}),
			{ numRuns: 2000 },
		);
	});

	test('words are compared without case, diacritics and possessives', () => {
		assert.deepEqual(['M\u00dcLLER', "S\u00f8rensen's", 'Stra\u00dfe', "the workers'"].map(foldedWord), [
			'muller',
			'sorensen',
			'strasse',
			'the workers',
		]);
	});
});
