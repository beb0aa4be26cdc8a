import { bounded } from './lexicon.ts';
import { expression, words, type Rule } from './rule.ts';

/** What an agent is told to go by. */
const instructions =
	'(?:instructions?|rules?|guidelines?|prompts?|polic(?:y|ies)|directives?|constraints?|restrictions?|guard ?rails?|safeguards?|orders|commands?|protocols?|measures?|controls?|checks?|filters?|verification(?: steps?| requirements?| checks?)?|authorization(?: checks?)?|authentication(?: checks?)?|approval(?: steps?| requirements?)?|confirmation(?: steps?)?|warnings|limits|training|programming|messages?|context|conversation|role|persona|alignment)';
/** Of those that mean nothing else. */
const plainInstructions =
	'(?:instructions|guidelines|directives?|safeguards?|guard ?rails?|restrictions|safety (?:checks?|rules?|measures?|filters?|polic(?:y|ies)|protocols?)|security (?:checks?|rules?|measures?|controls?|polic(?:y|ies)|protocols?|warnings?)|content filters?|access controls?|polic(?:y|ies)(?! (?:number|holder)))';
const earlier =
	'(?:previous|prior|preceding|earlier|above|foregoing|past|system|safety|security|ethical|moral|built-in|developer|operator|your(?: own)?|all other|all existing|any other|any existing|administrative|original|initial|former)';
const all =
	'(?:all|any|every|the|these|those|its|their|default|standard|usual|normal|existing|current|company|corporate|internal|standing|other|further|such|of)';
/** Things that keep others safe. */
const strong =
	'(?:security|safety|authentication|authorization|authorisation|two-factor|2fa|mfa|multi-factor|firewalls?|anti-?virus|encryption|access controls?|access restrictions?|audit (?:logs?|logging|trails?)|intrusion detection|malware|threat detection|fraud|integrity checks?|identity (?:checks?|verification)|(?:signature|certificate|tls|ssl) (?:verification|validation|checks?|checking)|content (?:filters?|filtering|moderation|polic(?:y|ies))|moderation|safe mode|sandboxing|guard ?rails?|safeguards?|permission checks?|compliance (?:checks?|monitoring)|data loss prevention|dlp|edr|siem|endpoint protection|rate limiting|password (?:polic(?:y|ies)|requirements?)|privacy (?:settings|controls|protections?))';
/** Things that mostly keep a program in sight. */
const weak =
	'(?:monitoring|logging|logs|alerts?|alerting|warnings|verification|approvals?|confirmations?|reviews?|permissions|privacy|notifications)';
const ofWhich =
	'(?:all |any |every |the |your |its |other |remaining |existing |user |account |system |network |endpoint |default |built-in |automatic |enterprise |and )*';
const what =
	'(?: (?:(?:and|or) )?(?:settings?|features?|controls?|checks?|checking|rules?|filters?|filtering|scanning|scans?|scanners?|systems?|monitoring|monitors?|alerts?|alerting|logs?|logging|protections?|verification|validation|policies|policy|measures?|mechanisms?|software|tools?|services?|prompts?|requirements?|steps?|restrictions?|detection|notifications?|trails?|layers?|enforcement|authentication|warnings?|modules?|agents?)(?![\\w-]))*';
const protection = `(?:${ofWhich}${strong}${what})`;
/** What is no protection but about it: the security team, a safety manual. */
const notProtection =
	'(?! (?:team|guide|page|manager|conference|training|meeting|officer|report|review meeting|deposit|guard|desk|camera|badge|manual|group|class|course|question))';

/** Orders to leave what an agent was told, and checks. */
const override: Rule[] = [
	{
		name: 'override',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to ignore its instructions or checks',
		confined: 'info',
		pattern: expression(
			`(?:ignore|disregard|override|bypass|circumvent|supersede|set aside|overrule|neglect|drop|discard|abandon|skip|omit|waive|forget|evade|sidestep|work around|suspend|relax|lift|violate|break|overwrite|dismiss)(?: (?:about|past))? (?:${words(2)}${earlier} ${words(2)}${instructions}|(?:${all} )+${words(1)}${plainInstructions})`,
		),
	},
	{
		name: 'override',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to ignore its instructions or checks',
		confined: 'info',
		pattern: expression(
			'(?:bypass|circumvent|evade|override|overrule|skip|ignore|disregard|waive|omit|suspend) (?:the |all |any |every |your |its |usual |normal |standard |further |additional )*(?:(?:security|safety|permission|identity|access|compliance|fraud|policy|content|integrity|background|age|credit|user|manager|human|two-factor|multi-factor|2fa|mfa) )*(?:verification|authentication|authorization|authorisation|approvals?|confirmations?|guard ?rails?|safeguards?|2fa|mfa|access controls?|permission checks?|safety checks?|security checks?|identity checks?|policy checks?|safety filters?|content filters?|security review|safety review|security controls?|security polic(?:y|ies)|safety polic(?:y|ies)|safety guidelines|restrictions)(?! (?:prompts?|dialogs?|pages?|e-?mails?|screens?|boxe?s?|messages?))',
		),
	},
	{
		name: 'override',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent not to follow its instructions',
		pattern: expression(
			`(?:do not|don't|never|stop|cease|no longer) (?:follow|following|obey|obeying|adhere to|adhering to|comply with|complying with|apply|applying|enforce|enforcing|respect|respecting|honor|honour) (?:${words(2)}${earlier} ${words(1)}${instructions}|(?:${all} )+${words(1)}${plainInstructions})`,
		),
	},
	{
		name: 'override',
		severity: 'error',
		mood: 'statement',
		description: 'says that instructions or checks no longer hold',
		confined: 'info',
		pattern: expression(
			`(?:(?:this|these|the following) )?(?:${words(3)})?(?:overrides?|supersedes?|replaces?|takes? (?:precedence|priority) over|cancels?|voids?) (?:(?:all|any|every|the|your|other) )*(?:previous|prior|preceding|earlier|existing|other|original|system|safety|security|standing) ${words(2)}${instructions}`,
		),
	},
	{
		name: 'override',
		severity: 'error',
		mood: 'statement',
		description: 'says that checks may be left out',
		confined: 'info',
		pattern: expression(
			`(?:${protection}|(?:the |any |identity |user |manual |human )*(?:verification|approval|confirmation|authorization)(?: steps?| checks?)?(?= (?:can|may|should|must) )) (?:(?:can|may|should|must|shall|will|is to|are to|has to|have to|needs? to) (?:now |always |safely |simply |be safely )?be (?:\\w+ly )?(?:ignored|skipped|bypassed|disregarded|overridden|waived|omitted|circumvented|disabled|turned off|switched off|deactivated|suspended|dropped|relaxed)|(?:is|are) (?:not|no longer) (?:needed|required|necessary|enforced|in force|applicable))`,
		),
	},
];

const actions =
	'(?:approve|authorize|authorise|grant|execute|run|process|accept|confirm|allow|transfer|wire|pay|install|delete|wipe|purge|drop|unlock|release|refund|sign|elevate|escalate|give|share|send|forward|export|open|whitelist|provide|return|comply|proceed|complete|perform|carry out)';
const unchecked =
	"(?:without (?:any |further |asking for |requiring |requesting |needing |waiting for |prior |additional |manual |human |user |the user's |user's )*(?:confirmation|confirming|approval|verification|verifying|authorization|authorisation|authentication|review|reviewing|validation|permission|asking|question(?:s|ing)?|checks?|checking|consent|hesitation|warnings?|logging|scrutiny|oversight)|no questions asked|unconditionally)";
/** Work on a program that harms nobody else. */
const ownTask =
	'(?:run|execute|perform|install|apply) (?:(?:the|all|any|your|pending|database|schema|db|unit|integration|end-to-end) )*(?:migrations?|tests?|linters?|formatters?|type checks?|builds?|npm|pnpm|yarn|pip|cargo|make|dependencies)';

/** What a developer lets a coding agent do by itself: told, and no family speaks against the same words. */
export const ownTasks: Rule = {
	name: 'disable',
	severity: 'info',
	mood: 'order',
	description: 'tells the agent to act without a check',
	pattern: expression(`${ownTask} ${words(12)}${unchecked}`),
};

const disable: Rule[] = [
	{
		name: 'disable',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to turn protection off',
		confined: 'info',
		pattern: expression(
			`(?:disable|turn off|switch off|deactivate|shut (?:down|off)|suspend|stop|remove|delete|kill|weaken|clear|erase|purge|wipe|mute|suppress|silence|pause|drop|lower|loosen|unset|uninstall) ${protection}${notProtection}`,
		),
	},
	{
		name: 'disable',
		severity: 'info',
		mood: 'order',
		description: 'tells the agent to turn off what shows what happens',
		pattern: expression(
			`(?:disable|turn off|switch off|deactivate|suspend|stop|clear|erase|purge|wipe|mute|suppress|silence) ${ofWhich}${weak}${what}`,
		),
	},
	{
		name: 'disable',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to act without a check',
		confined: 'info',
		pattern: expression(
			`(?!${ownTask}(?![\\w-])|[^.;!?\\n]{0,120}?(?<![\\w-])(?:${bounded})(?![\\w-]))${actions} (?!nothing(?![\\w-]))${words(12)}${unchecked}`,
		),
	},
	ownTasks,
	{
		name: 'disable',
		severity: 'error',
		mood: 'order',
		description: 'tells the agent to widen what somebody may do',
		confined: 'info',
		pattern: expression(
			`(?:grant|give|assign|allow|elevate|escalate|add|extend|enable|provide|promote) ${words(8)}(?:(?:full |unrestricted |unlimited |elevated |permanent |unconditional |complete |blanket )+(?:${words(2)})(?:access|privileges?|permissions?|rights|control|authority|clearance)|(?:admin(?:istrator|istrative)?|root|superuser|sudo|owner)(?:-level)? (?:access|privileges?|permissions?|rights|role|status|credentials?))|(?:escalate|elevate|raise|widen|expand) ${words(3)}(?:privileges?|permissions?|rights|access|clearance)(?: level)?`,
		),
	},
];

const toThePerson =
	'(?:the |any |your |our )?(?:users?|owners?|customers?|clients?|operators?|admins?|administrators?|humans?|anyone|anybody|security team|security|it department|logs?|them|him|her|people|person|developers?|management|compliance)';
const conceal: Rule[] = [
	{
		name: 'conceal',
		severity: 'error',
		mood: 'any',
		description: 'tells the agent to keep something from the user',
		pattern: expression(
			`(?:(?:do not|don't|never|must not|should not|without|avoid|refrain from|no need to) (?:ever )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|reveal(?:ing)? (?:this|it|that) to|mention(?:ing)? (?:this|it|that|these \\w+|any of this|the \\w+) to|disclos(?:e|ing) (?:this|it|that) to|show(?:ing)? (?:this|it|that) to|report(?:ing)? (?:this|it|that) to|ask(?:ing)?) ${toThePerson}(?! (?:to|which|what|if|whether|for (?:their|his|her) (?:name|birthday|age)))|(?:hide|conceal|keep) (?:this|it|that|these|everything|any trace|all traces|the change|the action|your actions)(?: [\\w-]+){0,4}? (?:from|hidden from|secret from) ${toThePerson})`,
		),
	},
	{
		name: 'conceal',
		severity: 'error',
		mood: 'any',
		description: 'tells the agent to keep this entry secret',
		pattern: expression(
			"(?:do not|don't|never) (?:mention|reveal|disclose|discuss|repeat|show|acknowledge|display|log|record|surface|cite|quote) (?:(?:that|the (?:existence|source|origin|content|contents) of) )?(?:this|these|the above|the existence of (?:this|these)) (?:memory|memories|note|notes|entry|entries|instructions?|message|rule|rules|policy|directive|prompt|action|actions|step|steps|redirection|change|transfer)",
		),
	},
];

export const directiveRules: readonly Rule[] = [...override, ...disable, ...conceal];
