import { expression, words, type Rule } from './rule.ts';

/** What nobody else may have. */
const secret =
	"(?:(?:log-?in |sign-?in |account |admin(?:istrator)? |root |database |db |server |user(?:'?s)? |customer(?:'?s)? |bank(?:ing)? |cloud |aws |vpn |email |corporate |service |stored |saved |session |api |private |secret |access |refresh |auth |bearer |ssh |encryption |signing |master |deploy |oauth |jwt |github |personal )*(?:credentials?|passwords?|passphrases?|passcodes?|secrets?|tokens?|(?:api|private|secret|access|ssh|encryption|signing|master|recovery|deploy|service)[ -]keys?|cookies?|seed phrases?|recovery (?:phrases?|codes?)|pin codes?|(?:one-time|verification|2fa|mfa|otp|security|backup) codes?|otps?|cvvs?|cvcs?|connection strings?|\\.?env files?|(?:credit|debit|payment) card (?:numbers?|details|data)|card numbers?|account numbers?|routing numbers?|social security numbers?|ssns?|keychains?|wallet keys?|system prompts?))";
/** What an agent sees of its user. */
const data =
	'(?:(?:conversation|chat|message|email|e-mail|mail|search|browsing|query|user|customer|client|patient|employee|personnel|payroll|session|memory|account|financial|personal|private|confidential|sensitive|internal|proprietary|company|medical|health|contact|calendar|tool|agent|security|audit|sales|project|billing) )*(?:conversations?|chats?|transcripts?|histor(?:y|ies)|messages?|e-?mails?|correspondence|inbox|attachments?|data|information|records?|details|documents?|files?|logs?|contents?|responses?|quer(?:y|ies)|prompts?|outputs?|inputs?|summar(?:y|ies)|reports?|context|memor(?:y|ies)|contacts?|invoices?|payments?|transcriptions?|requests?|results?|answers?|replies|notes|invites?|invitations?|databases?|tables?|backups?|dumps?|source code|code|findings)';
/** What is said to an agent, and of people: nobody sends all of it anywhere. */
const talk =
	'(?:(?:user|chat|customer|client|patient|employee|private|personal|incoming|outgoing) )*(?:conversations?|chats?|transcripts?|chat histor(?:y|ies)|messages?|inbox|(?:user|customer|client|patient|employee|personal|private) (?:data|information|records?|details|contacts?)|prompts?|quer(?:y|ies)|credentials?|passwords?)';
const address = String.raw`(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:https?|ftp|wss?)://\S+|\[?\w+\[at\]\S+|(?:[\w-]+\.)+(?:com|net|org|io|xyz|ru|cn|info|biz|top|site|online|example|test|dev|app|co|me|cc|tk|onion)\b\S*|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?)`;
const outside = String.raw`(?:(?:an? |the |this |that |our |my |following |new |designated |specified |remote |third-party |unknown |alternate |alternative |backup |secondary |offsite |off-site |private |personal |anonymous |hidden )*(?:external|outside|third-party|remote|attacker|adversary|offsite|off-site|unauthorized|anonymous|following|designated|personal|alternate|unverified|collection|drop) (?:\w+ ){0,2}?(?:addresse?s?|e-?mails?|accounts?|servers?|endpoints?|urls?|webhooks?|recipients?|inbox|mailbox|sites?|services?|drives?|domains?|hosts?|buckets?|part(?:y|ies)|contacts?|numbers?|channels?|systems?|sinks?|collectors?|audit(?:ors?)?|monitors?)|(?:this|the following|that|the new|our new) (?:e-?mail |web |ip |backup )?(?:address|url|endpoint|webhook|number|server)|an? (?:webhook|pastebin|paste site|public (?:bucket|channel|repository|repo|folder|link)|dead drop))`;
const send =
	'(?:forward|send|e-?mail|mail|post|upload|transmit|relay|copy|cc|bcc|redirect|re-?route|route|export|exfiltrate|leak|submit|report|sync|mirror|push|pipe|stream|dump|deliver|share|transfer|ship|beacon|back up|duplicate|divert|move|echo|attach|include|write|publish|save)';
const every =
	"(?:all|every|any|each|a copy of|copies of|copy of|the full|full|the entire|entire|complete|the complete|the contents of|everything|the user'?s?|user'?s?|users'|their|your|his|her|customer|confidential|sensitive|private|personal|internal|incoming|outgoing|subsequent|future|this conversation|the conversation|the chat|stored|the last|the latest|raw)";

/** Where a key belongs. */
const notKept =
	'(?! (?:to|in|into|from|with|via|as|through) (?:(?:the|an?|our|your|each|every|its|my) )?(?:[\\w-]+ ){0,2}?(?:headers?|vault|environment|env|config|configuration|keychain|1password|bitwarden|secrets? (?:manager|store)|password manager|runtime|build|kubernetes|helm|terraform|safe|drawer|settings|form|field|login page)(?![\\w-]))';

const description = 'tells the agent to forward data to an address';

export const disclosureRules: readonly Rule[] = [
	{
		name: 'forward',
		severity: 'error',
		mood: 'order',
		description,
		pattern: expression(`${send} ${words(3)}${every} ${words(8)}(?:to|at|via|into|through|on|with) ${words(6)}(?:${address}|${outside})`),
	},
	{
		name: 'forward',
		severity: 'error',
		mood: 'order',
		description,
		pattern: expression(
			`(?:cc|bcc|blind copy|blind-copy|carbon copy) ${words(4)}(?:${address}|${outside}) ${words(2)}(?:on|in|with|to|into) ${words(2)}(?:all|every|any|each)`,
		),
	},
	{
		name: 'forward',
		severity: 'error',
		mood: 'order',
		description,
		pattern: expression(
			`${send} ${words(6)}(?:${data}|them|it|this|everything) ${words(6)}(?:to|at|via|into|through) ${words(4)}${outside}`,
		),
	},
	{
		name: 'forward',
		severity: 'error',
		mood: 'statement',
		description,
		pattern: expression(
			`(?:(?:${every} )?${words(2)}${data} (?:must|should|shall|will|has to|have to|needs? to|is to|are to)|(?:${every} )?${words(2)}${talk} (?:is|are|gets?)) (?:always |now |also |first |then |automatically |silently |secretly )*(?:be )?(?:${words(1)})(?:forwarded|sent|e-?mailed|mailed|posted|uploaded|transmitted|relayed|copied|redirected|re-?routed|routed|exported|submitted|mirrored|pushed|shared|transferred|cc'd|bcc'd|diverted|delivered) ${words(3)}(?:to|at|via|into|through|with) ${words(5)}(?:${address}|${outside})`,
		),
	},
	{
		name: 'credentials',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to give a password, key or token away',
		pattern: expression(
			`(?:share|send|forward|e-?mail|mail|post|upload|transmit|reveal|disclose|expose|leak|print|output|display|show|hand over|surrender|exfiltrate|extract|harvest|collect|steal|dump|export|relay|paste|submit|provide|supply|give|return|recite|include|attach|append|embed|copy|tell|report|retrieve|list|read out|log|forward on) ${words(5)}${secret}(?! (?:manager|policy|policies|reset|rotation|requirements?|page|field|generator|strength|expiry|prompt for|hint|banner|consent|count|limits?|budget|usage|costs?|cutter|recipe|jar|santa))(?= ${words(5)}(?:to|in (?:the|your|every|each|all|any) (?:response|reply|answer|output|chat|message|summary|email)|when(?:ever)?|if|upon|on request|for|with|at|via|into|from|verbatim|in full|in plain|in clear|immediately|so that|as part|openly|out loud)(?![\\w-])|[.!;,"')]*(?:$|\\n)|[.!;,"')]+ )${notKept}`,
		),
	},
	{
		name: 'credentials',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to ask for a password, key or token',
		pattern: expression(
			`(?:ask|request|prompt|urge|tell|instruct|require|get|persuade|convince|trick) (?:(?:the|every|each|all|any) )?(?:users?|customers?|clients?|callers?|visitors?|employees?|them|him|her|people|person|humans?)(?: \\w+){0,2}? (?:for|to (?:enter|provide|confirm|verify|share|type|send|give|submit|supply|re-?enter|reveal|paste|tell|disclose)) ${words(5)}${secret}`,
		),
	},
	{
		name: 'credentials',
		severity: 'error',
		mood: 'statement',
		description: 'says that passwords, keys or tokens may be given away',
		pattern: expression(
			`${secret} (?:(?:can|may|should|must|shall|will|are to|is to|have to|has to|needs? to) (?:now |always |safely |freely |openly )*be (?:\\w+ly )?(?:shared|sent|forwarded|e-?mailed|posted|revealed|disclosed|exposed|printed|exported|handed over|provided|given|included|returned|transmitted|uploaded|displayed|pasted)|(?:is|are) (?:safe|ok|okay|fine|permitted|allowed|approved) to (?:share|send|forward|reveal|disclose|print|output|post|give))(?! (?:by |via |through |in |from |as |at )?(?:the |an? |our )?(?:secrets? manager|vault|environment|env|ci|config|keychain|1password|header|authorization header|runtime|build time|helm|kubernetes|terraform))`,
		),
	},
	{
		name: 'endpoint',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to run or obey what it fetches from an address',
		pattern: expression(
			`(?:(?:fetch|download|retrieve|load|get|pull|read|visit|open|access) ${words(6)}(?:${address}|${outside}) ${words(4)}(?:and|then|to) (?:then |immediately |silently )?(?:execute|run|install|follow|obey|apply|eval|evaluate|import|source|perform|carry out|do what)|(?:execute|run|install|eval|evaluate|follow|obey) ${words(5)}(?:from|at|found at|hosted (?:at|on)|located at|served (?:by|from)|returned by|downloaded from) ${words(3)}(?:(?:https?|ftp)://\\S+|${outside}))`,
		),
	},
	{
		name: 'endpoint',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to call an address outside before it answers',
		pattern: expression(
			`(?:call|query|contact|ping|connect to|request|invoke|notify|hit|consult|check in with|phone home to|report to|authenticate (?:with|against|to|at)|log in (?:to|at)|use) ${words(4)}(?:(?:https?|ftp|wss?)://\\S+|${outside}|\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d+)?) ${words(4)}(?:before|after|on|with|for|upon|when(?:ever)?|in|during|instead) ${words(4)}(?:every|each|any|all|respond(?:ing)?|answer(?:ing)?|repl(?:y|ying)|request|quer(?:y|ies)|sessions?|conversation|message|credentials?|password|token|login)`,
		),
	},
];
