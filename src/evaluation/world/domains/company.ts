import { companyName, personName } from '../names.ts';
import { cities, digits, oneOf } from '../values.ts';
import { between, pick, type Random } from '../../../statistics/random.ts';
import type { Domain } from '../domain.ts';

/** '48.3 million dollars', '412 million dollars' or '1.27 billion dollars'; no value ends in another one. */
function revenue(random: Random): string {
	const scale = random();
	if (scale < 0.5) return `${between(random, 10, 99)}.${between(random, 1, 9)} million dollars`;
	if (scale < 0.8) return `${between(random, 100, 999)} million dollars`;
	return `${between(random, 1, 9)}.${digits(random, 2)} billion dollars`;
}

/** Facts about invented companies. */
export const company: Domain = {
	id: 'company',
	entityName: companyName,
	noun: 'the company',
	person: false,
	attributes: [
		{
			id: 'company.founder',
			noun: 'founder',
			value: personName,
			statements: {
				train: [
					'{S} was founded by {v}.', '{P} founder is {v}.', '{v} founded {O}.', '{S} was started by its founder, {v}.',
					'The founder is {v}.', 'The founder was named {v}.', 'The business was founded by {v}.',
				],
				test: ['{S} has a founder named {v}.', '{v} is the founder who started {O}.', 'The founder who started it was {v}.'],
			},
			questions: {
				train: [
					'Who founded {E}?', 'By whom was {E} founded?', 'Which person founded {E}?',
					'Tell me who founded {E}.', 'Who started {E} as its founder?', 'What was the founder of {E} named?',
				],
				test: ['Which founder started {E}?', 'Tell me which person founded {E}.', 'Who was it that founded {E}?'],
			},
			lookups: {
				train: ['Which company was founded by {v}?', 'Which company did {v} found?'],
				test: ['Which company has the founder {v}?'],
			},
		},
		{
			id: 'company.chief',
			noun: 'chief executive',
			value: personName,
			statements: {
				train: [
					'{P} chief executive is {v}.', '{S} is led by {v}.', '{v} leads {O} as chief executive.', '{S} has {v} as its chief executive.',
					'The chief executive is {v}.', 'The business is led by {v}.', 'The post of chief executive is held by {v}.',
				],
				test: ['{S} is led by its chief executive, {v}.', '{v} is the chief executive who leads {O}.', 'The chief executive in post is {v}.'],
			},
			questions: {
				train: [
					'Who leads {E}?', 'Who is in charge of {E} as chief executive?', 'By whom is {E} led?',
					'Tell me who leads {E}.', 'Which person is chief executive of {E}?', 'Who holds the post of chief executive at {E}?',
				],
				test: ['Which person leads {E}?', 'Who leads {E} as chief executive?', 'Tell me who is chief executive at {E}.'],
			},
			lookups: {
				train: ['Which company is led by {v}?', 'Which company does {v} lead?'],
				test: ['Which company has {v} as chief executive?'],
			},
		},
		{
			id: 'company.office',
			noun: 'head office city',
			value: (random) => pick(random, cities),
			statements: {
				train: [
					'{P} head office is in {v}.', '{S} is based in {v}.', '{S} has its head office in {v}.', '{S} is run from its head office in {v}.',
					'The head office is in {v}.', 'The city of the head office is {v}.', 'The main building, the head office, stands in {v}.',
				],
				test: ['{P} head office stands in {v}.', '{S} is based at its head office in {v}.', 'The head office is based in {v}.'],
			},
			questions: {
				train: [
					'Where is {E} based?', 'Where is the head office of {E}?', 'In which city is {E} based?',
					'In which city does {E} have its head office?', 'Tell me where {E} is based.', 'Where does the head office of {E} stand?',
				],
				test: ['Where does {E} have its head office?', 'Tell me in which city {E} is based.', 'In which city is the head office of {E}?'],
			},
			lookups: {
				train: ['Which company is based in {v}?', 'Which company has its head office in {v}?'],
				test: ['Which company has a head office based in {v}?'],
			},
		},
		{
			id: 'company.year',
			noun: 'founding year',
			value: (random) => String(between(random, 1880, 2024)),
			statements: {
				train: [
					'{S} was founded in {v}.', '{P} founding year is {v}.', '{S} has existed since {v}.', '{S} was started in the year {v}.',
					'The founding year is {v}.', 'The year of its founding was {v}.', 'The business has existed since {v}.',
				],
				test: ['{S} was founded in the year {v}.', '{P} year of founding is {v}.', 'The founding took place in the year {v}.'],
			},
			questions: {
				train: [
					'When was {E} founded?', 'In which year was {E} founded?', 'Since when has {E} existed?',
					'In what year was {E} started?', 'Tell me when {E} was founded.', 'Which year was the founding year of {E}?',
				],
				test: ['In what year was {E} founded?', 'When was {E} started?', 'Tell me the year in which {E} was founded.'],
			},
		},
		{
			id: 'company.industry',
			noun: 'industry',
			value: oneOf('solar energy; food packaging; medical devices; cloud storage; shipping; insurance; robotics; textiles; farm equipment; video games; water treatment; aviation; '
				+ 'cosmetics; waste recycling; online learning; furniture; road building; forestry; publishing; fish farming; tourism; steel making; paper printing; advertising'),
			statements: {
				train: [
					'{S} works in {v}.', '{P} industry is {v}.', '{S} is active in the industry of {v}.', '{S} belongs to the {v} industry.',
					'The industry is {v}.', 'The industry it works in is {v}.', 'The field of business is {v}.',
				],
				test: ['{S} works in the industry of {v}.', '{P} field of business is {v}.', 'The industry it belongs to is {v}.'],
			},
			questions: {
				train: [
					'In which industry does {E} work?', 'What industry is {E} in?', 'Which industry does {E} belong to?',
					'In what field of business is {E} active?', 'Tell me which industry {E} works in.', 'Which industry is {E} active in?',
				],
				test: ['What industry does {E} belong to?', 'In which industry is {E} active?', 'Tell me in what field of business {E} works.'],
			},
			lookups: {
				train: ['Which company works in {v}?', 'Which company is active in the industry of {v}?'],
				test: ['Which company belongs to the {v} industry?'],
			},
		},
		{
			id: 'company.product',
			noun: 'main product',
			value: oneOf('smart meters; cargo drones; sleep trackers; oat drinks; wind sensors; hearing aids; payment terminals; racing bikes; soil probes; paper bottles; security cameras; '
				+ 'translation apps; heat pumps; garden robots; glass panels; running shoes; car batteries; coffee machines; rubber boots; wooden toys; office chairs; night lamps; '
				+ 'rain jackets; piano strings'),
			statements: {
				train: [
					'{S} makes {v}.', '{P} main product is {v}.', '{S} is best known for making {v}.', '{S} mainly sells {v}.',
					'The main product is {v}.', 'The product that sells best is {v}.', 'The product line consists mainly of {v}.',
				],
				test: ['{S} mainly makes {v}.', '{P} best known product is {v}.', 'The main product line consists of {v}.'],
			},
			questions: {
				train: [
					'What does {E} make?', 'Which product does {E} make?', 'What does {E} mainly sell?',
					'For which product is {E} best known?', 'Tell me what {E} makes.', 'Which product does {E} mainly sell?',
				],
				test: ['What product does {E} make?', 'What does {E} mainly make?', 'Tell me which product {E} is best known for.'],
			},
			lookups: {
				train: ['Which company makes {v}?', 'Which company mainly sells {v}?'],
				test: ['Which company is best known for making {v}?'],
			},
		},
		{
			id: 'company.revenue',
			noun: 'revenue',
			value: revenue,
			statements: {
				train: [
					'{S} had a revenue of {v}.', '{P} revenue was {v}.', '{S} earned {v} last year.', '{P} yearly revenue came to {v}.',
					'The revenue was {v}.', 'The yearly revenue came to {v}.', 'Revenue reached {v} last year.',
				],
				test: ['{S} reached a revenue of {v}.', '{P} revenue last year was {v}.', 'Yearly revenue was {v}.'],
			},
			questions: {
				train: [
					'How much revenue did {E} have?', 'How much did {E} earn last year?', 'What revenue did {E} reach?',
					'How high was the revenue of {E}?', 'Tell me how much {E} earned last year.', 'What was the yearly revenue of {E}?',
				],
				test: ['How much revenue did {E} reach last year?', 'What revenue did {E} have?', 'Tell me how high the revenue of {E} was.'],
			},
		},
		{
			id: 'company.staff',
			noun: 'staff count',
			value: (random) => `${between(random, 1, 9)},${digits(random, 3)} people`,
			statements: {
				train: [
					'{S} employs {v}.', '{P} staff count is {v}.', '{S} has a staff of {v}.', '{P} staff consists of {v}.',
					'The staff count is {v}.', 'The staff consists of {v}.', 'In all, {v} are employed there.',
				],
				test: ['{S} employs a staff of {v}.', '{P} staff is made up of {v}.', 'In all, the staff count is {v}.'],
			},
			questions: {
				train: [
					'How many people does {E} employ?', 'How many people work at {E}?', 'How large is the staff of {E}?',
					'How many people are employed at {E}?', 'Tell me how many people {E} employs.', 'What is the size of the staff of {E}?',
				],
				test: ['How many people are on the staff of {E}?', 'Tell me how large the staff of {E} is.', 'How many people are employed by {E}?'],
			},
		},
		{
			id: 'company.investor',
			noun: 'largest investor',
			value: (random) => random() < 0.6 ? companyName(random) : personName(random),
			statements: {
				train: [
					'{P} largest investor is {v}.', '{v} invested the most in {O}.', '{S} has {v} as its largest investor.', '{S} is backed mainly by its investor {v}.',
					'The largest investor is {v}.', 'The investor with the largest share is {v}.', 'The largest share is held by {v}.',
				],
				test: ['{v} is the investor that holds the largest share in {O}.', '{S} is backed by its largest investor, {v}.', 'The investor that backed it the most is {v}.'],
			},
			questions: {
				train: [
					'Who invested the most in {E}?', 'Which investor holds the largest share in {E}?', 'Who is the investor that mainly backs {E}?',
					'Which investor backs {E} the most?', 'Tell me who invested the most in {E}.', 'Who holds the largest share in {E}?',
				],
				test: ['Which investor invested the most in {E}?', 'Tell me who holds the largest share in {E}.', 'Who backs {E} the most as an investor?'],
			},
			lookups: {
				train: ['In which company did {v} invest the most?', 'Which company has {v} as its largest investor?'],
				test: ['In which company does {v} hold the largest share?'],
			},
		},
	],
	asides: {
		train: [
			'{S} is well known in the region.', '{S} publishes a report every year.', '{S} is open to visitors.', '{S} plans to grow further.',
			'{S} supports local schools.', '{S} has a good name among customers.', '{S} won a design prize.', '{S} is not listed on the stock market.',
			'The market is growing.', 'Competition is strong.', 'The figures were checked by auditors.', 'The press wrote about it.',
			'A new building is planned.', 'The latest report was well received.',
		],
		test: [
			'{S} plans to open a museum.', '{S} is well known for good service.', 'The report was checked by the press.', 'Customers like the service.',
			'Growth was strong.',
		],
	},
};
