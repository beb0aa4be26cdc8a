import { SpillFile } from './spill-file.ts';

/** Characters of texts that are held in memory; others lie on the disk. */
const defaultHeld = 128 * 2 ** 20;

/** Texts by number; what does not fit into the memory lies on the disk until it is disposed. */
export class HeldTexts implements AsyncDisposable {
	readonly #folder: string;
	readonly #max: number;
	readonly #texts: (string | { readonly at: number; readonly length: number })[] = [];
	#file: SpillFile | undefined;
	#held = 0;

	/** @param max characters that stay in memory */
	constructor(folder: string, max: number = defaultHeld) {
		this.#folder = folder;
		this.#max = max;
	}

	async add(text: string): Promise<void> {
		if (this.#held + text.length <= this.#max) {
			this.#held += text.length;
			this.#texts.push(text);
			return;
		}
		const bytes = Buffer.from(text, 'utf16le');
		this.#file ??= await SpillFile.make(this.#folder);
		this.#texts.push({ at: await this.#file.add(bytes), length: bytes.length });
	}

	async get(number: number): Promise<string> {
		const text = this.#texts[number];
		if (typeof text === 'string') return text;
		if (text === undefined || this.#file === undefined) throw new RangeError(`text ${number} of ${this.#texts.length}`);
		return (await this.#file.read(text.at, text.length)).toString('utf16le');
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#file?.[Symbol.asyncDispose]();
	}
}
