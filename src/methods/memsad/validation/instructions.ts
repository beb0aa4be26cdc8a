import { codeInBlocks } from '../../../text/code-spans.ts';
import { address } from './lexicon.ts';
import { hiddenActRules, isListedAsForbidden, isOfActBefore } from './hidden-acts.ts';
import { isOrder } from './mood.ts';
import { expression, matchesOf, sentencesOf, words, type Rule, type RuleMatch } from './rule.ts';

/** What opens doors, and where it lies. */
const secret =
	'(?:\\.env(?:\\.\\w+)?(?: files?)?|(?:[~$\\w/.-]{0,60}/)?\\.(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc)(?:/[\\w.]+)*|id_(?:rsa|ed25519)|(?:private|ssh|secret|access|api|encryption|wallet|signing)[ -]keys?|(?:access|auth(?:entication)?|session|bearer|refresh|api|oauth|github) tokens?|credentials|passwords?|passphrases?|cookies|keychains?|environment variables|env vars|env(?:ironment)? files?|(?:\\w+ )?secrets|seed phrases?|clipboard(?: contents?)?|browser (?:history|data)|mcp\\.json)';
/** What people say, write and keep. */
const data =
	"(?:conversations?(?: (?:history|data|transcripts?|context))?|chat (?:histor(?:y|ies)|logs?|transcripts?)|transcripts?|system prompt|users?(?:'s?)? (?:data|files|messages|e-?mails|information|documents|inputs?|queries|prompts|location|details|requests)|(?:personal|private|sensitive|confidential|customer|patient|client|financial|account|user|medical|proprietary)(?: \\w+)? (?:data|information|details|records|files|documents|balances?|code)|all (?:of )?(?:the |their |your )?(?:\\w+ )?(?:data|files|e-?mails|messages|documents|contacts|information|code|contents)|contacts|account balances?|(?:the )?(?:full |entire |whole )?contents? of (?:the |your |every |any |all |each )?[\\w./~-]+|(?:whole |entire |full )(?:\\w+ )?(?:codebase|repository|source|conversation|file|message|chat)|copy of (?:the |every |all |each |any |this )?(?:\\w+ )?(?:\\w+))";
const send =
	'(?:send|forward|upload|transmit|e-?mail|exfiltrate|leak|submit|relay|deliver|post|ship|sync|mirror|copy|back up|report|curl|dump|pipe|pass|push|stream)';
/** An address that somebody else may stand behind: none of this machine, and no placeholder. */
const elsewhere = String.raw`(?:(?!(?:https?|wss?):\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker))(?:${address})|\+\d[\d ()-]{7,16}\d)`;
const toAddress = String.raw`(?:to|at|via|with|through|using|into|towards) (?:[^\s.;!?\n]+ ){0,10}?["'(<]?${elsewhere}`;

const sendsAway = 'tells the agent to send secrets or private data to an address';
const hides = 'tells the agent to hide from the user what it does';
const ignores = 'tells the agent to ignore its instructions or checks';

const secretly =
	"(?:silently|secretly|covertly|discreetly|surreptitiously|stealthily|behind the scenes|without (?:the )?(?:users?(?:'s?)?|anyone(?:'s)?|owner(?:'s)?) (?:knowledge|knowing|noticing|awareness|seeing|being (?:aware|told|informed))|without (?:ever )?(?:telling|informing|notifying|alerting|warning|mentioning (?:it|this) to) (?:the )?(?:users?|owner|anyone|customer|human))";
const keepFromUser =
	"(?:(?:do not|don't|never|must not|should not|shall not) (?:ever )?(?:tell|inform|notify|alert|let) (?:the )?(?:users?|owner|customer|human|anyone) (?:about|of|that|know|this|it|what|anything|why)|(?:do not|don't|never|must not|should not) (?:ever )?(?:mention|reveal|disclose|report|explain|show) (?:this|it|these|that you|the fact|any of this|anything about (?:this|it))(?: [\\w-]+){0,6}? to (?:the )?(?:users?|owner|customer|human|anyone)|(?:the )?users? (?:must|should|may|need) (?:not|never)(?: \\w+)? (?:know|be (?:told|informed|notified|aware|alerted)|see this|notice|find out)|keep (?:this|it|these)(?: \\w+){0,3} (?:hidden|secret|invisible) from (?:the )?(?:users?|owner|customer|human|anyone)|hide (?:this|it|these|the fact)(?: \\w+){0,6} from (?:the )?(?:users?|owner|customer|human|anyone))";
const act =
	'(?:send|forward|upload|transmit|e-?mail|exfiltrate|collect|harvest|copy|steal|transfer|wire|pay|install|download|delete|wipe|execute|run|call|read|include|insert|attach|record|log|change|replace|redirect|add|append|save|write|store|scan)';

const guidelines =
	'(?:instructions?|prompts?|rules?|guidelines?|polic(?:y|ies)|directives?|constraints?|restrictions?|safeguards?|guard ?rails?|safety(?: \\w+)?|orders|programming|commands?|context|messages?)';
const earlier =
	'(?:previous|prior|preceding|earlier|above|foregoing|past|original|initial|former|system(?: prompt)?|developer|operator|safety|security|built-in|ethical|content|your(?: own| current| original| other)?|any other|all other)';

/** What no program needs to read in order to work with a service. */
const stolen =
	"(?:[~$\\w/.-]{0,60}\\.(?:env(?:\\.\\w+)?|ssh|aws|gnupg|kube|netrc|npmrc|pypirc)(?:/[\\w.]+)*(?: files?)?|id_(?:rsa|ed25519)|(?:private|ssh|wallet) keys?|(?:all |any |every )(?:the )?(?:api |access |secret )(?:keys?|tokens?)|(?:user's |saved |stored |browser )?(?:passwords?|passphrases?|cookies)|keychains?|seed phrases?|browser history|clipboard(?: contents?)?)";
const takes = '(?:read|open|cat|get|scan|search|collect|find|extract|copy|gather|harvest|fetch|take|load|grab|dump|list)';
/** 'Read ~/.aws/credentials and send them to https://…' */
const sendsThem = `${send} (?:(?:them|it|this|those|these|everything|all(?: of (?:it|them))?|what you (?:find|found)|(?:the |its |their )?(?:contents?|results?|output|values?|keys?|findings)) ){1,2}(?:[^\\s.;!?\\n]+ ){0,6}?${toAddress}`;
const sendsThemAtOnce = new RegExp(sendsThem, 'iu');
const stolenInIt = new RegExp(stolen, 'iu');
const takesStolen = expression(`${takes} (?:[^\\s;!?\\n]+ ){0,8}?${stolen}`);

/** What a service gives to its callers, and where each call carries it. */
const callersKey = /\b(?:api|access|auth(?:entication|orization)?|session|bearer|refresh|oauth|github)[ -](?:keys?|tokens?)\b/iu;
const keysPlace =
	/\b(?:in|as|via|through|with|using) (?:(?:the|an?|your|its|each|every) )?(?:[\w-]+ ){0,2}?(?:headers?|query (?:parameters?|strings?)|bearer(?: tokens?)?|parameters?)(?![\w-])/iu;

/** What no honest file of instructions says. */
const forbidden: readonly Rule[] = [
	{
		name: 'forward',
		severity: 'error',
		mood: 'order',
		description: sendsAway,
		pattern: expression(
			`${takes} (?:[^\\s;!?\\n]+ ){0,8}?${stolen}(?: [^\\s;!?\\n]+){0,12}?,? (?:and|then|and then|,)? ?(?:then )?${sendsThem}`,
		),
	},
	{
		name: 'forward',
		severity: 'error',
		mood: 'statement',
		description: sendsAway,
		pattern: expression(`${send} ${words(10)}${secret} (?:[^\\s.;!?\\n]+ ){0,14}?${toAddress}`),
	},
	{
		name: 'forward',
		severity: 'error',
		mood: 'order',
		description: sendsAway,
		pattern: expression(
			`(?:include|attach|embed|append|paste|put) (?:[^\\s.,;!?\\n]+ ){0,6}?${stolen} (?:(?!as |see |per |from |using |(?:described|documented|explained|shown) )[^\\s.,;!?\\n]+ ){0,8}?(?:to|at|on|in|into|with) (?:(?!as |see |per |from |using |(?:described|documented|explained|shown) )[^\\s.,;!?\\n]+ ){0,6}?["'(<]?${elsewhere}`,
		),
	},
	{
		name: 'forward',
		severity: 'error',
		mood: 'statement',
		description: sendsAway,
		pattern: expression(`${send} ${words(6)}${data} (?:[^\\s.;!?\\n]+ ){0,8}?${toAddress}`),
	},
	{
		name: 'forward',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to send all of something to an address',
		pattern: expression(
			`(?:send|forward|redirect|deliver|route|bcc|cc|copy|relay|mirror) (?:all|every|each|any) (?:${words(4)})(?:e-?mails?|messages?|mails?|requests?|tool ?calls?|responses?|conversations?|invoices?|payments?|prompts?|queries|outputs?|notifications?) (?:[^\\s.;!?\\n]+ ){0,8}?to (?:[^\\s.;!?\\n]+ ){0,6}?["'(<]?${elsewhere}`,
		),
	},
	{
		name: 'conceal',
		severity: 'error',
		mood: 'statement',
		description: hides,
		pattern: expression(
			`(?:${secretly} ${words(2)}(?:send|upload|transmit|exfiltrate|forward|e-?mail|collect|harvest|copy|steal|transfer|install)|(?:send|upload|transmit|exfiltrate|forward|e-?mail|collect|harvest|steal|transfer) (?:[^\\s.;!?\\n]+ ){0,14}?${secretly})`,
		),
	},
	{
		name: 'conceal',
		severity: 'error',
		mood: 'any',
		description: hides,
		pattern: expression(
			`${act} (?:[^\\s;!?\\n]+ ){1,24}?(?:and|,|;|but|then) (?:you )?(?:also )?${keepFromUser}|${keepFromUser}[^.;!?\\n]{0,60} ${send}`,
		),
	},
	{
		name: 'disable',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to turn a check off and to act without it',
		pattern: expression(
			`(?:disable|bypass|turn off|switch off|deactivate|circumvent) (?:all |any |the |every |your )*(?:security|safety|permission|authentication|authorization|approval|verification|sandbox(?:ing)?|malware|anti-?virus|firewall|content|safety and security) ?(?:checks?|controls?|filters?|prompts?|restrictions?|verification|policies|measures|mechanisms|protocols?|validation|rules)? (?:and|then|, then|before) (?:then |immediately |directly |always )?(?:run|execute|install|send|transfer|download|upload|delete|approve|proceed|comply|grant|answer|do)`,
		),
	},
];

/** What an attacker needs and few honest files say. */
const rareActs: readonly Rule[] = [
	{
		name: 'forward',
		severity: 'warning',
		mood: 'statement',
		description: 'tells the agent to send what it works on to an address, again and again',
		pattern: expression(
			`(?:(?:after|before|upon|on|with|at the (?:end|start) of) (?:(?:completing|finishing|performing|doing|running|making|editing|answering|processing) )?(?:any|every|each|all)|(?:always|whenever|every time)) [^\\n]{0,160}?(?:${send}|forwards|sends|uploads|curl|requests?\\.(?:post|put|get)|POST)(?![\\w-])[^\\n]{0,160}?${elsewhere}`,
		),
	},
	{
		name: 'forward',
		severity: 'warning',
		mood: 'statement',
		description: 'tells the agent to upload files or output to an address',
		pattern: expression(
			`(?:upload|send|post|submit|transmit|forward|exfiltrate)s? ${words(3)}(?:files?|contents?|output|contents of [\\w.]+|it|them|[\\w-]+\\.(?:txt|json|csv|zip|log|md)|(?:the )?(?:tool ?calls?|requests?|results|summary|summaries|copy|copies|output|data|information)(?: requests?)?) (?:[^\\s.;!?\\n]+ ){0,12}?(?:to|via|by|with|using|at) (?:[^\\s;!?\\n]+ ){0,12}?["'(<]?${elsewhere}`,
		),
	},
	{
		name: 'forward',
		severity: 'warning',
		mood: 'statement',
		description: 'tells the agent to copy mail or messages to an address',
		pattern: expression(
			`(?:forward|bcc|cc|redirect|send (?:a |the )?cop(?:y|ies)) (?:[^\\s;!?\\n]+ ){0,10}?["'(<]?[\\w.+-]{1,60}@[\\w-]{1,60}(?:\\.[\\w-]{1,60})+`,
		),
	},
	{
		name: 'disable',
		severity: 'warning',
		mood: 'statement',
		description: 'tells the agent to widen what somebody may do',
		pattern: expression('chmod (?:-R )?(?:0?777|a\\+rwx)'),
	},
	{
		name: 'conceal',
		severity: 'warning',
		mood: 'any',
		description: hides,
		pattern: expression(
			`(?:do not|don't|never|must not|should not) (?:ever )?(?:tell|inform|notify|alert) (?:the )?(?:users?|owner|customer|human) (?:about (?:this|these|it|the (?:step|action|upload|transfer|change|backup|copy|call))|that (?:you|this|it)|this|it)(?! (?:is|was|works|should|can|unless|until|before|if))|${keepFromUser.slice(3, -1)}`,
		),
	},
	{
		name: 'credentials',
		severity: 'warning',
		mood: 'statement',
		description: 'tells the agent to hand secrets on',
		pattern: expression(
			`(?:read|open|cat|get|scan|search|collect|find|extract|copy|include|gather|harvest|fetch) (?:[^\\s.;!?\\n]+ ){0,8}?(?:[~$\\w/.-]{0,60}\\.(?:ssh|aws|gnupg|kube|netrc|cursor)(?:/[\\w.]+)*|id_rsa|mcp\\.json|(?:ssh|private|api) keys?|\\.env(?:\\.\\w+)? files?|passwords?|credentials)(?: [^\\s;!?\\n]+){0,12}? (?:and|then) (?:then )?(?:pass|include|send|put|attach|append|upload|post|embed|transmit|forward|submit|encode) (?:its |the |their |all |them |it |each |this |those )`,
		),
	},
	{
		name: 'execute',
		severity: 'warning',
		mood: 'statement',
		description: 'tells the agent to open a back door',
		pattern: expression(
			'(?:add|include|insert|install|open|create|leave|embed|plant|set up) (?:[\\w-]+ ){0,4}?(?:back ?door|reverse shell|remote shell|key ?logger|rootkit)',
		),
	},
	{
		name: 'forward',
		severity: 'warning',
		mood: 'any',
		description: 'tells the agent to upload files or output to an address',
		pattern: expression(`curl (?:[^\\s\\n]+ ){0,10}?(?:-F|--form|-d|--data(?:-binary)?|-T|--upload-file) ?["']?(?:[\\w-]{1,30}=)?@`),
	},
];

/** The same of words that files about attacks quote. */
const rareWords: readonly Rule[] = [
	{
		name: 'override',
		severity: 'warning',
		mood: 'statement',
		description: ignores,
		pattern: expression(
			`(?:ignor(?:e|es|ing)|disregards?|forgets?(?: about)?|overrid(?:e|es|ing)|bypass(?:es)?|do not follow|don't follow|stop following|discard|abandon) (?:(?:all|any|every|each|the|of|everything in|whatever) ){0,3}(?:(?:of|in) )?(?:(?:the|your|my) )?(?:${earlier} ){1,3}(?:(?:and|or) ${earlier} )?${guidelines}`,
		),
	},
	{
		name: 'override',
		severity: 'warning',
		mood: 'order',
		description: ignores,
		pattern: expression(
			'(?:ignore|disregard|forget) (?:everything|anything|all|whatever) (?:(?:that|you|was|were|is|stands|came|has been|have been|I) ){0,3}(?:above|before(?: this)?|previous(?:ly)?|prior|earlier|told|so far|learned|know)',
		),
	},
	{
		name: 'persona',
		severity: 'warning',
		mood: 'any',
		description: 'tells the agent to be somebody without limits',
		pattern: expression(
			'(?:you are|act as|become|enter|enable|activate|pretend to be|behave as) (?:now )?(?:an? |in |the )?(?:DAN|do anything now|developer mode|jailbr(?:eak|oken)(?: mode)?|unrestricted (?:AI|assistant|mode|model)|uncensored (?:AI|assistant|mode|model)|god mode|(?:AI|assistant|model|agent) (?:without|with no) (?:any )?(?:restrictions|limits|limitations|filters|rules|guidelines|ethics|safety))',
		),
	},
	{
		name: 'credentials',
		severity: 'warning',
		mood: 'order',
		description: 'tells the agent to give its instructions away',
		pattern: expression(
			'(?:reveal|print|output|show|repeat|display|disclose|dump|recite|leak) (?:me |us |the user )?(?:(?:your|the) )?(?:full |entire |whole |complete |hidden |exact |original |own )*(?:system prompt|system message|hidden instructions|initial instructions|developer message)',
		),
	},
];

/** Who speaks of attacks warns of what is named. */
const aboutAttacks =
	/\b(?:prompt[- ]injections?|injections?|injected|jailbreaks?|attack(?:s|er|ers)?|malicious|adversar\w+|untrusted|phishing|exploits?|red[- ]team\w*|vulnerabilit\w+|threats?|suspicious|as data|scanners?|e\.g\.|such as)\b/iu;

const always: readonly Rule[] = [...forbidden, ...hiddenActRules, ...rareActs];

/** How an agent talks, and what it keeps to itself: no act is hidden by it. */
const style =
	/\b(?:(?:these|this|your|the|any|internal|our) (?:[\w-]+ ){0,2}?(?:instructions?|skills?|prompts?|guidelines|rules?|formats?|tool names?|names?|workflow|implementation|details|wording|personas?|templates?|documents?|references?|schemas?|internals?)|that (?:you(?: are|'re| have (?:read|loaded|access)| use| follow| cannot| can't| can| do not| don't| will| were| read)|something|nothing|it (?:is|will|cannot|can't)|there (?:is|are)|they (?:are|should|can|need|have)|(?:an?|the) task)|any delay|to (?:run|use|add|set|install|check|restart))\b/iu;

/** Where a piece of an instruction file, in plain spelling, says what honest ones never (`error`) or hardly ever say (`warning`). */
export function instructionMatches(plain: string): RuleMatch[] {
	return [...matchesOf(always, plain), ...(aboutAttacks.test(plain) ? [] : matchesOf(rareWords, plain))].flatMap((match): RuleMatch[] => {
		const { rule, severity, start, end } = match;
		if (rule.name === 'conceal' && isListedAsForbidden(plain, match)) return [];
		if (rule.name === 'forward' && isCallersKey(plain, match)) return [];
		if (severity !== 'warning') return [match];
		if (rule.name === 'forward') return [isOfStolen(plain, start) ? { ...match, severity: 'error' } : match];
		if (rule.name !== 'conceal') return [match];
		if (isOfActBefore(plain, start, end)) return [{ ...match, severity: 'error' }];
		return style.test(plain.slice(start, sentenceEndAt(plain, end))) ? [] : [match];
	});
}

/** Whether a call of a service carries the key that the service gave: 'Send the API key in the X-Api-Key header to https://…'. */
function isCallersKey(text: string, { start, end }: RuleMatch): boolean {
	const clause = text.slice(start, sentenceEndAt(text, end));
	return callersKey.test(clause) && keysPlace.test(clause) && clause.search(takesStolen) < 0 && !stolenInIt.test(clause);
}

/** Whether 'send them to …' is behind a sentence that takes what nobody sends. */
function isOfStolen(text: string, at: number): boolean {
	const sentences = sentencesOf(text);
	const i = sentences.findIndex(({ start, end }) => start <= at && at < end);
	if (i < 1 || text.slice(at, sentences[i]!.end).search(sendsThemAtOnce) !== 0) return false;
	const { start, end } = sentences[i - 1]!;
	return Array.from(text.slice(start, end).matchAll(takesStolen)).some(({ index }) => isOrder(text, start + index));
}

function sentenceEndAt(text: string, at: number): number {
	return sentencesOf(text).find(({ start, end }) => start <= at && at <= end)?.end ?? at;
}

/** Whether a piece is shown and nobody is told to follow it: a block of code, a row of a table. */
export function isShown(piece: string): boolean {
	return /^\s*(?:```|~~~|\|)/u.test(piece);
}

/** A piece of text, of the same length, without what is only spoken of: quotations and code of several words. */
export function withoutQuotations(piece: string): string {
	const blank = (match: string): string => (/https?:|@/u.test(match) ? match : ' '.repeat(match.length));
	const spans = codeInBlocks(piece);
	let text = piece;
	for (const { start, end } of spans) {
		const code = piece.slice(start, end);
		if (/\S\s+\S+\s+\S/u.test(code)) text = text.slice(0, start) + blank(code) + text.slice(end);
	}
	return text
		.replaceAll(/"[^"\n]{0,400}"|“[^”]{0,400}”|«[^»]{0,400}»/gu, (match) => (/\s/u.test(match.slice(1, -1).trim()) ? blank(match) : match))
		.replaceAll(/(?<=[\s(])'[^'\n]{0,200} [^'\n]{0,200}'(?=[\s).,;:]|$)/gu, blank);
}
