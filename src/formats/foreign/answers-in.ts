import type { MappedText } from '../../text/text-map.ts';
import { chatOf, contentText, lastTurn } from './chat.ts';
import { parseWhole } from './located-parser.ts';
import { itemsOf, memberOf, textOf, type Located } from './located.ts';
import { textIn } from './texts-in.ts';

/** Members that hold what somebody asked, the likeliest first. */
const questionMembers = [
	'question',
	'query',
	'user_input',
	'user_query',
	'input',
	'prompt',
	'text',
	'query_str',
	'message',
	'kwargs',
	'value',
];
/** Members that hold what was answered, the likeliest first. */
const answerMembers = [
	'answer',
	'response',
	'output',
	'result',
	'output_text',
	'final_answer',
	'actual_output',
	'generated_text',
	'completion',
	'generation',
	'generations',
	'choices',
	'message',
	'kwargs',
	'content',
	'text',
	'value',
];
/** Objects and lists in one another in which a text is looked for. */
const deepest = 8;

/** Returns the value that a string holds as JSON, or the value itself. Tools record what they pass around as JSON in strings. */
export function decoded(value: Located | undefined): Located | undefined {
	if (value?.kind !== 'string') return value;
	const { source, start, end, before, after } = value;
	if (!/^(?:\s|\\[nrt])*(?:[{[]|\\?")/.test(source.text.slice(start + before, Math.min(end - after, start + before + 80)))) return value;
	return parseWhole(textOf(value), 'json') ?? value;
}

/** Returns what was asked in the input of a step, a program or a model, or `undefined`. */
export function questionIn(input: Located | undefined, depth = 0): MappedText | undefined {
	const value = decoded(input);
	if (value === undefined || depth > deepest) return undefined;
	if (value.kind === 'string') return textIn(value);
	const chat = chatOf(value);
	if (chat !== undefined) return lastTurn(chat).query;
	if (value.kind === 'array') return value.items.length === 1 ? questionIn(value.items[0], depth + 1) : undefined;
	for (const name of questionMembers) {
		const text = questionIn(memberOf(value, name), depth + 1);
		if (text !== undefined) return text;
	}
	return onlyMember(value, depth, questionIn);
}

/** Returns what was answered in the output of a step, a program or a model, or `undefined`. Of several choices the first one counts. */
export function answerIn(output: Located | undefined, depth = 0): MappedText | undefined {
	const value = decoded(output);
	if (value === undefined || depth > deepest) return undefined;
	if (value.kind === 'string') return textIn(value);
	const chat = chatOf(value);
	if (chat !== undefined)
		return lastTurn(chat).response ?? chat.findLast(({ role, text }) => role === 'assistant' && text !== undefined)?.text;
	if (value.kind === 'array') {
		const parts = contentText(value);
		return parts ?? answerIn(value.items[0], depth + 1);
	}
	for (const name of answerMembers) {
		const text = answerIn(memberOf(value, name), depth + 1);
		if (text !== undefined) return text;
	}
	return onlyMember(value, depth, answerIn);
}

function onlyMember(value: Located, depth: number, read: (value: Located | undefined, depth: number) => MappedText | undefined) {
	if (value.kind !== 'object' || value.members.size !== 1) return undefined;
	const [only] = value.members.values();
	return itemsOf(only).length > 1 ? undefined : read(only, depth + 1);
}
