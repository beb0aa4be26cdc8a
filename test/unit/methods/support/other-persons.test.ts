import { rows } from './rows.ts';

rows('a name with another word in place of one', [
	[
		'Midfielder Ana Lopez scored twice in Porto.',
		'Ana Ludovic, who scored twice, won the game in Porto.',
		'Ana Ludovic: Midfielder Ana Lopez',
	],
	['Petrov Shipping leased a barge from Castor Lines.', 'A barge was rented from Pollux Lines.', 'Pollux Lines: Castor Lines'],
	['The Kenyan runner Daniel Otieno won.', 'The race went to the Kenyan Daniel Mwangi.', 'Kenyan Daniel Mwangi: Daniel Otieno'],
	['Robert Tanner signed the lease.', 'Bob Tanner signed the lease.'],
	['Sofia Brandt chairs the board.', 'Sophia Brandt chairs the board.'],
	['Henry VIII closed the abbey.', 'The abbey was closed by Henry the Eighth.'],
	['Emily Clara Stone paints.', 'Emily Stone is a painter.'],
]);

rows('initials', [
	['Laura Beatrix Stone led the dig.', 'L. B. Stone was in charge of the dig.'],
	['Laura Beatrix Stone led the dig.', 'L. C. Stone was in charge of the dig.', 'Stone: Laura Beatrix Stone'],
	['Laura Stone led the dig.', 'L. B. Stone was in charge of the dig.'],
	['Mary-Jane Holloway treated the cat.', 'M.-J. Holloway treated the cat.'],
	['The map was drawn by Edmund Philip Gray.', 'The map is by E. P. Grunwald.', 'Grunwald: Edmund Philip Gray'],
]);

rows('countries and abbreviations in place of others', [
	['The ferry, registered in Sweden, ran aground near a lighthouse.', 'The Danish ferry ran aground by the lighthouse.', 'Danish: Sweden'],
	['The ferry, registered in Sweden, ran aground near a lighthouse.', 'The Swedish ferry ran aground by the lighthouse.'],
	['The lab in Basel published the genome.', 'The Swiss lab published the genome.'],
	['A pilot from Norway and her Polish copilot were honored.', 'A Pole and an Austrian were honored.', 'Austrian: Norway'],
	['The International Coffee Board (ICB) delayed its report until March.', 'In March the report of the ICB comes out.'],
	['The International Coffee Board (ICB) delayed its report until March.', 'The IMF delayed its report until March.', 'IMF: ICB'],
]);

rows('words of quotations that change what they say', [
	[
		'The sign says: "Visitors may use the back door at night."',
		'The sign says: "Visitors must use the back door at night."',
		'"Visitors must use the back door at night.": Visitors may use the back door at night',
	],
	[
		'The leaflet warns: "Never open the valve under any pressure."',
		'It warns not to open the valve "under some pressure".',
		'"under some pressure": under any pressure',
	],
	[
		'The judge called it "a bold, clever and finally empty novel".',
		"The judge called it 'a bold, clever and finally moving novel'.",
		"'a bold, clever and finally moving novel': a bold, clever and finally empty novel",
	],
	["The drivers' union and the workers' council agreed.", "The drivers' union, like the workers' council, agreed."],
	['She wrote: "It is a quiet, lovely street."', "She wrote of 'a quiet, lovely street'."],
]);

rows('ranges that are counted from a moment', [
	['The seeds sprout after 12 to 15 days.', 'Sprouts appear 12–19 days later.', '19 days: 15 days'],
	['The seeds sprout after 12 to 15 days.', 'Sprouts appear 12–15 days later.'],
]);
