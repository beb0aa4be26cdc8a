/** Why a response is flagged as a whole, as Markdown. `message`: what the finding says; its figures are in it. */
export function whyResponseMarkdown(message: string): string {
	return [
		boldMarkdown(message),
		'',
		'The answer may come from what the model learned, and not from what was retrieved. Two methods look for that, and the finding names the one that judged:',
		'',
		'- *Closed book* asks how sure the model was of this answer without the contexts. It was sure at every word, and none of these very words surprised it.',
		'- *RePCS* adds up over the first 64 tokens how far the contexts moved the model\u2019s predictions (KL, in nats). A small sum means that it would have said about the same without them.',
		'',
		'What follows:',
		'',
		'- That does not make it wrong: compare it with the contexts. An answer that refuses to say anything is hardly moved by them, too.',
		'- The threshold is the profile\u2019s. With an \u03b1 beside it, at most that share of answers that do use their contexts lies below it.',
		'- The heatmap *Divergence (KL)* shows which words the contexts moved.',
	].join('\n');
}

/** Words in which nothing is taken for markup, so that they stand out. */
export function boldMarkdown(words: string): string {
	return `**${words.replaceAll(/[\\`*_[\]<>|~#]/g, String.raw`\$&`)}**`;
}
