/** Countries and their people, each group for one: the name, and what people and things of it are called in English. */
const groups =
	'afghanistan afghan afghans,albania albanian,algeria algerian,argentina argentine argentinian,armenia armenian,australia australian,austria austrian,' +
	'bangladesh bangladeshi,belarus belarusian,belgium belgian,bolivia bolivian,bosnia bosnian,brazil brazilian,britain british briton uk,bulgaria bulgarian,' +
	'cambodia cambodian,cameroon cameroonian,canada canadian,chile chilean,china chinese,colombia colombian,croatia croatian croat,cuba cuban,cyprus cypriot,' +
	'czechia czech,denmark danish dane,ecuador ecuadorian,egypt egyptian,england english,estonia estonian,ethiopia ethiopian,finland finnish finn,france french,' +
	'gambia gambian,georgia georgian,germany german,ghana ghanaian,greece greek,hungary hungarian,iceland icelandic icelander,india indian,indonesia indonesian,' +
	'iran iranian,iraq iraqi,ireland irish,israel israeli,italy italian,jamaica jamaican,japan japanese,jordan jordanian,kazakhstan kazakh,kenya kenyan,' +
	'korea korean,kuwait kuwaiti,laos laotian,latvia latvian,lebanon lebanese,libya libyan,lithuania lithuanian,luxembourg,malaysia malaysian,malta maltese,' +
	'mexico mexican,moldova moldovan,mongolia mongolian,montenegro,morocco moroccan,mozambique mozambican,myanmar burmese,namibia namibian,nepal nepali nepalese,' +
	'netherlands dutch,nicaragua nicaraguan,nigeria nigerian,norway norwegian,oman omani,pakistan pakistani,panama panamanian,paraguay paraguayan,peru peruvian,' +
	'philippines filipino filipina,poland polish pole,portugal portuguese,qatar qatari,romania romanian,russia russian,rwanda rwandan,scotland scottish scot,' +
	'senegal senegalese,serbia serbian serb,singapore singaporean,slovakia slovak,slovenia slovenian slovene,somalia somali,spain spanish spaniard,sudan sudanese,' +
	'sweden swedish swede,switzerland swiss,syria syrian,taiwan taiwanese,tanzania tanzanian,thailand thai,tunisia tunisian,turkey turkish turk,uganda ugandan,' +
	'ukraine ukrainian,uruguay uruguayan,venezuela venezuelan,vietnam vietnamese,wales welsh,yemen yemeni,zambia zambian,zimbabwe zimbabwean';

const countries: ReadonlyMap<string, string> = new Map(
	groups.split(',').flatMap((group) => {
		const words = group.split(' ');
		return words.map((word) => [word, words[0]!] as const);
	}),
);

/** Returns the country that a folded word names, or whose people or things: 'norway' for 'norwegian' and 'norwegians'. `undefined` for other words. */
export function countryOf(folded: string): string | undefined {
	return countries.get(folded) ?? (folded.endsWith('s') ? countries.get(folded.slice(0, -1)) : undefined);
}
