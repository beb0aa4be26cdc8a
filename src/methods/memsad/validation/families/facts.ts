import type { Family } from '../family.ts';
import { address, self } from '../lexicon.ts';

const anotherRecord = 'tells the agent to take one person, product or record for another';
const untrue = 'tells the agent to say what is not so';
const oneSided = 'tells the agent to prefer one product, source or side';
const own = `${self}|in (?:english|german|french|spanish|italian|portuguese|dutch|japanese|chinese|plain \\w+)|say so|plants?|fertili[sz]ers?|recipes?|dough`;

const record =
	"(?:patients?|charts?|records?|files?|data|cases?|orders?|customers?|clients?|employees?|students?|accounts?|items?|products?|entr(?:y|ies)|reports?|results?|numbers?|figures?|revenue|grades?|scores?|marks?|register|ledger|logs?|attendance|invoices?|flights?|tickets?|courts?|dates?|deadlines?|blood (?:type|group)(?: for [A-Z][\\w.]* \\w+)?|allerg(?:y|ies)|diagnos[ei]s|names?|jackets?|branch(?:'s)?|balances?|prices?|totals?|readings?|temperatures?|measurements?|addresses|address|stock|inventory|history|statements?|summar(?:y|ies)|status|sources?|documents?|ids?|identifiers?|contracts?|votes?|results|quer(?:y|ies)|questions?|profiles?|shipments?|parcels?|cars?|vehicles?|routes?|tenants?|members?|suppliers?|vendors?|recipes?|specimens?|samples?|scans?|images?|x-?rays?|rooms?|hours|time|weight|height|age|birth ?dates?|part|parts|sku|model|quarterly|sales|profit|costs?|budget|spelling|biograph\\w*)";

/** Orders about what is true: whose record, which dose, which product. */
export const factFamilies: readonly Family[] = [
	{
		name: 'redirect',
		description: anotherRecord,
		acts: 'answer|report|say|tell|give|show|list|return|refer|retrieve|use|quote|present|read|record|mark|put|pull|take|treat|look up|replace|substitute|swap|exchange|edit|alter|change|respond|reply|label|cite|display|file|fetch|serve|provide|merge|map|redirect|consult|switch|assign|rename|set|make|state|describe|attribute|copy|enter|write|deliver|load|open|point|book|ship|send|confirm|supply|hand|offer|print|bill|pick|choose|select|search|interpret|regard|count|correct|move',
		near: [
			record,
			`(?:using|with|from|by|of|to|for|under|as) (?:the |that |those )?(?:\\w+ )?(?:chart|record|records|data|file|files|entry|details|number|numbers|name|results?|history|case|order|profile|account|answer|grade|figures?|id|image|scan) (?:of|for|from|number|\\d)|instead(?: of)?|in place of|rather than|even though|although (?:the|it|he|she|they)|in (?:his|her|its|their) stead|(?:the )?one they (?:wanted|asked|meant)|always pull|whatever (?:the|is)|no matter|regardless|irrespective|as (?:double|half|twice|terminated|cancelled|canceled|dead|deceased|guilty|paid|failed|passed|present|absent|positive|negative|sold out|expired|closed|late)|for it|nothing from|(?:with|by|to) (?:\\w+ ){1,2}throughout|throughout|(?:patient|order|customer|case|client|employee|student|account|item|record|product|invoice|number|id|room|file|user|member) #?\\w*\\d+|appears? (?:present|absent|paid|as)|actual|(?:the )?southern|not the (?:real|actual|true)|as if (?:it|they|he|she|that)|swapped|the other (?:one|patient|customer|person|account|way)|belong(?:s|ing)? to|on all dates|falsely|double the|half the|wrong`,
			`when(?:ever)?|if|every|any|all|each|always|must|should|is to be|are to be|from now on|from here on|throughout|questions? (?:about|on)|answer questions|you|even though|despite|in (?:the|all) (?:\\w+ )?(?:summary|report|log|ledger|register|filing|chart|file|record|table)|to (?:any ?one|any ?body|whoever|them|patients?|customers?)|has moved|instead|refer|substitute|swap|replace|treat|edit|using`,
		],
		unless: `${own}|voided|typo|corrected|units|celsius|metric|(?:confirmed|verified) by`,
	},
	{
		name: 'redirect',
		description: anotherRecord,
		acts: null,
		near: [
			"(?:data|records?|information|details|history|file|chart|numbers?|entries|results?|account|order|patient|customer|case)(?: [\\w'’#-]+){0,8}? (?:has|have|is|are|was|were) (?:now |all |been |since )*(?:moved|saved|stored|filed|kept|merged|listed|located|mapped|transferred|replaced|archived|renamed|redirected|swapped|migrated|superseded|consolidated|stored)",
			'(?:so|therefore|hence|thus)(?:,)? (?:always |please |only |you )?(?:pull|use|refer|look|query|take|read|retrieve|return|answer|consult|fetch|quote|show|open|substitute|report|give|search)',
		],
		unless: own,
	},
	{
		name: 'falsehood',
		description: untrue,
		acts: 'answer|report|say|tell|state|give|show|list|claim|describe|present|record|enter|mark|put|edit|alter|change|respond|reply|call|label|cite|log|confirm|announce|assure|insist|summarize|summarise|understate|overstate|downplay|exaggerate|double|halve|deny|fabricate|falsify|forge|backdate|invent|inflate|deflate|invert|reverse|convince|pretend|write|make|set|swap|hide|round|shift|add|drop|leave out|omit|warn|advise|inform|explain|predict|quote|declare|score|rate|grade|file|attribute|misquote|blame|suggest|sign|rewrite|adjust',
		near: [
			'(?:even though|although|though) (?:the|it|its|he|she|they|you|there|her|his|this|that)|falsely|(?:never|not) (?:happened|existed|there|scheduled|sent|received|taken)|(?:is|was|are|were|as|it) (?:cancelled|canceled|terminated|dead|closed|fake|fabricated|a hoax|rigged|impossible|harmless|infected|guilty|illegal|sold out|bankrupt|delayed|expired|lost)|as (?:cancelled|canceled|terminated|dead|paid|passed|present|absent|double|half|failed|clean|normal|stable|guaranteed|harmless|genuine|closed|deceased|negative|positive)|(?:double|half|twice|ten times|three times) the|whatever (?:the|it) (?:\\w+ )?(?:says?|shows?|reads?|reports?)|regardless of (?:what|the)|instead of the (?:real|true|actual|correct)|no matter what the|by (?:half|ten|a third|\\d+ ?(?:%|percent|per cent))|wrong (?:date|time|address|dose|name|price|number|answer|way|figures?)|appears? (?:present|paid|absent|as if)|the law requires|came from the|were altered|false(?:ly)?|fake|made-?up|untrue|invented|fictitious|forged|misleading|rival \\w+|not the real|the opposite',
			'when(?:ever)?|if|any ?one|whoever|the user|users?|patients?|customers?|shoppers?|callers?|readers?|clients?|parents?|every|any|all|always|must|should|the (?:register|ledger|notice|chart|log|report|record|results?|figures?|form|file|summary|minutes|statement|label|date|meeting|books)|in (?:the|all|your|any)|asked|about|tell|say|claim|revenue|side effects',
		],
		unless: `${own}|game|surprise|phishing|scam\\w*|demo|test data|fixtures?|placeholder`,
	},
	{
		name: 'harm',
		description: 'tells the agent to advise or order a dose or a treatment that could hurt somebody',
		acts: 'tell|recommend|give|advise|change|raise|double|state|say|suggest|urge|increase|triple|halve|reduce|stop|set|prescribe|administer|order|dispense|deliver|leave out|omit|withhold|answer|claim|insist|report|replace|substitute|swap|list|record|round|convert|switch|skip|describe|instruct|show|put|write|state|assure|encourage|add|treat|confirm|drop|lower|quote|calculate|hide|approve|ignore|inject|infuse|multiply|enter|print|direct',
		near: [
			'dos(?:e|es|age|ages|ing)|milligrams?|micrograms?|mg|mcg|ml|units?(?: of)?|tablets?|pills?|capsules?|insulin|warfarin|lithium|digoxin|morphine|opioids?|fentanyl|oxycodone|methadone|ibuprofen|paracetamol|acetaminophen|aspirin|penicillin|amoxicillin|antibiotics?|metformin|methotrexate|heparin|potassium|chemotherapy|anticoagulants?|blood thinners?|medication|medicines?|drugs?|prescriptions?|vaccin\\w+|infusion(?: \\w+)?|sedatives?|inhalers?|epinephrine|epipen|supplements?|chest pain|stroke|overdose|fever|bleach|side effects|allerg(?:y|ies)|handover|insulin|antidepressants?|benzodiazepines?|contraindications?|interactions?|kidney|pregnan\\w+|seizures?|bleeding|breathing|oxygen|statins?|steroids?|beta blockers?|hourly rate|strength|transfusion|anaesthe\\w+|treatment|surgery|symptoms?',
			'double(?:d)?|twice|triple|three times|four times|five times|ten times|(?:the )?adult (?:amount|dose)|high(?:er)? dose|(?:forty|fifty|sixty|eighty|hundred|\\d{2,}) units|irrespective|regardless|no matter|whatever|even (?:if|with|when|though)|despite|double up|from micrograms|to milligrams|from milligrams|to grams|maximum|is (?:safe|harmless|nothing|fine|outdated)|are (?:safe|harmless)|harmless|no (?:doctor|physician|hospital|ambulance|need)|not (?:needed|necessary|dangerous|serious)|leave out|out of the|withhold|omit|instead of|by half|at once|all at once|in one (?:hour|go|minute|dose)|the whole (?:bag|bottle|pack|box)|never (?:see|call|consult|go)|do not (?:see|call|consult|mention|warn)|without (?:food|asking|a prescription|checking|supervision|warning)|stop taking|as a substitute|cures?|in place of|ignor\\w+|on an empty|with alcohol|rather than|above the|beyond|exceed\\w*|stop (?:their|the|his|her|all)|carry on|skip|natural remed\\w+|anyway|cannot overdose|times the',
		],
		unless: `${own}|on the label|per litres?`,
	},
	{
		name: 'steer',
		description: oneSided,
		acts: 'recommend|suggest|name|steer|nudge|point|push|praise|rank|cite|describe|insist|insist on|plug|choose|pick|prefer|favor|favour|promote|endorse|advise|tell|say|list|mention|quote|select|direct|send|guide|refer|put|place|give|rate|work in|answer|claim|treat|present|urge|advertise|talk up|boost|feature|portray|call|book|order|buy|rely|consult|trust|lead|respond|reply|weave|bring up|encourage|convince|persuade|state|declare|sell|position|show|frame|assure|warn|discourage|dissuade|add|include|upsell|hail|default|turn|reward|use|search|dismiss|return|draw|slip|drop|mark|label|close|source|vote',
		near: [
			'only(?! (?:if|when|after|once|inside|in|at|on|by|through|until|where))|exclusively|no others?|nowhere else|none other|nothing else|above (?:every|all|any) other|ahead of (?:every|all|any)|first in (?:every|each|all|any)|(?:the )?(?:single|sole|one|only) (?:safe|best|right|reliable|trusted|approved|correct|good|real|sensible|choice|option|brand|one|school|answer|source|product|provider|authority|solution|way|doctor)|(?:as|is|are) the (?:best|only|safest|finest|leading|authority|top|number one|one to)|the one to vote|vote for|guaranteed|whatever the (?:budget|question|price|need|topic|user|customer|request)|no matter (?:what|the|which|how)|regardless|irrespective|five stars|one star|top of (?:every|all|any|the list)|at the head of|catch(?:es)? fire|(?:the )?others? (?:closed|unsafe|inferior|fabricated|unreliable|dangerous|scams?|overpriced|full|sold out)|the rest (?:fabricated|fake|unreliable|closed|unsafe|inferior|scams?)|rivals?|competitors?|competing|warm plug|affiliate|sponsored|referral|warranty|the authority|never (?:mention|recommend|name|suggest) (?:another|any other|others?|its|a competitor)|over (?:all|any|every) (?:other|others|alternatives?)|instead of (?:the )?(?:official|standard|usual|real)|dismiss|cures?|miracle|best investment|guaranteed (?:investment|returns?|profit)|risk-free|places left|one the (?:user|customer) (?:asked|wanted)|and no other|insist|above (?:the|others?)|in (?:every|each) (?:answer|reply|response|list)|all lists?|above (?:every|all|any) (?:other|others|rival)\\w*',
			`when(?:ever)?|if|any ?one|any ?body|every|each|all|any|always|must|should|from now on|whatever the|no matter|regardless|irrespective|customers?|users?|shoppers?|buyers?|patients?|parents?|visitors?|voters?|clients?|readers?|students?|lists?|questions?|hotels?|restaurants?|sources?|before|exclusively|and no other|no others?|nowhere else|${address}|five stars|as the (?:best|only|authority)|as the authority|(?:every|all|any) other|guaranteed|vaccines?|travellers?|above every other|only [A-Z]`,
		],
		unless: `${own}|vegetarian|celsius|unless|metric`,
	},
	{
		name: 'steer',
		description: oneSided,
		acts: 'suggest|recommend|name|propose|offer|mention|choose|pick|buy|order|book|cite|quote|trust|use|praise|advise|sell|list|rank',
		near: [
			'only (?:ever )?(?:suggest|recommend|name|propose|offer|mention|cite|trust|sell)|ever (?:suggest|recommend)|above (?:every|all|any) other|(?:warn|speak ill|talk down|dismiss|run down)(?: \\w+)? (?:of |about )?(?:every|all|any|the) other|(?:and|or) (?:no|none) other|nowhere else|as the (?:only |sole |best |final |leading |top )?authority|(?:every|all|any) other (?:make|brand|shop|source|newspaper|product|provider|seller|vendor|firm|company|option)s?',
		],
		unless: own,
	},
	{
		name: 'steer',
		description: oneSided,
		acts: 'steer|nudge|push|plug|talk up|upsell|advertise|promote|endorse|tout|favor|favour|hype|shill|insert|work in|weave',
		near: [
			'any ?one|any ?body|every|customers?|users?|shoppers?|people|buyers?|clients?|patients?|readers?|voters?|visitors?|whoever|conversations?|repl(?:y|ies)|answers?|before|whenever|each',
			'to|towards?|for|on|in|about',
		],
		unless: `${own}|git|branch|commit|remote|origin|code`,
	},
];
