import { MalformedProtobuf, ProtobufReader, type ByteSource, type Field } from './protobuf-reader.ts';
import { tensorBytes } from './tensor-size.ts';

/** A tensor whose bytes lie in another file, as the model file says it (unchecked). */
export interface ExternalTensor {
	/** Its name, or a place such as `attribute value of node Constant_3`. */
	readonly tensor: string;
	readonly location: string;
	/** As written; absent when not given. */
	readonly offset: string | undefined;
	readonly length: string | undefined;
	/** Bytes that its type and dimensions take; `undefined` for types of no fixed size. */
	readonly bytes: number | undefined;
}

/** What an ONNX file says about itself, without its weights. */
export interface OnnxOutline {
	readonly irVersion: number;
	readonly producer: string;
	/** Operator sets by domain (`''` is ONNX's own). */
	readonly opsets: ReadonlyMap<string, number>;
	/** Names of the main graph's inputs and outputs. */
	readonly inputs: readonly string[];
	readonly outputs: readonly string[];
	/** Operators used anywhere, as `domain:type`. */
	readonly operators: ReadonlySet<string>;
	readonly externalTensors: readonly ExternalTensor[];
	/** Number of tensors stored anywhere in the file or beside it. */
	readonly tensors: number;
	/** Bytes that they take, by `TensorProto.DataType`. */
	readonly storedBytes: ReadonlyMap<number, number>;
	/** Bits of numbers that operators take out of bytes (their attribute `bits`). */
	readonly blockBits: ReadonlySet<number>;
}

/** Nesting of messages; protobuf's own readers stop at the same depth. */
const maxDepth = 100;

/**
 * Reads the outline of an ONNX `ModelProto` (onnx.proto), everywhere a tensor can hide:
 * initializers, values and indices of sparse ones, node attributes, subgraphs, functions and training information.
 * Field numbers are those of onnx.proto; fields it does not know are passed over.
 * @throws {MalformedProtobuf} when the file is cut off, is not such a message, or says one thing twice
 * (protobuf readers then merge or overrule, and a check of each part would not be a check of the whole).
 */
export function readOnnxOutline(source: ByteSource): OnnxOutline {
	return new OnnxWalk(new ProtobufReader(source)).model();
}

class OnnxWalk {
	readonly #reader: ProtobufReader;
	readonly #opsets = new Map<string, number>();
	readonly #inputs: string[] = [];
	readonly #outputs: string[] = [];
	readonly #operators = new Set<string>();
	readonly #external: ExternalTensor[] = [];
	#tensors = 0;
	readonly #storedBytes = new Map<number, number>();
	readonly #blockBits = new Set<number>();

	constructor(reader: ProtobufReader) {
		this.#reader = reader;
	}

	model(): OnnxOutline {
		let irVersion: number | undefined;
		let producer = '';
		let graph = false;
		for (const field of this.#once({ start: 0, end: this.#reader.size }, 0, [1, 7])) {
			if (field.number === 1) irVersion = this.#small(field);
			else if (field.number === 2) producer = this.#reader.text(field);
			else if (field.number === 7) {
				graph = true;
				this.#graph(this.#message(field), 1, true);
			} else if (field.number === 8) this.#opset(this.#message(field));
			else if (field.number === 20) this.#training(this.#message(field));
			else if (field.number === 25) this.#function(this.#message(field));
		}
		const missing = irVersion === undefined ? 'IR version' : graph ? 'operator set' : 'graph';
		if (irVersion === undefined || !graph || this.#opsets.size === 0) throw new MalformedProtobuf('malformed', 0, `it has no ${missing}`);
		return {
			irVersion,
			producer,
			opsets: this.#opsets,
			inputs: this.#inputs,
			outputs: this.#outputs,
			operators: this.#operators,
			externalTensors: this.#external,
			tensors: this.#tensors,
			storedBytes: this.#storedBytes,
			blockBits: this.#blockBits,
		};
	}

	#opset(at: Range): void {
		let domain = '';
		let version = 0;
		for (const field of this.#once(at, 1, [1, 2])) {
			if (field.number === 1) domain = this.#reader.text(field);
			else if (field.number === 2) version = this.#small(field);
		}
		this.#opsets.set(domain, version);
	}

	#training(at: Range): void {
		for (const field of this.#once(at, 1, [1, 2])) {
			if (field.number === 1 || field.number === 2) this.#graph(this.#message(field), 2, false);
		}
	}

	#function(at: Range): void {
		for (const field of this.#reader.fields(at.start, at.end)) {
			if (field.number === 7) this.#node(this.#message(field), 2);
			else if (field.number === 11) this.#attribute(this.#message(field), 2, 'a function');
		}
	}

	#graph(at: Range, depth: number, main: boolean): void {
		for (const field of this.#once(at, depth, [2])) {
			if (field.number === 1) this.#node(this.#message(field), depth + 1);
			else if (field.number === 5) this.#tensor(this.#message(field), depth + 1, 'an initializer');
			else if (field.number === 15) this.#sparse(this.#message(field), depth + 1, 'a sparse initializer');
			else if (main && field.number === 11) this.#inputs.push(this.#valueName(this.#message(field)));
			else if (main && field.number === 12) this.#outputs.push(this.#valueName(this.#message(field)));
		}
	}

	#valueName(at: Range): string {
		for (const field of this.#reader.fields(at.start, at.end)) if (field.number === 1) return this.#reader.text(field);
		return '';
	}

	#node(at: Range, depth: number): void {
		let name = '';
		let type = '';
		let domain = '';
		const attributes: Range[] = [];
		for (const field of this.#once(at, depth, [3, 4, 7])) {
			if (field.number === 3) name = this.#reader.text(field);
			else if (field.number === 4) type = this.#reader.text(field);
			else if (field.number === 7) domain = this.#reader.text(field);
			else if (field.number === 5) attributes.push(this.#message(field));
		}
		this.#operators.add(`${domain}:${type}`);
		for (const attribute of attributes) this.#attribute(attribute, depth + 1, `node ${name || type}`);
	}

	#attribute(at: Range, depth: number, owner: string): void {
		let name = '';
		const where = () => `attribute ${name} of ${owner}`;
		for (const field of this.#once(at, depth, [1, 5, 6, 22])) {
			if (field.number === 1) name = this.#reader.text(field);
			else if (field.number === 3 && name === 'bits') this.#blockBits.add(Number(field.value));
			else if (field.number === 5 || field.number === 10) this.#tensor(this.#message(field), depth + 1, where());
			else if (field.number === 6 || field.number === 11) this.#graph(this.#message(field), depth + 1, false);
			else if (field.number === 22 || field.number === 23) this.#sparse(this.#message(field), depth + 1, where());
		}
	}

	#sparse(at: Range, depth: number, where: string): void {
		for (const field of this.#once(at, depth, [1, 2])) {
			if (field.number === 1) this.#tensor(this.#message(field), depth + 1, `the values of ${where}`);
			else if (field.number === 2) this.#tensor(this.#message(field), depth + 1, `the indices of ${where}`);
		}
	}

	#tensor(at: Range, depth: number, where: string): void {
		let name = '';
		let dataType = 0;
		let raw: number | undefined;
		let isExternal = false;
		const dimensions: bigint[] = [];
		const entries = new Map<string, string>();
		for (const field of this.#once(at, depth, [2, 8, 9, 14])) {
			if (field.number === 1) for (const dimension of this.#reader.integers(field)) dimensions.push(dimension);
			else if (field.number === 2) dataType = this.#small(field);
			else if (field.number === 8) name = this.#reader.text(field);
			else if (field.number === 9) raw = field.end - field.start;
			else if (field.number === 13) this.#entry(this.#message(field), depth + 1, entries);
			else if (field.number === 14) isExternal = field.value === 1n;
		}
		this.#tensors++;
		const tensor = name === '' ? where : name;
		const bytes = this.#bytes(at.start, tensor, dataType, dimensions);
		this.#storedBytes.set(dataType, (this.#storedBytes.get(dataType) ?? 0) + (bytes ?? 0));
		if (raw !== undefined && raw > 0 && bytes !== undefined && raw !== bytes) {
			throw new MalformedProtobuf('malformed', at.start, `tensor ${tensor} should take ${bytes} bytes and has ${raw}`);
		}
		// A location counts whether or not the tensor is marked as external: readers differ in what they look at.
		if (!isExternal && entries.size === 0) return;
		const location = entries.get('location');
		if (location === undefined)
			throw new MalformedProtobuf('malformed', at.start, `tensor ${tensor} lies in another file and does not say in which`);
		this.#external.push({ tensor, location, offset: entries.get('offset'), length: entries.get('length'), bytes });
	}

	#bytes(at: number, tensor: string, dataType: number, dimensions: readonly bigint[]): number | undefined {
		try {
			return tensorBytes(dataType, dimensions);
		} catch (cause) {
			if (cause instanceof RangeError) throw new MalformedProtobuf('malformed', at, `tensor ${tensor}: ${cause.message}`);
			throw cause;
		}
	}

	#entry(at: Range, depth: number, entries: Map<string, string>): void {
		let key = '';
		let value = '';
		for (const field of this.#once(at, depth, [1, 2])) {
			if (field.number === 1) key = this.#reader.text(field);
			else if (field.number === 2) value = this.#reader.text(field);
		}
		if (entries.has(key)) throw new MalformedProtobuf('malformed', at.start, `a tensor's ${key || 'entry'} is given twice`);
		entries.set(key, value);
	}

	/** Fields of a message in which those of `singular` may occur once. */
	*#once(at: Range, depth: number, singular: readonly number[]): Generator<Field> {
		if (depth > maxDepth) throw new MalformedProtobuf('malformed', at.start, `its parts are nested more than ${maxDepth} deep`);
		const seen = new Set<number>();
		for (const field of this.#reader.fields(at.start, at.end)) {
			if (singular.includes(field.number)) {
				if (seen.has(field.number)) throw new MalformedProtobuf('malformed', field.start, `field ${field.number} is given twice`);
				seen.add(field.number);
			}
			yield field;
		}
	}

	#message(field: Field): Range {
		if (field.wireType !== 2) throw new MalformedProtobuf('malformed', field.start, `field ${field.number} should be a message`);
		return field;
	}

	#small(field: Field): number {
		if (field.wireType !== 0 || field.value < 0n || field.value > 0x7fffffffn)
			throw new MalformedProtobuf('malformed', field.start, `field ${field.number} should be a small number`);
		return Number(field.value);
	}
}

interface Range {
	readonly start: number;
	readonly end: number;
}
