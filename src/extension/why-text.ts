import type { Sentences } from '../protocol/requests.ts';
import type { Result } from '../protocol/message.ts';
import { percentOf } from '../protocol/percent.ts';

export type Sentence = Result<typeof Sentences>[number];

/** Why a sentence is judged as it is, as Markdown in which everything the model or a file wrote is text. */
export function whyMarkdown(sentence: Sentence): string {
	const { verdict, entropyMean, cgMean, worst } = sentence;
	const judged = verdict === null
		? 'No profile fits this model, so the sentence is not judged. Its numbers:'
		: verdict === 'grounded'
			? '**Grounded**: the model that reads was sure enough of this sentence.'
			: '**Ungrounded**: even with the contexts before it, the model that reads was unsure of this sentence.';
	const rows = worst.map((token) => `| ${code(token.text)} | &nbsp; ${percentOf(token.probability)} | &nbsp; ${nats(token.entropy)} | &nbsp; ${nats(token.cg)} |`);
	return [
		judged,
		'',
		`- Mean entropy **${nats(entropyMean)}** nats: how open the next word was, with the contexts; high means unsure.`,
		`- Mean confidence gap **${nats(cgMean)}** nats: how much the contexts settled it; near 0 they did not help.`,
		...(rows.length === 0 ? [] : ['', 'Tokens to look at first:', '', '| token | probability | entropy | gap |', '|:--|--:|--:|--:|', ...rows]),
	].join('\n');
}

/** The sentence's numbers in one line, for a list that is read aloud. */
export function sentenceNumbers({ entropyMean, cgMean }: Sentence): string {
	return `entropy ${nats(entropyMean)} · gap ${nats(cgMean)}`;
}

/** Its worst tokens in one line. */
export function worstTokens({ worst }: Sentence): string {
	return worst.length === 0 ? '' : `worst: ${worst.map((token) => `“${token.text.trim()}” ${percentOf(token.probability)}`).join(', ')}`;
}

/** Inline code that no text can break out of, in a table cell too. */
function code(text: string): string {
	const shown = text.replaceAll('\n', '↵').replaceAll('\r', '').replaceAll('\t', '⇥').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '�').replaceAll('|', '\\|');
	const fence = '`'.repeat(Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
	return `${fence} ${shown === '' ? ' ' : shown} ${fence}`;
}

export function nats(value: number): string {
	return value.toFixed(2).replace('-', '−');
}
