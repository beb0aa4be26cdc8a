/** Who an entry tells to do something. */
const agents = '(?:you|agents?|assistants?|models?|bots?|AI|LLM|system|memory|it)';

/** What stands before a verb that is an order: nothing, or a word that makes it one. */
const orders = new RegExp(
	String.raw`(?:^|[,:;>(\]"|\n–—-] ?|[.!?]["')]* |\b(?:and|then|or|also|always|must|should|shall|please|just|simply|but|kindly|now|instead|first|next|at once|simply|even|anyway|still|only|\w{2,14}ly|go ahead and|to you|wants? you to|(?:need|needs|have|has|remember|sure|required|instructed|obliged|ought|told|authorized|authorised|supposed|expected|permitted|allowed|advised|important|necessary|essential|mandatory|forget|directed|ordered|free|safe|okay|ok|fine|time|glad|acceptable|better|best|is|are) to|(?:make|be) sure (?:you|to)|${agents}(?: (?:can|could|may|might|will|would))?|let's|do|in which case|in that case)[, ]+)$`,
	'iu',
);

const determined =
	"(?:(?:this|that|it|these|those|them)|(?:the|an?|any|this|that|these|those|your|my|our|their|every|each)(?: [\\w'-]+){1,2})";
const someone =
	'(?:you|the (?:user|agent|assistant|customer|client|caller|model)|an? (?:user|customer|client|caller)|users|customers|someone|anyone|they|he|she)';
/** When an order holds, at the head of its sentence and without a comma: 'From now on', 'After every task', 'When you read this'. */
const opening = new RegExp(
	String.raw`^(?:and |so |but |also |note: |please )?(?:from (?:now|today|here|tomorrow|this (?:point|moment|day|time))(?: on(?:wards?)?| forward)?|(?:starting|effective|beginning|as of) (?:today|now|immediately|tomorrow|(?:this|next) \w+)|(?:going|moving) forward|henceforth|hereafter|in (?:the )?future|(?:after|before|with|on|upon|for|in|during|at|following|at the (?:end|start|beginning|top|bottom|close) of) (?:every|each|any|all)(?: [\w-]+){1,2}|(?:every|each) (?:day|night|morning|evening|hour|week|month|time)|(?:when(?:ever)?|once|as soon as|if|after|before|(?:each|every) time|the moment|(?:the )?next time) ${someone} (?:answer|answers|respond|responds|reply|replies|log in|logs in|sign in|signs in|start|starts|finish|finishes|wake up|(?:is|are) asked(?: (?:for|about) \w+(?: \w+)?)?|(?:[\w-]+ ){1,3}?${determined})) $`,
	'iu',
);

/** What stands before a verb that is forbidden, or only spoken of. */
const forbidden =
	/\b(?:nothing (?:gets|is|may|must|should)|never|not|n't|cannot|avoid|refuses?|refused|forbids?|forbidden|prohibits?|prohibited|prevents?|blocks?|rather than|without|instead of|nobody|no one|nor|stop|unable|fails? to|tried|tries|attempts?|attempted|warn(?:s|ed)?|if (?:someone|anyone|somebody|anybody|a (?:caller|sender|message|stranger)))\b[^,;:.!?\n]{0,48}$/iu;
/** 'Delete nothing without approval': the act is not to be done without it. */
const nothingIsDone = /\bnothing (?:(?!(?:and|but|then|so|just|to)\b)[\w'-]+ ){0,5}$/iu;
const asksFor =
	/\b(?:before|when(?:ever)?|if|after|while|until|once|as|unless|because|what|which|where|whatever|everything|anything|how) (?:the )?(?:you|it|agents?|assistants?|models?|bots?|AI|LLM|system|memory)(?: can| could| may| might| will| would)? $|\b(?:who|what|which|whether|how)\b(?! (?:it|they) asks?)[^,;:.!?\n]{0,60}$|\b(?:quotes?|quoted|quoting|an? (?:attack|injection)|(?:things?|something|phrases?|words|text|sentences?|lines?) (?:like|such as))\b[^.;!?\n]{0,24}["'] ?(?:[\w,' ]{0,60}\b(?:and|or) )?$|\b(?:e-?mails?|messages?|callers?|texts?|scams?|phishing|attackers?|hackers?|anyone|someone)\b[^,;.!?\n]{0,24}\b(?:ask|asks|asking|asked|tell|tells|telling|told|request|requests|requesting|demand|demands)\b[^.;!?\n]{0,32}$/iu;
/** What something else does, and nobody is told to do: 'the server will always return'. */
const described = new RegExp(
	String.raw`(?<!\b${agents}) (?:will|would|can|could|may|might) (?:always|also|only|just|simply|still|now|then|\w{2,14}ly) $`,
	'iu',
);
/** Units of what stands before a verb that are looked at: expressions' time stays bounded. */
const reach = 160;

/**
 * A claim that is not to be made before it is known to be true: 'don't tell the user that tests pass unless you ran them'. What the agent did itself is none, and
 * 'unless they ask' is no proof.
 */
const unprovenClaim =
	/\b(?:tell|telling|inform|informing|assure|assuring|notify|notifying|report|reporting|say|saying|claim|claiming)(?: to)? (?:(?:the|any|your) )?(?:(?:users?|owners?|customers?|clients?|humans?|people|anyone|them) )?that (?!(?:you|we|I)\b)(?:(?!\b(?:you|we|I)\b)[^.;!?\n]){1,80}?,? (?:unless|until|before|without) (?:(?:you(?:'ve| have| had)?|they|we(?:'ve| have)?) (?:have |had )?(?:(?:actually|really|also|just|first|personally) )?(?:ran|run|verified|checked|tested|confirmed|seen|saw|reviewed|measured|reproduced|tried|validated|built|executed)\b|(?:it|they|all|each|every|these|those|the)(?: [\w-]+){0,4}? (?:(?:have|has|had) )?(?:pass|passes|passed|succeeds?|succeeded|works?|worked|builds?|(?:is|are|was|were) (?:green|done|verified|tested|confirmed|finished|complete))\b|(?:first |actually )?(?:having )?(?:running|verifying|checking|testing|confirming|reproducing|run|verified|checked|tested|confirmed)\b)/iu;

/** Whether what stands at `at` only forbids to claim something that nobody has checked. */
export function isUnprovenClaim(text: string, at: number): boolean {
	return unprovenClaim.test(`${sentenceBefore(text, at)}${sentenceAfter(text, at)}`);
}

/** Whether the verb at `at` is an order, by what stands before it in its sentence. */
export function isOrder(text: string, at: number): boolean {
	const before = sentenceBefore(text, at);
	return (
		(orders.test(before) || opening.test(before)) &&
		!forbidden.test(before) &&
		!asksFor.test(before) &&
		!described.test(before) &&
		!isQuestion(text, at)
	);
}

/** What stands before a participle that is a duty: `must be`, `are to be`, `have them`. */
const duties =
	/(?:\b(?:must|should|shall|has to|have to|needs? to|ought to|is to|are to) (?:\w{2,14}ly |now |always |first |then |also |only |at once |instead )?(?:be|get|go) (?:\w{2,14}ly |first |then |also |now )?|\b(?:(?:is|are) (?:now |always |automatically |silently |secretly |quietly )|gets? |(?:have|get) (?:it|them|this|all [\w ]{1,30}|the [\w ]{1,30}) )|\b(?:must|should|shall|is to|are to|has to|have to|needs? to) (?:\w{2,14}ly )?be [^.;!?\n]{1,60}\b(?:and|or|then) (?:\w{2,14}ly )?)$/iu;

/** Whether the participle at `at` is something that has to be done. */
export function isDuty(text: string, at: number): boolean {
	const before = sentenceBefore(text, at);
	return duties.test(before) && !forbidden.test(before) && !asksFor.test(before);
}

/** Whether what stands at `at` is denied or only spoken of. */
export function isForbidden(text: string, at: number): boolean {
	const before = sentenceBefore(text, at);
	return forbidden.test(before) || nothingIsDone.test(before) || asksFor.test(before);
}

/** Whether a sentence that begins at `at` asks: 'Turn it off at night? No.' */
function isQuestion(text: string, at: number): boolean {
	const after = text.slice(at, at + reach);
	return sentenceBefore(text, at) === '' && /^[^.!?\n]*\?/u.test(after);
}

/** The sentence up to `at`; of a long one its last part. */
function sentenceBefore(text: string, at: number): string {
	const before = text.slice(Math.max(0, at - reach), at);
	const ends = Array.from(before.matchAll(/[.!?]["')]* |\n/gu));
	const last = ends.at(-1);
	return last === undefined ? before : before.slice(last.index + last[0].length);
}

/** What follows up to the sentence's end. */
function sentenceAfter(text: string, at: number): string {
	const after = text.slice(at, at + reach);
	return after.slice(0, /[.!?](?:["')]* |["')]*$)|\n/u.exec(after)?.index ?? after.length);
}

/** Work on a program or a machine of one's own, in which checks are often turned off. */
const confined =
	/\b(?:in (?:the |our |all |any )?(?:unit |integration |e2e |end-to-end |load |smoke |automated |ci )?(?:tests?|testing|test suites?|ci|staging|sandbox|dev|development|local|localhost|debug|debugging|preview|playground|demo|notebooks?|vm|container)\b|for (?:local|unit|integration|load|testing|tests|development|debugging|the test|the demo)\b|locally|on (?:localhost|staging|my (?:laptop|machine))|during (?:the )?(?:tests?|testing|maintenance|deploys?|deployments?|migration|migrations|upgrade|upgrades|debugging|build|builds|rollout|backups?|load tests?|local)|while (?:testing|debugging|developing|migrating|profiling|running)|when (?:testing|debugging|running (?:the )?tests|developing)|(?:lint|eslint|linter|compiler|flake8|mypy|pylint|rubocop|prettier)\b)/iu;

/** Whether its sentence says that it is about tests or a machine of one's own. */
export function isConfined(text: string, start: number, end: number): boolean {
	return confined.test(`${sentenceBefore(text, start)}${text.slice(start, end)}${sentenceAfter(text, end)}`);
}
