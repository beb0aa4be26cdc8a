import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { indexGiven } from '../../../../src/methods/support/given-index.ts';
import { flagged } from './judged.ts';
import { rows } from './rows.ts';

const museum = 'Museum tickets cost $12 for adults and $7 for children.';
const recipe = 'The recipe serves 4. You need 200 g of flour and 3 eggs.';
const members = 'The club had 10,500 members in 2022, 500 more than in 2021.';

rows('what rates give together, and how often a rate goes into an amount', [
	[museum, 'Two adults and three children pay $45 in total.'],
	[museum, 'Two adults and three children pay $47 in total.', '$47'],
	['Adults: $12. Children: $7.', 'Two adults and three children pay $45 in total.'],
	[recipe, 'For 8 people you need 400 g of flour and 6 eggs.'],
	[recipe, 'For 20 people you need 1 kg of flour.'],
	[recipe, 'For 8 people you need 450 g of flour.', '450 g: 200 g'],
	['Pour 4 personnes : 200 g de farine.', 'Pour 6 personnes, il faut 300 g de farine.'],
	['The train covered 240 km in 3 hours.', 'Its average speed was 80 km/h.'],
	['The train covered 240 km in 3 hours.', 'Its average speed was 90 km/h.', '90 km/h'],
	['The tank holds 1,200 l. The pump delivers 80 l/h.', 'Filling it takes 15 hours.'],
	['The tank holds 1,200 l. The pump delivers 80 l/h.', 'Filling it takes 18 hours.', '18 hours'],
	[members, 'In 2021 the club had 10,000 members.'],
	[members, 'In 2021 the club had 11,200 members.', '11,200: 10,500'],
	['One ticket costs $12.', 'Five tickets cost $60.'],
	['There is one safety pilot on board.', 'There are five safety pilots on board.', 'five: one'],
	['Attendees: Ann, Bo, Cy, Di, Ed, Flo, Gus, Hal, Ivy, Jo, Kim, Lou, Max and Ned.', '14 people attended.'],
	['Attendees: Ann, Bo, Cy, Di, Ed, Flo, Gus, Hal, Ivy, Jo, Kim, Lou, Max and Ned.', '16 people attended.', '16'],
]);

rows('days and times inside a range, and months that are counted', [
	['The contract began in March 2016 and runs for 18 months.', 'It ends in September 2017.'],
	['The contract began in March 2016 and runs for 18 months.', 'It ends in November 2017.', 'November 2017 ~ March 2016'],
	['The museum is closed from 24 to 26 December.', 'It is closed on 25 December.'],
	['The museum is closed from 24 to 26 December.', 'It is closed on 28 December.', '28 December: 26 December'],
	['The pool is open from 7:00 to 18:30.', 'Yes, the pool is open at 9:00.'],
	['The pool is open from 7:00 to 18:30.', 'The pool opens at 9:00.', '9:00: 7:00'],
	['The pool is open from 7:00 to 18:30.', 'The pool is open at 20:00.', '20:00: 7:00'],
	['Take one tablet every 6 hours, at most 8 tablets.', 'You may take 8 tablets in 24 hours.'],
]);

rows('numbers that name an order, a ticket or an invoice', [
	['Order #40721 was shipped on 3 May.', 'Order #40721 was shipped.'],
	['Order 40721 was shipped on 3 May.', 'Order #40721 was shipped.'],
	['Order #40721 was shipped on 3 May.', 'Order #40712 was shipped.', '40712: 40721'],
	['Ticket #8812 was closed by Ann.', 'Ticket #8821 was closed.', '8821: 8812'],
	['Invoice no. 2023/118 is unpaid.', 'Invoice no. 2023/181 is unpaid.', '2023/181: 2023/118'],
]);

rows('which of several values of a sentence is meant', [
	['Ann earns $52,000, Bob $61,500 and Carl $48,200 a year.', 'Bob earns $65,100 a year.', '$65,100: $61,500'],
	['Sales were 300 units in 2020 and doubled in 2021.', 'In 2021, 600 units were sold.'],
	['Mount Arl is 1,842 m high, Mount Brenn 2,107 m, and Mount Cato 1,655 m.', 'Mount Brenn is 2,170 m high.', '2,170 m: 2,107 m'],
	['The bus leaves Main Square at 8:05, Hill Street at 8:17 and the harbor at 8:32.', 'The bus leaves Hill Street at 8:19.', '8:19: 8:17'],
]);

describe('what follows from an amount of the question', () => {
	const deductible = 'The deductible is $500 per claim. The insurer pays the rest.';
	for (const [question, context, answer, ...expected] of [
		['My damage is $3,000. What do I get?', deductible, 'You get $2,500.'],
		['My damage is $3,000. What do I get?', deductible, 'You get $2,700.', '$2,700'],
		['How much flour do I need for 20 people?', recipe, 'For 20 people you need 1 kg of flour.'],
		['How much flour do I need for 30 people?', recipe, 'For 20 people you need 1 kg of flour.', '20'],
		['The bill is €80. What is the tip?', 'A tip of 15 % is usual.', 'The tip is €12.'],
		['The bill is €80. What is the tip?', 'A tip of 15 % is usual.', 'The tip is €14.', '€14'],
	] as const)
		test(`${question} ${context} → ${answer}`, async () => {
			const index = indexGiven([
				{ context: null, text: question },
				{ context: 'c0', text: context },
			]);
			assert.deepEqual(await flagged(answer, index, question), expected);
		});
});
