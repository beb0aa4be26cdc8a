/*
 * Lines in bold type that stand for headings: '**Opening hours**', '**Fees:**'. An answer in bold type ('**51 euros**', '**The fee is 51 euros**') is none.
 */

const boldLine = /^[ \t]*(?:\*\*|__)(?=[^\s*_])(?<words>[^*_\n]{1,120}?)(?<colon>[:：]?)(?:\*\*|__)(?<after>[:：]?)[ \t]*$/u;
/** Finite verbs and auxiliaries of the known languages: with one, a line says something. */
const verb =
	/(?<![\p{L}])(?:is|are|was|were|be|has|have|had|does|did|do|will|would|can|must|may|costs?|takes?|took|opens|closes|begins|began|starts|started|ends|ended|lasts|lives|lived|died|won|rose|fell|says|said|states|amounts|weighs|runs|needs|ist|sind|war|waren|hat|haben|wird|werden|kostet|kosten|beträgt|dauert|est|sont|était|a|ont|coûte|dure|es|son|era|fue|tiene|cuesta|dura|é|são|foi|tem|custa|è|sono|ha|costa)(?![\p{L}])|[是有在为為]|です|ます|した/iu;
/** What may be an answer of its own. */
const answer =
	/^(?:yes|no|none|true|false|ja|nein|oui|non|sí|si|sim|não|sì|correct|incorrect|unknown|never|always|both|neither|是|否|はい|いいえ)\b|^(?:a|an|about|around|approximately|over|under|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|half) /iu;
/** Headings of one word that answers begin with. */
const common =
	/^(?:(?:short |final |direct )?answer|summary|overview|details?|background|introduction|context|notes?|sources?|references|conclusion|key (?:points|facts|takeaways)|explanation|reasoning|analysis|result|example|antwort|zusammenfassung|überblick|quellen|réponse|résumé|aperçu|sources|respuesta|resumen|fuentes|resposta|resumo|risposta|riassunto|fonti|概述|总结|摘要|回答|概要|まとめ)$/iu;
/** Words in small letters behind the first: 'Opening hours', and not 'Omar Said'. */
const phrase = /^\p{Lu}[\p{L}'’-]*(?: [\p{L}'’&-]+){0,6} \p{Ll}{4,}(?![\p{L}])/u;
const yearAlone = /^\D*\p{L}\D*\p{L}\D+(?:19|20)\d\d(?:\s?[-–—]\s?(?:19|20)?\d\d)?$/u;

/** What is known of a line in bold type. */
export interface BoldLine {
	/** Whether it ends in a colon, so that something must follow. */
	readonly hasColon: boolean;
	/** Whether it is a heading even at the head of an answer. Others, such as a name, may be the answer itself there. */
	readonly isSure: boolean;
}

/** Reads a line that is all in bold type and may be a heading. `undefined` for other lines, and for those that may be an answer. */
export function boldHeadingOf(line: string): BoldLine | undefined {
	const { words = '', colon = '', after = '' } = boldLine.exec(line)?.groups ?? {};
	const hasColon = colon !== '' || after !== '';
	if (!/\p{L}/u.test(words) || /[.!?。！？…]["'”’)]*$/u.test(words) || answer.test(words)) return undefined;
	const hasDigit = /\p{Nd}/u.test(words);
	const says = verb.test(words);
	if (hasColon ? hasDigit && (says || /:/u.test(words)) : says || (hasDigit && !yearAlone.test(words))) return undefined;
	if (!hasColon && !/^[\p{Lu}\p{Lo}]/u.test(words)) return undefined;
	return { hasColon, isSure: common.test(words) || (!hasDigit && phrase.test(words)) };
}
