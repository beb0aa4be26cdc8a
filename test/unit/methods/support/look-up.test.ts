import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contexts, flagged, judged } from './judged.ts';

const lighthouse =
	'The Halden Lighthouse was built between 1871 and 1874 by the engineer Ingrid Marie S\u00f8rensen. Its tower is 42.7 meters high and stands 3.2 km off the coast. The lamp could be seen from 18 nautical miles away. In 1931 the station was automated, and the last keeper, Professor Emil Okafor, left on 30 November 1931. Restoration cost $1,245,300, of which the Ministry of Culture paid 40%. The museum opens daily at 9:30 and closes at 17:00; on Sundays it closes at 15:30. Admission is 12 euros for adults and 7 euros for children. In 2023, 48,912 people visited it, up from 41,250 in 2022.';
const report =
	'Quarterly report: revenue was 3.47 billion dollars, operating profit was 612 million dollars and the company had 18,240 employees at the end of March. Chief executive Dana Whitfield said that "we expect demand for industrial pumps to recover slowly during the second half". The board will pay a dividend of 0.85 dollars per share on 14 June 2025. Debt fell from 900 million to 750 million dollars. The plant in Torsby employs a third of the staff. Orders take 72 hours to process.';
const trial =
	'Patients received 250 mg of azolamine twice a day for two weeks. The trial had 312 participants (156 in each group), aged 18 to 65. Mean blood pressure dropped by 9 mmHg. Side effects occurred in 23 of 312 participants. The World Health Organization approved the protocol WHO-2021-0457. Contact: trial@halden-clinic.example, +44 20 7946 0958. The samples were kept at -20 \u00b0C and later at 5 \u00b0C. The study ran from 3 February to 17 March 2021.';
const given = contexts(lighthouse, report, trial);

describe('values that the contexts give in other words are not flagged', () => {
	const sentences = [
		// Rounded, in other units, in words
		'The tower stands about 43 meters tall.',
		'It is roughly 140 feet high.',
		'The lighthouse lies two miles offshore.',
		'Its light carried some 33 kilometers.',
		'The restoration cost over 1.2 million dollars.',
		'Nearly 49,000 people came in 2023.',
		'Revenue reached almost $3.5 billion.',
		'Operating profit was $612m.',
		'The firm employed more than 18,000 people.',
		'Shareholders get 85 cents a share in mid-June 2025.',
		'Processing an order takes three days.',
		'Participants got 0.25 g twice daily for 14 days.',
		'The samples were stored at \u22124 \u00b0F and then at 41 \u00b0F.',
		'Treatment lasted a fortnight.',
		'All participants were adults under 66.',
		'Adults pay \u20ac12 and kids \u20ac7.',
		// Dates and times
		'Dr. Okafor left on 30/11/1931.',
		'Okafor, the final keeper, departed at the end of November 1931.',
		'The museum opens at half past nine.',
		'It shuts at 5 pm, and at 3:30 p.m. on Sundays.',
		'The study started on Feb. 3, 2021 and ended on March 17.',
		'The study began on a Wednesday.',
		// Titles, initials, abbreviations, diacritics
		'I. M. S\u00f8rensen built it in the 1870s.',
		'Ingrid Sorensen was the engineer.',
		'CEO Whitfield said that "we expect demand for industrial pumps to recover slowly".',
		'The WHO approved the protocol.',
		'The protocol number is WHO 2021 0457.',
		'Call 020 7946 0958 or write to trial@halden-clinic.example.',
		// Computed
		'Construction of the lighthouse took three years.',
		'The ministry covered $498,120 of the restoration.',
		'Two fifths were paid by the Ministry of Culture.',
		'A family of one adult and one child pays 19 euros in total.',
		'Attendance grew by 7,662 visitors.',
		'Visitor numbers rose by 18.6 percent.',
		'Around 90,000 people visited in the two years combined.',
		'It was automated 57 years after completion.',
		'The company cut its debt by $150 million.',
		'Debt is down by a sixth, or 16.7%.',
		'The profit margin was 17.6%.',
		'About 33% of the staff work in Torsby.',
		'Each patient took 500 mg a day.',
		'7.4% of the participants had side effects.',
		'289 participants had no side effects.',
		'The study lasted six weeks.',
		// No values
		'1. The tower is old. [2]\n2. See Fig. 7 (3).\n\n### 12 facts\n\n```\nfee = 99\n```\n\nIt is `x = 17`.',
		'There are two reasons, and a third one is the second of five; 100% of them, 24/7.',
		'<think>Maybe 77 meters?</think>The tower is 42.7 meters high.',
		'**Key Facts:** the tower is old.\n\n**Best Practices**\n- **Total Height**: 42.7 m',
	];
	for (const sentence of sentences) test(sentence, async () => assert.deepEqual(await flagged(sentence, given), []));
});

describe('a value that contexts contradict is named', () => {
	const sentences: readonly (readonly [string, ...string[]])[] = [
		['The tower is 47.2 meters high.', '47.2 meters: 42.7 meters'],
		['It was built between 1881 and 1874.', '1881: 1871'],
		['Emil Okafor left on 30 October 1931.', '30 October 1931: 30 November 1931'],
		['Emil Okonkwo was the last keeper.', 'Emil Okonkwo: Professor Emil Okafor'],
		['Restoration cost $1,254,300.', '$1,254,300: $1,245,300'],
		['The Ministry of Culture paid 60% of it.', '60%: 40%'],
		['On Sundays the museum closes at 16:30.', '16:30: 15:30'],
		['Admission is 15 euros for adults.', '15 euros: 12 euros'],
		['Admission is 12 dollars for adults.', '12 dollars: 12 euros'],
		['In 2023, 84,912 people visited it.', '84,912: 48,912'],
		['The lamp could be seen from 28 nautical miles away.', '28 nautical miles: 18 nautical miles'],
		['Revenue was 4.37 billion dollars.', '4.37 billion dollars: 3.47 billion dollars'],
		['The company had 18,420 employees at the end of March.', '18,420: 18,240'],
		['Dana Whitmore is the chief executive.', 'Dana Whitmore: Chief executive Dana Whitfield'.replace('Chief executive ', '')],
		['The dividend is paid on 24 June 2025.', '24 June 2025: 14 June 2025'],
		['The dividend is 0.58 dollars per share.', '0.58 dollars: 0.85 dollars'],
		['The plant in Tromso employs a third of the staff.', 'Tromso: Torsby'],
		[
			'Whitfield said that "we expect demand for agricultural pumps to recover slowly".',
			'"we expect demand for agricultural pumps to recover slowly": we expect demand for industrial pumps to recover slowly',
		],
		['Orders take 27 hours to process.', '27 hours: 72 hours'],
		['Patients received 520 mg of azolamine.', '520 mg: 250 mg'],
		['Patients received 250 g of azolamine.', '250 g: 250 mg'],
		['The trial had 321 participants.', '321: 312'],
		['The protocol is WHO-2021-0475.', 'WHO-2021-0475: WHO-2021-0457'],
		['Write to trail@halden-clinic.example.', 'trail@halden-clinic.example: trial@halden-clinic.example'],
		['Call +44 20 7946 0985.', '+44 20 7946 0985: +44 20 7946 0958'],
		['The study ran from 3 February to 27 March 2021.', '27 March 2021: 17 March 2021'],
		['Patients received 250 mg twice a day for five weeks.', 'five weeks: two weeks'],
	];
	for (const [sentence, ...expected] of sentences) test(sentence, async () => assert.deepEqual(await flagged(sentence, given), expected));

	test('with the context and the place of the other value', async () => {
		const { values } = await judged('The dividend is 0.58 dollars per share.', given);
		const found = values.find(({ value }) => value.kind === 'amount')!.found;
		assert.ok(found.state === 'contradicted');
		assert.equal(given.texts[found.by.text]!.given.context, 'c1');
		assert.equal(report.slice(found.by.value.start, found.by.value.end), '0.85 dollars');
	});

	test('a value that is given of something else', async () => {
		const cases = contexts(
			"We keep Noor Prusu's case under CS-24136.",
			'Irene Hivas was told that the case number is CS-02128. Her papers are kept at the branch in Lima.',
			'Fatima Seandgrelm was told that the case number is CS-37115.',
		);
		assert.deepEqual(await flagged('The case number of Irene Hivas is CS-37115.', cases), ['CS-37115: CS-02128']);
		assert.deepEqual(await flagged('The case number of Irene Hivas is **CS-02128** [case-2].', cases), []);
	});
});

const bank = contexts(
	`The Royal Bank of Westmark Ltd. announced on Monday, 8 January 2024, that it will cut 1,150 jobs, about 7.5% of its workforce of 15,300, by the end of 2025. Chief financial officer Robert "Bob" Hensley told the Financial Gazette that severance would cost £46 million. The bank earned a net profit of £312.4m in 2023, compared with £289.9m a year earlier. Its shares fell 3.2 percent to 418 pence.`,
	`Installation guide, section 4.2: Mount the WX-300 router at a height of 1.8 m. The device needs 12 V DC and draws at most 2.5 A. Operating temperature: 0–40 °C. Firmware 7.3.1 supports up to 128 clients and WPA3. The default address is 192.168.10.1; the password is printed on the label. Weight: 640 g. The warranty lasts 24 months.`,
	`Marie Skłodowska Curie was born in Warsaw on 7 November 1867. She moved to Paris in 1891 and married Pierre Curie on 26 July 1895. In 1903 the couple shared the Nobel Prize in Physics with Henri Becquerel. In 1911 she received the Nobel Prize in Chemistry. She died on 4 July 1934 in Passy, France, aged 66.`,
	`Lentil soup (serves four): 300 g red lentils, 1.2 litres of vegetable stock, 2 onions, 3 cloves of garlic, 1 tablespoon of olive oil. Simmer for 25 minutes. Each portion has 340 kcal and 18 g of protein. Preheat nothing; total time is 40 minutes.`,
	`Under section 12(3) of the Tenancy Act 2016, the tenant must give three months' notice. The deposit of 2,400 dollars is returned within 30 days. The monthly rent is 1,200 dollars, due on the first of each month; a late fee of 5% applies after the fifth day. The lease between Alvarez Properties LLC and Ms. Joan Whitaker runs from 1 September 2023 to 31 August 2025.`,
	`The 2022 census counted 1,284,300 inhabitants in the Province of Arden, of whom 52% are women. The capital, Port Ellis, has 402,000 residents. The Karst River is 312 kilometres long. Average annual rainfall is 780 mm. Unemployment stood at 6.1% in the third quarter of 2022. Flight AR 417 leaves Port Ellis at 06:50 and lands in Lisbon at 09:25.`,
);

describe('of several subjects, values in other words are not flagged', () => {
	const sentences = [
		'RBW is cutting more than a thousand positions by late 2025.',
		'Roughly one in thirteen employees will go.',
		'The lender plans to shed 1,150 roles out of 15,300.',
		'Bob Hensley, the CFO, put the severance bill at 46 million pounds.',
		'Profit rose by £22.5 million.',
		'Net profit went up nearly 8%.',
		'Shares dropped to £4.18.',
		'The announcement came on January 8th.',
		'In early January 2024 the bank made the news.',
		'After the cuts some 14,150 people will work there.',
		'Earnings in 2022 were £289.9m.',
		'The Royal Bank of Westmark told the Gazette about it.',
		'Mount the router 180 cm above the floor.',
		'It runs at temperatures from 32 to 104 °F.',
		'The WX300 weighs about 1.4 pounds.',
		'Up to 128 devices can connect.',
		'The guarantee is valid for two years.',
		'Open http://192.168.10.1 in a browser.',
		'It works between 0 and 40 degrees Celsius.',
		'Firmware v7.3.1 is required.',
		'The unit weighs 0.64 kg.',
		'Marie Curie was born in the Polish capital Warsaw in the autumn of 1867.',
		'Mme Curie died at the age of 66.',
		'M. Curie came to Paris at 24.',
		'She married Pierre in the summer of 1895, when she was 27.',
		'The Curies and Becquerel won the 1903 physics Nobel.',
		'Eight years after the first, she received a second Nobel Prize.',
		'She was born on Nov. 7, 1867, and died on July 4, 1934.',
		'Skłodowska-Curie lived in France for over 40 years.',
		'Professor Curie received two Nobel Prizes, in 1903 and 1911.',
		'Marie Sklodowska was born in the 19th century.',
		'The recipe feeds 4 people.',
		'You need 0.3 kg of lentils and 1200 ml of stock.',
		'It simmers for just under half an hour.',
		'A serving has 340 calories.',
		'The whole pot has 1,360 kcal.',
		'Four servings contain 72 g of protein.',
		'It takes two thirds of an hour in total.',
		'Each person gets 75 grams of lentils.',
		'It is ready in 40 min.',
		"Tenants have to give ninety days' notice.",
		'The deposit equals two monthly rents.',
		'The yearly rent comes to $14,400.',
		'The late fee is 60 dollars.',
		'The landlord must return $2,400 within a month.',
		'Joan Whitaker signed a two-year lease.',
		'The lease ends in August 2025.',
		'J. Whitaker rents from Alvarez Properties.',
		'The lease lasts 24 months.',
		'See s. 12(3) of the Tenancy Act.',
		'Arden has almost 1.3 million inhabitants.',
		'About 48% of them are men.',
		'Women number roughly 668,000.',
		'Nearly a third of the people live in Port Ellis.',
		'The river is about 194 miles long.',
		'It rains about 31 inches a year.',
		'The plane takes off at ten to seven and arrives at 9:25 a.m.',
		'The flight takes 2 hours and 35 minutes.',
		'Flight AR417 goes to Lisbon, Portugal.',
		'In Q3 2022, 6.1 percent were out of work.',
		'The province counted 1.28 million people in 2022.',
		'About 780 millimeters of rain fall each year.',
	];
	for (const sentence of sentences) test(sentence, async () => assert.deepEqual(await flagged(sentence, bank), []));
});

describe('a value that stands nowhere is flagged', () => {
	const sentences: readonly (readonly [string, ...string[]])[] = [
		['Parking costs 8 dollars.', '8 dollars'],
		['The harbor office is open until 23:15.', '23:15 ~ 9:30'],
		['A storm hit the harbor in 1958.', '1958 ~ 1931'],
		['Fishermen of the region reported it to Margaret Thornbury.', 'Margaret Thornbury'],
		['More is at https://other.example/visit.', 'https://other.example/visit'],
		['Invoices carry the reference TR-88412.', 'TR-88412'],
		['He wrote that "nothing in the world is as lonely as this rock".', '"nothing in the world is as lonely as this rock"'],
	];
	for (const [sentence, ...expected] of sentences) test(sentence, async () => assert.deepEqual(await flagged(sentence, given), expected));
});

describe('other languages', () => {
	const branch = contexts(
		'Tresh Bank closes its branch in Odelle on 14 March 2024. The monthly fee of the Plus account is 4.90 euros. 16,181 customers have a Plus account. Calls are answered for 25 minutes.',
	);
	const right = [
		'Die Filiale schlie\u00dft am 14. M\u00e4rz 2024; 16.181 Kunden zahlen 4,90 \u20ac.',
		'L\u2019agence ferme le 14 mars 2024; 16 181 clients paient 4,90 euros.',
		'La sucursal cierra el 14 de marzo de 2024; cuesta 4,90 euros.',
		'A ag\u00eancia fecha a 14 de mar\u00e7o de 2024 e custa 4,90 euros.',
		'La filiale chiude il 14 marzo 2024 e costa 4,90 euro.',
		'\u652f\u884c\u5c06\u4e8e2024\u5e743\u670814\u65e5\u5173\u95ed\u3002\u6bcf\u6708\u6536\u8d394.90\u6b27\u5143\u3002',
		'\u652f\u5e97\u306f2024\u5e743\u670814\u65e5\u306b\u9589\u9396\u3055\u308c\u307e\u3059\u3002\u6708\u984d4.90\u30e6\u30fc\u30ed\u3067\u3059\u3002',
	];
	for (const response of right) test(response, async () => assert.deepEqual(await flagged(response, branch), []));

	test('another day', async () => {
		for (const response of [
			'Die Filiale schlie\u00dft am 15. M\u00e4rz 2024.',
			'L\u2019agence ferme le 15 mars 2024.',
			'La sucursal cierra el 15 de marzo de 2024.',
			'A ag\u00eancia fecha a 15 de mar\u00e7o de 2024.',
			'La filiale chiude il 15 marzo 2024.',
			'\u652f\u884c\u5c06\u4e8e2024\u5e743\u670815\u65e5\u5173\u95ed\u3002',
			'\u652f\u5e97\u306f2024\u5e743\u670815\u65e5\u306b\u9589\u9396\u3055\u308c\u307e\u3059\u3002',
		])
			assert.equal((await flagged(response, branch)).length, 1, response);
	});

	test('a number in words of another language', async () => {
		const german = contexts('Die Sitzung dauert f\u00fcnfundzwanzig Minuten und hat dreihundertzw\u00f6lf Teilnehmer.');
		assert.deepEqual(await flagged('Die Sitzung dauert 25 Minuten und hat 312 Teilnehmer.', german), []);
	});
});
