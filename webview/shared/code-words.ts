import { element } from './elements.ts';

/** Returns a sentence with what it has between backticks as code, the way the terminal and Markdown show it. */
export function codeWords(text: string): (HTMLElement | string)[] {
	// A last backtick without a partner is text.
	return text.split(/`([^`]+)`/u).flatMap((part, i) => (part === '' ? [] : [i % 2 === 1 ? element('code', {}, part) : part]));
}
