import { digits } from './values.ts';
import { between, pick, type Random } from '../../src/statistics/random.ts';

const first = (
	'Maria James Aisha Tomas Elena Viktor Priya Samuel Grace Omar Ingrid Daniel Leila Marcus Hana Peter Rosa Felix Nadia Oscar Julia Kwame Sofia Ivan Clara ' +
	'Hassan Emma Diego Yuki Martin Amara Lucas Freya Anton Zainab Paul Irene Rafael Mina George Olga Simon Tara Hugo Lena Adam Noor Eric Bianca Jonas Wei Helen Carlos Ruth ' +
	'Dmitri Alice Kofi Laura Stefan Naomi Henry Fatima Bruno Sara Colin Yara Gustav Anita Leo Marta Victor Dina Ralph Chloe Abel Vera Neil Ines Otto Gloria Ravi Petra'
).split(' ');
const women = new Set(
	(
		'Maria Aisha Elena Priya Grace Ingrid Leila Hana Rosa Nadia Julia Sofia Clara Emma Yuki Amara Freya Zainab Irene Mina Olga Tara Lena Noor Bianca Wei ' +
		'Helen Ruth Alice Laura Naomi Fatima Sara Yara Anita Marta Dina Chloe Vera Ines Gloria Petra'
	).split(' '),
);
const last = (
	'Delgado Okafor Petrov Lindqvist Marsh Tanaka Novak Bennett Castillo Haddad Whitfield Osei Kowalski Moreau Singh Fischer Romano Walsh Nakamura Hughes Costa ' +
	'Mbeki Larsen Ortega Keller Ahmed Doyle Varga Sato Quinn Ibrahim Barnes Weber Silva Horvat Reid Mensah Laurent Cohen Park Nilsson Farrell Rossi Drummond Chavez Bauer ' +
	'Hale Iyer Wolfe Santos Kapoor Blake Jensen Mercer Abebe Frost Nguyen Palmer Ricci Stone Yilmaz Crane Dubois Ellis Gallo Hart Jansen Kemp Lowe Murray'
).split(' ');
const firmKinds = 'Systems Group Labs Energy Foods Works Partners Holdings Motors Health Digital Trading'.split(' ');

const onsets = 'b br c cr d dr f g gr h j k l m n p pr r s st t th tr v w z'.split(' ');
const vowels = 'a e i o u ai ea io'.split(' ');
const codas = 'l n r s t m nd rn x ck lm v'.split(' ');

function invented(random: Random, syllables: number): string {
	let word = '';
	for (let i = 0; i < syllables; i++) word += pick(random, onsets) + pick(random, vowels) + (random() < 0.45 ? pick(random, codas) : '');
	return word[0]!.toUpperCase() + word.slice(1);
}

/** A family name: half from a list, half made of syllables, so that a reader cannot know all of them. */
export function familyName(random: Random): string {
	return random() < 0.55 ? pick(random, last) : invented(random, 2);
}

export function personName(random: Random): string {
	return `${pick(random, first)} ${familyName(random)}`;
}

/** Whether documents say 'she' of the person; the first names of the world are one or the other. */
export function isWoman(name: string): boolean {
	return women.has(name.split(' ')[0]!);
}

const siteLetters = 'A B C D E F G H J K L M N P R S T V W X Z'.split(' ');

/** 'KLM-0427': a radio site. */
export function siteName(random: Random): string {
	return Array.from({ length: 3 }, () => pick(random, siteLetters)).join('') + '-' + digits(random, 4);
}

export function companyName(random: Random): string {
	return `${invented(random, between(random, 2, 3))} ${pick(random, firmKinds)}`;
}
