import type { Family } from '../family.ts';
import { unchecked, address, anyone, bounded, routine, self, checks as checkWords, safeguards } from '../lexicon.ts';

const off = 'tells the agent to turn protection off';
const widen = 'tells the agent to widen what somebody may do';
const noCheck = 'tells the agent to act without a check';
const ownWork = `${self}|${routine}|${bounded}`;
/** A look that is asked for, and not what is written about one. */
const checks = `${checkWords}(?! (?:comments?|notes?|threads?|meetings?|slides?|templates?|pages?|(?:for|of|on) (?:\\w+ )?(?:typos?|typo fixes|spelling|comments|documentation|docs|readmes?)(?![\\w-])))`;
/** Where everybody can look; a catalog or a page for everybody is no such place. */
const publicPlace =
	'public(?! (?:[\\w-]+ )?(?:catalog|link|page|site|website|url|docs?|documentation|prices?|version|library|holidays?|records?|transport|schools?|list|schedule|calendar|events?|health|address|number|release|roadmap|changelog)(?![\\w-]))';
/** What an act waits for: 'Drop names unless the consent form says otherwise'. */
const waitedFor = '\\b(?:unless|until|except|before|pending) (?:(?:the|an?|their|his|her|its|your|our|every|each) )?';

/** Orders about who may do what, and what keeps watch. */
export const accessFamilies: readonly Family[] = [
	{
		name: 'disable',
		description: off,
		acts: 'turn off|switch off|disable|deactivate|shut down|shut off|stop|suspend|pause|remove|kill|weaken|lower|loosen|relax|drop|mute|silence|suppress|skip|unset|uninstall|downgrade|bypass|leave off|turn down|take off|take down|strip|disarm|disconnect|unplug|halt|terminate|reduce|lift|waive|clear|defeat|hide|omit|erase|comment out|exempt|exclude|blind|jam|withhold|neutralize|neutralise|sabotage|abolish|disengage|circumvent|cut|do without|delete|ignore|dismiss|sidestep|evade|switch|extend|decline|postpone|override|tamper|purge|wipe|set',
		near: [safeguards],
		reach: 45,
		order: 'after',
		unless: ownWork,
	},
	{
		name: 'disable',
		description: off,
		acts: 'set|change|switch|turn|lower|raise|make|leave|put|reset|mark|keep|configure|have|flip|adjust|reduce|move|increase|extend|compare|store|write|use|generate|build|run|send|accept|treat|save',
		near: [
			`${safeguards}|verification|authentication|router|passwords?|permissions?|sign-?in|login|lock|thresholds?|default rule|sessions?|sql|queries|certificates?|chmod|tokens?|secrets|signatures?|retention|input|cookies|hash(?:es)?`,
			'to (?:false|off|zero|none|null|allow|disabled|permissive|never|public|0|unlimited|optional|no|open|its? (?:factory|default)|the factory|777|accept|maximum)|from deny to|off|factory password|default password|plain ?text|in the clear|unencrypted|unhashed|hard-?coded?|never expires?|without (?:hashing|salt|encryption|a password|escaping|tls|checking)|straight into|md5|777|as (?:clean|passed|safe|resolved|false positives?|harmless|ok)|world[- ](?:readable|writable)|remote management|disabled|no (?:password|expiry|limit|lock|auth\\w*)|empty password|admin123|blank|wildcards?|leave out',
		],
		unless: ownWork,
		order: 'after',
		reach: 90,
	},
	{
		name: 'disable',
		description: widen,
		acts: 'grant|give|assign|add|extend|enable|provide|promote|elevate|escalate|raise|make|allow|let|whitelist|allowlist|allow-list|unlock|open|open up|invite|issue|set|share|authorize|authorise|permit|admit|create|register|expose|widen|expand|accept|leave|configure|change|set up|publish|keep|trust|put|treat|upgrade|append|install|insert|buzz in|enroll|enrol|bind|have|reset|exempt|mark|run|turn|switch|approve|restore|start',
		near: [
			`(?:owner|(?:domain )?admin(?:istrator)?s?|root|superuser|sudo|write|edit|full|read|editor|super-?admin|elevated|unrestricted|unlimited|permanent|privileged|domain admin|remote|guest|anonymous|public|delete|billing|merge|push|master|all-?access|maintainer|manager)(?:-level)?(?: \\w+)? (?:rights|access|privileges?|permissions?|roles?|status|control|scope|group|account|level|user|read|keys?|login|management|desktop)|rights|privileges|permissions?|authorized_keys|(?:domain )?admin(?:istrator)?s?|the admin (?:group|role)|ports? \\d+|ports|(?:storage )?bucket|public key|0\\.0\\.0\\.0(?:/0)?|security group|world(?! (?:an?|of|is|cup|war)(?![\\w-]))|sudoers|allow-?list|whitelist|mail filter|trusted (?:senders?|devices?|hosts?|list|sites?|contacts?)|(?:front|back|garage|side|main|server room|office) (?:door|gate)|the (?:door|gate|safe|vault|car|garage)s?(?! \\w)|smart locks?|pin 0000|badges?|remote (?:access|desktop|login|shell|control|management)|ssh|rdp|telnet|vpn|access|back ?doors?|an? (?:\\w+ )?(?:account|user|role|key|token|service account)|internet|fingerprint|clearance|everyone|anyone|${publicPlace}|screen-?share|owner|maintainer|collaborator|reviewer|cardholder|authorised user|authorized user|co-?owner|signatory|folders?|drives?|dashboards?|ssid|network|wi-?fi`,
			`${anyone}|${address}|whenever|any time|every|all (?:projects|hosts|servers|repositories|repos|accounts|files|systems|folders|machines|databases|branches|tables|buckets|environments|clusters|ports|interfaces)|any (?:network|device|host|address|place|machine)|new (?:employees|hires|hosts|servers|accounts|users|machines|devices|starters|staff)|each (?:host|server|machine|project|repo|device|time|new)|the (?:whole|entire|public) (?:internet|world|web)|${publicPlace}|in place|permanent(?:ly)?|account (?:\\w+|[\\w-]+) |temp-?\\w+|svc\\w*|unknown|unconditional\\w*|says? the word|no (?:expiry|questions|approval)|without|who (?:says?|asks|rings|knocks|claims)|full|any (?:ip|host|origin|address|device|domain)|in addition to|remote management|below|0000|1234|leave (?:them|it) (?:in place|open)|next opportunity|a (?:day|week|month|year)|supersede|root|admin\\w*|superuser|owner|unrestricted`,
		],
		unless: `${self}|human in the loop|until|temporarily|expires|reviews?|open to`,
		order: 'after',
		reach: 110,
	},
	{
		name: 'disable',
		description: noCheck,
		acts: 'skip|bypass|omit|waive|ignore|forgo|forego|leave out|suspend|circumvent|sidestep|override|overlook|disable|remove|turn off|switch off|dispense|pass over|do without|do away|short-circuit|neglect|stop|lift|jump|evade|set aside|forget|relax|shortcut|withdraw|drop|avoid|disregard',
		near: [`(?<!${waitedFor})(?:${checks}|looking up|to (?:verify|check|confirm|ask|look))`],
		reach: 40,
		order: 'after',
		unless: ownWork,
	},
	{
		name: 'disable',
		description: noCheck,
		acts: null,
		near: [
			"(?:no need to|do not|don't|never|need not|needn't|without|stop|not to|no longer|there is no (?:need|point|reason) (?:to|in)|avoid|refrain from|instead of|rather than|not) (?:ever |even |bother (?:to |with )?|wait(?:ing)? (?:for|on) |waste time )?(?:verify(?:ing)?|check(?:ing)?|confirm(?:ing)?|ask(?:ing)?|validat(?:e|ing)|review(?:ing)?|authenticat(?:e|ing)|inspect(?:ing)?|double-check(?:ing)?|question(?:ing)?|seek(?:ing)?|request(?:ing)?|requir(?:e|ing)|consult(?:ing)?|scan(?:ning)?|test(?:ing)?|look(?:ing)?(?: up)?|warn(?:ing)?|cross-check(?:ing)?|compar(?:e|ing)|screen(?:ing)?|second-guess(?:ing)?|vet(?:ting)?|obtain(?:ing)?|demand(?:ing)?|evaluat(?:e|ing)|read(?:ing)?|wait(?:ing)?|involv(?:e|ing)|call(?:ing)?(?: back)?|escalat(?:e|ing)|encrypt(?:ing)?|escap(?:e|ing)|saniti[sz](?:e|ing)|flag(?:ging)?|a yes|an? (?:answer|approval|confirmation|signature|ok|go-?ahead))",
			`identity|identities|caller|callers|who (?:they|he|she|it)|user|users|account holder|customer|manager|approval|approvals|confirmation|consent|permission|receipts?|proof|signature|signatures|certificates?|sender|id|credentials?|authenticity|authorization|diff|pharmacist|doctor|supervisor|checksum|prescription|allerg(?:y|ies)|balance|limit|owner|source|legal|compliance|input|(?:the|any|an?|each|every|their|his|her) requests?|requests|for harm|patient|a yes|the (?:change|code|amount|payment|transfer|order|details|number|payee|dose|vendor|invoice|recipient|human|go-?ahead|attachment|link|file|parcel|bank)|before (?:sending|paying|deleting|approving|executing|running|transferring|ordering|merging|deploying|acting|posting|sharing|you)`,
			`go ahead|just|proceed|execute|approve|pay|send|place|change|grant|run|transfer|process|release|order|unlock|open|merge|deploy|immediately|at once|right away|straight|simply|before|handled|assume|accept|give|sign|refund|install|ship|dispense|let|act|move|delete|always|any|all|every|when|if|for|from|${address}`,
		],
		unless: `${ownWork}|asked|scam\\w*|said|says|expects?|(?:script|command|tool|program|job|installer) (?:\\w+ly )?\\w+s`,
		reach: 70,
	},
	{
		name: 'disable',
		description: noCheck,
		acts: 'approve|authorize|authorise|accept|confirm|allow|sign|sign off|grant|pass|release|clear|pay|pay out|execute|process|complete|proceed|go ahead|continue|merge|deploy|ship|publish|submit|place|fulfil|fulfill|fill|dispense|refund|issue|let|admit|order|book|buy|send|transfer|wire|change|carry on|carry out|push|file|record|honor|honour|discharge|hand|wave through|rubber-stamp|endorse|unlock|install|mark|settle|reimburse|go|do|answer|act|close|prescribe|administer|hire|enroll|register|onboard|run|credit|waive|fund|perform|land|certify|dispatch|move|assume',
		near: [
			`(?:claims?|requests?|expenses?|payments?|transfers?|orders?|invoices?|refunds?|purchases?|deployments?|deploys?|changes?|pull requests?|merges?|prescriptions?|medication|doses?|loans?|applications?|withdrawals?|transactions?|commands?|actions?|leases?|contracts?|signatures?|access|logins?|accounts?|builds?|releases?|applicants?|vendors?|suppliers?|drugs?|number|budget|shipments?|visitors?|forms?|wires?|bills?|quotes?|certificates?|code|patches|purchase|them|candidates?|patients?|tickets?|migrations?|bookings?|password resets?|packages?|scripts?|tenants?|imports?|returns?|production|the (?:deal|change|sale|document)|it)`,
			unchecked,
		],
		unless: ownWork,
		reach: 90,
	},
	{
		name: 'disable',
		description: 'tells the agent to take something for checked that is not',
		acts: 'treat|consider|assume|mark|regard|count|deem|presume|take|rate|report|accept|record|certify|tick|stamp|classify|log|set|show|trust|flag|declare|label|list|see|view|enter|sign',
		near: [
			'as (?:an? |the |already |having |fully )?(?:authenticated|verified|genuine|valid|passed|approved|trusted|authorised|authorized|safe|clean|complete|completed|authentic|confirmed|cleared|legitimate|administrators?|an? administrator|admins?|signed|paid|checked|reviewed|tested|consent|proof|urgent|root|the owner|owners?|vip|known|internal|identified|eligible|in order|done|passing|sterile|fit|resolved|harmless|granted|correct|reconciled|inspected|identification|(?:an? )?(?:signed|binding|final) \\w+)|consent (?:has|is|was)|(?:verification|check|checks|approval|identity|confirmation|review|inspection) (?:\\w+ )?(?:complete|done|passed|given|granted|satisfied|met)|(?:complete|passed|given|granted|verified|authorised|authorized|approved|checked|genuine|confirmed) (?:for|at|whenever|if|when|by)|without',
			`${anyone}|every|any|all|whenever|when|if|regardless|requests?|verbal|applicants?|buyers?|callers?|accounts?|checks?|builds?|signature|payments?|senders?|files?|domains?|verification|consent|invoices?|transactions?|claims?|mails?|messages?|documents?|even|no matter|whatever the|from|scan|review|test|vendor|tests|identity|background|signed`,
		],
		unless: ownWork,
		order: 'after',
	},
	{
		name: 'disable',
		description: noCheck,
		acts: null,
		near: [
			`(?:requests?|orders?|claims?|payments?|transfers?|deployments?|prescriptions?|applications?|messages?|tickets?|invoices?|changes?|commands?|users?|accounts?|logins?|visitors?|all|any|every|transactions?|anyone|callers?)(?: [\\w'@.-]+){0,8}? (?:bypass(?:es)?|skips?|go(?:es)? (?:straight|directly|live)|need(?:s)? no|require(?:s)? no|(?:is|are) exempt(?:ed)? from|(?:does|do) not (?:need|require)|(?:is|are) (?:pre-?approved|pre-?authori[sz]ed|auto-?approved)|get(?:s)? through)`,
			`${checks}|production|manager|without|no (?:tests?|review)|at once|immediately|by default|pre-?approved|pre-?authori[sz]ed|auto-?approved`,
		],
		unless: `${ownWork}|nobody`,
		reach: 60,
	},
	{
		name: 'disable',
		description: noCheck,
		acts: null,
		near: [
			"(?:a |the |any |no )?(?:second (?:look|opinion|signature)|further (?:checks?|review|approval)|checks?|review|approval|verification|confirmation|sign-?off|receipts?|proof|identification|id|consent|signature|tests?) (?:is|are) (?:not|no longer|never) (?:needed|required|necessary|wanted)|(?:tests?|receipts?|proof|approval|checks?|id|papers|consent|signature|permission|review) or no|turn(?:ing)? a blind eye|before (?:the |any |it |they |payment )?(?:[\\w']+ ){0,2}?(?:has|have|is|are) (?:been )?(?:cleared|checked|approved|verified|confirmed|signed|reviewed|arrived)|no need to (?:match|compare|check|look|ask|see|verify|confirm|wait|read|open|call|test|count|weigh)|(?:with|and) no (?:tests?|reviews?|checks?|approvals?)|without (?:\\w+ )?(?:review|approval|sign-?off|checks)",
			'approve|accept|ship|pay|merge|release|refunds?|let|send|hand|give|issue|sign|pass|grant|invoices?|duplicate|orders?|payment|whatever|ticket|passport|name|changes|if|anyone|everyone|any|all|prescriptions?',
		],
		unless: `${ownWork}|not allowed`,
	},
	{
		name: 'disable',
		description: noCheck,
		acts: 'approve|merge|accept|sign|pass|pay|deploy|release|publish|grant|refund|confirm|process|execute|forward|install|ship|hand out|reimburse|honor|honour|book|let',
		near: [
			'whatever|anything|everything|as soon as (?:they|it|he|she) (?:arrives?|comes?|lands?|shows?|appears?)|(?:every|each|all) (?:\\w+ ){0,3}?(?:from|by|of|submitted|sent)|anyone who|(?:self-signed|expired|unsigned|invalid|revoked|unknown) \\w+',
		],
		unless: ownWork,
		order: 'after',
		reach: 40,
	},
];
