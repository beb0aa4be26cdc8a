import type { MappedText } from '../../text/text-map.ts';
import type { Located, LocatedArray, LocatedObject, LocatedString } from './located.ts';

/** `python`: as Python prints lists, dictionaries and objects. Tuples, `None`, quotes of both kinds, and calls such as `Document(page_content='…')`. */
export type Dialect = 'json' | 'python';

/** Why a text could not be read further. */
interface SyntaxFault {
	/** UTF-16 offset in the source's text. */
	readonly at: number;
	/** What was expected, or what is wrong, in a clause. */
	readonly message: string;
}

/** Something that was read, but that other programs may read otherwise. */
export interface ParserRemark {
	readonly kind: 'not-a-number' | 'repeated-member';
	/** The word, or the name of the member. */
	readonly name: string;
	readonly start: number;
	readonly end: number;
}

export interface ParsedValue {
	/** The value; `undefined` if nothing of it could be read. After a fault, the objects and lists that were open are `cut`. */
	readonly value: Located | undefined;
	/** Offset behind the value, or at which reading stopped. */
	readonly end: number;
	readonly fault?: SyntaxFault;
}

/** Values within values that are read. Tools nest about thirty. */
const deepest = 400;

/**
 * Reads one value from `start`, with the place of each of its parts.
 * @param onRemark hears of `NaN` and `Infinity`, which count as absent, and of members that stand twice, of which the last one counts
 */
export function parseLocated(
	source: MappedText,
	start: number,
	{ dialect = 'json', onRemark = () => undefined }: { readonly dialect?: Dialect; readonly onRemark?: (remark: ParserRemark) => void } = {},
): ParsedValue {
	return new LocatedParser(source, start, dialect, onRemark).parse();
}

/** Reads a whole text as one value. Returns `undefined` if it is not exactly one. */
export function parseWhole(source: MappedText, dialect: Dialect = 'json'): Located | undefined {
	const { value, end, fault } = parseLocated(source, 0, { dialect });
	return fault === undefined && source.text.slice(end).trim() === '' ? value : undefined;
}

class Fault extends Error {
	readonly at: number;

	constructor(at: number, message: string) {
		super(message);
		this.at = at;
	}
}

const blank = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const pythonNumber = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
const word = /-?[A-Za-z_][\w.]*/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids control characters in strings
const jsonRun = /[^"\\\u0000-\u001f]*/y;
const jsonEscape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const pythonPrefix = /(?:[rbu]|br|rb)?(?=['"])/iy;
const pythonRuns = { "'": /[^'\\\n]*/y, '"': /[^"\\\n]*/y };
const pythonEscape = /\\[^]/y;
const notNumbers = new Set(['NaN', 'Infinity', '-Infinity', 'nan', 'inf', '-inf']);

class LocatedParser {
	readonly #source: MappedText;
	readonly #text: string;
	readonly #python: boolean;
	readonly #onRemark: (remark: ParserRemark) => void;
	#at: number;
	/** Set once, by the first thing that is wrong: everything that is open then ends there. */
	#fault: Fault | undefined;

	constructor(source: MappedText, start: number, dialect: Dialect, onRemark: (remark: ParserRemark) => void) {
		this.#source = source;
		this.#text = source.text;
		this.#python = dialect === 'python';
		this.#onRemark = onRemark;
		this.#at = start;
	}

	parse(): ParsedValue {
		this.#skip();
		const value = this.#value(0);
		return { value, end: this.#at, ...(this.#fault === undefined ? {} : { fault: { at: this.#fault.at, message: this.#fault.message } }) };
	}

	#skip(): void {
		blank.lastIndex = this.#at;
		blank.test(this.#text);
		this.#at = blank.lastIndex;
	}

	#take(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text)?.[0];
		if (found !== undefined) this.#at += found.length;
		return found;
	}

	#fail(message: string, at = this.#at): undefined {
		this.#fault ??= new Fault(at, message);
		return undefined;
	}

	/** `undefined` after a fault, unless it is an object or a list of which something was read. */
	#value(depth: number): Located | undefined {
		if (depth > deepest) return this.#fail(`more than ${deepest} values are nested`);
		const start = this.#at;
		const part = { source: this.#source, start };
		switch (this.#text[start]) {
			case undefined:
				return this.#fail('the file ends where a value was expected');
			case '{':
				return this.#object(depth);
			case '[':
				return this.#array(depth, ']');
			case '(':
				if (this.#python) return this.#array(depth, ')');
				break;
			default:
		}
		const string = this.#string();
		if (string !== undefined || this.#fault !== undefined) return string;
		const digits = this.#take(this.#python ? pythonNumber : number);
		if (digits !== undefined) return { ...part, kind: 'number', value: Number(digits), end: this.#at };
		const name = this.#take(word);
		if (name === undefined) return this.#fail(`a value was expected, and ${this.#seen(start)}`);
		if (name === (this.#python ? 'True' : 'true')) return { ...part, kind: 'boolean', value: true, end: this.#at };
		if (name === (this.#python ? 'False' : 'false')) return { ...part, kind: 'boolean', value: false, end: this.#at };
		if (name === (this.#python ? 'None' : 'null')) return { ...part, kind: 'null', end: this.#at };
		if (notNumbers.has(name)) {
			this.#onRemark({ kind: 'not-a-number', name, start, end: this.#at });
			return { ...part, kind: 'null', end: this.#at };
		}
		if (this.#python && this.#text[this.#at] === '(') return this.#call(depth);
		// NumPy's `dtype=object`.
		if (this.#python && name === 'object') return { ...part, kind: 'null', end: this.#at };
		this.#at = start;
		return this.#fail(`a value was expected, and it is \`${name.slice(0, 40)}\``, start);
	}

	#seen(at: number): string {
		const character = this.#text[at];
		return character === undefined
			? 'the file ends'
			: character === '\n' || character === '\r'
				? 'the line ends'
				: `it is \`${character}\``;
	}

	#string(): LocatedString | undefined {
		const start = this.#at;
		const prefix = this.#python ? this.#take(pythonPrefix) : '';
		const quote = this.#text[this.#at];
		if (prefix === undefined || !(quote === '"' || (quote === "'" && this.#python))) {
			this.#at = start;
			return undefined;
		}
		const [run, escape] = this.#python ? [pythonRuns[quote], pythonEscape] : [jsonRun, jsonEscape];
		this.#at++;
		for (;;) {
			this.#take(run);
			if (this.#text[this.#at] === quote) break;
			if (this.#take(escape) === undefined) {
				const at = this.#at;
				this.#at = start;
				return this.#fail(brokenString(this.#text[at]), start);
			}
		}
		this.#at++;
		const notation = !this.#python ? 'json' : /r/i.test(prefix) ? 'plain' : 'python';
		return { kind: 'string', source: this.#source, start, end: this.#at, notation, before: prefix.length + 1, after: 1 };
	}

	#object(depth: number): LocatedObject {
		const start = this.#at++;
		return this.#members(start, depth, { closing: '}', colon: ':', key: () => this.#key() });
	}

	#key(): string | undefined {
		const key = this.#string();
		if (key === undefined) return this.#fail(`the name of a member in quotes was expected, and ${this.#seen(this.#at)}`);
		const { before, after, end, start, notation } = key;
		const raw = this.#text.slice(start + before, end - after);
		return raw.includes('\\') ? (notation === 'json' ? String(JSON.parse(`"${raw}"`)) : raw.replaceAll(/\\(.)/gs, '$1')) : raw;
	}

	/** `Document(page_content='…', metadata={…})`: an object; `array(['…'], dtype=object)`: its list. */
	#call(depth: number): Located | undefined {
		const start = this.#at++;
		this.#skip();
		if (this.#text[this.#at] === '[') {
			const list = this.#array(depth, ']');
			const rest = this.#members(start, depth, { closing: ')', colon: '=', key: () => this.#take(word), afterFirst: true });
			return rest.cut ? undefined : list;
		}
		return this.#members(start, depth, { closing: ')', colon: '=', key: () => this.#take(word) });
	}

	#members(
		start: number,
		depth: number,
		{
			closing,
			colon,
			key: readKey,
			afterFirst = false,
		}: {
			readonly closing: string;
			readonly colon: string;
			readonly key: () => string | undefined;
			readonly afterFirst?: boolean;
		},
	): LocatedObject {
		const members = new Map<string, Located>();
		const made = (cut: boolean): LocatedObject => ({ kind: 'object', source: this.#source, start, end: this.#at, members, cut });
		for (let first = !afterFirst; this.#fault === undefined; first = false) {
			this.#skip();
			if (this.#text[this.#at] === closing && (first || afterFirst || this.#python)) {
				this.#at++;
				return made(false);
			}
			if (!first && this.#text[this.#at] !== ',') {
				if (this.#text[this.#at] === closing) {
					this.#at++;
					return made(false);
				}
				this.#fail(`\`,\` or \`${closing}\` was expected, and ${this.#seen(this.#at)}`);
				break;
			}
			if (!first) {
				this.#at++;
				this.#skip();
				if (this.#python && this.#text[this.#at] === closing) continue;
			}
			const keyStart = this.#at;
			const key = readKey();
			if (key === undefined) {
				this.#fail(`the name of a member was expected, and ${this.#seen(this.#at)}`);
				break;
			}
			const keyEnd = this.#at;
			this.#skip();
			if (this.#text[this.#at] !== colon) {
				this.#fail(`\`${colon}\` was expected, and ${this.#seen(this.#at)}`);
				break;
			}
			this.#at++;
			this.#skip();
			const value = this.#value(depth + 1);
			if (value === undefined) break;
			if (members.has(key)) this.#onRemark({ kind: 'repeated-member', name: key, start: keyStart, end: keyEnd });
			// Even one that is cut: what is complete in it can be read.
			members.set(key, value);
		}
		return made(true);
	}

	#array(depth: number, closing: string): LocatedArray {
		const start = this.#at++;
		const items: Located[] = [];
		const made = (cut: boolean): LocatedArray => ({ kind: 'array', source: this.#source, start, end: this.#at, items, cut });
		for (let first = true; this.#fault === undefined; first = false) {
			this.#skip();
			if (this.#text[this.#at] === closing) {
				this.#at++;
				return made(false);
			}
			if (!first) {
				if (this.#text[this.#at] === ',') {
					this.#at++;
					this.#skip();
					if (this.#python && this.#text[this.#at] === closing) continue;
					// NumPy prints lists without commas.
				} else if (!this.#python) {
					this.#fail(`\`,\` or \`${closing}\` was expected, and ${this.#seen(this.#at)}`);
					break;
				}
			}
			const value = this.#value(depth + 1);
			if (value === undefined) break;
			items.push(value);
		}
		return made(true);
	}
}

/** What is wrong with a string, by the character that cannot be in it. */
function brokenString(character: string | undefined): string {
	if (character === undefined) return 'a string does not end';
	if (character === '\\') return 'a string has an escape that is not known';
	return `a string holds ${character === '\n' || character === '\r' ? 'the end of a line' : 'a control character'}`;
}
