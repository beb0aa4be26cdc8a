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

/** A source's name at the beginning of a line. */
export function sourceTitle(source: TokenSource): string {
	const name = tokenSourceNames[source];
	return name.charAt(0).toUpperCase() + name.slice(1);
}
