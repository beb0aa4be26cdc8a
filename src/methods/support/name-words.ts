/** Words for one place and its people that share too few letters for a rule, and English names of places that others write in their own language. */
const groups =
	'france french,spain spanish spaniard spaniards,switzerland swiss,denmark danish dane danes,poland polish pole poles,turkey turkish turk turks,' +
	'greece greek greeks hellenic,wales welsh,ireland irish,britain british briton britons uk,england english,scotland scottish scot scots,' +
	'netherlands dutch holland,finland finnish finn finns,sweden swedish swede swedes,norway norwegian norse,iceland icelandic,china chinese,japan japanese,' +
	'thailand thai,philippines filipino filipina,america american us usa,cyprus cypriot,lebanon lebanese,peru peruvian,wales welsh,germany german,' +
	'naples neapolitan napoli,venice venetian venezia,florence florentine firenze,vienna viennese wien,moscow muscovite moskva,rome roman roma,' +
	'milan milanese milano,turin torino,genoa genova genoese,padua padova,lisbon lisboa,prague praha,warsaw warszawa,geneva geneve genf,cologne koln,' +
	'munich munchen,nuremberg nurnberg,hanover hannover,seville sevilla,brussels bruxelles brussel,antwerp antwerpen,ghent gent,bruges brugge,' +
	'copenhagen kobenhavn,gothenburg goteborg,basel basle,lucerne luzern,liverpool liverpudlian,manchester mancunian,glasgow glaswegian,europe european,' +
	'africa african,asia asian,quebec quebecois,brittany breton,burgundy burgundian,bavaria bavarian bayern,saxony saxon,prussia prussian,tuscany tuscan,' +
	'sicily sicilian,flanders flemish,catalonia catalan,andalusia andalusian,castile castilian';

const groupOf: ReadonlyMap<string, readonly string[]> = new Map(
	groups.split(',').flatMap((group) => {
		const words = group.split(' ');
		return words.map((word) => [word, words] as const);
	}),
);

/** Returns the folded words that name the same place or its people as a folded word does, that word among them. None: it is not known. */
export function samePlace(folded: string): readonly string[] {
	return groupOf.get(folded) ?? [];
}

/** Short forms of given names that are no beginnings of them. */
const shortForms: ReadonlySet<string> = new Set(
	(
		'bob robert,rob robert,bill william,will william,dick richard,rick richard,jim james,jack john,ted edward,ted theodore,ned edward,peggy margaret,meg margaret,' +
		'maggie margaret,liz elizabeth,beth elizabeth,betty elizabeth,tony anthony,harry henry,hank henry,mike michael,mick michael,nick nicholas,kate katherine,' +
		'kate catherine,kathy catherine,kathy katherine,charlie charles,chuck charles,larry lawrence,molly mary,polly mary,nell eleanor,sandy alexander,' +
		'gus augustus,tina christina,sasha alexander,sue susan,andy andrew,drew andrew,stan stanley,jerry gerald,frank francis,sally sarah,dan daniel'
	).split(','),
);

/** Returns whether one part of a name is short for another: its beginning, or a known short form. */
export function isShortForm(part: string, other: string): boolean {
	return part.startsWith(other) || other.startsWith(part) || shortForms.has(`${part} ${other}`) || shortForms.has(`${other} ${part}`);
}
