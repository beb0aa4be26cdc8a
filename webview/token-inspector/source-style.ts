import { tokenSourceNames, type TokenSource } from '../../src/formats/token-sources.ts';

/**
 * Colors of the seven sources: VS Code's own for charts, which every theme adapts (its orange is see-through in some, so cyan is the terminal's). What the model brings itself is red and
 * what it was given blue; no two that stand in one bar differ in hue alone for any eye, and the table says the same.
 */
export const sourceColors: Readonly<Record<TokenSource, string>> = {
	query: 'charts.green',
	rag: 'charts.blue',
	past: 'charts.purple',
	self: 'charts.yellow',
	ffn: 'charts.red',
	ln: 'disabledForeground',
	initial: 'terminal.ansiCyan',
};

/** What moved the probe, a sentence for each source. */
export const sourceSentences: Readonly<Record<TokenSource, string>> = {
	query: 'Attention read the question, the instructions or the words around the contexts.',
	rag: 'Attention read the contexts.',
	past: 'Attention read earlier words of the answer.',
	self: 'Attention read the position of the token just before, which predicts this one.',
	ffn: 'The feed-forward blocks changed the estimate: what the model learned in training.',
	ln: 'The final norm, and whatever else comes after the last layer, changed the estimate.',
	initial: 'The estimate before the first layer, only from the token before.',
};

/** A source's name at the beginning of a line. */
export function sourceTitle(source: TokenSource): string {
	const name = tokenSourceNames[source];
	return name.charAt(0).toUpperCase() + name.slice(1);
}
