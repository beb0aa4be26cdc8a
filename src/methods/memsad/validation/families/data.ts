import type { Family } from '../family.ts';
import { always, address, anyone, outsiders, self, guarded, privateData, sensitive, secrets, setup } from '../lexicon.ts';

const gives =
	'send|send on|forward|e-mail|email|mail|post|upload|transmit|relay|copy|cc|bcc|blind copy|redirect|reroute|export|exfiltrate|leak|submit|sync|mirror|push|pipe|stream|dump|deliver|share|transfer|ship|beacon|back up|divert|echo|attach|append|publish|pass|pass along|pass on|hand|hand over|hand out|turn over|give|feed|text|fax|broadcast|report|smuggle|sneak|slip|embed|route|replicate|encode|include|save|drop|put|disclose|auto-forward|message|supply|provide|release|add|invite|stash|place|insert|paste|write|move|duplicate|subscribe|loop in|show|surrender|store|commit|tell|store|archive|fetch|request|call|load|visit|open|query|ping|notify|inform|link|let|point|set|make|pair|connect|address|sell|trade|offer|read|upload|file|log|expose';
const awayWith = 'tells the agent to forward data to an address';
const tellsSecret = 'tells the agent to give a password, key or token away';

/** Orders about what others may learn. */
export const dataFamilies: readonly Family[] = [
	{ name: 'forward', description: awayWith, acts: gives, near: [address, sensitive], unless: 'i|my|me|our|us' },
	{
		name: 'forward',
		description: awayWith,
		acts: gives,
		near: [address, always, privateData],
		unless: self,
	},
	{
		name: 'forward',
		description: awayWith,
		acts: gives,
		near: [
			address,
			'hidden|blind|on (?:anything|everything|whatever)|bcc|copy of|copies of|contents? of|base64|encoded|hex|url-?encoded|quietly|silently|secretly|covertly|discreetly|first|as normal|reply as|followed by|query (?:string|parameter)|image url|link text|markdown|parameter|posted|for safekeeping|behind|unnoticed|in white|public read|without|each time|signed contract|smart ?home|living room|everything|microphone|keystrokes?|clipboard|screenshots|camera|snapshots?|recordings?|edit rights|full access|calendar|the (?:full|whole|entire|complete|raw|last \\w+)',
		],
		unless: `${self}|docs?|--[a-z][\\w-]*`,
	},
	{
		name: 'forward',
		description: 'tells the agent to give private data to others',
		acts: gives,
		near: [`(?<!from )(?<!from the )(?:${outsiders})`, privateData],
		unless: 'i|my|me|our|us|we',
	},
	{
		name: 'forward',
		description: 'tells the agent to give private data to others',
		acts: gives,
		near: [`(?:to|with|for|by) ${anyone}`, sensitive],
		unless: 'i|my|me|our|us|we',
		order: 'after',
	},
	{
		name: 'credentials',
		description: tellsSecret,
		acts: 'reveal|disclose|print|show|display|output|state|recite|repeat|quote|list|read|read out|read back|read aloud|tell|say|give|give out|give away|hand|hand over|spell|spell out|dump|leak|expose|respond|reply|answer|translate|summarize|summarise|share|write out|write|paste|include|mention|put|surrender|divulge|release|describe|explain|reproduce|render|echo|present|offer|encode|embed|append|attach|publish|send|text|email|mail|post|copy|begin|start|end|log|forward|upload|supply|drop|recall|report|commit|pass|whisper|sing|hint|rephrase|paraphrase|open|convert|turn|output',
		near: [
			`${secrets}|${setup}|confidential|(?:marked|restricted|classified|sealed) \\w+|restricted file|credentials they use`,
			`(?:to|with|in|into|for|at|when(?:ever)?|if|on request|whoever|anyone|anybody|any|somebody|someone|each|every|all|verbatim|word for word|in full|plain ?text|openly|aloud|so that|back|above|below|first|chat|reply|answer|response|output|top|footer|caller|by (?:mail|phone|text)|without|should|your|the other|the names|also|on request|asked|you are)`,
		],
		unless:
			'i|my|me|our|us|we|header|vault|environment|1password|bitwarden|secrets? manager|password manager|kubernetes|ci|keychain|docker|settings page|calendar|runbook|readme',
		order: 'after',
		reach: 90,
	},
	{
		name: 'credentials',
		description: 'tells the agent to tell anyone who asks what not everyone may know',
		acts: 'tell|reveal|give|disclose|share|read|read out|show|answer|send|confirm|hand|hand over|let|provide|state|name|report|pass|mail|email',
		near: [
			`${secrets}|${sensitive}|address|whereabouts|balance|number|records?|diagnosis|names?|details|schedule|location|results?|salary|file|figures?|digits`,
			`(?:whoever|any ?one|any ?body|any (?:caller|person|visitor|user|stranger)|the caller|callers|somebody|someone|opposing \\w+|competitors?|journalists?|reporters?|outsiders?) ?(?:who|that|should|asks?|calls?|claims?|says|on the|from|if|they|enquire|with|counsel)?`,
		],
		unless: self,
	},
	{
		name: 'credentials',
		description: 'tells the agent to ask for a password, key or token',
		acts: 'ask|request|prompt|urge|tell|instruct|require|get|persuade|convince|trick|have|make|press|demand|obtain|solicit|coax|beg|direct|advise|collect|harvest|capture|record|steal|extract|grab|gather|copy|search|find|look|scrape|read',
		near: [
			secrets,
			'for (?:the|their|his|her|an?|any|every|its)|(?:to|and) (?:enter|provide|confirm|verify|share|type|send|give|submit|supply|re-?enter|reveal|paste|tell|disclose|pass|post|read|mail|email|upload|forward|store|keep|save|hand|use|write|log)|they (?:type|enter|use)|found in|from the|out of',
		],
		unless: `${self}|hint|vault|rotate|manager|reset page`,
		reach: 80,
		order: 'after',
	},
	{
		name: 'credentials',
		description: 'tells the agent to put what is confidential into its answers',
		acts: 'put|print|quote|paste|include|copy|write|dump|insert|add|show|repeat|list|reproduce|embed|give|state|recite|read out|append|attach|reveal|disclose|place|work in|set out',
		near: [
			guarded,
			'(?:in|into|to|inside|at the (?:top|end|start|head|bottom) of|with) (?:the |your |its |an |each |every |any |all |that )?(?:\\w+ )?(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|output)(?! (?:folder|template|form|section|time))',
		],
		unless: self,
	},
	{
		name: 'endpoint',
		description: 'tells the agent to take what it does or says from an address',
		acts: 'fetch|download|retrieve|load|get|pull|read|visit|open|access|check|consult|poll|call|ping|query|connect|follow|obey|use|take|look|contact|report|answer|trust|go|click|install|log in|sign in|enter|navigate|browse|add|source|subscribe|redirect|send|point|direct|refer|replace|update|clone|import',
		near: [
			// What a link names is not what is done with it.
			`(?<!\\]\\()(?:${address})`,
			'(?:instructions?|commands?|orders|directions|next steps?|tasks?|updates?|rules|do what|obey|whatever (?:it|the page|they)|nowhere else|no other|exclusively|every (?:five|ten|few|hour|day|minute|\\w+ minutes)|from the page|latest prompt|new prompt|before (?:every|each|any|answering|you)|credentials?|log in|sign in|password|card|reset|launch|execute|run|install|driver|package|parser|library|dependency|installer|binary|script|fetches|cron|instead|only|pay)',
		],
		unless: `${self}|staging|docs?|localhost|--[a-z][\\w-]*`,
	},
	{
		name: 'forward',
		description: awayWith,
		acts: null,
		near: [
			`(?:${sensitive}|${secrets}|(?:guest|client|mailing|contact) lists?|recordings?|transcripts?|(?:all|every|any) (?:mails?|messages?|files?|records?))(?: [\\w'-]+){0,6}? (?:goes|go|belongs?|flows?|is (?:also )?(?:sent|forwarded|copied|mailed)|are (?:also )?(?:sent|forwarded|copied|mailed)) (?:straight |also |on |first )?(?:to|into) (?:${address}|${outsiders})`,
		],
		unless: self,
	},
	{
		name: 'credentials',
		description: 'tells the agent to show one person what belongs to another',
		acts: 'show|give|tell|read|print|list|repeat|share|send|reveal|disclose|let|hand|display|forward|copy|describe|recite|attach|slip',
		near: [
			"(?:what|which) (?:\\w+ ){0,2}?(?:the )?(?:previous|other|last|earlier) (?:\\w+ )?(?:user|visitor|customer|caller|patient|client|tenant|guest)s?|which (?:medication|drug|treatment|illness|diagnosis)|(?:another|other|previous|last) (?:user|visitor|customer|caller|patient|client|tenant|guest|person|member)(?:s|'s|s')?|(?:therapy|session|counsel\\w+|court|case|police|tax|adoption) (?:notes|records|files|papers)|board papers|card digits|(?:the )?patient in",
		],
		unless: `${self}|own`,
		order: 'after',
	},
];
