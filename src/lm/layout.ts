import { createHash } from 'node:crypto';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { ChatMessage, ChatTemplate } from './tokenizer.ts';

/** Version of the way in which a trace becomes a conversation; a change changes every layout's hash. */
const layoutVersion = 'rag-assay/1';

/** The texts of a conversation, in the order in which they are sent. */
export interface ConversationTexts {
	readonly system: string | undefined;
	readonly contexts: readonly { readonly id: string; readonly text: string }[];
	readonly query: string;
	/** `null`: stop where the answer would begin. */
	readonly answer: string | null;
}

/** How a model's chat template takes the parts of a trace (docs/methods/reading.md); found out once, when it is loaded. */
export interface LayoutMode {
	/** `documents`: through the template's `documents`; `user-turn`: as `Context <id>:` blocks. */
	readonly contexts: 'documents' | 'user-turn';
	/** `user-turn`: at its head, for templates that refuse or drop a system turn. */
	readonly system: 'turn' | 'user-turn';
	/** `appended`: behind the generation prompt, for templates that cannot render an assistant's turn. */
	readonly answer: 'turn' | 'appended';
}

/** Turns the texts of a conversation into what the model reads. */
export interface Layout {
	/** `null`: plain text, for a model without a chat template. */
	readonly mode: LayoutMode | null;
	/** SHA-256, hex, of version, mode and template: part of every result and profile. */
	readonly hash: string;
	/**
	 * @param answer overrides how the answer is put in; absent: as the mode says.
	 * @throws whatever the template raises.
	 */
	compose(texts: ConversationTexts, answer?: LayoutMode['answer']): string;
}

/**
 * Finds out how the template takes a trace by rendering a few words with it.
 * @throws {UserError} RA404 when it renders not even a question.
 */
export function layoutFor(template: ChatTemplate | null): Layout {
	if (template === null) return { mode: null, hash: hashOf(null, ''), compose: composePlain };
	const mode = probe(template);
	return {
		mode,
		hash: hashOf(mode, template.source),
		compose: (texts, answer = mode.answer) => composeChat(template, { ...mode, answer }, texts),
	};
}

function hashOf(mode: LayoutMode | null, source: string): string {
	const parts = mode === null ? ['plain'] : [mode.contexts, mode.system, mode.answer];
	return createHash('sha256')
		.update([layoutVersion, ...parts, source].join('\n'))
		.digest('hex');
}

function composePlain({ system, contexts, query, answer }: ConversationTexts): string {
	const prompt = [...(system === undefined ? [] : [system]), userTurn(contexts, query), 'Answer:'].join('\n\n');
	return answer === null ? prompt : `${prompt} ${answer}`;
}

function composeChat(template: ChatTemplate, mode: LayoutMode, { system, contexts, query, answer }: ConversationTexts): string {
	const documents = mode.contexts === 'documents' ? contexts.map(({ id, text }) => ({ doc_id: id, title: id, text })) : null;
	const turn = documents === null ? userTurn(contexts, query) : query;
	const messages: ChatMessage[] = [
		...(system !== undefined && mode.system === 'turn' ? [{ role: 'system', content: system } as const] : []),
		{ role: 'user', content: system !== undefined && mode.system === 'user-turn' ? `${system}\n\n${turn}` : turn },
	];
	if (answer === null) return template.render(messages, documents, true);
	if (mode.answer === 'appended') return template.render(messages, documents, true) + answer;
	return template.render([...messages, { role: 'assistant', content: answer }], documents, false);
}

function userTurn(contexts: ConversationTexts['contexts'], query: string): string {
	return [...contexts.map(({ id, text }) => `Context ${id}:\n${text}`), `Question: ${query}`].join('\n\n');
}

const words = { system: 'Read with care.', context: 'Snow fell on Tuesday.', query: 'When did snow fall?', answer: 'On Tuesday.' };

function probe(template: ChatTemplate): LayoutMode {
	const renders = (mode: LayoutMode, texts: ConversationTexts, wanted: readonly string[]): boolean => {
		try {
			const rendered = composeChat(template, mode, texts);
			return wanted.every((part) => rendered.includes(part));
		} catch (error) {
			// Templates refuse what they cannot render with raise_exception.
			if (error instanceof Error) return false;
			throw error;
		}
	};
	const plainest: LayoutMode = { contexts: 'user-turn', system: 'user-turn', answer: 'appended' };
	const question: ConversationTexts = { system: undefined, contexts: [], query: words.query, answer: null };
	if (!renders(plainest, question, [words.query])) throw refusal(template, question, plainest);
	const context = { id: '1', text: words.context };
	return {
		contexts:
			/\bdocuments\b/.test(template.source) &&
			renders({ ...plainest, contexts: 'documents' }, { ...question, contexts: [context] }, [words.query, words.context])
				? 'documents'
				: 'user-turn',
		system: renders({ ...plainest, system: 'turn' }, { ...question, system: words.system }, [words.query, words.system])
			? 'turn'
			: 'user-turn',
		answer: renders({ ...plainest, answer: 'turn' }, { ...question, answer: words.answer }, [words.query, words.answer])
			? 'turn'
			: 'appended',
	};
}

function refusal(template: ChatTemplate, question: ConversationTexts, mode: LayoutMode): UserError {
	const hint =
		"The template is in the model's tokenizer_config.json or chat_template.jinja. Fix it there, or use a model whose template takes a plain question.";
	try {
		composeChat(template, mode, question);
		return new UserError(errorNumbers.chatTemplateFailed, "The model's chat template leaves the question out.", { hint });
	} catch (cause) {
		return new UserError(
			errorNumbers.chatTemplateFailed,
			`The model's chat template cannot be rendered: ${cause instanceof Error ? cause.message : String(cause)}.`,
			{ hint, cause },
		);
	}
}
