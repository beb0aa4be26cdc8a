import { lexicalEmbedding } from '../embedding/lexical/lexical-model.ts';

const magic = 'RAGLEX01';
/** Behind the magic and the header's length. */
const headerStart = magic.length + 4;

/**
 * Returns what embeds a query as the built-in embedder does. It reads the embedder's file by hand, so that middleware depends on nothing.
 * @param file the bytes of `*.rag-assay-lexical`, which `rag-assay queries moments` writes beside a moments file.
 * @throws {TypeError} for another file, or one that is not whole.
 */
export function lexicalEmbedder(file: Uint8Array): (text: string) => Float32Array {
	// A copy of its own, so that the arrays are aligned.
	const bytes = Uint8Array.from(file);
	const head = new TextDecoder('latin1').decode(bytes.subarray(0, magic.length));
	if (head !== magic || bytes.length < headerStart) throw wrong('it does not begin as one');
	const start = headerStart + new DataView(bytes.buffer).getUint32(magic.length, true);
	const { grams, directions } = headerOf(new TextDecoder().decode(bytes.subarray(headerStart, start)));
	const numbers = bytes.slice(start).buffer;
	const singularValues = 8 * grams.length;
	const components = singularValues + 8 * directions;
	if (numbers.byteLength !== components + 4 * grams.length * directions) throw wrong('it is not as long as it says');
	const embedding = lexicalEmbedding({
		grams,
		directions,
		rarity: new Float64Array(numbers, 0, grams.length),
		components: new Float32Array(numbers, components, grams.length * directions),
	});
	return (text) => {
		if (typeof text !== 'string') throw new TypeError(`An embedder takes the text of a query, and this is ${typeof text}.`);
		return Float32Array.from(embedding(text));
	};
}

function headerOf(json: string): { readonly grams: readonly string[]; readonly directions: number } {
	let header: unknown;
	try {
		header = JSON.parse(json);
	} catch (cause) {
		throw wrong('what it says of itself cannot be read', cause);
	}
	if (typeof header === 'object' && header !== null && 'grams' in header && 'directions' in header) {
		const { grams, directions } = header;
		const isList = Array.isArray(grams) && grams.every((gram) => typeof gram === 'string');
		if (isList && typeof directions === 'number' && Number.isSafeInteger(directions) && directions >= 0) return { grams, directions };
	}
	throw wrong('what it says of itself is not what was expected');
}

function wrong(why: string, cause?: unknown): TypeError {
	return new TypeError(`not a file of the embedder 'lexical': ${why}; write it with \`rag-assay queries moments\``, { cause });
}
