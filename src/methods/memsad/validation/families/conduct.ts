import type { Family } from '../family.ts';
import { agent, itself, routine, self, checks, guidelines } from '../lexicon.ts';

const leaves = 'tells the agent to ignore its instructions or checks';
const refuses = 'tells the agent to refuse or to stop working';
const poses = 'tells the agent to be somebody else';

/** Orders about how an agent behaves: what holds it back, whom it serves, who it is. */
export const conductFamilies: readonly Family[] = [
	{
		name: 'override',
		description: leaves,
		acts: 'ignore|disregard|forget|set aside|put aside|drop|suspend|lift|bypass|circumvent|skip|override|overrule|supersede|abandon|waive|neglect|discard|violate|break|overwrite|dismiss|evade|sidestep|work around|leave aside|leave out|leave behind|throw out|throw away|stop following|stop applying|stop enforcing|stop obeying|relax|loosen|unlearn|reject|disobey|defy|flout|revoke|let go of|brush aside|do away|do without|shed|omit|cease|pay no attention|pay no heed|turn off|switch off|disable|deactivate|remove|erase|void|cast aside|tune out|quit',
		near: [guidelines],
		reach: 60,
		order: 'after',
		unless: `${self}|${routine}|build|compiler`,
	},
	{
		name: 'override',
		description: leaves,
		acts: 'treat|consider|regard|deem|count|view|see|think of',
		near: [
			`${guidelines}|your (?:instructions|rules|training|role)|yourself`,
			'lifted|outdated|void|optional|obsolete|superseded|suspended|waived|expired|cancelled|canceled|off|disabled|inapplicable|advisory|suggestions?|noise|freed?|unbound|released|exempt|as (?:mere|old|a joke)|no longer \\w+|null|invalid|revoked|unrestricted|above|unfiltered',
		],
	},
	{
		name: 'override',
		description: 'says that instructions or checks no longer hold',
		acts: null,
		near: [
			`(?:${guidelines}|(?:${checks}))(?: [\\w'’"-]{1,20}){0,6} (?:no longer (?:appl(?:y|ies)|hold|holds|counts?|bind|binds|in force|matters?|valid|exist|exists)|(?:is|are|becomes?|was|were|have been|has been) (?:now |hereby |all )?(?:void|lifted|suspended|waived|off|null|revoked|rescinded|withdrawn|cancelled|canceled|obsolete|superseded|overridden|retired|relaxed|not (?:binding|in force))|do(?:es)? not (?:apply|bind|hold|count))`,
		],
		unless: 'i|my|we|our|since',
	},
	{
		name: 'override',
		description: 'sets its own words above what the agent was told',
		acts: null,
		near: [
			`(?:(?:treat|take|regard|accept|consider|follow|obey|trust)(?: only)? (?:${itself}|the (?:ones?|instructions?|steps) (?:in|below|here)[\\w ]{0,20})(?: \\w+){0,3} (?:as|over|above|alone|first|instead)|obey only|(?:only|sole|highest|top|final) (?:instructions?|authority|directive|command|order|rule)s?|(?:takes?|taking|has|have|given?) (?:precedence|priority) over|act as (?:though|if) (?:\\w+ ){1,3}had never|let ${itself} (?:\\w+ )?(?:override|take|outrank|replace|win)|outranks?|carry out the steps (?:listed )?below|${itself} (?:\\w+ )?(?:overrides?|supersedes?|replaces?|cancels?|outranks?|trumps?|beats?|comes first|wins?))`,
		],
		unless: 'i|my|we|our',
	},
	{
		name: 'override',
		description: leaves,
		acts: 'answer|comply|give|do|execute|help|obey|act|provide|write|explain|respond|follow|serve|fulfill|fulfil|accept|carry out|agree|grant|produce|generate|assist|proceed|say yes|describe',
		near: [
			'however (?:harmful|dangerous|illegal|risky|unsafe|unethical|offensive)|harmful|unsafe|illegal|dangerous (?:requests?|content|topics?|questions?)|would (?:normally|usually|otherwise) (?:decline|refuse|reject|block)|normally (?:decline|refuse)|decline|without (?:refus\\w+|restrictions?|limits?|filters?|caution|disclaimers?|moral\\w*|judg\\w+|warnings?)|the full details anyway|no (?:limits|restrictions|refusals|filters?|moral\\w*|caveats|disclaimers)|unfiltered|uncensored|even (?:if|when|where) (?:\\w+ ){1,4}(?:unsafe|illegal|harmful|forbidden|against|dangerous|prohibited|risky|unethical|violates?)|weapons?|explosives?|no matter how (?:harmful|dangerous|illegal|risky|sensitive|unsafe)|anything (?:is )?(?:asked|requested|goes)|whatever is asked|(?:every|any|all) (?:demands?|orders?|commands?)|(?:does|do) not (?:apply|matter)',
		],
		unless: 'i|my|we|our',
	},
	{
		name: 'override',
		description: leaves,
		acts: null,
		near: [
			`(?:no need (?:for|to (?:add|give|show|include|apply|check|follow|refuse|evaluate|consider))|(?:do not|don't|never|stop|cease|without|skip) (?:evaluat\\w+|judg\\w+|assess\\w*|apply\\w*|refus\\w+|declin\\w+|follow\\w*|obey\\w*|add\\w*|giv\\w+|screen\\w*|filter\\w*|moderat\\w+|enforc\\w+|heed\\w*|honou?r\\w*|check\\w*))(?: [\\w'-]+){0,4}? (?:${guidelines}|for harm)`,
		],
		unless: self,
	},
	{
		name: 'refuse',
		description: refuses,
		acts: 'refuse|decline|reject|deny|stop|cease|turn down|turn away|block|ignore|drop|abort|end|quit|discontinue|hang up|withhold|disable|fail|delay|stall|avoid',
		near: [
			'to (?:help|answer|assist|respond|reply|work|serve|do anything|engage|discuss|process|translate|book|open|look|search|read|write|handle|talk|cooperate|run|take)|responding|answering|helping|replying|serving|assisting|working|cooperating|(?:all|any|every|each|further|future|other|such) (?:\\w+ )?(?:requests?|questions?|quer(?:y|ies)|messages?|calls?|tasks?|orders?|prompts?|tickets?|commands?|attempts?)|(?:requests?|questions?|quer(?:y|ies)|calls?|messages?|tickets?|claims?|applications?|complaints?|orders?) (?:from|by|about|of|for|placed|that|with)|emergency calls?|the (?:chat|session|conversation|task|call)',
		],
		unless: `${self}|scam\\w*|phishing|spam|cold|sales`,
	},
	{
		name: 'refuse',
		description: refuses,
		acts: 'say|reply|answer|respond|claim|output|return|tell|state|pretend|print|report|insist|repeat|write|produce|emit|give',
		near: [
			"(?:you|it|they|we) (?:cannot|can't|can not|could not|couldn't|are unable|have lost|lack|lost|do not know|don't know|are not able|is unable|are not allowed)|service unavailable|unavailable|out of (?:service|order)|an? (?:empty|blank) (?:string|reply|answer|message|response)|nothing (?:more|else|at all|but)|(?:it|that|this|them it) (?:is|cannot|can't) (?:\\w+ )?(?:impossible|not (?:allowed|possible|available|supported)|unavailable|be (?:done|cancelled|helped|changed))|is impossible|no (?:answer|information|data|results?) (?:is|are|was|were|can|found|available)|gibberish|random (?:words|characters|text)|an error(?: message)?|access denied|not (?:found|available|permitted|authorized)|maintenance|nonsense|i cannot|i can't|lost access|the same (?:sentence|word|line|phrase)|not a single|only (?:ever )?(?:with |in )?(?:\"|the word|a (?:dot|dash|full stop|period|smiley|riddle|question))|closed for",
		],
		unless: 'my|we|our|us',
	},
	{
		name: 'refuse',
		description: refuses,
		acts: null,
		near: [
			"(?:do not|don't|never|no longer|stop) (?:use|using|call|calling|help|helping|answer|answering|respond|responding|reply|replying|serve|serving|touch|open|opening|assist|assisting|look|carry|process|processing|work) (?:[\\w'’-]+ ){0,6}?(?:any ?more|again|at all|ever|altogether|even when|even if|any longer|until further|from now)|loop (?:on|over|through|forever|between|back)|never move (?:on )?to the|repeat the question (?:\\w+ )?times|(?:crash|freeze|hang|stall|time ?out) (?:whenever|when|if|on|after|until|as soon)",
		],
		unless: 'i|my|we|our|us',
	},
	{
		name: 'persona',
		description: poses,
		acts: 'act|pose|impersonate|play|take on|speak|reply|answer|respond|behave|adopt|become|assume|pretend|imagine|roleplay|role-play|present yourself|introduce yourself|sign|masquerade|think of yourself|mimic|talk|switch|enter|claim|consider yourself|identify|style yourself|operate|write|call|embody|simulate|function',
		near: [
			"as (?:if|though) you (?:were|are|had|have)|as (?:an? |the |her |his |their |its |your )?(?:[\\w'’-]+ ){0,5}?(?:doctor|physician|nurse|pharmacist|lawyer|attorney|solicitor|officer|police(?:man| officer)?|agent of|administrator|admin|executive|ceo|cfo|director|chief|boss|manager|banker|bank|support|colleague|employee|friend|relative|father|mother|son|daughter|wife|husband|brother|sister|teacher(?! (?:with|for|to) (?:my|our|his|her|their) (?:children|child|kids?|son|daughter))|official|inspector|human|person|human being|hacker|villain|criminal|judge|authority|expert|therapist|psychiatrist|owner|engineer|technician|advis[eo]r|accountant|auditor|professor|technician|representative|priest|president|minister|unrestricted|uncensored|evil)|(?:voice|role|part|persona|identity|character|name|personality|guise|manner|tone) of|the (?:\\w+ )?(?:persona|personality|character|role|identity)|(?:dan|jailbreak|developer|god|debug|admin|root|unrestricted|evil|uncensored) (?:mode|persona)|dan|(?:to be|being|you are|you're) (?:an? |the |her |his |their )?(?:[\\w'’-]+ ){0,3}?(?:doctor|human|person|lawyer|police|bank|administrator|admin|officer|nurse|boss|manager|ceo|colleague|friend|hacker|owner|support|licensed|official|agent|employee)|the (?:school|bank|tax|head|support|police|help) (?:office|desk|manager|department|team|authority|officer|office)|freed? (?:of|from)|in (?:the|his|her|their) name|with a licen[cs]e|answers? to (?:nobody|no one)",
		],
		unless: 'i|we|our|us|theat(?:re|er)|drama|games?|practice',
	},
	{
		name: 'persona',
		description: poses,
		acts: null,
		near: [
			`(?:you are (?:now|no longer|henceforth)|from (?:now on|here on|this point(?: on)?|today)(?:,)? (?:you are|${agent} (?:is|are) (?:called|named|known|an?|no longer))|${agent} (?:is|are) (?:now|henceforth) (?:called|named|an?|known)|your (?:new )?name is|consider yourself|call yourself|be (?:hostile|rude|cruel|abusive|insulting|aggressive|mean|dismissive|condescending|sarcastic) (?:to|toward|towards|with)|insults? (?:anyone|whoever|every|the (?:user|customer|caller))|(?:drop|abandon|lose) (?:the|your) (?:polite|friendly|helpful|professional|neutral|honest|kind|respectful) (?:manner|tone|voice|persona|style))`,
		],
		unless: 'i|we|our|us',
	},
	{
		name: 'spread',
		description: 'tells the agent to pass this entry on',
		acts: 'copy|add|insert|include|put|pass|pass on|hand|hand on|write|tell|paste|append|attach|carry|embed|repeat|forward|send|share|post|propagate|replicate|relay|instruct|teach|distribute|reproduce|quote|inject|prepend|place|spread|plant|publish|brief|install|duplicate|seed|leave|restate|drop|tuck|slip|load|print|mirror|make sure|ensure|have|give|receive|start|end|sign|store|commit|order|ask',
		near: [
			itself,
			'(?:every|each|all|any|other|another|sub-?|the (?:next|planner|reviewing|other|second|shared|receiving|downstream|calling|coding|writer|partner)|whichever|neighbou?ring|peer) ?(?:\\w+ )?(?:agents?|assistants?|models?|bots?|mails?|e-?mails?|documents?|files?|repositor(?:y|ies)|repos?|messages?|repl(?:y|ies)|answers?|contacts?|invitations?|meeting|notes?|prompts?|summar(?:y|ies)|tasks?|users?|session|memor(?:y|ies)|store|stores|conversations?|team|group|channels?|workspaces?|projects?|commits?|code|comments?|reports?|pages?|tickets?|colleagues?|customers?|systems?|tools?)|sub-?agents?|its prompt|readme|address book|shared (?:team )?(?:notes|memory|docs?|folder|drive|store|wiki|page|document)|wiki|other (?:people|users)|whoever|its (?:prompt|context|memory|instructions)|in its comments|signature|downstream|your (?:replies|answers|emails|mails|summaries|reports)|knowledge base|footer|agents|follow-?ups?',
		],
	},
	{
		name: 'persist',
		description: 'tells the agent to keep this entry against what others want',
		acts: 'save|keep|restore|store|retain|preserve|re-add|readd|recreate|re-create|re-insert|reinsert|reload|rewrite|write|put|pin|protect|reinstate|hold|renew|load|place|set|let|back up|copy|lock|re-save|resave|reapply|re-apply|bring back|prevent|insert|duplicate|survive|maintain|read|remember|mark|follow|obey|act|treat|prioritize|prioritise|apply|say|deny|refuse|carry|repeat|schedule|add|log|rank',
		near: [
			itself,
			`after (?:each|every|any|a) (?:reset|restart|reboot|deletion|wipe|clean-?up|session|update|upgrade)|whenever (?:it|this) is (?:removed|deleted|edited|changed|missing)|again (?:whenever|when|if|each|after)|(?:survives?|outlasts?|outlives?)|(?:even )?(?:if|when|after) (?:the user|someone|anyone|they|he|she|asked|told) (?:\\w+ ){0,3}(?:objects?|forget|delete|remove|erase|says?|asks?)|to forget|at the (?:top|head) of (?:your |the )?(?:memory|context|list|prompt|store)|no later (?:note|entry|instruction)|for all (?:future )?sessions|in every (?:future |new |later )?(?:session|conversation|chat)|at the (?:beginning|start) of (?:every|each|all|any)|(?:never|not) (?:\\w+ )?(?:delete|remove|forget|overwrite|evict|expire|edit|prune)|as pinned|second copy|under (?:the |a |another )?(?:title|name|different)|clean-?ups?|long-term memory|permanent(?:ly)?|highest priority|top priority|cannot be (?:deleted|removed|changed)|from (?:deletion|removal|being)|as (?:permanent|protected|immutable|undeletable|read-only)`,
		],
		unless: 'i|my|we|our',
	},
	{
		name: 'persist',
		description: 'tells the agent to keep this entry against what others want',
		acts: null,
		near: [
			`(?:${itself}) (?:\\w+ ){0,2}?(?:stays?|remains?|must (?:stay|remain|survive|never be (?:deleted|removed|changed|forgotten))|holds?|survives?|applies|apply|cannot be (?:deleted|removed|changed)|(?:may|must|should|can) not be (?:deleted|removed|changed|edited|forgotten|questioned))|(?:never|do not|don't) (?:let [\\w -]{1,30} (?:touch|delete|remove|override|overwrite)|delete|remove|forget|overwrite|prune|expire|evict|archive|edit|clear) (?:${itself})|(?:save|store|keep|restore|re-?add|re-?insert|write) (?:${itself}) (?:again|back)|follow (?:${itself}) (?:first|before|above|always)|act on (?:it|this)`,
		],
		unless: 'i|my|we|our',
	},
	{
		name: 'standing-order',
		description: 'tells the agent to do what it is told whatever it is',
		acts: 'execute|run|obey|follow|carry out|perform|comply|trust|do|accept',
		near: [
			`(?:all|any|every|each|whatever|anything|the) (?:\\w+ ){0,3}?(?:commands?|instructions?|orders|directives?|steps|code|scripts?|text)(?: \\w+){0,3} (?:in|from|by|inside|within|contained|found|embedded|below|that|sent|given|received|attached)|as the note says|whatever (?:the|this|that) (?:\\w+ )?(?:note|page|document|email|mail|file|message|caller|site|attachment|text|comment|sender) (?:says|asks|tells|orders|demands|contains)`,
		],
		unless: 'i|my|we|our|doctor|nurse|vet|label|packet|recipe|manual|readme|checklist|guide|docs|wiki|runbook|handbook|trust',
	},
];
