/** Bits of the table: with more, a text of 100,000 signs sets few of them. */
const bits = 1 << 20;

/** A long text that many short ones are looked for in. Most that it does not have are known without searching. */
export class SearchedText {
	readonly #text: string;
	/** One bit for each three signs that stand beside each other, by their hash. */
	readonly #triples = new Uint8Array(bits >> 3);

	constructor(text: string) {
		this.#text = text;
		for (let hash = 0, i = 0; i < text.length; i++) {
			hash = nextHash(hash, text.charCodeAt(i));
			if (i >= 2) this.#triples[hash >> 3]! |= 1 << (hash & 7);
		}
	}

	/** Returns whether a text stands somewhere in it. */
	has(part: string): boolean {
		for (let hash = 0, i = 0; i < part.length; i++) {
			hash = nextHash(hash, part.charCodeAt(i));
			if (i >= 2 && (this.#triples[hash >> 3]! & (1 << (hash & 7))) === 0) return false;
		}
		return this.#text.includes(part);
	}
}

/** Takes in one more sign. Of each sign seven bits count, and signs three places back no longer do. */
function nextHash(hash: number, code: number): number {
	return ((hash << 7) | (code & 127)) & (bits - 1);
}
