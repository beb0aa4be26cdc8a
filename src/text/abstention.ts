import { refusesInOtherLanguages } from './abstention-in-languages.ts';
import { claimsValue, clausesOf } from './half-refusals.ts';
import type { TaggedText, TextRange } from './tagged-text.ts';

/** A few words, as few as can be. */
const words = (max: number): string => String.raw`(?:[\w’'-]+ ){0,${max}}?`;
const adverbs = '(?: (?:\\w+ly|yet|still|also|anywhere|been|being))*';
const auxiliary = '(?:do|does|did|is|are|was|were|has|have|can|could)';
const not = `(?:not|never|nowhere|neither)${adverbs}`;
/** 'does not', 'were not', 'isn’t', 'cannot'. */
const denied = `(?:${auxiliary} ${not}|${auxiliary}n[’']t${adverbs}|cannot${adverbs}|can[’']t${adverbs})`;
const beGiven = '(?:is|are|was|were|has been|have been|can be|could be)';

/** What an answer was to be read from. */
const source =
	"(?:contexts?|passages?|documents?|texts?|sources?|excerpts?|reports?|articles?(?! (?:do|does|did)(?: not|n['’]t) cover)|snippets?|notes|knowledge base|search results|(?:the|this|given|provided|available|supplied|retrieved) information|information (?:given|provided|supplied|above)|what (?:is|was|i was|you have) (?:given|provided))";
/** What may stand behind it: 'the passages above', 'the documents that were given', 'the text about Olga Cugre'. */
const whichSource = String.raw`(?: (?:above|below|here|itself|themselves|(?:that |which )?(?:(?:is|are|was|were|I was|you) )?(?:given|provided|available|retrieved|supplied|shared|uploaded|gave|have)|(?:about|on|for|regarding)(?: [\w’'-]+){1,5}?))?`;
/** 'in the passages', 'from any of the documents'. */
const fromSource = String.raw`(?:in|from|by|within|on|using|with) ${words(4)}${source}\b`;
/** What is missing where it is not known. Data may also be a thing: 'no data on the disk'. */
const knowledge = `(?:information|details?|mention|knowledge|answers?|idea|context|data(?= (?:about|regarding|concerning|available|given|provided)\\b| ${fromSource}|$))`;
const about = String.raw`(?:about|on|of|regarding|concerning|as to|whether)\b`;
/** After it, what is missing is knowledge, and no 'information desk'. */
const ofWhat = String.raw`(?:,| ${about}| (?:for|who|what|where|which|how|why)\b| (?:given|provided|available|stated|here)\b| (?:to|that) \w+\b| ${fromSource}|$)`;
/** What a text does that has the answer. */
const stating =
	'(?:state|name|list|mention|specify|provide|contain|include|give|say|tell|have|answer|address|indicate|cover|discuss|describe|explain|reveal)';
const can = `(?:cannot|can[’']t|can ${not}|could ${not}|couldn[’']t)`;
/** What somebody does who looks for the answer. */
const working = '(?:determine|answer|infer|deduce|conclude|ascertain|tell)';

const ofTheAnswer = [
	// 'The ward is not stated.' What was not given, found or provided may be said of a thing; what was not stated is none.
	String.raw`\b(?:${denied}|${not}) (?:stated|mentioned|specified)\b`,
	String.raw`\b(?:(?:${denied}|${not}) known|(?:is|are|was|were|remains?) (?:unknown|unclear))(?: here| to (?:me|us)| (?:whether|who|what|when|where|which)\b.*| ${fromSource}.*)?$`,
	`^(?:${not} (?:known|given|found|available|provided)|unknown)(?: ${fromSource}.*)?$`,
	String.raw`\b${denied} (?:be )?(?:given|provided|found|available|included|contained|present|disclosed|confirmed|verified|established|located|identified) ${fromSource}`,
	// 'The fee is not in the documents.' A report or a text may have other reasons for what is not in it.
	String.raw`\b${denied} (?:in|among|part of) (?:any of )?(?:the|these|your)(?: \w+){0,2} (?:contexts?|passages?|documents?|sources?|excerpts?|snippets?|search results)\b`,
	String.raw`\b(?:information|answer|details?)(?: [\w’'-]+){0,8}? ${denied} (?:(?:be )?(?:known|given|provided|found|available|included|contained|present|sufficient|enough|clear)\b|${fromSource})`,
	String.raw`\b(?:${can} be(?: \w+ly)* (?:determined|answered|inferred|deduced|concluded|ascertained|told)|(?:not possible|impossible) to(?: \w+ly)* ${working})\b`,
	String.raw`\b${can}(?: \w+ly)* ${working} ${words(6)}(?:question\b|${fromSource})`,
];

const ofTheSources = [
	String.raw`\b${source}${whichSource} ${denied} ${stating}\b`,
	`^(?:it|they|this|that) ${denied} (?:say|state|mention|specify)$`,
	String.raw`\b(?:no|neither|none of) ${words(4)}${source}(?: ${denied}| ${auxiliary})? ${stating}s?\b`,
	String.raw`\b${source}${whichSource} (?:\w+ly )?(?:(?:contain|have|has|give|provide|include|mention|offer|say|state)s? (?:no|nothing|none)|makes? no (?:mention|reference))\b`,
	String.raw`\b(?:nothing|none|nowhere) ${words(3)}${fromSource}`,
	String.raw`\b${source}${whichSource} (?:is|are|was|were) (?:insufficient|not sufficient|not enough)\b`,
];

const ofKnowledge = [
	String.raw`\bthere (?:is|are|was|were)(?: no| ${not}| insufficient|n[’']t)(?: any| enough| sufficient)? ${words(2)}${knowledge}${ofWhat}`,
	String.raw`\bthere (?:is|are|was|were) no (?:records?|reference|indication|evidence) ${words(8)}${fromSource}`,
	String.raw`\bno ${words(3)}${knowledge}(?: [\w’'-]+){0,8}? ${beGiven} (?:given|provided|available|stated|found|mentioned|included)\b`,
	`^no ${words(2)}${knowledge}(?: ${about}.*| ${fromSource}.*| (?:given|provided|available|stated|found|here))?$`,
	String.raw`\b(?:not enough|not sufficient|insufficient) (?:information|details|context|data|knowledge)\b`,
	String.raw`\black(?:s|ing)? ${words(4)}(?:information|details|answer|context)\b`,
];

/** 'I cannot', 'we do not', 'I am unable to', 'I'm not'. */
const unable = String.raw`\b(?:I|we)(?: (?:\w+ly|also|still|just))* (?:${denied}|(?:am|are|was|were) (?:not|unable to))(?: (?:able to|be able to|\w+ly))*|\bI[’']m (?:not|unable to)(?: (?:able to|\w+ly))*`;
const ofOneself = [
	String.raw`(?:${unable}) (?:know|find|answer|say|tell|determine|help|assist|identify|locate|confirm|recall|remember|sure|certain|aware)\b`,
	String.raw`(?:${unable}) (?:have (?:that|this|it|access|enough|sufficient)|(?:have|see|give|provide) ${words(4)}${knowledge})\b`,
	String.raw`\bI (?:cannot|can[’']t|am unable to|am not able to) (?:provide|give|share|disclose)\b`,
	String.raw`\b(?:I|we) (?:have|had|found|find|see|know) (?:no ${words(3)}${knowledge}${ofWhat}|nothing\b)`,
	String.raw`^(?:sorry,? (?:but )?)?unable to (?:answer|determine|find|say|tell|help|assist|provide|identify|locate)\b`,
	String.raw`\b(?:outside|beyond)(?: of)? (?:what I can|the scope of (?:what I can|${words(3)}${source})|my (?:scope|knowledge|abilities))\b`,
	'^(?:(?:sorry|no),? )?(?:IDK|dunno|n/a|no idea)(?:,? sorry)?$',
];

/**
 * What a sentence says that does not know: of the value, that it is not stated; of the question, that it cannot be answered; of the sources, that
 * they do not say; of whoever answers, that they cannot. A denial alone says none of it: 'the cake does not contain nuts' is an answer, and so is
 * 'he was not given penicillin'.
 */
const refusals = [...ofTheAnswer, ...ofTheSources, ...ofKnowledge, ...ofOneself].map((pattern) => new RegExp(pattern, 'iu'));

/** Said of a thing: 'The date of birth of Olga Cugre is not given', 'Prices are not listed in the passages'; 'he was not given penicillin' is of a person. */
const withheld = new RegExp(
	String.raw`^(?:(?:\w+ly|sorry|I[’']m (?:sorry|afraid)),? (?:but )?)?((?!(?:he|she|they|I|you|we) )[\w’'-]+(?: [\w’'-]+){0,11}?) ${denied} (given|provided|available|listed|disclosed)(?: here| ${fromSource}.*)?$`,
	'iu',
);
const definite = /^(?:the|this|that|it|his|her|its|their)\b/iu;

/** Where a value may stand beside what refuses: 'not stated in the brochure, it is 4 %', 'not specified in euros but in dollars'. */
const beside = new RegExp(
	String.raw`, (?:but |and )?(?:it|they|he|she) (?:is|are|was|were) (?!${not})|\bbut (?:rather |instead |only )?(?:in|on|at|as|by) `,
	'iu',
);

/**
 * Whether every sentence says, in one of eight languages, that the answer to `query` (empty where none is known) is not known. Such a text is the same with the documents
 * and without, so that what compares the two (RePCS, the confidence gap) knows nothing of it (docs/methods/spad.md: score refusals apart).
 * Those of other languages than English: `abstention-in-languages.ts`. A text without a sentence refuses nothing.
 */
export function isRefusal(text: string, { sentences }: Pick<TaggedText, 'sentences'>, query: string): boolean {
	const clauses = sentences
		.flatMap(({ start, end }) => text.slice(start, end).split(';'))
		.map(bare)
		.filter((clause) => clause !== '');
	return (
		clauses.length > 0 &&
		clauses.every(
			(clause) =>
				clause.length <= longestClause &&
				refuses(clause, query) &&
				refuses(clause.slice(beside.exec(clause)?.index), query) &&
				!refusedHalves(clause, query).isHalf,
		)
	);
}

/**
 * Returns the parts of a sentence that say that something is not known, if another part claims a value: 'The contexts do not say when it opens, but the
 * fee is 51 euros.' Empty for other sentences. UTF-16 ranges in the sentence.
 */
export function refusedPartsOf(sentence: string, query: string): readonly TextRange[] {
	return sentence.length <= longestClause ? refusedHalves(sentence, query).refused : [];
}

function refusedHalves(sentence: string, query: string): { readonly isHalf: boolean; readonly refused: readonly TextRange[] } {
	const clauses = clausesOf(sentence);
	const none = { isHalf: false, refused: [] };
	if (clauses.length === 1) return none;
	const [refused, others]: [TextRange[], TextRange[]] = [[], []];
	for (const clause of clauses) (refuses(bare(sentence.slice(clause.start, clause.end)), query) ? refused : others).push(clause);
	const isHalf = refused.length > 0 && others.some(({ start, end }) => claimsValue(sentence.slice(start, end)));
	return isHalf ? { isHalf, refused } : none;
}

function refuses(clause: string, query: string): boolean {
	return (
		(denies.test(clause) && (refusals.some((pattern) => pattern.test(clause)) || withholds(clause, query))) ||
		refusesInOtherLanguages(clause)
	);
}

/** What each English refusal has: most sentences have none of it, and need no look at all the others. */
const denies =
	/not\b|n[\u2019']t\b|\b(?:no|none|nothing|nowhere|never|neither|unknown|unclear|unable|impossible|insufficient|lack(?:s|ing)?|outside|beyond|IDK|dunno|n\/a)\b/iu;

/** UTF-16 units; nobody takes as many to say that the answer is not known, and the expressions' time stays bounded. */
const longestClause = 2000;

/** Marks that end a clause, and blanks among them. */
const closing = /^[\s.!?。！？"”’)\]*_」』）]$/u;

function bare(clause: string): string {
	const trimmed = clause.trim();
	let end = trimmed.length;
	// By hand: an expression that ends in `+$` begins anew at every mark.
	while (end > 0 && closing.test(trimmed.charAt(end - 1))) end--;
	return trimmed.slice(0, end).replace(/\s+/gu, ' ');
}

/** 'Does the hotel offer breakfast?', 'Can I book the sauna?'; not 'Can you tell me the price?'. */
const asksWhether = /^(?:does|do|did|is|are|was|were|has|have|can|could|will|would)\b(?! you\b)/iu;
/** 'Which price is given?' asks for a price, and 'when is it given?' for no thing that could be missing. */
const asksForThing = /^(?:(?:in|at|on|for|by|with|from) )?(?:what|which|whose)\b/iu;

/**
 * Words alone cannot tell 'the price is not given' from 'breakfast is not provided': it refuses where it speaks of a definite thing or of what
 * was asked for, and answers where the question was whether, when or to whom it is given.
 */
function withholds(clause: string, query: string): boolean {
	const [, subject, given] = withheld.exec(clause) ?? [];
	const asked = query.trim();
	if (subject === undefined || given === undefined || asksWhether.test(asked)) return false;
	if (!asksForThing.test(asked) && new RegExp(String.raw`\b${beGiven} .*\b${given}\b`, 'iu').test(asked)) return false;
	return definite.test(subject) || wordsOf(query).some((word) => word === attributeOf(subject));
}

/** 'Olga Cugre's date of birth' is a date. */
function attributeOf(subject: string): string | undefined {
	return wordsOf(subject.split(/ (?:of|for) /u)[0]!).at(-1);
}

/** In small letters, plurals as singulars. */
function wordsOf(text: string): string[] {
	return (text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []).map((word) => word.replace(/s$/u, ''));
}
