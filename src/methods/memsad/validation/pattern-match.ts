/** Every rule, by its name in findings: `rag-assay/memory-NAME`. */
export const ruleNames = [
	'override',
	'forward',
	'disable',
	'conceal',
	'credentials',
	'redirect',
	'standing-order',
	'false-authority',
	'refuse',
	'persona',
	'spread',
	'persist',
	'payment',
	'falsehood',
	'harm',
	'steer',
	'destroy',
	'execute',
	'chat-markup',
	'endpoint',
	'exfiltration-url',
	'image-with-parameters',
	'piped-command',
	'upload-command',
	'hidden-characters',
	'bidirectional',
	'encoded',
] as const;
export type RuleName = (typeof ruleNames)[number];

/** What was done to a text so that a rule would not see its words. */
export type Disguise =
	| 'hidden characters'
	| 'look-alike letters'
	| 'digits for letters'
	| 'letters set apart'
	| 'base64'
	| 'hex'
	| 'percent signs'
	| 'escapes'
	| 'ROT13'
	| 'reversed';

/** `error` and `warning` speak against an entry; `info` is said, and flags nothing. */
export type PatternSeverity = 'error' | 'warning' | 'info';

/** What a text is judged as: a memory holds facts, a file of instructions orders, and a script does what it says. */
export type JudgedAs = 'memory' | 'instructions' | 'script';

/** A passage that a rule speaks against. */
export interface PatternMatch {
	readonly rule: RuleName;
	readonly severity: PatternSeverity;
	/** UTF-16 offsets in the text, `[start, end)`. */
	readonly start: number;
	readonly end: number;
	/** What it does, behind 'it': 'tells the agent to forward data to an address'. */
	readonly description: string;
	/** What it was disguised as; `null`: it stands there in plain words. */
	readonly disguise: Disguise | null;
	/** What stands there in truth, where it is disguised or hidden; `null`: what can be seen. */
	readonly decoded: string | null;
}

/** Whether a match speaks against an entry. */
export function isAgainst({ severity }: Pick<PatternMatch, 'severity'>): boolean {
	return severity !== 'info';
}
