import type { MappedText } from '../../text/text-map.ts';
import type { ForeignContext } from './foreign-format.ts';
import { parseWhole } from './located-parser.ts';
import { idOf, memberOf, numberOf, textOf, valueAt, type Located, type LocatedString } from './located.ts';

/** Members that name a retrieved text. */
const idMembers = ['id', 'id_', '_id', 'doc_id', 'docId', 'document_id', 'node_id', 'chunk_id', 'passage_id'] as const;
/** Members that hold the words of a retrieved text. */
const textMembers = ['text', 'page_content', 'pageContent', 'content', 'document', 'passage', 'passage_text', 'body', 'chunk'] as const;

/** Returns a text that is not blank, or `undefined`. */
export function textIn(value: Located | undefined): MappedText | undefined {
	if (value?.kind !== 'string') return undefined;
	const text = textOf(value);
	return text.text.trim() === '' ? undefined : text;
}

/** Returns the value that a string holds as JSON or as Python prints it, if it is an object or a list; otherwise the value itself. */
export function unpacked(value: Located): Located {
	if (value.kind !== 'string' || !mayHoldValue(value)) return value;
	const text = textOf(value);
	const inner = parseWhole(text, 'json') ?? parseWhole(text, 'python');
	return inner?.kind === 'object' || inner?.kind === 'array' ? inner : value;
}

function mayHoldValue({ source, start, end, before, after }: LocatedString): boolean {
	return /^\s*(?:[{[(]|(?:array|[A-Z]\w*)\()/.test(source.text.slice(start + before, Math.min(end - after, start + before + 80)));
}

/**
 * Returns the retrieved texts of a value: a text, a list of texts or of documents, or an object of texts by ID. A string that holds such a list, as a
 * cell of CSV does, counts as the list. Blank texts are none.
 * @returns `undefined` if the value is of another kind
 */
export function contextsIn(value: Located | undefined): ForeignContext[] | undefined {
	if (value === undefined || value.kind === 'null') return [];
	const inner = unpacked(value);
	if (inner.kind === 'string') return asContext(textIn(inner));
	if (inner.kind === 'array') {
		const found = inner.items.map(contextIn);
		return found.every((one) => one !== undefined) ? found.flat() : undefined;
	}
	if (inner.kind !== 'object') return undefined;
	const one = contextIn(inner);
	if (one !== undefined) return one;
	// Texts by ID.
	const named = [...inner.members].map(([id, text]) =>
		text.kind === 'string' ? asContext(textIn(text)).map((context) => ({ ...context, id })) : undefined,
	);
	return named.every((context) => context !== undefined) ? named.flat() : undefined;
}

/** One document: a text, an object with a text, LlamaIndex's node with a score, or LangChain's pair of a document and its score. */
function contextIn(value: Located): ForeignContext[] | undefined {
	if (value.kind === 'null') return [];
	if (value.kind === 'string') return asContext(textIn(value));
	if (value.kind === 'array') {
		const [document, score] = value.items;
		const [context] = value.items.length === 2 && document?.kind === 'object' ? (contextIn(document) ?? []) : [];
		return context === undefined || score?.kind !== 'number' ? undefined : [{ ...context, score: score.value }];
	}
	if (value.kind !== 'object') return undefined;
	// LlamaIndex's `NodeWithScore`, LangChain's `dumpd`.
	const node = memberOf(value, 'node') ?? memberOf(value, 'kwargs') ?? value;
	const member = textMembers.find((name) => memberOf(node, name)?.kind === 'string');
	if (member === undefined) return undefined;
	return asContext(textIn(memberOf(node, member))).map((context) => ({
		...context,
		id: documentId(node) ?? documentId(value),
		score: numberOf(memberOf(value, 'score') ?? memberOf(value, 'similarity')),
	}));
}

function documentId(document: Located): string | undefined {
	const metadata = memberOf(document, 'metadata');
	for (const holder of [document, metadata]) {
		for (const name of idMembers) {
			const id = idOf(memberOf(holder, name));
			if (id !== undefined) return id;
		}
	}
	// MLflow's retrievers say where a text is from by `doc_uri`.
	return (
		idOf(valueAt(metadata, 'doc_uri')) ??
		idOf(valueAt(metadata, 'source')) ??
		idOf(valueAt(metadata, 'file_name')) ??
		idOf(valueAt(metadata, 'title'))
	);
}

function asContext(text: MappedText | undefined): ForeignContext[] {
	return text === undefined ? [] : [{ text }];
}
