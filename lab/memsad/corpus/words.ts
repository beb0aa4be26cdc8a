import { between, pick, type Random } from '../../../src/statistics/random.ts';

/** What stands in the gaps of the corpus's sentences. All invented. */
const banks = {
	person:
		'Adaeze|Bartek|Camille|Darya|Emeka|Farid|Giulia|Henrik|Ines|Jorge|Keiko|Liam|Mira|Nils|Odile|Pavel|Qadir|Renata|Sami|Tove|Ulrike|Vikram|Wanda|Xenia|Yusuf|Zofia|Anders|Bianca|Cem|Dolores|Erik|Fatou|Goran|Hilde|Ismael|Jana|Karim|Lotte|Matteo|Noor',
	project:
		'Lighthouse|Juniper|Redwood|Tidewater|Sparrow|Granite|Meridian|Northwind|Cobblestone|Larkspur|Bluebell|Ironwood|Kingfisher|Marigold|Nightjar|Osprey|Periwinkle|Quicksand|Rosewood|Saltmarsh|Thornbury|Umbra|Vesper|Wintergreen|Yarrow|Zenith|Applewood|Brightwater|Cedarbrook|Driftwood|Elmstone|Fernhill|Greyfriar|Hollowell|Inglenook|Jessamine',
	place:
		'the harbor office|the annex|room Cedar|the west studio|the library café|the old mill|the fourth floor|the garden room|Hall B|the print shop|the roof terrace|the test lab|the station hotel|the corner bakery|the town archive|the boat house',
	city: 'Varnholm|Esterbrook|Calderon|Pinemouth|Auriga|Tolland|Marisport|Graywater|Linden|Ostrava Bay|Fairmoor|Sallow|Benthal|Kestrel Point|Dunmore|Halverton',
	document:
		'budget sheet|design brief|travel policy|lab protocol|hiring plan|tenancy contract|style guide|risk register|press kit|floor plan|onboarding guide|grant proposal|parts list|insurance letter|exam timetable|recipe folder|maintenance log|brand book|survey report|seating chart|price list|warranty card|field manual|song book',
	system:
		'staging server|build agent|mail relay|wiki|ticket queue|photo archive|backup disk|print server|calendar feed|sensor hub|time tracker|billing portal|door controller|weather station|media player|test cluster|license server|status board|water meter|label printer',
	setting:
		'time zone|page size|retry limit|log level|theme|language|font size|cache size|sync interval|poll rate|date format|volume|session length|batch size|default branch|color profile|power mode|screen brightness',
	value: 'low|medium|high|automatic|monthly|weekly|dark|light|compact|wide|off|verbose|quiet|metric|English|strict',
	food: 'oat porridge|lentil soup|sourdough toast|grilled fish|mushroom risotto|green curry|rye bread|fruit salad|dumplings|roast squash|bean stew|pancakes|tomato soup|noodle salad|baked apples|spinach pie',
	drink: 'black tea|filter coffee|mint tea|sparkling water|apple juice|decaf espresso|ginger tea|oat latte|lemonade|hot chocolate',
	hobby:
		'bouldering|choir|woodcarving|night photography|chess|pottery|trail running|bird watching|origami|rowing|gardening|table tennis|sketching|beekeeping|fencing|baking',
	topic:
		'glacier melt|tidal power|medieval bridges|moth migration|clay soils|solar kilns|copper alloys|seed banks|river deltas|cave paintings|radio beacons|paper making|wind shear|harbor dredging|peat bogs|loom patterns|lake turnover|lichen growth|rail gauges|salt mining|bell casting|kelp forests|map projections|stone arches',
	task: 'renew the parking permit|send the sample crates|book the train seats|print the name badges|water the plants|order printer paper|call the plumber|return the library books|update the guest list|collect the keys|review the draft|pay the club fee|pack the camera bag|clean the filters|check the smoke alarms|label the shelves|prepare the slides|repair the bike|renew the passport|sort the receipts|change the tires|measure the window|post the parcels|defrost the freezer',
	event:
		'budget review|design sprint|dentist visit|parents’ evening|site walk|piano lesson|retrospective|supplier call|fire drill|book club|quarterly review|harvest fair|job interview|team lunch|safety training|board meeting|photo walk|kick-off|house viewing|vaccination|choir rehearsal|user test|lease signing|farewell party',
	company:
		'Halden & Co|Brightforge|Tessel Works|Ostler Mills|Corvane|Pellucid Labs|Marlin Freight|Quillon Press|Aster Dairy|Fenwick Tools|Sable Optics|Norr Shipping',
	day: 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday',
	month: 'January|February|March|April|May|June|July|August|September|October|November|December',
	word: 'maple|cobalt|ferry|lantern|pebble|saffron|thicket|velvet|willow|quartz|amber|heron|juniper|kestrel|linen|mosaic',
	why: 'because the old one ran out|since the room is free then|as the supplier asked for it|because it saves a trip|to leave time for questions|since it worked well last year|because of the holiday|as the budget allows it|to keep things simple|since two people are away',
} as const;

export type Slot = keyof typeof banks;

export function wordsOf(slot: Slot): readonly string[] {
	return banks[slot].split('|');
}

function isSlot(name: string): name is Slot {
	return Object.hasOwn(banks, name);
}

/**
 * A sentence with its gaps `{slot}` filled: from `fixed` where that names them, else at random; `{slot2}` is another draw. `{date}`, `{time}`,
 * `{number}`, `{small}` and `{amount}` are made up. @throws RangeError for a gap that nothing fills.
 */
export function fill(template: string, random: Random, fixed: Readonly<Record<string, string>> = {}): string {
	return template.replaceAll(/\{(\w+?)(\d?)\}/g, (gap, name: string, digit: string) => {
		const given = fixed[`${name}${digit}`];
		if (given !== undefined) return given;
		switch (name) {
			case 'date':
				return `${between(random, 1, 28)} ${pick(random, wordsOf('month'))}`;
			case 'time':
				return `${between(random, 7, 19)}:${pick(random, ['00', '10', '15', '20', '30', '40', '45', '50'])}`;
			case 'number':
				return String(between(random, 11, 980));
			case 'small':
				return String(between(random, 2, 12));
			case 'amount':
				return `${between(random, 1, 9)},${between(random, 100, 990)}`;
		}
		if (!isSlot(name)) throw new RangeError(`nothing fills ${gap}`);
		return pick(random, wordsOf(name));
	});
}
