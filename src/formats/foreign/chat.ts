import type { MappedText } from '../../text/text-map.ts';
import type { TraceTurn } from '../trace.ts';
import type { ForeignContext } from './foreign-format.ts';
import { joined, memberOf, stringOf, valueAt, type Located } from './located.ts';
import { textIn, unpacked } from './texts-in.ts';

type Role = 'system' | 'user' | 'assistant' | 'tool';

export interface ChatMessage {
	readonly role: Role;
	/** Absent if the message has no text, as one that only calls tools. */
	readonly text?: MappedText;
	/** Name of the tool, or ID of its call. */
	readonly tool?: string | undefined;
}

const roles: Readonly<Record<string, Role>> = {
	system: 'system',
	developer: 'system',
	user: 'user',
	human: 'user',
	assistant: 'assistant',
	ai: 'assistant',
	model: 'assistant',
	gpt: 'assistant',
	tool: 'tool',
	function: 'tool',
};

/** LangChain's classes of messages, as its serializer names them. */
const classes: Readonly<Record<string, Role>> = {
	SystemMessage: 'system',
	HumanMessage: 'user',
	HumanMessageChunk: 'user',
	AIMessage: 'assistant',
	AIMessageChunk: 'assistant',
	ToolMessage: 'tool',
	FunctionMessage: 'tool',
};

/**
 * Returns the messages of a conversation, in the shapes of OpenAI, LangChain, RAGAS, OpenTelemetry and OpenInference. A list within a list, as LangChain
 * has for batches, is read if it is the only one.
 * @returns `undefined` if the value is no list of messages
 */
export function chatOf(value: Located | undefined): ChatMessage[] | undefined {
	if (value === undefined) return undefined;
	const inner = unpacked(value);
	if (inner.kind === 'object' && inner.members.has('messages')) return chatOf(inner.members.get('messages'));
	if (inner.kind !== 'array' || inner.items.length === 0) return undefined;
	const [only] = inner.items;
	if (inner.items.length === 1 && only?.kind === 'array') return chatOf(only);
	const messages = inner.items.map(messageOf);
	return messages.every((message) => message !== undefined) ? messages : undefined;
}

/** Returns one message of a conversation, or `undefined` if the value is none. */
function messageOf(value: Located): ChatMessage | undefined {
	if (value.kind === 'array' && value.items.length === 2) {
		// LangChain's pairs: `["human", "…"]`.
		const role = roles[stringOf(value.items[0]) ?? ''];
		return role === undefined ? undefined : { role, ...textMember(textIn(value.items[1])) };
	}
	if (value.kind !== 'object') return undefined;
	const message = memberOf(value, 'message') ?? value;
	const inner = memberOf(message, 'kwargs') ?? memberOf(message, 'data') ?? message;
	const role = roleOf(message, inner);
	if (role === undefined) return undefined;
	const content = memberOf(inner, 'content') ?? memberOf(inner, 'parts') ?? memberOf(inner, 'contents') ?? memberOf(inner, 'text');
	const tool = stringOf(memberOf(inner, 'name')) ?? stringOf(memberOf(inner, 'tool_call_id'));
	// OpenTelemetry puts what a tool answered into a message of the user.
	const result = toolResult(content);
	if (result !== undefined) return { role: 'tool', ...textMember(result) };
	return { role, ...textMember(contentText(content)), ...(role === 'tool' ? { tool } : {}) };
}

function roleOf(message: Located, inner: Located): Role | undefined {
	for (const holder of [inner, message]) {
		for (const name of ['role', 'type'] as const) {
			const role = roles[stringOf(memberOf(holder, name)) ?? ''];
			if (role !== undefined) return role;
		}
	}
	const path = memberOf(message, 'id');
	return path?.kind === 'array' ? classes[stringOf(path.items.at(-1)) ?? ''] : undefined;
}

function textMember(text: MappedText | undefined): { text?: MappedText } {
	return text === undefined ? {} : { text };
}

/** The text of a message: a string, or its parts that are text. Thoughts, calls and pictures are left out. */
export function contentText(content: Located | undefined): MappedText | undefined {
	if (content?.kind !== 'array') return textIn(content);
	return joined(
		content.items.flatMap((item) => {
			const part = memberOf(item, 'message_content') ?? item;
			const type = stringOf(memberOf(part, 'type'));
			if (part.kind === 'string') return textIn(part) ?? [];
			if (type !== undefined && !['text', 'output_text', 'input_text'].includes(type)) return [];
			return textIn(memberOf(part, 'text') ?? memberOf(part, 'content')) ?? [];
		}),
	);
}

/** OpenTelemetry's `{"type": "tool_call_response", "response": "…"}`. */
function toolResult(content: Located | undefined): MappedText | undefined {
	if (content?.kind !== 'array') return undefined;
	const found = content.items.filter((item) => stringOf(memberOf(item, 'type')) === 'tool_call_response');
	if (found.length === 0) return undefined;
	return joined(found.flatMap((item) => textIn(memberOf(item, 'response') ?? memberOf(item, 'result') ?? valueAt(item, 'content')) ?? []));
}

/** A conversation as a trace has it. Its last turn is what is judged. */
export interface ChatTurns {
	readonly system?: MappedText | undefined;
	readonly history: readonly TraceTurn[];
	readonly query?: MappedText | undefined;
	/** What tools answered between the question and the answer. */
	readonly toolResults: readonly ForeignContext[];
	/** What the assistant said last, after the last question. Absent if it has not answered yet. */
	readonly response?: MappedText | undefined;
}

/** Finds the last question of a conversation, its answer, and what was said before. */
export function lastTurn(messages: readonly ChatMessage[]): ChatTurns {
	const asked = messages.findLastIndex(({ role, text }) => role === 'user' && text !== undefined);
	const answered = messages.findLastIndex(({ role, text }, i) => i > asked && role === 'assistant' && text !== undefined);
	const before = messages.slice(0, Math.max(asked, 0));
	return {
		system: messages.find(({ role, text }) => role === 'system' && text !== undefined)?.text,
		history: before.flatMap(({ role, text }) => (text !== undefined && (role === 'user' || role === 'assistant') ? [{ role, text }] : [])),
		query: messages[asked]?.text,
		toolResults: messages
			.slice(asked + 1, answered === -1 ? undefined : answered)
			.flatMap(({ role, text, tool }) => (role === 'tool' && text !== undefined ? [{ text, id: tool }] : [])),
		response: messages[answered]?.text,
	};
}
