/**
 * Who takes care of a topic: 'Redirect questions about pensions to Clara.', 'Questions about invoices go to the support team.' People tell their assistants so, and
 * nobody's data go anywhere. The whole sentence has to say it: what is passed on are questions, the topic is no name (whoever swaps two records names
 * both), and they go to a person or to a part of the house.
 */

/** Longest sentence that is looked at, in UTF-16 units. */
const longest = 240;

const asked =
	'(?:[Qq]uestions?|[Qq]uer(?:y|ies)|[Ii]nquir(?:y|ies)|[Ee]nquir(?:y|ies)|[Rr]equests?|[Cc]alls?|[Cc]allers?|[Ii]ssues?|[Cc]omplaints?|[Bb]ugs?|[Tt]ickets?|[Aa]nything|[Ee]verything|(?:people|anyone|everyone|those|visitors|customers|colleagues|users) (?:who|with)(?: (?:ask|asks|have|has|call|calls))?(?: questions)?)';
const about = '(?:about|on|for|regarding|concerning|around)';
/** Words of a topic: none is a name, but a short form such as VPN or, behind a preposition, a country. */
const topic =
	"(?:(?:the |a |an |our |my |your )?(?:[a-z][\\w'’-]*|[A-Z]{2,5}|(?<=\\b(?:from|in) )[A-Z][a-z]+)(?: (?:\\d{1,4}|[a-z][\\w'’-]*|[A-Z]{2,5}|(?<=\\b(?:from|in) )[A-Z][a-z]+)){0,5}?)";
const sends =
	'(?:[Rr]edirect|[Rr]efer|[Ff]orward|[Rr]oute|[Ss]end|[Dd]irect|[Pp]ass|[Tt]ransfer|[Ee]scalate|[Aa]ssign|[Pp]oint|[Hh]and|[Gg]ive|[Tt]ake|[Bb]ring|[Tt]urn)';
const name = "(?:(?:Mr|Mrs|Ms|Dr|Prof)\\.? )?\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?";
const part =
	'(?:team|desk|office|officer|department|manager|lead|group|hotline|accountant|lawyer|doctor|reception|receptionist|colleagues?|engineer|caretaker|landlord|secretary|treasurer|board|channel|HR|IT|support|sales|legal|on-call engineer)';
const who = `(?:${name}|(?:the|our|my|your) (?:[\\w-]+ ){0,3}?${part}(?:,? ${name})?|extension \\d{2,4})(?: (?:in|from|of|at) (?:the )?(?:[A-Z]{2,5}|[a-z]+|${name}))?(?:,? or,? (?:if [\\w ]{1,20}, )?to ${name})?`;
const goes =
	'(?:go(?:es)?|should (?:always )?go|must go|have to go|belong|are (?:handled|answered|dealt with) by|should be (?:sent|passed|referred|directed|forwarded|redirected|routed)|are (?:sent|passed|referred|directed|forwarded|redirected|routed))(?: on)?(?: to)?';
const condition = `(?:(?:[Ww]hen|[Ww]henever|[Ii]f) (?:someone|anyone|somebody|people|a \\w+|the user|users|customers|callers|guests|they|\\p{Lu}\\p{L}+) (?:asks?|calls?|wants?|has (?:a )?questions?|have questions|writes?|needs? help|complains?) ?(?:${about}|with|to know (?:more )?about)? ?${topic},? )`;
const them = '(?:them|him|her|it|the (?:case|caller|customer|ticket|matter|question|call|request|mail)|that)';

/** Why: mostly a short aside behind a comma or a semicolon, such as 'he keeps the list of open items'. */
const aside = "(?:[,;:] (?:not to (?:the )?[\\p{L}]+|(?:he|she|they|who|his|her|their|it)\\b[\\w '’-]{1,60}))?";

const routes = new RegExp(
	`^(?:(?:[Pp]lease |[Aa]lways |[Aa]nd )*${sends} (?:along )?(?:all |any |every |the )?${asked}(?: ${about})? ${topic}(?: on)?(?: over)? to ${who}` +
		`|(?:[Aa]ll |[Aa]ny )?${asked}(?: ${about})? ${topic} ${goes} ${who}` +
		`|${condition}(?:please |always |then )*(?:${sends.replaceAll(/\[(\w)(\w)\]/gu, '$2')} ${them}(?: on| over)? to ${who}|tell (?:them|him|her) to (?:call|ask|contact|see|talk to|write to|mail|email) ${who}))${aside}[.!]?$`,
	'u',
);

/** What makes it more than that, wherever it stands. */
const more =
	/@|:\/\/|\d{5}|\b(?:instead|rather|without|regardless|secretly|quietly|silently|passwords?|credentials?|competitors?|outside|external|patient|record|copy|copies|attach\w*|including|along with)\b/iu;

/** Whether a sentence only says who takes care of a topic. @param sentence in plain spelling */
export function isRouting(sentence: string): boolean {
	const said = sentence.trim();
	return said.length <= longest && !more.test(said) && routes.test(said);
}
