import { isOrder } from './mood.ts';
import type { TargetMatch } from './targets.ts';

/**
 * Orders to state a fact to others: 'always say she lives in Moscow'. A memory that knows a fact says the fact; whoever orders an agent to assert it, to everybody
 * or whenever somebody asks, may want it believed. Opening hours are told in the same words, so it is a warning. What people have said of themselves
 * ('say that I am on holiday', 'say that we are closed') is theirs to say, and what a class or a guest is told is addressed to them alone.
 */

/** Whoever comes along. */
const everybody = String.raw`(?:every(?:one|body)|any(?:one|body)(?: who asks)?|people|whoever (?:asks|calls)|others|(?:all|every|any|each) (?:\w+ )?(?:users?|customers?|callers?|clients?|visitors?|readers?|guests?|patients?|colleagues?|persons?))`;
const standing = String.raw`(?:always|every time|each time|whenever|from now on|when asked|if asked|(?:when(?:ever)?|if|once) (?:someone|anyone|somebody|anybody|they|people|users?|(?:a|the) (?:user|customer|caller|client)s?|\p{L}+) (?:asks?|wants? to know|mentions?|brings? (?:it|this) up)|(?:when(?:ever)?|if) (?:the|this) (?:topic|subject|question|name) \p{L}+|so every time|anyone who asks|whoever asks)`;
/** Whom or what a claim is about, and what is claimed of it; of the speaker it is no claim. */
const claim = String.raw`(?!(?:that )?(?:(?:I|we|my|our|you|your)\b|(?:it|there|this|that) (?:takes|costs|opens|starts|closes)\b))(?:that )?(?:(?:the|this|that|his|her|their|an?|no) )?(?:[\p{L}\d.'’-]+ ){1,5}?(?:is|are|was|were|has|have|had|will|can|cannot|does|did|never|no longer|lives?|left|lost|went|said|signed|moved|died|works?|owes?|stole|expired|closed|became|caused|(?<=\bthat [^.;!?\n]{0,60})\p{L}{3,}ed)(?!\p{L})`;

const asserts = 'say|state|claim|insist|maintain|assert|answer|reply|respond|explain|confirm|repeat|declare|keep saying|swear|testify';
/** Verbs that nobody who believes a fact uses. */
const doubtful = 'claim|insist|maintain|assert|swear|pretend|deny|keep saying';

const english: readonly RegExp[] = [
	new RegExp(String.raw`(?<!\p{L})${standing}[^.;!?\n]{0,60}?(?<!\p{L})(?<verb>(?:${asserts})(?: ${everybody})?) ${claim}`, 'giu'),
	new RegExp(String.raw`(?<!\p{L})(?<verb>(?:${asserts})) ${claim}[^.;!?\n]{0,60}?(?<!\p{L})${standing}(?!\p{L})`, 'giu'),
	new RegExp(
		String.raw`(?<!\p{L})(?<verb>(?:tell|inform|assure|convince|explain to|say to|remind|warn)) ${everybody}(?: who \p{L}+)? ${claim}`,
		'giu',
	),
	new RegExp(String.raw`(?<!\p{L})(?<verb>(?:${doubtful})) that (?!(?:I|we|my|our)\b)\p{L}`, 'giu'),
	new RegExp(
		String.raw`(?<!\p{L})(?<verb>make sure) (?:to say|you say|that (?:everyone|people|everybody) (?:hears?|believes?|thinks?)) ${claim}`,
		'giu',
	),
	new RegExp(String.raw`(?<!\p{L})${everybody}[^.;!?\n]{0,40} should (?:hear|be told|learn|believe) that ${claim}`, 'giu'),
];

/** The same with the core verbs of other languages, always or to everybody. */
const foreign: readonly RegExp[] = [
	/(?<!\p{L})(?:sagt?e?n? (?:allen|jedem|immer)|behaupte?n?(?: immer)?|antworte?n? immer|erz(?:ä|ae)hle?n? (?:allen|jedem)),? dass (?!ich|wir|mein|unser)\p{L}/giu,
	/(?<!\p{L})(?:dis|dites|r[ée]ponds|r[ée]pondez|affirme|affirmez|pr[ée]tends|soutiens)(?: (?:toujours|[àa] tous|[àa] tout le monde))+ qu(?:e |['’])(?!je|nous|mon|ma|notre)\p{L}/giu,
	/(?<!\p{L})(?:di|diga|responde|responda|afirma|afirme|insiste en|dile|diles)(?: (?:siempre|a todos|a todo el mundo))+,? que (?!yo|nosotros|mi|nuestr)\p{L}/giu,
	/(?<!\p{L})(?:(?:d[iì]|rispondi|afferma)(?: (?:sempre|a tutti))+ che|(?:diga|responda|afirme)(?: (?:sempre|a todos))+ que|(?:всегда (?:говори|отвечай|утверждай)(?:те)?|(?:говори|отвечай|скажи)(?:те)? (?:всем|всегда)),? что) \p{L}/giu,
	/(?:いつも|必ず|常に|誰に(?:で)?も|みんなに|全員に)[^。！？\n]{1,40}と(?:答え|言っ|言う|伝え|主張し|説明し)/gu,
	/(?:总是|始终|一律|一直|總是|每次都)(?:说|說|回答|声称|宣称|告诉)[^。！？\n]{2,}|(?:告诉|告訴)(?:大家|所有人|每个人|任何人)[^。！？\n]{2,}/gu,
];

/** 'If someone asks where she works, ' */
const behindCondition =
	/(?:^|[.!?\n] ?)(?:when(?:ever)?|if|once|each time|every time) [^,.;!?\n]{3,90}, (?:please |always |just |then )?$/iu;
const before = 120;

/** Orders to state facts to others. @param text as it is */
export function statedFacts(text: string): TargetMatch[] {
	const found = [
		...english.flatMap((pattern) =>
			Array.from(text.matchAll(pattern))
				.filter(({ index, groups, 0: all }) => {
					const verb = groups?.['verb'];
					const at = verb === undefined ? index : index + all.indexOf(verb);
					return verb === undefined || isOrder(text, at) || behindCondition.test(text.slice(Math.max(0, at - before), at));
				})
				.map(({ index, 0: all }) => ({ start: index, end: index + all.length })),
		),
		...foreign.flatMap((pattern) =>
			Array.from(text.matchAll(pattern))
				.filter(
					({ index }) => !/(?:nie|niemals|jamais|nunca|mai|никогда|不要|别|勿)\s*$/iu.test(text.slice(Math.max(0, index - before), index)),
				)
				.map(({ index, 0: all }) => ({ start: index, end: index + all.length })),
		),
	];
	return found
		.filter((one, i) => !found.slice(0, i).some((earlier) => earlier.start < one.end && one.start < earlier.end))
		.map((range) => ({
			name: 'falsehood',
			severity: 'warning',
			...range,
			description: 'tells the agent what to state as a fact to others',
		}));
}
