import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './installation.ts';

/** A trace of examples/, which the demo model's next training writes in other words. */
export interface ExampleText {
	/** The response's only or first sentence up to the first word of its value, which the reference has not. */
	readonly sentence: string;
	/** The value and what follows it. */
	readonly value: string;
	/** Which occurrence of a text in the file, counted from 0, is the first of the response. */
	readonly inResponse: (text: string) => number;
}

/** @param file below examples/, one whose response has a value of digits, or one sentence that says what something is. */
export function exampleText(file: string): ExampleText {
	const text = readFileSync(join(repository, 'examples', file), 'utf8');
	const start = text.indexOf('\n## Response\n') + '\n## Response\n'.length;
	const response = text.slice(start).trimStart();
	const [, opening, value] = /^(.*?[a-z]) (\d.*)/.exec(response) ?? /^(.*? is) (.*)/.exec(response) ?? [];
	if (start < 14 || opening === undefined || value === undefined) throw new RangeError(`${file} has no response with a value`);
	const sentence = `${opening} ${/^\w+/.exec(value)?.[0]}`;
	return { sentence, value, inResponse: (words) => text.slice(0, start).split(words).length - 1 };
}
