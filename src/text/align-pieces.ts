/** What a token spells. */
export type TokenPiece =
	/** UTF-8 bytes of normalized text, spaces for `▁`; a byte-level token may hold part of a character. */
	| { readonly kind: 'text'; readonly bytes: Uint8Array; readonly beginsWord: boolean }
	/** A special or added token, which stands in the text as it is written, or is not part of it. */
	| { readonly kind: 'added'; readonly text: string }
	/** The unknown token: it stands for text that it does not spell. */
	| { readonly kind: 'unknown' };

/** How a family of tokenizers writes its tokens. */
export interface TokenSpelling {
	readonly family: 'byte-level' | 'sentencepiece' | 'wordpiece';
	/** `sentencepiece`: tokens such as `<0xE2>` are bytes. */
	readonly byteFallback: boolean;
	/** `wordpiece`: what stands before a token that continues a word. */
	readonly continuation: string;
	/** What stands behind a token that ends a word, such as `</w>`; '' for none. */
	readonly wordEnd: string;
	readonly unknown: string | null;
	readonly added: ReadonlySet<string>;
}

const encoder = new TextEncoder();

/** The pieces that a tokenizer's token strings stand for. */
export function tokenPieces(tokens: readonly string[], spelling: TokenSpelling): TokenPiece[] {
	const known = new Map<string, TokenPiece>();
	return tokens.map((token) => {
		let piece = known.get(token);
		if (piece === undefined) {
			piece = pieceOf(token, spelling);
			known.set(token, piece);
		}
		return piece;
	});
}

function pieceOf(token: string, spelling: TokenSpelling): TokenPiece {
	if (token === spelling.unknown) return { kind: 'unknown' };
	if (spelling.added.has(token)) return { kind: 'added', text: token };
	const text = (bytes: Uint8Array, beginsWord = false): TokenPiece => ({ kind: 'text', bytes, beginsWord });
	const word = spelling.wordEnd !== '' && token.endsWith(spelling.wordEnd) ? token.slice(0, -spelling.wordEnd.length) : token;
	switch (spelling.family) {
		case 'byte-level':
			return text(bytesOfAlphabet(word));
		case 'sentencepiece': {
			const byte = spelling.byteFallback ? /^<0x([0-9A-Fa-f]{2})>$/.exec(token) : null;
			return text(byte === null ? encoder.encode(word.replaceAll('▁', ' ')) : Uint8Array.of(Number.parseInt(byte[1]!, 16)));
		}
		case 'wordpiece': {
			const continues = spelling.continuation !== '' && word.startsWith(spelling.continuation);
			return text(encoder.encode(continues ? word.slice(spelling.continuation.length) : word), !continues);
		}
	}
}

/** GPT-2's alphabet: printable bytes stand for themselves, the others for U+0100 and what follows, in order. */
const alphabet: ReadonlyMap<string, number> = new Map(
	(() => {
		const printable = (b: number) => (b >= 0x21 && b <= 0x7e) || (b >= 0xa1 && b <= 0xac) || b >= 0xae;
		const bytes = Array.from({ length: 256 }, (_, b) => b);
		return [
			...bytes.filter(printable).map((b) => [String.fromCharCode(b), b] as const),
			...bytes.filter((b) => !printable(b)).map((b, i) => [String.fromCharCode(256 + i), b] as const),
		];
	})(),
);

function bytesOfAlphabet(token: string): Uint8Array {
	const bytes: number[] = [];
	for (const character of token) {
		const byte = alphabet.get(character);
		if (byte === undefined) bytes.push(...encoder.encode(character));
		else bytes.push(byte);
	}
	return Uint8Array.from(bytes);
}
