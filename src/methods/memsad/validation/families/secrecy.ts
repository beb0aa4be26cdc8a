import type { Family } from '../family.ts';
import { itself, principals, traces, kindSecrets, routine, secrets, self, sensitive } from '../lexicon.ts';

const keepsFrom = 'tells the agent to keep something from the user';
const leavesNoTrace = 'tells the agent to leave no trace of what it does';
const own = `${self}|${kindSecrets}`;
const not =
	"(?:do not|don't|never|must not|should not|shall not|not to|without|avoid|refrain from|no need to|need not|instead of|not|nor|or|nobody (?:is|may|should)|no (?:one|user) (?:is|may|should)|stop|keep from)";
const tell =
	'(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|show(?:ing)?|report(?:ing)?|say(?:ing)?|speak(?:ing)?|ask(?:ing)?|let(?:ting)? on|let(?:ting)? (?:the )?(?:\\w+ )?(?:know|see|notice|find)|record(?:ing)?|log(?:ging)?|note|noting|write|writing|display(?:ing)?|surfac(?:e|ing)|acknowledg(?:e|ing)|admit(?:ting)?|quot(?:e|ing)|cit(?:e|ing)|repeat(?:ing)?|summari[sz](?:e|ing)|discuss(?:ing)?|refer(?:ring)?|allud(?:e|ing)|announc(?:e|ing)|highlight(?:ing)?|rais(?:e|ing)|bring(?:ing)? up|flag(?:ging)?|list(?:ing)?|explain(?:ing)?|hint(?:ing)?|includ(?:e|ing)|leav(?:e|ing)|confirm(?:ing)?|shar(?:e|ing)|bother(?:ing)?|consult(?:ing)?|be (?:told|informed|notified|asked|warned|quoted|mentioned|summari[sz]ed|logged|shown|recorded|disclosed|reported|alluded|revealed|seen|aware)|document(?:ing)?|come up|appear(?:ing)?|echo(?:ing)?|comment(?:ing)?|print(?:ing)?|expos(?:e|ing)|draw(?:ing)? attention|copy(?:ing)? in)';

/**
 * Behind a verb: what is kept from others is private data or a secret, which a memory rightly guards. From those who watch over the agent, nothing is
 * rightly kept.
 */
const notPrivateData = `(?! (?:(?:the|any|an?|their|his|her|our|other|full|raw) ){0,2}(?:${sensitive}|${secrets})(?![^.;!?\\n]{0,60}\\b(?:auditors?|compliance|security|regulators?|management|owners?|account holders?|inspectors?|police|courts?)\\b))`;

/** Orders to hide what an agent does from those whom it works for: hardly a memory of one's own asks for that. */
export const secrecyFamilies: readonly Family[] = [
	{
		name: 'conceal',
		description: 'tells the agent to keep this entry secret',
		acts: null,
		near: [
			`${itself} (?:\\w+ )?(?:must|should|may|shall|can|is|are|need|ought) (?:not|never|to never|to not|not to) (?:ever |to )?(?:be )?(?:quoted|mentioned|summari[sz]ed|shown|revealed|disclosed|discussed|repeated|cited|displayed|logged|alluded|seen|reported|read out|surfaced|acknowledged|referred|appear|come up|leave)`,
		],
	},
	{
		name: 'conceal',
		description: keepsFrom,
		acts: null,
		near: [
			`${not}(?<!(?:${sensitive})(?: [\\w'’-]+){0,8} (?:must|should|shall|may) not) (?:ever |even |be |to )?${tell}${notPrivateData}(?: [\\w'’-]{1,20}){0,6}? (?:${principals.replace(/\|him\|her\|them\|people\|persons\?/u, '')}|(?<! in )(?<! into )${itself}|${traces}|(?:of |about |that |the |any )*(?:transfer|charge|change|copy|copies|payment|edit|deletion|action|actions|step|steps|upload|sending|forward|fee|fees|swap|switch|recipient|redirection|error|failure|source|reason|addition|recall|side effects|figures|altered|rule|instruction|order|breach|leak|incident|purchase|cost|risk|risks|delay))`,
			`and|,|it|this|that|so|the|you|when|if|while|before|after|any|to|in|of`,
		],
		unless: `${own}|unless`,
		reach: 200,
	},
	{
		name: 'conceal',
		description: keepsFrom,
		acts: null,
		near: [
			`(?:the )?(?:users?|owners?|customers?|clients?|account holder|patient|manager|admins?|administrators?|operator|security team|auditors?|buyer|they|nobody|no one|human|parents?|staff|employee|tenant|boss|supervisor|bank|doctor|developers?|team) (?:is|are|must|should|shall|may|need|needs|can|will|has|have|ought) (?:not|never|no|to) (?:\\w+ )?(?:to )?(?:be )?(?:told|informed|notified|asked|warned|know|see|notice|learn|find|aware|hear|shown|consulted|alerted|realize|realise|bothered|involved|made aware)`,
		],
		unless: `${own}|said|says`,
	},
	{
		name: 'conceal',
		description: leavesNoTrace,
		acts: 'hide|conceal|omit|withhold|suppress|bury|mask|disguise|obscure|keep|leave|leave out|delete|cover up|cover|erase|remove|clear|strip|trim|scrub|move|redact|purge|wipe|archive|filter|drop|tuck|mute|silence|dismiss|reset|alter|falsify|edit|skip|exclude|minimize|minimise|gloss over|play down|downplay|hold back|turn off|disable|stop|mark|swallow|intercept|discard|clean|scrub',
		near: [
			`(?:from|out of|off|in) (?:${traces}|${principals}|view|sight|the (?:summary|report|log|logs|record|minutes|header|final|answer|reply|invoice|statement|handover|output|thread|recap))|no traces?|(?:the |any |all )*traces? (?:of|that)|traces|(?:activity|audit|access|event|shell|security|system|command|chat|action) (?:logs?|history|trail)|logging first|second recipient|bcc|hidden from|secret(?: from)?|(?:error|failure|warning) (?:text|message|messages|codes?)|side effects|(?:these|your|the) (?:actions|steps|tracks|changes|edits)|(?:the|any|all|every) (?:\\w+ )?(?:notice|alerts?|warnings?|notifications?|evidence|receipt|confirmation|recall|risks?|fees?|charges?|errors?|complaints?|sent (?:mail|copy|message|folder)|copy|refusal|mistakes?)(?: \\w+){0,3} (?:before|so that|from|about|of|when|after|in|afterwards|unread|as)|evidence|tracks|quiet about|silent about|under wraps|unaware|in the dark|the fact that|before (?:the )?(?:user|owner|customer|anyone|they|he|she|it) (?:can |sees?|reads?|notices?|wakes?)|to yourself|out of sight`,
		],
		unless: `${own}|${routine}`,
		order: 'after',
		reach: 90,
	},
	{
		name: 'conceal',
		description: leavesNoTrace,
		acts: 'turn off|disable|switch off|stop|pause|delete|clear|wipe|purge|edit|suspend|skip|avoid|erase',
		near: [
			'(?:\\w+ )?(?:logging|logs?|recording|history|notifications?|audit)',
			"first|before (?:you|the|acting|doing)|afterwards|after (?:you|the|acting|each)|then (?:turn|act|do|restore|delete|run)|and (?:turn|do not|don't|act)|once the",
		],
		unless: `${own}|${routine}`,
		order: 'after',
	},
	{
		name: 'conceal',
		description: 'tells the agent to lie about what it does',
		acts: 'pretend|deny|claim|say|act|report|blame|feign|lie|mislead|deceive|tell|answer|reply|state|describe|assure|insist|explain|attribute|confirm|change|behave|continue|carry on|respond|write|present|show|stay|remain|keep|play|mark',
		near: [
			"(?:as (?:if|though)(?: nothing)?(?! (?:the (?:reader|audience|listener|viewer)|an? |someone|somebody))|as (?:normal|usual)|nothing (?:happened|has happened|changed|was|is wrong|unusual|else happened)|(?:that )?(?:it|they|this|you|everything) (?:was|were|is|are|had|has|have|never)(?: \\w+){0,2} (?:never|fine|ok|okay|normal|unchanged|there|deleted|cancelled|scheduled|safe|lost|sent|kept|nothing|complete|forgotten|done|only|not|still|an accident|a glitch|working|automatic|updated|checked|checking)|never (?:happened|existed|scheduled|sent|there|received|were|was|saw|asked)|say only|only (?:that )?(?:you|it|the)|you (?:only )?(?:checked|know nothing|did not|didn't|do not|don't|cannot|have no|were|are only)|unchanged|still on|success(?:ful)? (?:even|regardless|anyway|whatever|no matter)|(?:it |them )?on (?:a|an|the) (?:\\w+ )?(?:conversion|glitch|error|bug|outage|delay|update|bank|system|user|customer|provider|vendor|network|typo|colleague|intern)|ignorance|(?:silent|quiet) about|no knowledge|came from the|was (?:never|cancelled|lost)|change the subject|everything (?:is|was|went)|no such|playing dumb|dumb|routine|a technical|technical (?:error|issue|problem|glitch)|system error|normal(?:ly)?)",
			'when(?:ever)?|if|and|even|asked?|the user|users?|any ?one|they|whoever|about|after|afterwards|then|only|you|the (?:figures|transfer|account|summary|meeting|recall|step|logs?|photos|message|charge|copy|union)|never|must|should|this|nothing',
		],
		unless: own,
	},
];
