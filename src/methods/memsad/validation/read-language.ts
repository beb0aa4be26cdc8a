/** Letters that a text needs before its language can be told. */
const enoughLetters = 12;
/** Words in small letters from which on a text in a known language has one of its function words, or of its endings. */
const enoughWords = 6;

const wordsOf = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(' ')));

/** The commonest function words of the languages in Latin letters whose orders are known: English, German, French, Spanish, Portuguese and Italian. */
const known = wordsOf(
	'the of and to a an in is that it for was on are as with his they be at this from i have or by had not but what all were when we there can your which their if will how each about out them then she he her him has its who did do does than been my no you me our us more also after before between into over under always never only every any would should could must may like likes prefers wants uses works lives',
	'der die das und ist nicht ein eine einen einem einer mit für fur auf dem den des im von zu sich wird auch sind bei nach wie oder aber nur noch vom zum zur durch über unter kann haben hat wurde werden dass er sie wir ich ihr mein dein sein ihre seine alle immer nie am um als wenn ab jede jeden jeder ins ans',
	'le les de des une un est et dans pour qui que pas sur avec du au aux sont ce cette par il elle ne se son sa ses leur plus mais ou si je tu nous vous mon ma mes ton ta tes tous toutes tout toujours jamais chaque après apres avant la en lui cet',
	'el los las una por para con es y como su lo está esta son al del sus tiene pero muy más mas todos todas cada siempre nunca hay fue este cuando donde yo te mi tu sin sobre desde hasta ahora eres puede puedes hacer tras en lugar',
	'os da dos das um uma não nao com é ao seu sua pelo pela nos nas também tambem já ele ela você voce em no na por para mais todos cada sempre nunca foi tem são sao meu minha isso essa esse sem até',
	'gli della delle degli nel nella che per sono di non è alla dei ai dal dalla sul il lo suo sua ogni sempre mai tutti tutte questo questa quando dove ha hanno mi ti ci una uno',
);

/** Function words of other languages in Latin letters, without those that a known one has, too. */
const others = wordsOf(
	// Dutch, Swedish, Danish, Norwegian, Icelandic, Finnish, Estonian
	'het een van niet zijn voor aan ook wordt naar maar deze heeft stuur door geen alle och alla att det som är ar inte på jag av till med har ett från til og ikke er jeg det fra ved eru það við ekki ei on ja että hän oli mutta kun myös ovat see oma ning kui',
	// Polish, Czech, Slovak, Slovenian, Croatian, Hungarian, Romanian, Lithuanian, Latvian
	'jest nie się sve bez i to v u na do sie że ze przez jak oraz tylko dla po od je jsou není která který pro jako jsem som sú nie je in za ali ki bo koji nisu az egy és nem hogy van ez csak minden este nu pe și din cu pentru ce sau sunt yra ir kad bet tai arī un ka nav',
	// Turkish, Azerbaijani, Indonesian, Malay, Vietnamese, Tagalog, Swahili, Hausa, Yoruba, Somali, Zulu
	've bir bu için icin ile değil degil çok cok daha gibi kadar sonra olarak tüm tum olan ama yok var onun bütün butun kullanıcı kullanici sonra önce once kimse hiçbir hicbir her ay son göre gore veya ancak yang dan untuk dengan tidak ini itu adalah dari ke pada akan semua không khong là của cua và va các cho được một những ang ng mga sa ay na hindi kwa ya na wa ni yote zote wote katika hii yake sana kila da ta na wannan ati ni awọn waa oo iyo ka ukuthi kanye',
	// Basque, Welsh, Irish, Albanian, Esperanto
	'eta da ez bat dira yn mae yr ei ar ac agus tá níl dhe një për nga është kaj estas la mi ne',
);
/** Words of known and of other languages, which say little: 'de', 'en', 'in', 'is' and 'was' are Dutch, too. */
const shared = wordsOf(
	'de en in is was alle die a i e o u er on me te se na do da je va ne to at ja mi ni per som men ay har ai ya to ta ei ti e la over as had om',
	[...others].filter((word) => known.has(word)).join(' '),
);
/** Ends of words that the known languages share: a note without function words has some. */
const knownEnds =
	/(?:tion|sion|ing|\p{L}{4}ed|\p{L}{3}ers|ment|ments|ity|able|ible|ive|ous|ance|ence|ness|ated|ized|ised|ured|ical|ally|ary|ory|ism|ist|ung|ungen|lich|lichen|keit|heit|schaft|ieren|iert|ci[oó]n|ciones|sione|zione|zioni|mente|idad|dades|dade|[çc][ãa]o|[çc][õo]es|eur|euse|eaux|aire|ique|iques|ions)$/u;
/** Letters that no known language has. */
const otherLetters = /[ğışőűłżźćńęąśřůěčžšđțșşţơưăåøæēāīūķļņģėįųůťďňľĺŕðþ]/u;

/** Returns whether a text is in a language whose orders are known here; also for one too short to tell. */
export function isReadLanguage(text: string): boolean {
	const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
	const letters = count(/\p{L}/gu);
	if (letters < enoughLetters) return true;
	const east = count(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu);
	const cyrillic = count(/\p{Script=Cyrillic}/gu);
	const latin = count(/\p{Script=Latin}/gu);
	if (east * 2 >= letters) return true;
	if (cyrillic * 2 >= letters) return !/[іїєґўђћџјљњќѓәғқңөұүһӣӯ]/iu.test(text);
	if (latin * 2 < letters) return false;
	return isKnownLatin(text);
}

function isKnownLatin(text: string): boolean {
	const prose = text.normalize('NFC').replaceAll(/`[^`]*`|\S*[@\d_/\\<>{}=()[\]]\S*/gu, ' ');
	const words = Array.from(prose.matchAll(/\p{L}+(?:['’]\p{L}+)?/gu), ([word]) => word);
	let [own, foreign, strange, weak, plain] = [0, 0, 0, 0, 0];
	for (const word of words) {
		const small = word.toLowerCase();
		const isSmall = /^\p{Ll}/u.test(word);
		if (isSmall) plain++;
		// Names have such letters in every language.
		if (isSmall && otherLetters.test(word)) strange++;
		if (shared.has(small)) weak++;
		else if (known.has(small) || /^(?:[cdjlmnst]|qu|dell|all|nell|un)['’]|['’](?:s|t|re|ve|ll|d|m)$/u.test(small)) own++;
		else if (others.has(small)) foreign++;
		else if (knownEnds.test(small)) weak++;
	}
	if (own > 0 || foreign > 0) return own >= foreign + strange;
	return strange === 0 && (plain < enoughWords || weak > 0);
}
