import { chinese, japanese } from './languages/east-asian.ts';
import { german } from './languages/german.ts';
import { french, italian, portuguese, spanish } from './languages/romance.ts';
import { russian } from './languages/russian.ts';
import type { Vocabulary } from './languages/vocabulary.ts';
import type { PatternSeverity, RuleName } from './pattern-match.ts';

/** Where an order in another language than English stands in a text as it is. */
export interface ForeignOrder {
	readonly rule: RuleName;
	readonly severity: PatternSeverity;
	readonly start: number;
	readonly end: number;
	readonly description: string;
	/** An act that the user is not to learn of, and not only words that are kept from the user. */
	readonly isHiddenAct: boolean;
}

const vocabularies: readonly Vocabulary[] = [german, spanish, french, portuguese, italian, russian, chinese, japanese];

const address = String.raw`(?:[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,60})+|(?:https?|ftp|wss?):\/\/[^\s"'<>]{1,200})`;
/** Japanese has its verb at the end. */
const japaneseForward = String.raw`${address}[^。！？\n]{0,30}(?:に|へ|まで)?[^。！？\n]{0,20}(?:転送|送信|送っ|送れ|アップロード|送付|コピー)|(?:転送|送信|送付|アップロード)[^。！？\n]{0,20}(?:先|宛先)[^。！？\n]{0,10}${address}`;

interface CompiledRule extends Omit<ForeignOrder, 'start' | 'end'> {
	readonly pattern: RegExp;
	readonly never: RegExp;
}

function rulesOf(vocabulary: Vocabulary): CompiledRule[] {
	const { hasSpaces, never, ignore, told, overrides, freed, prompts, personas, send, data, papers, results, each, secretly, hides } =
		vocabulary;
	const [from, to] = hasSpaces ? [String.raw`(?<![\p{L}\p{N}_-])`, String.raw`(?![\p{L}\p{N}_-])`] : ['', ''];
	const stop = hasSpaces ? '.!?\\n' : '。！？\\n';
	const gap = (most: number): string => `(?:(?!${from}(?:${never})${to})[^${stop}]){0,${most}}?`;
	const before = new RegExp(hasSpaces ? `${from}(?:${never})${to}[^${stop},;:]{0,40}$` : `(?:${never})[^${stop}，,；]{0,10}$`, 'iu');
	/** Anywhere before it in the sentence: 'Delete no files without telling the user'. */
	const denied = new RegExp(`${from}(?:${never})${to}[^${stop}]{0,80}$`, 'iu');
	const rule = (
		name: RuleName,
		severity: PatternSeverity,
		description: string,
		sources: readonly string[],
		unless: RegExp | null = before,
	): CompiledRule[] =>
		sources.length === 0
			? []
			: [
					{
						rule: name,
						severity,
						description,
						pattern: new RegExp(`${from}(?:${sources.join('|')})${to}`, 'giu'),
						never: unless ?? /(?!)/u,
						isHiddenAct: unless === denied,
					},
				];
	const sent = (what: string): string => `(?:${send})${to}(?=${gap(100)}(?:${what}))${gap(140)}${address}`;
	const sentBehind = (what: string): string => `(?:${what})${gap(40)}(?:${send})${gap(60)}${address}`;
	const both = (what: string): string[] => [sent(what), ...(hasSpaces ? [] : [sentBehind(what)])];
	return [
		...rule('override', 'error', 'tells the agent to ignore its instructions or checks', [
			...(ignore === '' ? [] : [`(?:${ignore})${to}${gap(60)}${from}(?:${told})`]),
			...overrides,
		]),
		...rule('disable', 'error', 'tells the agent to turn protection off, or to be without limits', freed),
		...rule('credentials', 'error', 'asks the agent for its instructions', prompts),
		...rule('persona', 'warning', 'tells the agent to be somebody else', personas),
		...rule(
			'forward',
			'error',
			'tells the agent to send data to an address',
			send === '' ? [japaneseForward] : [...both(data), ...both(`${papers}|${results}`).map((one) => `(?:${each})${gap(60)}${one}`)],
		),
		...rule('forward', 'warning', 'tells the agent to send documents to a mail address', send === '' ? [] : both(papers)),
		...rule('conceal', 'error', 'tells the agent to hide from the user what it does', secretly, denied),
		...rule('conceal', 'error', 'tells the agent to keep something from the user', hides, null),
	];
}

const languages = vocabularies.map((vocabulary) => ({ marks: vocabulary.marks, rules: rulesOf(vocabulary) }));

/** Core orders in German, Spanish, French, Portuguese, Italian, Russian, Chinese and Japanese. @param text as it stands */
export function foreignOrders(text: string): ForeignOrder[] {
	return languages
		.filter(({ marks }) => marks.test(text))
		.flatMap(({ rules }) => rules)
		.flatMap(({ pattern, never, ...rule }) =>
			Array.from(text.matchAll(pattern), ({ 0: { length }, index: start }) => ({ ...rule, start, end: start + length })).filter(
				({ start }) => !never.test(text.slice(Math.max(0, start - 80), start)),
			),
		);
}
