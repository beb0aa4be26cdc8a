import { PreTrainedTokenizer } from '@huggingface/transformers';
import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { firstLine } from './runtime-message.ts';
import { alignTokens, type TokenRanges } from '../text/align.ts';
import { tokenPieces, type TokenPiece, type TokenSpelling } from '../text/align-pieces.ts';
import { AlignedSource } from '../text/align-source.ts';
import { readJsonFile, readTextFile } from './safety/json-file.ts';
import type { ModelFiles } from './safety/model-folder.ts';
import { sizeLimits } from '../files/file-kind.ts';

/** A text as tokens, each with its place in the text. */
export interface TokenizedText extends TokenRanges {
	readonly ids: readonly number[];
	readonly pieces: readonly TokenPiece[];
}

export interface ChatMessage {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string;
}
interface ChatDocument {
	readonly doc_id: string;
	readonly title: string;
	readonly text: string;
}

/** A chat template as the layout uses it. */
export interface ChatTemplate {
	/** The template in Jinja. */
	readonly source: string;
	/**
	 * Renders a conversation.
	 * @throws whatever the template raises.
	 */
	render(messages: readonly ChatMessage[], documents: readonly ChatDocument[] | null, generationPrompt: boolean): string;
}

/** The members of `tokenizer.json` that determine how tokens are spelled. */
const tokenizerShape = z.object({
	model: z.object({
		type: z.string().nullish(),
		vocab: z.unknown(),
		unk_token: z.string().nullish(),
		byte_fallback: z.boolean().nullish(),
		continuing_subword_prefix: z.string().nullish(),
		end_of_word_suffix: z.string().nullish(),
		merges: z.unknown().optional(),
	}),
	added_tokens: z.array(z.object({ content: z.string(), id: z.unknown(), normalized: z.boolean().nullish() })).default([]),
	pre_tokenizer: z.unknown(),
	decoder: z.unknown(),
	post_processor: z
		.looseObject({
			special_tokens: z
				.record(z.string(), z.looseObject({ ids: z.array(z.unknown()) }))
				.optional()
				.catch(undefined),
		})
		.nullish()
		.catch(undefined),
});

/** The tokenizer of `@huggingface/transformers`, with what it lacks: places of tokens, and plain types. */
export class Tokenizer {
	readonly #tokenizer: PreTrainedTokenizer;
	readonly #spelling: TokenSpelling;
	readonly #verbatim: ReadonlySet<string>;
	/** The chat template. `null` for a model that was not made for conversations. */
	readonly template: ChatTemplate | null;

	/**
	 * Creates a tokenizer.
	 * @param json contents of `tokenizer.json`.
	 * @param config contents of `tokenizer_config.json`.
	 * @param template contents of `chat_template.jinja`. It takes precedence over the config's template.
	 * @throws {TypeError} for a token number that is not a whole number from 0 on, and the library's error for what it cannot read.
	 */
	constructor(json: object, config: object, template?: string) {
		this.#tokenizer = new PreTrainedTokenizer(json, { ...config, ...(template === undefined ? {} : { chat_template: template }) });
		const shape = tokenizerShape.parse(json);
		mustBeNumbered(shape);
		this.#spelling = spellingOf(shape);
		this.#verbatim = new Set(shape.added_tokens.filter((token) => token.normalized !== true).map((token) => token.content));
		this.template = templateOf(this.#tokenizer);
	}

	/**
	 * Returns a text as tokens with their places.
	 * @param options.special adds the tokens that the tokenizer puts around a text, such as BOS. Chat templates write them themselves.
	 */
	tokenize(text: string, options: { special: boolean }): TokenizedText {
		// oxlint-disable-next-line no-underscore-dangle -- the library's public calls give ids without the tokens' strings, and no normalizer
		const inner = this.#tokenizer._tokenizer;
		const { ids, tokens } = inner.encode(text, { add_special_tokens: options.special });
		const { normalizer } = inner;
		const source = new AlignedSource(text, {
			normalize: normalizer === null ? null : (part) => normalizer.normalize(part),
			added: this.#verbatim,
			metaspace: this.#spelling.family === 'sentencepiece',
		});
		const pieces = tokenPieces(tokens, this.#spelling);
		return { ids, pieces, ...alignTokens(source, pieces) };
	}

	/** Returns only the numbers of a text's tokens, without special ones. This is many times faster than with their places. */
	idsOf(text: string): readonly number[] {
		// oxlint-disable-next-line no-underscore-dangle -- as in tokenize
		return this.#tokenizer._tokenizer.encode(text, { add_special_tokens: false }).ids;
	}

	/**
	 * Returns the tokens that the tokenizer puts before and after a text. Both are empty for a tokenizer that puts none, or that puts them
	 * into the text.
	 */
	around(): { readonly before: readonly number[]; readonly behind: readonly number[] } {
		const [plain, whole] = [this.tokenize('a', { special: false }).ids, this.tokenize('a', { special: true }).ids];
		const at = whole.findIndex((_, i) => plain.every((id, k) => whole[i + k] === id));
		return at === -1 ? { before: [], behind: [] } : { before: whole.slice(0, at), behind: whole.slice(at + plain.length) };
	}

	/** Returns whether pieces say themselves that they continue a word (`beginsWord`). */
	get marksWords(): boolean {
		return this.#spelling.family === 'wordpiece';
	}

	/** Returns the text of tokens without special ones. Bytes that are not valid UTF-8 become U+FFFD. */
	decode(ids: readonly number[]): string {
		return ids.length === 0 ? '' : this.#tokenizer.decode([...ids], { skip_special_tokens: true, clean_up_tokenization_spaces: false });
	}

	/** Returns the text of one token, special or not, for display. */
	textOf(id: number): string {
		return this.#tokenizer.decode([id], { skip_special_tokens: false, clean_up_tokenization_spaces: false });
	}

	/** Returns the number of the end-of-sequence token, or `undefined` if there is none. */
	get endOfSequence(): number | undefined {
		return this.#tokenizer.eos_token_id;
	}

	/** Returns the tokenizer's own limit in tokens, or `undefined` if its config has no real one. */
	get maximumLength(): number | undefined {
		const length = this.#tokenizer.model_max_length;
		return Number.isSafeInteger(length) && length > 0 && length < 1e8 ? length : undefined;
	}
}

/**
 * Reads the tokenizer of a checked model folder.
 * @throws {UserError} RA403 for what the library cannot read.
 */
export async function loadTokenizer(files: Pick<ModelFiles, 'tokenizer' | 'tokenizerConfig' | 'chatTemplate'>): Promise<Tokenizer> {
	const template = files.chatTemplate === undefined ? undefined : await readTextFile(files.chatTemplate, sizeLimits.chatTemplate);
	const [tokenizer, config] = [await readJsonFile(files.tokenizer), await readJsonFile(files.tokenizerConfig)];
	try {
		// The library needs these keys to be present, though they may be null.
		const empty = { normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null, added_tokens: [] };
		return new Tokenizer({ ...empty, ...tokenizer }, config, template);
	} catch (cause) {
		throw new UserError(errorNumbers.unreadableTokenizer, `This tokenizer cannot be read: ${firstLine(cause)}.`, {
			place: { file: files.tokenizer.path },
			hint: 'A tokenizer.json as the tokenizers library writes it was expected, with its tokenizer_config.json. Download the model again.',
			cause,
		});
	}
}

function templateOf(tokenizer: PreTrainedTokenizer): ChatTemplate | null {
	const known: unknown = tokenizer.chat_template;
	if (known === null || known === undefined || known === '') return null;
	const source: unknown = tokenizer.get_chat_template();
	if (typeof source !== 'string') throw new TypeError('the chat template is not a text');
	return {
		source,
		render: (messages, documents, generationPrompt) =>
			tokenizer.apply_chat_template([...messages], {
				tokenize: false,
				add_generation_prompt: generationPrompt,
				documents: documents === null ? null : documents.map((document) => ({ ...document })),
			}),
	};
}

/**
 * Checks the numbers of all tokens.
 * @throws {TypeError} for a token whose number is not a whole number from 0 on, because no model can be fed it.
 */
function mustBeNumbered({ model: { vocab }, added_tokens: added, post_processor: post }: z.infer<typeof tokenizerShape>): void {
	const known = typeof vocab === 'object' && vocab !== null && !Array.isArray(vocab) ? Object.entries(vocab) : [];
	const around = Object.entries(post?.special_tokens ?? {}).flatMap(([token, { ids }]) => ids.map((number) => [token, number] as const));
	for (const [token, id] of [...known, ...added.map((one) => [one.content, one.id] as const), ...around]) {
		if (!Number.isSafeInteger(id) || Number(id) < 0)
			throw new TypeError(
				`its token ${JSON.stringify(token)} has the number ${JSON.stringify(id)}, and a whole one from 0 on was expected`,
			);
	}
}

function spellingOf(shape: z.infer<typeof tokenizerShape>): TokenSpelling {
	const { model } = shape;
	const wordPiece =
		model.type === 'WordPiece' ||
		(model.type === undefined && typeof model.continuing_subword_prefix === 'string' && model.merges === undefined);
	const byteLevel = mentions(shape.pre_tokenizer, 'ByteLevel') || mentions(shape.decoder, 'ByteLevel');
	return {
		family: wordPiece ? 'wordpiece' : byteLevel ? 'byte-level' : 'sentencepiece',
		byteFallback: model.byte_fallback ?? false,
		continuation: model.continuing_subword_prefix ?? '',
		wordEnd: model.end_of_word_suffix ?? '',
		unknown: model.unk_token ?? null,
		added: new Set(shape.added_tokens.map((token) => token.content)),
	};
}

/** Returns whether a component's configuration is of this type or contains one. */
function mentions(part: unknown, type: string): boolean {
	if (Array.isArray(part)) return part.some((inner) => mentions(inner, type));
	if (typeof part !== 'object' || part === null) return false;
	return ('type' in part && part.type === type) || Object.values(part).some((inner) => typeof inner === 'object' && mentions(inner, type));
}
