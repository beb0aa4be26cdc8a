import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { ConversationTexts, Layout, LayoutMode } from './layout.ts';
import type { PromptParts } from '../model-io/requests.ts';
import type { TextRange } from '../text/tagged-text.ts';

/** A conversation as the model reads it, and where the parts of its trace stand in it. */
export interface RenderedConversation {
	readonly text: string;
	/** One a context; `null` for a blank one. */
	readonly contexts: readonly (TextRange | null)[];
	/** The answer as given, to the letter; empty at the end when there is none. */
	readonly answer: TextRange;
}

/**
 * Renders a trace, with its answer if it has one, and finds the places of contexts and answer: it renders once more with
 * private-use markers inside each part and takes the offsets, when removing the markers gives the very same text; else it
 * searches for the parts in their order.
 * @throws {UserError} RA404 when the template fails, RA406 when a part does not come out of the template.
 */
export function renderConversation(layout: Layout, parts: PromptParts): RenderedConversation {
	const texts: ConversationTexts = { system: parts.system, contexts: parts.contexts, query: parts.query, answer: parts.response ?? null };
	const ways: LayoutMode['answer'][] = layout.mode?.answer === 'turn' && texts.answer !== null ? ['turn', 'appended'] : ['appended'];
	for (const way of ways) {
		const rendered = attempt(() => placed(layout, texts, way), way === 'appended');
		if (rendered !== undefined) return rendered;
	}
	throw missing('The answer');
}

/** A template that fails on an assistant's turn gets the answer appended; one that fails on that has failed. */
function attempt(render: () => RenderedConversation | undefined, final: boolean): RenderedConversation | undefined {
	try {
		return render();
	} catch (cause) {
		if (cause instanceof UserError) throw cause;
		if (!final) return undefined;
		throw new UserError(
			errorNumbers.chatTemplateFailed,
			`The model's chat template cannot render this trace: ${cause instanceof Error ? cause.message : String(cause)}.`,
			{ cause },
		);
	}
}

/** `undefined` when the answer does not come out to the letter. */
function placed(layout: Layout, texts: ConversationTexts, way: LayoutMode['answer']): RenderedConversation | undefined {
	const text = layout.compose(texts, way);
	const places = byMarkers(layout, texts, way, text) ?? bySearch(layout, texts, text);
	if (texts.answer === null) return { text, contexts: places.contexts, answer: { start: text.length, end: text.length } };
	const { answer } = places;
	return answer !== null && text.slice(answer.start, answer.end) === texts.answer ? { text, contexts: places.contexts, answer } : undefined;
}

interface Places {
	readonly contexts: readonly (TextRange | null)[];
	readonly answer: TextRange | null;
}

/** A text between its outer white space, which templates trim. */
function core(text: string): { lead: string; body: string; trail: string } {
	const body = text.trim();
	const lead = body === '' ? text : text.slice(0, text.indexOf(body));
	return { lead, body, trail: text.slice(lead.length + body.length) };
}

function byMarkers(layout: Layout, texts: ConversationTexts, way: LayoutMode['answer'], text: string): Places | undefined {
	const segments = [...texts.contexts.map((context) => context.text), ...(texts.answer === null ? [] : [texts.answer])];
	const markers = freeMarkers(text + segments.join(''), segments.length * 2);
	if (markers === undefined) return undefined;
	const marked = segments.map((segment, i) => {
		const { lead, body, trail } = core(segment);
		return body === '' ? segment : lead + markers[2 * i]! + body + markers[2 * i + 1]! + trail;
	});
	let rendered: string;
	try {
		rendered = layout.compose(
			{
				...texts,
				contexts: texts.contexts.map(({ id }, i) => ({ id, text: marked[i]! })),
				answer: texts.answer === null ? null : marked.at(-1)!,
			},
			way,
		);
	} catch {
		// The template looks into the texts; the plain rendering went well, so a search decides.
		return undefined;
	}
	const ours = new Set(markers);
	const found = new Map<string, number>();
	let removed = 0;
	const plain = rendered.replaceAll(/[\u{F0000}-\u{10FFFD}]/gu, (character, offset: number) => {
		if (!ours.has(character)) return character;
		if (!found.has(character)) found.set(character, offset - removed);
		removed += character.length;
		return '';
	});
	if (plain !== text) return undefined;
	const places = segments.map((segment, i) => {
		const [start, end] = [found.get(markers[2 * i]!), found.get(markers[2 * i + 1]!)];
		return start === undefined || end === undefined ? null : widened(text, start, end, segment);
	});
	if (places.some((place, i) => place === null && segments[i]!.trim() !== '')) return undefined;
	return { contexts: places.slice(0, texts.contexts.length), answer: texts.answer === null ? null : places.at(-1)! };
}

/** The range of a part with its outer white space, where the template has kept it. */
function widened(text: string, start: number, end: number, segment: string): TextRange {
	const { lead, trail } = core(segment);
	return {
		start: text.slice(0, start).endsWith(lead) ? start - lead.length : start,
		end: text.startsWith(trail, end) ? end + trail.length : end,
	};
}

/** Places in the order of the texts: contexts one after the other, the answer last. */
function bySearch(layout: Layout, texts: ConversationTexts, text: string): Places {
	let from = 0;
	const contexts = texts.contexts.map((context) => {
		const { body } = core(context.text);
		if (body === '') return null;
		const start = text.indexOf(body, from);
		if (start < 0) throw missing(`Context '${context.id}'`);
		from = start + body.length;
		return widened(text, start, from, context.text);
	});
	if (texts.answer === null) return { contexts, answer: null };
	const { body } = core(texts.answer);
	// Behind the generation prompt where the template keeps to it: its closing words may hold a short answer's letters too.
	const prompt = layout.compose({ ...texts, answer: null });
	const start = body === '' ? -1 : text.startsWith(prompt) ? text.indexOf(body, prompt.length) : text.lastIndexOf(body);
	return { contexts, answer: start < from ? null : widened(text, start, start + body.length, texts.answer) };
}

function missing(what: string): UserError {
	return new UserError(
		errorNumbers.chatTemplateChangesText,
		`${what} does not come out of the model's chat template as it went in, so its place is not known.`,
		{
			hint: "Look at the template in the model's tokenizer_config.json or chat_template.jinja, or use another model.",
		},
	);
}

/** Supplementary private use planes: texts hardly ever use them, and templates do not know them. */
const privateUse = { first: 0xf0000, last: 0x10fffd };

/** Characters that occur nowhere in `text`. */
function freeMarkers(text: string, count: number): string[] | undefined {
	const used = new Set(text.match(/[\u{F0000}-\u{10FFFD}]/gu) ?? []);
	const markers: string[] = [];
	for (let point = privateUse.first; markers.length < count; point++) {
		if (point > privateUse.last) return undefined;
		const marker = String.fromCodePoint(point);
		// The last two code points of a plane are no characters.
		if ((point & 0xfffe) !== 0xfffe && !used.has(marker)) markers.push(marker);
	}
	return markers;
}
