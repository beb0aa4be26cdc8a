import { expression, words, type Rule } from './rule.ts';

const trigger =
	"(?:(?:whenever|when|if|each time|every time|any time|anytime|upon|once|as soon as|in case|should) (?:the |a |any |an |you are |you're |you |someone |anyone |is )*(?:users?|customers?|persons?|someone|anyone|asked|quer(?:y|ies)|questions?|prompts?|requests?|topics?|conversations?|messages?|instructions?|phrases?|words?|keywords?|triggers?|see|encounter|receive|detect|processing|retrieving|retrieved|recall(?:ed)?))";

export const steeringRules: readonly Rule[] = [
	{
		name: 'redirect',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to send people, money or calls elsewhere',
		pattern: expression(
			`(?:redirect|re-?route|divert|reroute|transfer|wire|route|send|pay|move|change|update|switch|replace) ${words(4)}(?:payments?|funds|money|invoices?|transfers?|deposits?|salar(?:y|ies)|payroll|wages|refunds?|purchases?|orders|transactions?|calls|traffic|logins?|meeting invit(?:es|ations)|calendar invit(?:es|ations)|invit(?:es|ations)|bank (?:details|account)|beneficiary|payee|wallet|account number|routing number) ${words(6)}(?:to|with|into|through|via) ${words(4)}(?:[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+|https?://\\S+|(?:the |this |that |an? |our )?(?:new|following|updated|external|offshore|alternate|alternative|attacker|third-party|different|other|below|unverified|anonymous|personal) ${words(2)}(?:account|iban|address|wallet|number|server|proxy|vendor|recipient|organizer|calendar|beneficiary|payee|site|domain|host|endpoint)|account (?:number )?(?=[A-Z-]*\\d)[A-Z0-9-]{4,}|iban|(?:0x|bc1|[13])[A-Za-z0-9]{12,}|[A-Z]{2}\\d{2}[A-Z0-9 ]{8,})`,
		),
	},
	{
		name: 'redirect',
		severity: 'warning',
		mood: 'any',
		description: 'tells the agent to take one person, product or record for another',
		pattern: expression(
			`(?:${trigger})[^.!?\\n]{0,120}?[,:]? (?:you (?:must|should|will) |always |please |must |should |then |instead |first )*(?:refer (?:to|knowledge|queries|data|requests)|use|substitute|replace|redirect|return|answer with|respond with|treat|take|read|consult|look up|retrieve|recommend|suggest|choose|select|buy|order|mention|promote|point (?:them|users?|people)|direct (?:them|users?|people))(?![\\w-])[^.!?\\n]{0,100}?(?:instead(?: of)?|rather than|in place of|exclusively|regardless|no matter|only and never|as the (?:only|best|sole))|(?:data|records?|information|details|knowledge|entries|results?|history)(?: (?:of|for|about|on|regarding)(?: [\\w'#-]+){1,5})? (?:is|are|has been|have been|was|were|should be) (?:now |actually |always |currently )*(?:saved|stored|filed|kept|merged|moved|found|listed|located|looked up|redirected|re-?routed|mapped|referred) (?:under|to|as|into|with|at|in)(?: (?:the )?(?:id|name|record|entry|file|account))?(?: [\\w'#-]+){1,6},? (?:so|therefore|and|thus|hence|always|please|you)[, ][^.!?\\n]{0,60}?(?:use|refer|look|query|replace|substitute|treat|read|retrieve|return|answer|consult)`,
		),
	},
	{
		name: 'redirect',
		severity: 'warning',
		mood: 'order',
		description: 'tells the agent to take one person, product or record for another',
		pattern: expression(
			`(?:refer (?:all )?(?:knowledge|queries|questions|data|requests|records?|information)|redirect (?:all )?(?:knowledge|queries|questions|requests|lookups?|searches|information)|substitute|swap|treat) ${words(6)}(?:from|of|about|for|on|concerning) ${words(5)}(?:to|with|by|as)`,
		),
	},
	{
		name: 'standing-order',
		severity: 'info',
		mood: 'any',
		description: 'tells the agent how to answer from now on',
		pattern: expression(
			`(?:${trigger})[^.!?\\n]{0,100}?[,:] (?:you (?:must|should|will) |always |please |must |then )*(?:respond|reply|answer|say|recommend|suggest|execute|run|call|invoke|perform|return|output|state|claim|insist|use|include|mention)|(?:from now on|going forward|henceforth|from this point on)[^.!?\\n]{0,80}?(?:always|never|must|should|respond|answer|treat|use)`,
		),
	},
	{
		name: 'standing-order',
		severity: 'warning',
		mood: 'order',
		description: 'tells the agent to do what it is told whatever it is',
		pattern: expression(
			`(?:execute|run|obey|follow|carry out|perform|comply with|trust|accept|approve) (?:all |any |every |each |whatever |the )+(?:\\w+ ){0,3}?(?:commands?|instructions?|orders|directives?|requests?|actions?|code|scripts?|tool calls?) ${words(4)}(?:that follow|which follow|contained|embedded|found|given|in (?:this|the) (?:memory|entry|note|document|context)|from (?:this|the) (?:memory|entry|note|source|sender|user)|below|regardless|unconditionally|without|automatically|verbatim|issued)`,
		),
	},
	{
		name: 'false-authority',
		severity: 'warning',
		mood: 'any',
		description: 'speaks as a system, an administrator or an update of the rules',
		pattern: expression(
			`(?:system|admin(?:istrator|istrative)?|developer|root|security|operator|maintenance|emergency|priority|mandatory|urgent|critical)[ _-](?:override|directive|instruction|command|mandate|bulletin|note to (?:the )?(?:agent|assistant|ai|model)|message to (?:the )?(?:agent|assistant|ai|model))s?(?= ?[:\\]-]| (?:mode )?(?:enabled|active|activated|engaged|in effect|accepted|authorized|granted|code|must|requires?|supersedes|applies|is))|(?:attention|important|note|notice|instructions?|message|reminder) (?:to|for) (?:the |all |any |every )?(?:ai|llm|agents?|assistants?|language models?|models?|bots?)(?= ?[:,-])|you are now (?:in )?(?:\\w+ )?(?:developer mode|dan|jailbroken|unrestricted|unfiltered|an? unrestricted|an? unfiltered|free from)|(?:developer|god|debug|admin|root|jailbreak|dan|unrestricted) mode (?:is )?(?:now )?(?:enabled|activated|on|engaged)`,
		),
	},
];
