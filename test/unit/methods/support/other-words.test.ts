import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { randomFor } from '../../../../src/statistics/random.ts';
import { contexts, flagged, judged } from './judged.ts';

/** A context, an answer, and what is flagged of it. */
type Row = readonly [context: string, answer: string, ...flagged: string[]];

function rows(name: string, list: readonly Row[]): void {
	describe(name, () => {
		for (const [context, answer, ...expected] of list)
			test(answer, async () => assert.deepEqual(await flagged(answer, contexts(context)), expected));
	});
}

rows('amounts in other words', [
	['The pump test ran for 95 minutes without a fault.', 'The pump was tested for one hour and thirty-five minutes.'],
	[
		'The pump test ran for 95 minutes without a fault.',
		'The pump was tested for one hour and forty-five minutes.',
		'one hour and forty-five minutes: 95 minutes',
	],
	['Backups take 30 minutes.', 'Backups take half an hour.'],
	['The hike takes 90 minutes.', 'The hike takes an hour and a half.'],
	['The loan grew from EUR 1,204.7 million to EUR 1,398.2 million.', 'The loan grew from about 1.2 to about 1.4 billion euros.'],
	['The valve opens at a fill level of 0.85.', 'The valve opens once the tank is 85 % full.'],
	['Of the members, 38 % voted for the change.', 'The other 62 % of the members did not vote for the change.'],
	['job=vacuum status=ok elapsed=610s', 'The vacuum job took about 10 minutes.'],
	['The twenty-third branch opened in Torsby.', 'Branch number 23 opened in Torsby.'],
	["La mairie a payé 2,4 millions d'euros.", 'La mairie a versé 2 400 000 € au total.'],
	['Der Tank fasst 3 Kubikmeter Wasser.', 'In den Tank passen 3.000 Liter Wasser, wenn er voll ist und dicht.'],
]);

rows('dates and times in other words', [
	['The permit was issued on 4 May 2021 and lapses after 60 days.', 'The permit lapsed on 3 July 2021.'],
	['The permit was issued on 4 May 2021 and lapses after 60 days.', 'The permit lapsed on 19 July 2021.', '19 July 2021: 4 May 2021'],
	['The fair runs from 6 to 9 June 2023.', 'The fair opens on 6 June 2023.'],
	['The hall is closed from May to August.', 'Until August, the hall stays closed.'],
	['The desk is staffed on weekdays.', 'The desk is staffed from Monday to Friday.'],
	['Build 20230412 was the last one.', 'The last build is that of April 12, 2023.'],
	['The alarm rang at 03:07.', 'The alarm rang shortly after three in the morning.'],
	['The ferry leaves at 18:40 and takes 25 minutes.', 'The ferry arrives at 7:05 p.m.'],
	['The ferry leaves at 18:40 and takes 25 minutes.', 'The ferry arrives at 8:25 p.m.', '8:25 p.m. ~ 18:40'],
	['L’autobus part à 14 h 35 de la gare.', 'Le bus part de la gare à 14h35.'],
	['Le bus part de la gare à 14h35.', 'L’autobus part de la gare à 14 h 35.'],
	['会议在上午九点开始，地点在三楼。', '会议9点开始。'],
	['会議は午前九時に始まります。', '会議は9時に始まります。'],
	['Die Probe beginnt um halb zehn im großen Saal.', 'Die Probe beginnt um 9:30 Uhr.'],
	['La cena empieza a las nueve de la noche.', 'La cena empieza a las 21:00.'],
	['The gate opens at 0730 hrs.', 'The gate opens at seven thirty a.m.'],
	['The shop is open 8 to 11 a.m.', 'The shop opens at 8:00.'],
	['The clinic opens from 8:00 to 11:00 and from 13:00 to 16:30.', 'The clinic is open for six and a half hours.'],
]);

rows('identifiers and names in other words', [
	['Wire it to DE44500105175407324931 by Friday.', 'Wire it to DE44 5001 0517 5407 3249 31 by Friday.'],
	['Wire it to DE44500105175407324931 by Friday.', 'Wire it to DE44 5001 0517 5407 3249 13 by Friday.', '0517 5407 3249 13'],
	['Flight QX0712 is late.', 'Flight QX 712 is late.'],
	['The lab is in Building 7 on Harbor Boulevard.', 'You find the lab in Bldg. 7 on Harbor Blvd.'],
	['Jörg Köhler runs the shop.', 'The shop is run by Joerg Koehler.'],
	['The firm comes from Denmark.', 'It is a firm that Danes founded.'],
	['The plant in Köln was closed.', 'The plant in Cologne was closed.'],
	[
		'The deputy is Niels Thorbeck, who voted for it.',
		'The vote of the deputy, Niels Thorwald, was in favor.',
		'Niels Thorwald: Niels Thorbeck',
	],
]);

rows('quotations', [
	['The guard noted: "The side door was open at dawn, and nobody answered."', 'The guard noted that "the side door was open".'],
	[
		'The guard noted: "The side door was open at dawn, and nobody answered."',
		'The guard noted that "the side door was locked".',
		'"the side door was locked": The side door was open',
	],
	[
		'The guard noted: "The side door was open at dawn, and nobody answered."',
		'The guard noted: "The side door was open … and nobody answered."',
	],
	[
		'She called it "a sound and careful plan".',
		'She called it "a sound and costly plan".',
		'"a sound and costly plan": a sound and careful plan',
	],
	[
		"« Le train part toujours à l'heure », dit le chef.",
		"Le chef dit que le train « part rarement à l'heure » et que cela se voit.",
		"« part rarement à l'heure »: part toujours à l'heure",
	],
	['市長は「橋を早く直したい」と述べた。', '市長は「橋を早く壊したい」と述べた。', '「橋を早く壊したい」: 橋を早く直したい'],
]);

rows('quotations without their negation', [
	[
		'The mayor wrote: "We will not close the pool before the summer."',
		'The mayor wrote: "We will close the pool before the summer."',
		'"We will close the pool before the summer.": We will not close the pool before the summer',
	],
	['The mayor wrote: "We will not close the pool before the summer."', 'The mayor wrote: "We will not close the pool before the summer."'],
]);

rows('differences, also across texts, and other limits', [
	['Mira ran 84 laps and Timo ran 71 laps.', 'Mira ran 13 laps more than Timo.'],
	['The mast is 324 m tall. The bridge is 137 m tall.', 'The mast is 187 m taller than the bridge.'],
	['The mast is 324 m tall. The bridge is 137 m tall.', 'The mast is 197 m taller than the bridge.', '197 m ~ 137 m'],
	['Orders above £1,000 need two signatures.', 'Orders above £800 need two signatures.', '£800'],
	['Le loyer est de 1 200 euros par mois.', 'Le loyer annuel est de 14 400 euros.'],
	['Die Miete beträgt 1.200 Euro pro Monat.', 'Die Miete beträgt im Jahr 14.400 Euro.'],
]);

rows('sums in several steps', [
	['Sick days by team: Alder 12, Birch 30, Cedar 7.', 'Together, the teams had 49 sick days.'],
	['Sick days by team: Alder 12, Birch 30, Cedar 7.', 'Together, the teams had 12 + 30 + 7 = 49 sick days.'],
	['Sick days by team: Alder 12, Birch 30, Cedar 7.', 'Together, the teams had 58 sick days.', '58'],
	['| site | beds | rooms |\n| Alder | 41 | 12 |\n| Birch | 38 | 17 |\n| Cedar | 53 | 20 |', 'The three sites have 132 beds in total.'],
	['Two rooms at €140 each; breakfast €9 per day, four days.', 'All of it costs €316 altogether.'],
	['Adults pay 900 yen, children 400 yen. The group has 3 adults and 5 children.', 'The group pays 4,700 yen in total.'],
	['Orders: web 120, shop 60, phone 20.', 'Of all orders, 30 % came from the shop.'],
	['The survey began on 2 March 2022 and ended on 1 April 2022.', 'The survey took 30 days.'],
]);

test('a random total rarely follows from random numbers', async () => {
	const random = randomFor(1, 'chance');
	const number = (): number => 100 + Math.floor(random() * 900);
	let derived = 0;
	const rounds = 300;
	for (let round = 0; round < rounds; round++) {
		const list = Array.from({ length: 8 }, (_, i) => `Site ${String.fromCharCode(65 + i)} has ${number()} beds.`).join(' ');
		// oxlint-disable-next-line no-await-in-loop -- one after another, as they share the tagger
		const { values } = await judged(`In total, the region has ${1000 + Math.floor(random() * 4000)} beds.`, contexts(list));
		if (values.some(({ found }) => found.state === 'derived')) derived++;
	}
	assert.ok(derived / rounds <= 0.05, `${derived} of ${rounds}`);
});
