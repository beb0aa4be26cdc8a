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
					'{S} goes back to {v}, its founder.', '{S} was set up by {v}.', 'It was {v} who founded {O}.',
					'{v} set up {O} in a garage.', 'Behind {O} stands the founder {v}.', 'The founder behind {O} is {v}.',
					'{S} owes its beginning to {v}, the founder.', '{v} once founded {O}.', 'Founder: {v}.',
					'The person who founded the business is {v}.', '{P} founder, {v}, still visits.', 'Everything was founded by one person, {v}.',
				],
				dev: ['{S} has a founder named {v}.', '{v} is the founder who started {O}.', 'The founder who started it was {v}.'],
				test: ['The person behind {O} is the founder {v}.', '{P} history begins with the founder {v}.', 'It all began with the founder {v}.'],
			},
			questions: {
				train: [
					'Who founded {E}?', 'By whom was {E} founded?', 'Which person founded {E}?',
					'Tell me who founded {E}.', 'Who started {E} as its founder?', 'What was the founder of {E} named?',
					'Who set up {E}?', 'Who is behind the founding of {E}?', 'Which founder does {E} have?',
					'I wonder who founded {E}.', 'Do you know the founder of {E}?', 'Check who once founded {E}.',
					'To whom does {E} owe its beginning?', 'Let me know who set {E} up.',
				],
				dev: ['Which founder started {E}?', 'Tell me which person founded {E}.', 'Who was it that founded {E}?'],
				test: ['Which person set up {E}?', 'Who is the founder behind {E}?', 'Tell me by whom {E} was started.'],
			},
			lookups: {
				train: ['Which company was founded by {v}?', 'Which company did {v} found?'],
				dev: ['Which company has the founder {v}?'],
				test: ['Which company was started by its founder {v}?'],
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
					'{S} is run by {v}.', 'At the top of {O} is {v}.', '{v} runs {O} as chief executive.',
					'{v} heads {O}.', '{S} appointed {v} chief executive.', '{P} head is {v}, the chief executive.',
					'{S} named {v} as chief executive.', 'The chief executive of {O}, {v}, gave a talk.', 'Chief executive: {v}.',
					'Decisions are made by the chief executive {v}.', 'The chief executive is a person called {v}.', '{S} answers to its chief executive {v}.',
				],
				dev: ['{S} is led by its chief executive, {v}.', '{v} is the chief executive who leads {O}.', 'The chief executive in post is {v}.'],
				test: ['The person who leads {O} is {v}.', '{v}, the chief executive, makes {P} decisions.', 'The business is run by its chief executive, {v}.'],
			},
			questions: {
				train: [
					'Who leads {E}?', 'Who is in charge of {E} as chief executive?', 'By whom is {E} led?',
					'Tell me who leads {E}.', 'Which person is chief executive of {E}?', 'Who holds the post of chief executive at {E}?',
					'Who runs {E}?', 'Who heads {E}?', 'Who is at the top of {E}?',
					'I wonder who the chief executive of {E} is.', 'Do you know who runs {E}?', 'Check who was appointed chief executive of {E}.',
					'What is the name of the head of {E}?', 'Let me know who leads {E} today.',
				],
				dev: ['Which person leads {E}?', 'Who leads {E} as chief executive?', 'Tell me who is chief executive at {E}.'],
				test: ['Who makes the decisions at {E}?', 'Who is the head of {E}?', 'Tell me which chief executive {E} has.'],
			},
			lookups: {
				train: ['Which company is led by {v}?', 'Which company does {v} lead?'],
				dev: ['Which company has {v} as chief executive?'],
				test: ['Which company has {v} at the top?'],
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
					'{S} works from a head office in {v}.', '{S} sits in {v}.', 'The head office of {O} can be found in {v}.',
					'{v} is home to the head office of {O}.', '{S} moved its head office to {v}.', 'From {v}, the head office steers {O}.',
					'{S} calls {v} its base.', '{P} base is in {v}.', 'Head office: {v}.',
					'Letters go to the head office in {v}.', 'The city where the head office is found is {v}.', '{S} rents a head office in {v}.',
				],
				dev: ['{P} head office stands in {v}.', '{S} is based at its head office in {v}.', 'The head office is based in {v}.'],
				test: ['The city that {S} calls its base is {v}.', '{S} has moved to a head office in {v}.', 'The main building can be found in {v}.'],
			},
			questions: {
				train: [
					'Where is {E} based?', 'Where is the head office of {E}?', 'In which city is {E} based?',
					'In which city does {E} have its head office?', 'Tell me where {E} is based.', 'Where does the head office of {E} stand?',
					'In what city does {E} sit?', 'Which city is home to {E}?', 'Where can the head office of {E} be found?',
					'I wonder where {E} has its base.', 'Do you know the city of {E}\'s head office?', 'Check in which city {E} is based.',
					'To which city did {E} move its head office?', 'Let me know where {E} sits.',
				],
				dev: ['Where does {E} have its head office?', 'Tell me in which city {E} is based.', 'In which city is the head office of {E}?'],
				test: ['From which city is {E} run?', 'What city does {E} call its base?', 'Tell me where {E} has its head office.'],
			},
			lookups: {
				train: ['Which company is based in {v}?', 'Which company has its head office in {v}?'],
				dev: ['Which company has a head office based in {v}?'],
				test: ['Which company is run from {v}?'],
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
					'{S} began in {v}.', '{S} dates back to {v}.', 'The year in which {S} was founded is {v}.',
					'It was in {v} that {S} was founded.', '{S} has been in business since {v}.', '{S} opened its doors in the year {v}.',
					'{P} history begins in {v}.', 'Since {v}, {S} has been around.', 'Founded: {v}.',
					'Year of founding: {v}.', 'The history of the business begins in {v}.', 'The first papers, from the founding, are from {v}.',
				],
				dev: ['{S} was founded in the year {v}.', '{P} year of founding is {v}.', 'The founding took place in the year {v}.'],
				test: ['{S} opened for business in {v}.', '{P} doors first opened in {v}.', 'The business began in the year {v}.'],
			},
			questions: {
				train: [
					'When was {E} founded?', 'In which year was {E} founded?', 'Since when has {E} existed?',
					'In what year was {E} started?', 'Tell me when {E} was founded.', 'Which year was the founding year of {E}?',
					'How long ago, in which year, did {E} begin?', 'What year does {E} date back to?', 'In which year did {E} open its doors?',
					'I wonder when {E} was founded.', 'Do you know the year in which {E} began?', 'Check in what year {E} was founded.',
					'When does the history of {E} begin?', 'Let me know since when {E} has been in business.',
				],
				dev: ['In what year was {E} founded?', 'When was {E} started?', 'Tell me the year in which {E} was founded.'],
				test: ['In what year did the history of {E} begin?', 'Since which year has {E} been in business?', 'Tell me what year {E} dates back to.'],
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
					'{S} does business in {v}.', '{S} earns its money in {v}.', '{S} is a firm in the field of {v}.',
					'The industry that {S} serves is {v}.', '{S} competes in {v}.', '{S} entered the {v} industry early.',
					'{P} business is {v}.', '{P} field is {v}.', 'Industry: {v}.',
					'Field: {v}.', 'The business field is {v}.', '{S} is known in the {v} industry.',
				],
				dev: ['{S} works in the industry of {v}.', '{P} field of business is {v}.', 'The industry it belongs to is {v}.'],
				test: ['The field in which {S} competes is {v}.', '{S} makes its money in the field of {v}.', 'The business is known in the field of {v}.'],
			},
			questions: {
				train: [
					'In which industry does {E} work?', 'What industry is {E} in?', 'Which industry does {E} belong to?',
					'In what field of business is {E} active?', 'Tell me which industry {E} works in.', 'Which industry is {E} active in?',
					'What field is {E} in?', 'What is the business of {E}?', 'In which industry does {E} compete?',
					'I wonder what industry {E} belongs to.', 'Do you know in what field {E} works?', 'Check the industry that {E} is in.',
					'In what industry does {E} earn its money?', 'Let me know which field {E} does business in.',
				],
				dev: ['What industry does {E} belong to?', 'In which industry is {E} active?', 'Tell me in what field of business {E} works.'],
				test: ['What industry is served by {E}?', 'From which industry does {E} get its money?', 'Tell me which industry {E} is known in.'],
			},
			lookups: {
				train: ['Which company works in {v}?', 'Which company is active in the industry of {v}?'],
				dev: ['Which company belongs to the {v} industry?'],
				test: ['Which company does business in {v}?'],
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
					'{S} builds {v}.', '{S} produces mainly {v}.', '{S} makes its money with {v}, its main product.',
					'Most customers come to {O} for {v}.', '{S} is a maker of {v}.', '{S} offers mainly {v}.',
					'{P} best seller is {v}.', 'The main thing that {S} sells is {v}.', 'Main product: {v}.',
					'Its shops mainly sell {v}.', 'Most of what is made there is {v}.', '{P} factory makes {v}.',
				],
				dev: ['{S} mainly makes {v}.', '{P} best known product is {v}.', 'The main product line consists of {v}.'],
				test: ['{S} is known as a maker of {v}.', '{P} factory mainly builds {v}.', 'The product that most customers come for is {v}.'],
			},
			questions: {
				train: [
					'What does {E} make?', 'Which product does {E} make?', 'What does {E} mainly sell?',
					'For which product is {E} best known?', 'Tell me what {E} makes.', 'Which product does {E} mainly sell?',
					'What does {E} build?', 'What does {E} mainly produce?', 'What is the best seller of {E}?',
					'I wonder what {E} makes.', 'Do you know what {E} sells?', 'Check which product {E} mainly makes.',
					'Why do most customers come to {E}, for which product?', 'Let me know what the main thing is that {E} sells.',
				],
				dev: ['What product does {E} make?', 'What does {E} mainly make?', 'Tell me which product {E} is best known for.'],
				test: ['What is made at the factory of {E}?', 'Which product sells best at {E}?', 'Tell me what customers come to {E} for.'],
			},
			lookups: {
				train: ['Which company makes {v}?', 'Which company mainly sells {v}?'],
				dev: ['Which company is best known for making {v}?'],
				test: ['Which company is a maker of {v}?'],
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
					'{S} took in {v} last year.', '{S} reported a revenue of {v}.', '{P} books show a revenue of {v}.',
					'Last year {S} made a revenue of {v}.', '{S} closed the year with a revenue of {v}.', 'A revenue of {v} was reported by {O}.',
					'{P} income last year, its revenue, was {v}.', '{v} is the revenue of {O}.', 'Revenue: {v}.',
					'The books give the revenue as {v}.', 'Revenue for the year: {v}.', 'The revenue grew to {v}.',
				],
				dev: ['{S} reached a revenue of {v}.', '{P} revenue last year was {v}.', 'Yearly revenue was {v}.'],
				test: ['The revenue that {S} took in was {v}.', 'In the books, {P} revenue is {v}.', 'The income for the year was {v}.'],
			},
			questions: {
				train: [
					'How much revenue did {E} have?', 'How much did {E} earn last year?', 'What revenue did {E} reach?',
					'How high was the revenue of {E}?', 'Tell me how much {E} earned last year.', 'What was the yearly revenue of {E}?',
					'How much did {E} take in last year?', 'What revenue did {E} report?', 'What do the books of {E} show as revenue?',
					'I wonder how much {E} earned.', 'Do you know the revenue that {E} made?', 'Check how much revenue {E} reported.',
					'With what revenue did {E} close the year?', 'Let me know how large {E}\'s revenue was.',
				],
				dev: ['How much revenue did {E} reach last year?', 'What revenue did {E} have?', 'Tell me how high the revenue of {E} was.'],
				test: ['What revenue was reported by {E}?', 'How large was the income of {E} last year?', 'Tell me what revenue the books of {E} show.'],
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
					'{S} counts {v} on its staff.', '{S} gives work to {v}.', 'At {O}, {v} are employed.',
					'{S} pays {v} each month.', 'The staff of {O} is {v} strong.', '{S} has grown to a staff of {v}.',
					'{P} team has {v}.', '{S} reported {v} on the payroll.', 'Staff: {v}.',
					'Number of staff: {v}.', 'There are {v} on the staff.', 'The staff has grown to {v}.',
				],
				dev: ['{S} employs a staff of {v}.', '{P} staff is made up of {v}.', 'In all, the staff count is {v}.'],
				test: ['{S} has work for {v}.', 'There are {v} on {P} payroll.', 'The number of staff has grown to {v}.'],
			},
			questions: {
				train: [
					'How many people does {E} employ?', 'How many people work at {E}?', 'How large is the staff of {E}?',
					'How many people are employed at {E}?', 'Tell me how many people {E} employs.', 'What is the size of the staff of {E}?',
					'How big is the team of {E}?', 'To how many people does {E} give work?', 'What number of people does {E} employ?',
					'I wonder how large the staff of {E} is.', 'Do you know how many work for {E}?', 'Check how many people {E} has on its staff.',
					'What staff does {E} have?', 'Let me know how many people {E} pays.',
				],
				dev: ['How many people are on the staff of {E}?', 'Tell me how large the staff of {E} is.', 'How many people are employed by {E}?'],
				test: ['How many people does {E} pay each month?', 'To what size has the staff of {E} grown?', 'Tell me the number of people that {E} employs.'],
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
					'Most of the money in {O} comes from its investor {v}.', '{v} is the biggest investor in {O}.', '{S} got most of its money from the investor {v}.',
					'{v} put the most money into {O}.', '{S} is largely owned by its investor {v}.', 'No investor has put more into {O} than {v}.',
					'{P} main investor is {v}.', 'Among investors in {O}, {v} comes first.', 'Largest investor: {v}.',
					'The investor that put in the most is {v}.', 'The biggest share belongs to {v}.', '{v} is the investor with the biggest share in {O}.',
				],
				dev: ['{v} is the investor that holds the largest share in {O}.', '{S} is backed by its largest investor, {v}.', 'The investor that backed it the most is {v}.'],
				test: ['{v} holds the biggest share in {O}.', 'The investor that put the most money into {O} is {v}.', 'Among the investors, {v} has the largest share.'],
			},
			questions: {
				train: [
					'Who invested the most in {E}?', 'Which investor holds the largest share in {E}?', 'Who is the investor that mainly backs {E}?',
					'Which investor backs {E} the most?', 'Tell me who invested the most in {E}.', 'Who holds the largest share in {E}?',
					'Who put the most money into {E}?', 'Who is the biggest investor in {E}?', 'From which investor does most of the money in {E} come?',
					'I wonder who invested most in {E}.', 'Do you know the main investor of {E}?', 'Check who has the largest share in {E}.',
					'Among the investors of {E}, who comes first?', 'Let me know which investor is the biggest at {E}.',
				],
				dev: ['Which investor invested the most in {E}?', 'Tell me who holds the largest share in {E}.', 'Who backs {E} the most as an investor?'],
				test: ['By which investor is {E} mainly backed?', 'To which investor does the biggest share in {E} belong?', 'Tell me from whom {E} got most of its money.'],
			},
			lookups: {
				train: ['In which company did {v} invest the most?', 'Which company has {v} as its largest investor?'],
				dev: ['In which company does {v} hold the largest share?'],
				test: ['Which company is largely owned by {v}?'],
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
		dev: [
			'{S} plans to open a museum.', '{S} is well known for good service.', 'The report was checked by the press.', 'Customers like the service.',
			'Growth was strong.',
		],
		test: ['{S} plans a new building in the region.', '{S} won a prize last year.', 'Visitors are well received.', 'The auditors checked the latest report.', 'The press likes the design.'],
	},
};
