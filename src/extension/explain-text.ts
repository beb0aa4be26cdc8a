import type { Sentences } from '../protocol/requests.ts';
import type { Result } from '../protocol/rpc.ts';
import { givenInWords, shownReasons } from '../report/main-reasons.ts';
import { sentenceVerdictWords } from '../report/not-judged-words.ts';
import { percentOf } from '../wording/numbers.ts';

/** Why a response is flagged as a whole, as Markdown. `message`: what the finding says. */
export function whyResponseMarkdown(message: string): string {
	return [
		boldMarkdown(message),
		'',
		'The answer may come from what the model learned in training, not from the contexts. Two methods check this:',
		'',
		'- *Closed book* checks how sure the model is of this answer without the contexts. It was sure at every word, and none of these words surprised it.',
		'- *RePCS* adds up over the first 64 tokens how far the contexts moved the model\u2019s predictions (KL, in nats). A small sum means that the model would have said about the same without them.',
		'',
		'What follows:',
		'',
		'- The answer may still be correct. Compare it with the contexts. Contexts also hardly change an answer that refuses.',
		'- The threshold is the profile\u2019s. The hover of a word has the numbers. If the threshold has an \u03b1, at most this share of the answers that do use their contexts is below it.',
		'- The heatmap *Divergence (KL)* shows which words the contexts moved.',
	].join('\n');
}

/** Words in which nothing is taken for markup, so that they stand out. */
export function boldMarkdown(words: string): string {
	return `**${markdownText(words)}**`;
}

/** Further ones weigh little; of what speaks to the other side fewer do. */
const maxReasons = 5;
const maxOthers = 3;

export type Sentence = Result<typeof Sentences>[number];

/** Why a sentence is judged as it is, as Markdown in which everything the model or a file wrote is text. */
export function whyMarkdown(sentence: Sentence): string {
	const { entropyMean, cgMean, cgTop5, verdict, worst } = sentence;
	const isLeak = verdict.kind === 'profile' && verdict.verdict === 'leak';
	const rows = worst.map(
		(token) =>
			`| ${code(token.text)} | &nbsp; ${percentOf(token.probability)} | &nbsp; ${nats(token.entropy)} | &nbsp; ${nats(token.cg)} |`,
	);
	return [
		...judgment(sentence),
		'',
		...(isLeak ? copied : []),
		// Of its own, lest the list goes on with the reasons.
		...(entropyMean === null || cgMean === null || sentence.spad === null ? [] : ['How sure your model was of its words:', '']),
		...(entropyMean === null || cgMean === null
			? []
			: [
					`- Mean entropy **${nats(entropyMean)}** nats: how open the next word was with the contexts. High means unsure.`,
					`- Mean confidence gap **${nats(cgMean)}** nats: how much surer the contexts made the model. Near 0, they did not help.`,
				]),
		...(isLeak && cgTop5 !== null
			? [`- Confidence gap of its top 5 tokens **${nats(cgTop5)}** nats: the words that the contexts made surest.`]
			: []),
		...(rows.length === 0
			? []
			: ['', 'Tokens to look at first:', '', '| token | probability | entropy | gap |', '|:--|--:|--:|--:|', ...rows]),
	].join('\n');
}

const copied = [
	'The contexts determined its words so strongly that it may repeat them word for word. Check whether it reveals something personal.',
	'',
];

/** Returns the verdict on a sentence, with the reason if there is none. */
export function verdictWordsOf({ verdict, entropyMean }: Sentence): string {
	return sentenceVerdictWords(verdict, entropyMean === null ? 'no model has read it' : 'no profile fits this model');
}

/** The verdict, why, and what judged it with its numbers. */
function judgment(sentence: Sentence): string[] {
	const { verdict, spad, entropyMean } = sentence;
	const title = bold(verdictWordsOf(sentence));
	if (verdict.kind !== 'profile' && verdict.kind !== 'supported')
		return [`${title} ${entropyMean === null ? 'No model has read it.' : 'Its numbers:'}`];
	const isFlagged = verdict.kind === 'profile' && verdict.verdict === 'ungrounded';
	if (spad === null)
		return [
			isFlagged
				? `${title} Even with the contexts, your model was unsure of this sentence.`
				: `${title} Your model was sure enough of this sentence.`,
		];
	const { classifier, probability, threshold, reasons, counterReasons, paper } = spad;
	return [
		title,
		...listed('Reasons for this verdict:', isFlagged ? reasons : counterReasons, maxReasons),
		...listed('Reasons against it:', isFlagged ? counterReasons : reasons, maxOthers),
		'',
		`Of their probability, as a mean, ${markdownText(givenInWords(spad))}.`,
		'',
		`${classifier.toUpperCase()} (sentence classifier): this sentence is unsupported with probability ${probability.toFixed(2)}, ${probability > threshold ? 'above' : 'not above'} its threshold ${threshold.toFixed(2)}.`,
		...(paper === null
			? []
			: ['', `The paper's own classifier (SPAD) says ${paper.probability.toFixed(2)}; its threshold is ${paper.threshold.toFixed(2)}.`]),
	];
}

/** `not judged: it has no contexts` as a sentence that stands out. */
function bold(words: string): string {
	return `**${words.charAt(0).toUpperCase()}${words.slice(1)}.**`;
}

function listed(head: string, reasons: NonNullable<Sentence['spad']>['reasons'], max: number): string[] {
	const shown = shownReasons({ reasons }, max);
	return shown.length === 0 ? [] : ['', head, '', ...shown.map((text) => `- ${markdownText(text)}`)];
}

/** The sentence's numbers in one line, for a list that is read aloud. */
export function sentenceNumbers({ entropyMean, cgMean, spad }: Sentence): string {
	const suspected =
		spad === null || spad.hallucinated === null
			? ''
			: `suspicion ${spad.probability.toFixed(2)} (threshold ${spad.threshold.toFixed(2)}) · `;
	return entropyMean === null || cgMean === null ? 'not read' : `${suspected}entropy ${nats(entropyMean)} · gap ${nats(cgMean)}`;
}

/** Why it is suspected, in one line; empty where it is not. */
export function strongestReason({ spad }: Sentence): string {
	return spad?.hallucinated === true ? shownReasons(spad, 2).join('; ') : '';
}

/** Its worst tokens in one line. */
export function worstTokens({ worst }: Sentence): string {
	return worst.length === 0 ? '' : `worst: ${worst.map((token) => `“${token.text.trim()}” ${percentOf(token.probability)}`).join(', ')}`;
}

/** Inline code that no text can break out of, in a table cell too. */
function code(text: string): string {
	const shown = text
		.replaceAll('\n', '↵')
		.replaceAll('\r', '')
		.replaceAll('\t', '⇥')
		.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '�')
		.replaceAll('|', '\\|');
	const fence = '`'.repeat(Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
	return `${fence} ${shown === '' ? ' ' : shown} ${fence}`;
}

/** Returns words of ours as Markdown in which none is taken for markup. */
export function markdownText(text: string): string {
	return text.replaceAll(/[\\`*_[\]<>|~#]/g, String.raw`\$&`);
}

function nats(value: number): string {
	return value.toFixed(2).replace('-', '−');
}
