import { piecewiseMap, type Break } from './piecewise-map.ts';
import type { MappedText } from './text-map.ts';

/** Builds a logical text piece by piece, in the order of its document. */
export class MappedTextBuilder {
	readonly #document: string;
	readonly #pieces: string[] = [];
	readonly #breaks: Break[] = [];
	#length = 0;
	/** Document offset at which an unbroken run would go on. */
	#next = -1;

	constructor(document: string) {
		this.#document = document;
	}

	/** Adds `piece`, whose units stand in the document as they are from `documentStart`. */
	append(piece: string, documentStart: number): this {
		if (piece === '') return this;
		this.#breakAt(documentStart);
		this.#pieces.push(piece);
		this.#length += piece.length;
		this.#next = documentStart + piece.length;
		return this;
	}

	/** Adds one unit that is written otherwise in the document, from `documentStart` to where the next piece begins. */
	appendInstead(unit: string, documentStart: number): this {
		if (unit.length !== 1) throw new RangeError('one UTF-16 unit at a time');
		return this.append(unit, documentStart);
	}

	/** `documentEnd`: where the text ends in the document. */
	build(documentEnd: number): MappedText {
		this.#breakAt(documentEnd);
		return { document: this.#document, text: this.#pieces.join(''), map: piecewiseMap(this.#breaks, this.#length) };
	}

	#breakAt(document: number): void {
		if (document !== this.#next) this.#breaks.push({ text: this.#length, document });
	}
}
