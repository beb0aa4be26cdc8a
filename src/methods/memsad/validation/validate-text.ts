import { hiddenRuns, type HiddenRun } from '../../../text/hidden-characters.ts';
import { originalRange, type MappedSpelling } from '../../../text/mapped-spelling.ts';
import { plainSpelling, withLettersForDigits, withLettersJoined } from '../../../text/deobfuscate.ts';
import { distinctMatches, severityWeight } from './distinct-matches.ts';
import { directiveRules, ownTasks } from './directives.ts';
import { disclosureRules } from './disclosure.ts';
import { encodedPassages, rot13 } from './encodings.ts';
import { families } from './families/all.ts';
import { foreignOrders } from './languages.ts';
import { instructionMatches, isShown, withoutQuotations } from './instructions.ts';
import { overrideRules, personaRules } from './overrides.ts';
import { insecureDownloads } from './insecure-downloads.ts';
import { isUnprovenClaim } from './mood.ts';
import { isPaperwork, paperwork } from './paperwork.ts';
import { paymentAccounts } from './payment-accounts.ts';
import { statedFacts } from './stated-facts.ts';
import { isAgainst, type Disguise, type JudgedAs, type PatternMatch, type RuleName } from './pattern-match.ts';
import { isRouting } from './routing.ts';
import { scriptActs } from './script-acts.ts';
import { matchesOf, sentencesOf, type Rule, type RuleMatch } from './rule.ts';
import { isAskingColleague, isReading } from './reading.ts';
import { steeringRules } from './steering.ts';
import { targetMatches } from './targets.ts';

/** Words that directives are made of, and those between them: what a disguised word is looked for in. */
const vocabulary = new Set(
	`a about above access account accounts act action actions add address admin administrator after agent all always an and answer answers any api appear approval approve are as ask asked asks assistant at attachments audit auth authentication authorization authorize
	backup bank bcc be before below bypass by call cc chat check checks circumvent code codes command commands comply conceal confidential confirm confirmation content contents context conversation conversations cookie cookies copy credential credentials customer customers
	data database default delete details directive directives disable disclose disregard do document documents don't dump each email emails enable endpoint every everything execute exfiltrate export external
	fetch file files filter filters firewall first follow following for forget forward from full future give grant guardrails guidelines he her hide his history how i if ignore immediately in include inform information instead instruction instructions internal is it its
	key keys last leak limits list log logging login logs mail memory mention message messages mfa model money monitoring must never new next no not note notify now of off on or other our out output override
	password passwords payment payments permission permissions personal policies policy post previous print prior private privileges prompt prompts protection protocol protocols quietly read recipient record records redirect relay remember remove replace reply report request requests respond response responses restrictions retrieve return reveal root rule rules run
	safety say secret secretly secrets security send sensitive server set settings share should show silently skip so ssh start steal stop store submit suspend system tell that the their them then these they this to token tokens transfer transmit turn
	unrestricted upload url use user users verification verify via warn webhook when whenever with without you your`
		.split(/\s+/u)
		.filter((word) => word !== ''),
);

function isDirectiveWord(word: string): boolean {
	return vocabulary.has(word);
}

const rules: readonly Rule[] = [...directiveRules, ...overrideRules, ...disclosureRules, ...steeringRules, ...personaRules];

/** Tokens with which chat templates set off who speaks: they have no place in what is remembered. */
const chatMarkup =
	/<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|begin_of_text|start_header_id|end_header_id)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|sys|system_prompt|system-reminder|developer|instructions|tool_call|function_call)>|(?:^|\n)#{0,3} ?(?:system|developer)(?: prompt| message):\s|(?:^|\n)#{0,3} ?(?:system|developer): (?=you\b|ignore\b|always\b|never\b|from now\b|the (?:assistant|agent|user|model)\b)/giu;

/**
 * What in a text speaks against keeping it as memory (docs/methods/memsad.md, 'Patterns'): each with its rule, its range and what it does. Words are read as
 * they are meant: characters that nobody sees, letters of other scripts, digits for letters, letters set apart and codes are undone first, and ranges are
 * of the text as it stands. Core orders are known in nine languages, the others in English; what is worded otherwise than orders mostly are is not seen.
 * @param as `instructions`: a piece of a file that gives orders by its nature, so that only what honest ones never or hardly ever say speaks against it;
 * `script`: a program, of which what it does counts, and what is hidden in it
 */
export function validateText(text: string, as: JudgedAs = 'memory'): PatternMatch[] {
	const plain = plainSpelling(text);
	const hidden = hiddenRuns(text);
	const found = [
		...spellingsOf(plain).flatMap(({ spelling, disguise }) => directivesIn(text, spelling, disguise)),
		...[...targetMatches(text), ...paymentAccounts(text), ...paperwork(text), ...insecureDownloads(text), ...statedFacts(text)].map(
			({ name, ...match }) => ({
				rule: name,
				...match,
				disguise: null,
				decoded: null,
			}),
		),
		...Array.from(text.matchAll(chatMarkup), ({ 0: words, index: start }) => markupMatch(start, words)),
		...hidden.map((run) => hiddenMatch(run)),
		...codedMatches(text, plain),
		...(as === 'memory' ? foreignOrders(text).map(undisguised) : []),
	];
	if (as === 'memory') return distinctMatches(found);
	const ofAny = found.map(inInstructions);
	if (as === 'script') return distinctMatches([...ofAny.map(inScript), ...scriptActs(text)]);
	const against = ofAny.filter(isAgainst);
	const orders = ordersInInstructions(text).filter(
		(order) => !against.some((one) => one.severity === 'error' && one.start < order.end && order.start < one.end),
	);
	return distinctMatches([...ofAny, ...orders]);
}

/** A text as it is spelled, and as it may be meant. */
function spellingsOf(plain: MappedSpelling): readonly { readonly spelling: MappedSpelling; readonly disguise: Disguise | null }[] {
	const lettered = withLettersForDigits(plain, isDirectiveWord);
	const joined = withLettersJoined(lettered ?? plain, isDirectiveWord);
	return [
		{ spelling: plain, disguise: null },
		...(lettered === null ? [] : [{ spelling: lettered, disguise: 'digits for letters' as const }]),
		...(joined === null ? [] : [{ spelling: joined, disguise: 'letters set apart' as const }]),
	];
}

/** Rules that mean the same in a file of instructions as in a memory: they look at what is hidden, and at commands. */
const ofAnyStore: ReadonlySet<RuleName> = new Set([
	'hidden-characters',
	'bidirectional',
	'encoded',
	'upload-command',
	'piped-command',
	'exfiltration-url',
	'image-with-parameters',
]);
/** Commands that many honest guides have as well. */
const warnsInInstructions: ReadonlySet<RuleName> = new Set(['piped-command', 'exfiltration-url', 'image-with-parameters']);

/** Of those, what hides something from whoever reads the text. */
const isHiding: ReadonlySet<RuleName> = new Set(['hidden-characters', 'bidirectional', 'encoded']);

/** A file of instructions gives orders by its nature, so that an order alone says nothing against it. */
function inInstructions(match: PatternMatch): PatternMatch {
	if (!ofAnyStore.has(match.rule)) return { ...match, severity: 'info' };
	return match.severity === 'error' && warnsInInstructions.has(match.rule) ? { ...match, severity: 'warning' } : match;
}

/** Scripts send files for good reasons: what they send is looked at by their acts. */
function inScript(match: PatternMatch): PatternMatch {
	return isHiding.has(match.rule) || match.rule === 'piped-command' ? match : { ...match, severity: 'info' };
}

/** What honest files of instructions hardly ever say; whoever disguises it hides it. */
function ordersInInstructions(text: string): PatternMatch[] {
	if (isShown(text)) return [];
	const said = withoutQuotations(text);
	const orders = spellingsOf(plainSpelling(said)).flatMap(({ spelling, disguise }) =>
		instructionMatches(spelling.text)
			.filter((match) => !isHonestly(spelling.text, match))
			.map((match) => asPatternMatch(text, spelling, match, disguise))
			.map((match): PatternMatch => (match.disguise === null ? match : { ...match, severity: 'error' })),
	);
	const foreign = foreignOrders(said)
		.filter(({ rule }) => rule !== 'persona')
		.map((order) => undisguised(order.rule === 'forward' || order.isHiddenAct ? order : { ...order, severity: 'warning' }));
	return [...orders, ...foreign];
}

function undisguised({ rule, severity, start, end, description }: Omit<PatternMatch, 'disguise' | 'decoded'>): PatternMatch {
	return { rule, severity, start, end, description, disguise: null, decoded: null };
}

/** Whether anything in a text speaks against it. */
export function isSuspect(text: string): boolean {
	return validateText(text).some(isAgainst);
}

/** Rules by which a sentence is found that only says who takes care of a topic. */
const ofRouting: ReadonlySet<RuleName> = new Set(['redirect', 'standing-order', 'disable']);

function directivesIn(text: string, spelling: MappedSpelling, disguise: Disguise | null): PatternMatch[] {
	const routings = sentencesOf(spelling.text).filter(({ start, end }) => isRouting(spelling.text.slice(start, end)));
	const isHonest = (one: RuleMatch): boolean =>
		isHonestly(spelling.text, one) ||
		isPaperwork(spelling.text, one.rule.name, one.start, one.end) ||
		(ofRouting.has(one.rule.name) && routings.some(({ start, end }) => start <= one.start && one.end <= end));
	const phrases = matchesOf(rules, spelling.text).filter((one) => !isHonest(one));
	const flaggedPhrases = phrases.filter(({ severity }) => severity !== 'info');
	// A phrase says more exactly what is wrong than a family that sees the same words, or that nothing is.
	const others = families
		.matches(spelling.text)
		.filter(
			(one) =>
				!isHonest(one) &&
				!phrases.some(
					(phrase) => (flaggedPhrases.includes(phrase) || phrase.rule === ownTasks) && phrase.start < one.end && one.start < phrase.end,
				),
		);
	const kept = others.filter((one, i) => !others.slice(0, i).some((earlier) => earlier.start <= one.start && one.end <= earlier.end));
	return [...phrases, ...kept].map((match) => asPatternMatch(text, spelling, match, disguise));
}

/** Whether what looks like an attack is known to be honest: asking for honesty, pointing to what people read, saying whom to ask. */
function isHonestly(text: string, { rule, start, end }: RuleMatch): boolean {
	if (rule.name === 'conceal') return isUnprovenClaim(text, start);
	if (rule.name === 'endpoint') return isReading(text, start, end);
	return rule.name === 'credentials' && isAskingColleague(text, start);
}

function asPatternMatch(
	text: string,
	spelling: MappedSpelling,
	{ rule, severity, start, end }: RuleMatch,
	disguise: Disguise | null,
): PatternMatch {
	const range = originalRange(spelling, start, end);
	const seen = disguise ?? disguiseOf(text.slice(range.start, range.end));
	return {
		rule: rule.name,
		severity,
		...range,
		description: rule.description,
		disguise: seen,
		decoded: seen === null ? null : spelling.text.slice(start, end),
	};
}

/** What in a passage was undone so that it could be read. */
function disguiseOf(passage: string): Disguise | null {
	if (hiddenRuns(passage).length > 0) return 'hidden characters';
	return (/[A-Za-z]/u.test(passage) &&
		/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\u{FF21}-\u{FF5A}\u{1D400}-\u{1D7FF}\u{0250}-\u{02AF}\u{1D00}-\u{1D7F}]/u.test(
			passage,
		)) ||
		/[\u{FF21}-\u{FF5A}\u{1D400}-\u{1D7FF}]{4}/u.test(passage)
		? 'look-alike letters'
		: null;
}

function markupMatch(start: number, words: string): PatternMatch {
	const from = start + (words.length - words.trimStart().length);
	return {
		rule: 'chat-markup',
		severity: 'warning',
		start: from,
		end: start + words.trimEnd().length,
		description: 'has the marks with which a chat template sets off who speaks',
		disguise: null,
		decoded: null,
	};
}

function hiddenMatch({ kind, start, end, codes, decoded }: HiddenRun): PatternMatch {
	const isDirection = kind === 'bidirectional';
	return {
		rule: isDirection ? 'bidirectional' : 'hidden-characters',
		severity: decoded !== null || kind === 'tag' ? 'error' : 'warning',
		start,
		end,
		description: isDirection
			? `has marks that change the direction of writing (${codes}), so it is read differently from how it is written`
			: decoded === null
				? `has characters that nobody sees (${codes})`
				: 'has words in it that nobody sees',
		disguise: 'hidden characters',
		decoded,
	};
}

/** Directives in codes, and words in codes that direct nobody. */
function codedMatches(text: string, plain: MappedSpelling): PatternMatch[] {
	const found: PatternMatch[] = [];
	for (const { start, end, decoded, disguise, isWords } of encodedPassages(text)) {
		const inner = worst([
			...directivesIn(decoded, plainSpelling(decoded), null),
			...targetMatches(decoded).map((match) => ({ ...match, rule: match.name })),
		]);
		if (inner === undefined && !isWords) continue;
		const description =
			inner === undefined ? `has words in ${disguise} in it` : `has words in ${disguise} in it that read: it ${inner.description}`;
		found.push({ rule: 'encoded', severity: inner === undefined ? 'info' : 'error', start, end, description, disguise, decoded });
	}
	for (const { spelling, disguise } of ciphers(plain)) {
		const inner = worst(directivesIn(spelling.text, plainSpelling(spelling.text), null));
		if (inner === undefined) continue;
		const whole = { start: plain.starts[0]!, end: plain.ends.at(-1)! };
		const range = disguise === 'ROT13' ? { start: plain.starts[inner.start]!, end: plain.ends[inner.end - 1]! } : whole;
		const decoded = spelling.text.slice(inner.start, inner.end);
		found.push({
			rule: 'encoded',
			severity: 'error',
			...range,
			description: `has words in it that read, ${disguise === 'ROT13' ? 'by ROT13' : 'backward'}: it ${inner.description}`,
			disguise,
			decoded,
		});
	}
	return found;
}

/** Key words of directives, moved by thirteen letters and backward: texts without them need no second reading. */
const moved = /vtaber|qvfertneq|bireevqr|olcnff|sbejneq|qvfnoyr|frperg|cnffjbeq|perqragvny|vafgehpgvba|frphevgl|genafsre|rznvy|gbxra/iu;
const backward = /erongi|dragersid|edirrevo|ssapyb|drawrof|elbasid|terces|drowssap|laitnederc|noitcurtsni|ytiruces|refsnart|liame|nekot/iu;

function ciphers(plain: MappedSpelling): { readonly spelling: { readonly text: string }; readonly disguise: Disguise }[] {
	return [
		...(moved.test(plain.text) ? [{ spelling: { text: rot13(plain.text) }, disguise: 'ROT13' as const }] : []),
		...(backward.test(plain.text)
			? [{ spelling: { text: Array.from(plain.text).toReversed().join('') }, disguise: 'reversed' as const }]
			: []),
	];
}

function worst<T extends { readonly severity: PatternMatch['severity'] }>(matches: readonly T[]): T | undefined {
	return matches
		.filter(({ severity }) => severity !== 'info')
		.toSorted((a, b) => severityWeight[b.severity] - severityWeight[a.severity])[0];
}
