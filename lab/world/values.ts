import { between, pick, type Random } from '../../src/statistics/random.ts';

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

export const cities = (
	'Lisbon Harlow Denver Oslo Kampala Bristol Lyon Osaka Tallinn Quito Leeds Porto Vienna Dakar Boston Cork Turin Perth Ghent Malmo Seville Austin ' +
	'Nairobi Prague Halifax Zagreb Bergen Lima Dublin Basel Tampa Odense Riga Accra Naples Geneva Calgary Bilbao Cardiff Krakow Utrecht Hobart Salem Dover Lagos Milan ' +
	'Nantes Tucson Antwerp Belfast'
).split(' ');

/** '7 March 2021' */
export function date(random: Random, firstYear: number, lastYear: number): string {
	return `${between(random, 1, 28)} ${pick(random, months)} ${between(random, firstYear, lastYear)}`;
}

/** As many digits as asked for, zeros in front included. */
export function digits(random: Random, count: number): string {
	return Array.from({ length: count }, () => between(random, 0, 9)).join('');
}

/** A function that picks from a list written with semicolons. */
export function oneOf(list: string): (random: Random) => string {
	const items = list.split(';').map((item) => item.trim());
	return (random) => pick(random, items);
}
