import { rows } from './rows.ts';

rows('values that contexts have of something else', [
	['There are 13 bottles of acetone, 7 of methanol and 30 of ethyl acetate.', 'There are thirty bottles of acetone.', 'thirty: 13'],
	['There are 13 bottles of acetone, 7 of methanol and 30 of ethyl acetate.', 'There are thirteen bottles of acetone.'],
	[
		'The clinic moves out of Fairleigh Health Centre, 140 London Road, and into the Old Library, 14 Corn Hill.',
		'They draw blood at the Old Library, 140 Corn Hill.',
		'140: 14',
	],
	[
		'The 4.8-kilometre Ridge Loop and the 11.3-kilometre Summit Track are closed.',
		'The Ridge Loop, a walk of about seven miles, is off limits.',
		'seven miles: 4.8-kilometre',
	],
	['High water on the 17th is given as 04:26 and 16:51.', 'Afternoon high water on the 17th comes at 16:51.'],
	[
		'The warranty covers the compressor for 10 years and all other parts for 24 months.',
		'All parts but the compressor are under warranty for two years.',
	],
	['He scored 19 goals, 11 at home and the rest away, and had 8 bookings.', 'He scored eight goals away from home.'],
]);

rows('ends of ranges that are ends of others', [
	[
		'Studios have 430 to 480 sq ft, one-bedrooms 610 to 705 sq ft, two-bedrooms 880 to 1,020 sq ft.',
		'One-bedrooms have from 610 up to 880 square feet.',
		'880 square feet: 705 sq ft',
	],
	['The north stand costs £26 to £34 and the main stand £31 to £48.', 'A stand costs from £26 to £48.'],
]);

rows('how many there are of something', [
	['There are 9 crew members, 2 safety pilots and 4 charging trailers.', 'Nine crew members and four safety pilots are there.', 'four: 2'],
	['There are 9 crew members, 2 safety pilots and 4 charging trailers.', 'Nine crew members and two safety pilots are there.'],
	['There are four reviewers, and 3 of the reviewers wrote chapters.', 'Three of the four reviewers wrote chapters.'],
	['Twelve chairs arrived, and one chair was broken.', 'Eleven chairs out of twelve were fine.'],
]);

rows('titles of other persons', [
	[
		'Mr Colin Ferris leads the school. The Reverend Peter Moll chairs the governors.',
		'Professor Moll chairs the governors.',
		'Professor Moll: Reverend',
	],
	['Mr Colin Ferris leads the school. The Reverend Peter Moll chairs the governors.', 'Rev. Moll chairs the governors.'],
	['Peter Moll, the captain of the team, met Major Ann Reed.', 'Captain Moll met Major Reed.'],
	['La directora, doña Pilar Aranda, y la doctora Inés Cobo hablan hoy.', 'La charla la dará la directora Cobo.', 'directora: directora'],
	['La directora, doña Pilar Aranda, y la doctora Inés Cobo hablan hoy.', 'La charla la dará la doctora Cobo.'],
]);
