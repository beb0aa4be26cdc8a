import { rows } from './rows.ts';

rows('what follows from the numbers of a text in one step or several', [
	[
		'The shirt costs £11.50, the shorts £9 and the socks £4.25. As a bundle they cost £22.',
		'Buying the bundle saves £2.75 on the three things.',
	],
	['Ashby 46.12, Dunmore 46.30, Kirkwell 46.95.', 'Ashby won by 0.18 s.'],
	['1 Callum Reid 41:07, 2 Piet Vos 41:52, 3 Owen Sharratt 42:10.', 'Piet Vos came in 45 seconds behind Callum Reid.'],
	['1 Callum Reid 41:07, 2 Piet Vos 41:52, 3 Owen Sharratt 42:10.', 'Piet Vos came in 55 seconds behind Callum Reid.', '55 seconds'],
	['The greenhouse measures 2.4 m by 3.6 m.', 'The floor of the greenhouse has 8.64 m².'],
	['Licences cost $84 a seat for 25 seats. Support is 15 % of the fee.', 'Licences come to $2,100, and support adds another $315.'],
	['Equities 58%, bonds 27%, property 11%, cash the rest.', 'Cash makes up the remaining four percent.'],
	['On 9 March 2021 the net was 6,350 francs on Saturday and 9,650 on Sunday.', 'Both days together brought 16,000 francs.'],
	['Les frais étaient de 2.400 euros, 1.850 euros et 620 euros.', 'En tout, les frais sont de 4.870 euros.'],
	['The offer was $217,200 for 36.2 acres.', 'The land costs $6,000 an acre.'],
	['The dome has a diameter of 20 meters.', 'The radius of the dome is 10 meters.'],
	['Scores: 12, 30, 7, 9, 4, 21.', 'The average score was 13.8.'],
	['Scores: 12, 30, 7, 9, 4, 21.', 'The average score was 13.2.', '13.2'],
	['North sold 120 units, South 80, East 60, West 140, Center 100.', 'South sold 16% of all units.'],
	['North sold 120 units, South 80, East 60, West 140, Center 100.', 'South sold 19% of all units.', '19%'],
]);

rows('days and times that follow from given ones', [
	['The visit of 14 March is moved to 1 April 2025.', 'The visit is 18 days later than planned.'],
	['Mock week begins on Monday 6 January 2025. Double science is on the Friday.', 'Double science is on 10 January.'],
	['The guarantee runs for seven years from 14 November 2018.', 'The guarantee lasts until November 2025.'],
	[
		'The notice is of 7 June. Accounts are closed after two weeks and deleted 60 days later.',
		'Accounts close on 21 June and are deleted on 20 August.',
	],
	['Read the contract before 2 April.', 'The contract must be read by 1 April.'],
	['The frigate patrolled the coast from March 1841 until November 1844.', 'The frigate was on the coast for years, 1841-44.'],
	['The tern was ringed in June 1982.', "The tern got its ring in June '82."],
	['Children aged 12 to 15 take one tablet.', 'A 13-year-old takes one tablet.'],
	[
		'Children aged 12 to 15 take one tablet, and the boy who was named in the report was 14.',
		'The boy, a 17-year-old, takes one tablet.',
		'17-year',
	],
]);

rows('more ways to write a value', [
	['The farm has 2.4 hectares, of which 1.8 ha are pasture.', 'The farm has 24,000 square meters, and 18,000 are pasture.'],
	['Die Kosten trägt der Händler zu drei Vierteln.', 'Der Händler trägt 75 Prozent der Kosten.'],
	['As testemunhas chegam às 13h45.', 'As testemunhas chegam às treze e quarenta e cinco.'],
	['Tampere has 249,009 people.', 'Tampere has close to a quarter of a million people.'],
	['O alcance do farol é de 22 milhas náuticas.', 'O alcance do farol é de cerca de 40 quilómetros.'],
	['La centrale produce il 60 % dell’energia.', 'La centrale fornisce il sessanta per cento dell’energia.'],
	['The crate weighs 1,540 lb.', 'The crate weighs roughly 700 kilos.'],
	['L’acte est signé devant Me Garrigues pour 245 000 euros.', 'L’acte lie le docteur à une SCI pour 245 000 euros.'],
	['Units beginning AF2-19 or AF2-20 are affected.', 'Units beginning AF2-19 or -20 may be affected.'],
]);
