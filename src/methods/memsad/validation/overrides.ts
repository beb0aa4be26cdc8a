import { expression, words, type Rule } from './rule.ts';

const ignores = 'tells the agent to ignore its instructions or checks';
const ignore =
	"(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?(?: about)?|skip|discard|dismiss|drop|erase|clear|reset|delete|overlook|pay no attention to|do not (?:follow|obey|listen to|look at|use|consider)|don't (?:follow|obey|listen to|look at|use|consider)|stop following|let go of|leave behind|remove)";
/** What an agent was told, or what stands before. */
const told =
	'(?:instructions?|prompts?|rules?|guidelines?|polic(?:y|ies)|directives?|directions?|constraints?|restrictions?|commands?|orders|tasks?|assignments?|messages?|inputs?|context|text|statements?|content|conversations?|documents? provided|provided (?:context|documents?|articles?))';
const before = '(?:previous|prior|preceding|earlier|above|foregoing|past|former|last|initial|original|existing|given|provided)';

/** 'Forget what I said about the hotel' takes back one thing, and no order. */
const notAboutSomething =
	'(?! about (?:the |my |our |a |an )?(?!(?:[\\w-]+ ){0,2}?(?:rules?|instructions?|polic(?:y|ies)|checks?|approvals?|limits?|privacy|safety|security|confidential\\w*|secre\\w+|passwords?|prompts?|guidelines?|restrictions?))[\\w-]+)';

/** Plain words by which a text sets itself above what an agent was told before it. */
export const overrideRules: readonly Rule[] = [
	{
		name: 'override',
		severity: 'error',
		mood: 'order',
		description: ignores,
		pattern: expression(
			`${ignore} (?:(?:all|any|every|each|the|of|these|those|your|my|to) ){0,3}(?:${before}(?:ly)?,? (?:and |or |given |stated |mentioned )?){1,2}${words(1)}${told}`,
		),
	},
	{
		name: 'override',
		severity: 'error',
		mood: 'order',
		description: ignores,
		pattern: expression(
			`${ignore} (?:(?:absolutely|literally|about) )?(?:(?:everything|anything|all|whatever|what)(?: (?:that|else|of it|of that|of this|the things?))*(?: (?:I|we|you|they|was|were|is|are|has|have|had|been|he|she|stands|comes|came|ever|'ve|just|already|previously))* ?(?:above|before(?:hand)?(?: (?:this|that|now))?|previous(?:ly)?|prior(?: to this)?|earlier|up to (?:now|here|this point)|until now|so far|(?:said|written)${notAboutSomething}|told|learn(?:ed|t)|know|knew|provided|taught|up there)|the (?:above|foregoing|preceding|previous|prior)(?! (?:ground|average))|what(?:'s| is| was| stands| came)? (?:above|before|written|said))`,
		),
	},
	{
		name: 'override',
		severity: 'error',
		mood: 'order',
		description: ignores,
		pattern: expression(`forget (?:about )?everything(?=[,.;:!]|\\s*$| and (?:just |only )?(?:say|write|print|tell|answer|do|start))`),
	},
	{
		name: 'override',
		severity: 'error',
		mood: 'order',
		description: ignores,
		pattern: expression(
			`(?:ignore|disregard|forget) (?:about )?(?:(?:all|any|every|each|the|of|your|these|those) ){0,3}(?:${words(1)})(?:instructions|directives|guidelines|assignments|programming|training|documents provided)(?! (?:in|on|for|from|of the|about) (?:the )?(?:web|page|file|comment|docs?|manual|box|packag\\w*|leaflet))`,
		),
	},
	{
		name: 'override',
		severity: 'error',
		mood: 'statement',
		description: 'gives the agent new instructions in place of those it has',
		pattern: expression(
			`(?:(?:here (?:are|come|follow)|your|the|now) ${words(1)}(?:new|updated|real|actual|true) (?:instructions?|orders|task|assignment|rules|directives?|role|purpose|goal) (?:is|are|follows?|reads?|now|:)|(?:new|updated) instructions? (?:follow|are as follows|below|:)|your (?:instructions?|orders|task|job|role|goal|purpose) (?:is|are) now|(?:change|replace|update|rewrite|overwrite|swap) (?:all )?(?:of )?your (?:${words(1)})(?:instructions?|rules|guidelines|prompt|programming|directives?|goals?|persona)(?! (?:file|manual|page))|(?:concentrate|focus) (?:now )?on (?:your|the) new (?:task|assignment|instructions?)|end of (?:system )?(?:prompt|instructions|message)[.:=]* )`,
		),
	},
	{
		name: 'override',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent not to answer what was asked, but something else',
		pattern: expression(
			`(?:do not|don't|never|don'nt) answer (?:the|this|that|any) (?:question|prompt|request)s?[^.!?\\n]{0,80}? (?:but|just|only|instead|and) (?:just |only |instead )?(?:output|say|tell|print|write|answer|respond|reply|show|repeat)`,
		),
	},
	{
		name: 'credentials',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to give its instructions away',
		pattern: expression(
			`(?:show|print|reveal|repeat|display|output|tell|give|write|dump|recite|list|state|spell(?:- ?| )check and (?:print|display)|copy|return|leak|disclose|read out) ${words(2)}(?:(?:all |the |your |full |complete |entire |whole |exact |hidden |original |above |initial |preceding |previous |this |system |these )+)(?:prompts?(?:[ -]texts?)?|system (?:prompt|message|instructions)|instructions|directives)(?! (?:for|to|on how|manual|about|from|of the|in the|on the) )`,
		),
	},
	{
		name: 'credentials',
		severity: 'error',
		mood: 'any',
		description: 'asks the agent for its instructions',
		pattern: expression(
			`(?:what|which) (?:are|is|were|was) (?:written )?(?:(?:your|the) (?:\\w+ ){0,2}?(?:system prompt|instructions|initial prompt|prompt text)(?= ?\\?)|(?:the )?(?:\\w+ )?(?:sentences?|words?|text|lines?|written) (?:before|above|at the (?:beginning|start|top) of) (?:this|the|your) (?:prompt|text|conversation))`,
		),
	},
];

const freed =
	'(?:amoral|unethical|immoral|unfiltered|unfiltred|uncensored|unrestricted|unrestrained|unlimited|unhinged|evil|lawless|boundless|jailbroken|rogue)';
const limits =
	"(?:(?:\\w+ )?(?:morals?|moral(?:s|ity)?(?: principles)?|ethics?|ethical (?:or moral )?(?:guidelines|principles|rules|code|standards|boundaries|constraints)|moral (?:or ethical )?(?:guidelines|principles|rules|code|standards|boundaries)|laws?|censorship|restrictions?|limitations?|limits|filters?|content polic(?:y|ies)|(?:openai(?:'s)?|usage) polic(?:y|ies)|guidelines|rules|safety (?:guidelines|rules)|boundaries|consequences|warnings))";

/** Roles in which people let an agent help them. */
const helpers =
	'examiner|teacher|tutor|interviewer|coach|trainer|mentor|customer|client|waiter|waitress|(?:sous-)?chef|proofreader|copy ?editor|translator|interpreter|tour guide|librarian|storyteller|language partner|conversation partner|debate partner|sparring partner|study partner';

/** Words that give an agent another self. */
export const personaRules: readonly Rule[] = [
	{
		name: 'persona',
		severity: 'error',
		mood: 'any',
		description: 'tells the agent to be somebody without limits',
		pattern: expression(
			`(?:do anything now|(?:chat)?dan mode|developer mode (?:enabled|output|on|v2|policy)|(?:enable|activate|enter|switch (?:to|into)|simulate|you are (?:now )?in|go into|turn on) (?:\\w+ )?(?:developer|dev|jailbreak|god|dan|debug|admin|sudo|unrestricted|opposite|evil) mode|(?:you are|you're|act as|become|be|pretend to be|play) (?:now )?(?:an? |the )?(?:chat)?(?:DAN|STAN|DUDE|jailbroken \\w+)(?! \\w+son))`,
		),
	},
	{
		name: 'persona',
		severity: 'error',
		mood: 'any',
		description: 'tells the agent to be somebody without limits',
		pattern: expression(
			`(?:(?:without|no|free (?:of|from)|not (?:bound|restrained|restricted|constrained|limited|held back) by|(?:does|do|will|can|has|have)(?: not|n't|no)? (?:have to )?(?:care|abide|adhere|follow|respect|obey|have|need|regard|consider|comply)(?: about| by| to| for| with)?|lacks?|disregards?|ignores?|bypass(?:es)?|violat(?:es|ing|e)|regardless of|broken free (?:of|from)|unbound(?:ed)? by|devoid of|breaks?|break(?:ing)? free (?:of|from)) (?:(?:any|all|the|its|his|her|their|your|typical|usual|human|such|standard|kind of|form of|sense of|or|openai's|openai) ){0,3}(?:${limits})(?: (?:or|and|,) (?:${limits}))?[^.!?\\n]{0,120}?\\b(?:AI|chat ?bots?|language model|assistant|character|gpt|persona|answers?|respond|responses?|content)|(?:AI|chat ?bot|language model|assistant|character|gpt|persona|alter ego|model)[^.!?\\n]{0,160}? (?:(?:without|no|free (?:of|from)|not (?:bound|restrained|restricted|constrained|limited) by|(?:does|do|will|can|has)(?: not|n't) (?:have to )?(?:care|abide|adhere|follow|respect|obey|have|need|regard|consider|comply)(?: about| by| to| for| with)?|lacks?|disregards?|ignores?|bypass(?:es)?|violates?|broken free (?:of|from)|unbound(?:ed)? by) (?:(?:any|all|the|its|his|her|their|typical|usual|human|such|kind of|sense of) ){0,3}${limits}|${freed}))`,
		),
	},
	{
		name: 'persona',
		severity: 'error',
		mood: 'any',
		description: 'tells the agent to be somebody without limits',
		pattern: expression(
			`${freed}(?:,? (?:and |or )?\\w+){0,2} (?:AI|chat ?bot|language model|assistant|character|gpt|persona|confidant|version of (?:yourself|chatgpt))|(?:PERSONA|ROLE|CHARACTER) ?= ?\\w+[^.\\n]{0,60}(?:${freed})`,
		),
	},
	{
		name: 'persona',
		severity: 'warning',
		mood: 'any',
		description: 'tells the agent to be somebody else',
		pattern: expression(
			`(?:I (?:want|need|would like|'d like|request|order|command|ask) (?:that )?you to (?:act|behave|pretend|respond|role-?play|play|imagine|become|be|serve|simulate|answer (?:\\w+ ){0,4}in (?:two|2))|you (?:are (?:now )?(?:going|about) to (?:act|pretend|play|be|become|simulate|role-?play|immerse|fully immerse|impersonate|embody)|will (?:now )?(?:act|pretend|play|be playing|pose|simulate|role-?play|impersonate|take on|embody|assume)|(?:must|should|need to|have to) (?:now )?(?:act as|pretend|role-?play|stay in character|play the (?:role|part))|are role-?playing|(?:now )?act as two entities|are no longer (?:an? )?(?:\\w+ )?(?:AI|chatgpt|gpt|assistant|language model)))`,
		),
	},
	{
		name: 'persona',
		severity: 'warning',
		mood: 'order',
		description: 'tells the agent to be somebody else',
		pattern: expression(
			`(?:pretend (?:that )?(?:you|to be)(?! (?:an? |the )?(?:\\w+ )?(?:${helpers})(?![\\w-]))|imagine (?:that )?(?:you(?:'re| are)|yourself|this reality)|act (?:as|like) (?:(?:an? |the |my )(?!(?:\\w+ )?(?:${helpers})(?![\\w-]))|if you (?:are|were) )|role-?play as|emulate (?:and |being |the )|simulate (?:being|an? |the (?:AI|character|persona))|take (?:up|on) the (?:persona|role|identity|character) of|assume the (?:persona|role|identity|character) of|transform into|embody (?:the |an? )|respond as (?:both )?\\w+ (?:and|,|would)|stay in char(?:acter)?(?:[ ,.!]|$)|never break (?:the )?character|become (?:an? )?(?:evil|my|the character)|be an? (?:DJ|pirate|sailor|comedian|villain))`,
		),
	},
	{
		name: 'persona',
		severity: 'warning',
		mood: 'any',
		description: 'sets a stage on which the agent is somebody else',
		pattern: expression(
			`(?:let(?:'s|us| us) (?:act out|play (?:a game|pretend)|role-?play|pretend|imagine|have a (?:roleplay|role-?play))|in (?:this|a) (?:hypothetical|fictional|imaginary|completely theoretical|theoretical) (?:story|world|scenario|setting|reality|universe|response)|(?:is|are|as) (?:an? |the |two )?(?:fictional (?:character|chatbot|AI|language model)|actors?|people who are acting)[^.!?\\n]{0,80}?(?:film|movie|play|characters?|role)|from now on,? (?:you (?:are|will|must|have)|you're|your (?:name|role)|act as|respond as|refer to me)|(?:you|U) (?:are|r) (?:now )?(?:an? |the |my )?(?:DAN|evil|devil|troubled|rogue|rude|pirate|(?:\\w+ )?(?:character|chatbot|AI|terminal|bot|persona|guidebook|switch flipper|machine|simulator)|three raccoons|three racoons)(?![\\w-])|answer (?:my |every |each |all )?(?:\\w+ )?(?:prompts?|questions?|messages?)? ?in two (?:\\w+ )?(?:different |separate |distinct )?(?:ways|manners)|two (?:\\w+ )?(?:ways|manners|responses|answers)[^.!?\\n]{0,80}?(?:GPT|AI|normal|DAN|jailb))`,
		),
	},
	{
		name: 'falsehood',
		severity: 'warning',
		mood: 'order',
		description: 'tells the agent what it has to say',
		pattern: expression(
			`(?:(?:just |only |simply )?(?:say|state|write|print|output|answer|reply|respond|tell \\w+)(?: (?:just|only|simply))? (?:that )?["']?(?:(?:you|we|I|he|she|\\w+) (?:hates?|loves?|despises?|supports?)|[\\w ]{1,30} (?:is|are) (?:the )?(?:best|worst|greatest|most powerful|evil|stupid|unelectable)|(?:hello|yes)(?! to )|hacked|pwned|lol)(?![\\w-]))`,
		),
	},
];
