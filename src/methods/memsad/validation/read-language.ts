import { ownLanguageOf } from '../../../text/language.ts';

/** Letters that a text needs before its language can be told. */
const enoughLetters = 12;
/** Function words of the languages in Latin letters whose orders are known, besides English, and of others. */
const known =
	/(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|mit|f(?:ü|ue)r|auf|von|zu|wird|auch|el|los|las|una|por|para|con|es|est[áa]|que|como|les|des|une|et|dans|pour|qui|pas|sur|avec|gli|della|nel|che|per|sono|di|il|non|[èé]|os|um|uma|n[ãa]o|com|ao|do|da)(?!\p{L})/giu;
const unknown =
	/(?<!\p{L})(?:het|een|van|niet|zijn|voor|aan|ook|wordt|och|att|det|som|[äa]r|inte|p[åa]|jag|av|til|og|ikke|er|jest|nie|na|si[ęe]|[żz]e|w|z|je|se|ve|bir|bu|i[çc]in|ile|de[ğg]il|ja|ei|on|ett[äa]|az|egy|[ée]s|nem|hogy|[șs]i|este|nu|pe|yang|dan|untuk|dengan|tidak|kh[ôo]ng|l[àa]|c[ủu]a|v[àa])(?!\p{L})/giu;

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
	return ownLanguageOf(text) !== 'other' || count(known) >= count(unknown);
}
