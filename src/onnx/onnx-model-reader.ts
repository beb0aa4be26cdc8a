import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { withFileSync } from '../files/read-file.ts';
import { modelFile, sizeLimits } from '../files/file-kind.ts';
import {
	type AttributeValue,
	type OnnxAttribute,
	type OnnxModel,
	type OnnxNode,
	type OnnxSubgraph,
	type OnnxTensor,
	type OnnxValue,
} from './onnx-model.ts';
import { fileSource, MalformedProtobuf, ProtobufReader, type ByteSource, type Field } from './protobuf-reader.ts';
import { readTensor } from './tensor-reader.ts';

/** Largest attribute (a subgraph with its constants) that is held in memory. */
const maxAttributeBytes = 64 * 2 ** 20;

/**
 * Reads an ONNX `ModelProto` (onnx.proto) without its weights: tensors of more than 4 KiB stay places in files.
 * The file has been checked by `checkOnnxFile` before; field numbers are those of onnx.proto.
 * @throws {MalformedProtobuf} when the file is cut off or is not such a message.
 */
export function readOnnxModel(source: ByteSource): OnnxModel {
	return new ModelReader(new ProtobufReader(source)).model();
}

/**
 * `readOnnxModel` of a file that has been checked.
 * @param path of the `.onnx`.
 * @param shown what it is called in messages.
 * @throws {UserError} RA206 for what the check passes and this does not read, such as sparse weights.
 */
export function readModelFile(path: string, shown = path): OnnxModel {
	return withFileSync(path, modelFile(sizeLimits.graph), (descriptor, size) => {
		try {
			return readOnnxModel(fileSource(descriptor, size));
		} catch (cause) {
			if (!(cause instanceof MalformedProtobuf)) throw cause;
			throw new UserError(
				errorNumbers.malformedOnnx,
				`This is not an ONNX file that can be read: ${cause.message} (at byte ${cause.offset}).`,
				{
					place: { file: shown },
					hint: 'Export the model again, with dense weights.',
					cause,
				},
			);
		}
	});
}

interface Range {
	readonly start: number;
	readonly end: number;
}

class ModelReader {
	readonly #reader: ProtobufReader;

	constructor(reader: ProtobufReader) {
		this.#reader = reader;
	}

	model(): OnnxModel {
		const opsets = new Map<string, number>();
		const functions = new Set<string>();
		let irVersion = 0;
		let graph: OnnxSubgraph | undefined;
		for (const field of this.#reader.fields(0, this.#reader.size)) {
			if (field.number === 1) irVersion = Number(field.value);
			else if (field.number === 7) graph = this.#graph(field);
			else if (field.number === 8) {
				const { text, number } = this.#pair(field);
				opsets.set(text, number);
			} else if (field.number === 25) functions.add(this.#functionName(field));
		}
		if (graph === undefined) throw new MalformedProtobuf('malformed', 0, 'it has no graph');
		return { irVersion, opsets, graph, functions };
	}

	#pair(at: Range): { text: string; number: number } {
		let [text, number] = ['', 0];
		for (const field of this.#reader.fields(at.start, at.end)) {
			if (field.number === 1) text = this.#reader.text(field);
			else if (field.number === 2) number = Number(field.value);
		}
		return { text, number };
	}

	#functionName(at: Range): string {
		let [name, domain] = ['', ''];
		for (const field of this.#reader.fields(at.start, at.end)) {
			if (field.number === 1) name = this.#reader.text(field);
			else if (field.number === 10) domain = this.#reader.text(field);
		}
		return `${domain}:${name}`;
	}

	#graph(at: Range): OnnxSubgraph {
		const nodes: OnnxNode[] = [];
		const initializers = new Map<string, OnnxTensor>();
		const inputs: OnnxValue[] = [];
		const outputs: OnnxValue[] = [];
		for (const field of this.#reader.fields(at.start, at.end)) {
			if (field.number === 1) nodes.push(this.#node(field));
			else if (field.number === 5) {
				const tensor = readTensor(this.#reader, field);
				initializers.set(tensor.name, tensor);
			} else if (field.number === 11) inputs.push(this.#value(field));
			else if (field.number === 12) outputs.push(this.#value(field));
			else if (field.number === 15)
				throw new MalformedProtobuf(
					'malformed',
					field.start,
					`its weight '${this.#sparseName(field)}' is sparse, and dense ones alone are read`,
				);
		}
		return { nodes, initializers, inputs, outputs };
	}

	/** That of its values. */
	#sparseName(at: Range): string {
		for (const field of this.#reader.fields(at.start, at.end)) {
			if (field.number !== 1) continue;
			for (const part of this.#reader.fields(field.start, field.end)) if (part.number === 8) return this.#reader.text(part);
		}
		return '';
	}

	#value(field: Field): OnnxValue {
		let name = '';
		let dataType = 0;
		for (const part of this.#reader.fields(field.start, field.end)) {
			if (part.number === 1) name = this.#reader.text(part);
			else if (part.number === 2)
				for (const type of this.#reader.fields(part.start, part.end)) {
					if (type.number === 1)
						for (const tensor of this.#reader.fields(type.start, type.end)) if (tensor.number === 1) dataType = Number(tensor.value);
				}
		}
		return { name, dataType, bytes: this.#reader.slice(field.start, field.end) };
	}

	#node(at: Range): OnnxNode {
		const [inputs, outputs]: [string[], string[]] = [[], []];
		const attributes = new Map<string, OnnxAttribute>();
		let [name, type, domain] = ['', '', ''];
		for (const field of this.#reader.fields(at.start, at.end)) {
			if (field.number === 1) inputs.push(this.#reader.text(field));
			else if (field.number === 2) outputs.push(this.#reader.text(field));
			else if (field.number === 3) name = this.#reader.text(field);
			else if (field.number === 4) type = this.#reader.text(field);
			else if (field.number === 5) {
				const [key, attribute] = this.#attribute(field);
				attributes.set(key, attribute);
			} else if (field.number === 7) domain = this.#reader.text(field);
		}
		// 'ai.onnx' is a second name of ONNX's own domain.
		return { name, type, domain: domain === 'ai.onnx' ? '' : domain, inputs, outputs, attributes };
	}

	#attribute(at: Range): [string, OnnxAttribute] {
		let name = '';
		let kind = 0;
		const ints: number[] = [];
		const floats: number[] = [];
		const strings: string[] = [];
		let large: OnnxTensor | OnnxSubgraph | undefined;
		for (const field of this.#reader.fields(at.start, at.end)) {
			if (field.number === 1) name = this.#reader.text(field);
			else if (field.number === 20) kind = Number(field.value);
			else if (field.number === 3 || field.number === 8) for (const value of this.#reader.integers(field)) ints.push(Number(value));
			else if (field.number === 2 || field.number === 7) floats.push(...this.#floats(field));
			else if (field.number === 4 || field.number === 9) strings.push(new TextDecoder().decode(this.#reader.bytes(field, 2 ** 20)));
			else if (field.number === 5) large = readTensor(this.#reader, field);
			else if (field.number === 6) large = this.#graph(field);
		}
		const value = large ?? valueOf(kind, ints, floats, strings);
		const bytes = isLargeTensor(large) ? new Uint8Array() : this.#limited(at);
		return [name, { value, bytes }];
	}

	#limited(at: Range): Uint8Array {
		if (at.end - at.start > maxAttributeBytes)
			throw new MalformedProtobuf('malformed', at.start, `an attribute is larger than ${maxAttributeBytes} bytes`);
		return this.#reader.slice(at.start, at.end);
	}

	#floats(field: Field): number[] {
		const bytes = field.wireType === 5 ? this.#reader.slice(field.start - 4, field.start) : this.#reader.slice(field.start, field.end);
		const view = new DataView(bytes.buffer);
		return Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
	}
}

/** A tensor that stays in its file: its attribute is never written again (constants become initializers). */
function isLargeTensor(value: OnnxTensor | OnnxSubgraph | undefined): boolean {
	return value !== undefined && 'dataType' in value && value.data.kind === 'file';
}

/** `AttributeProto.type`: 1 FLOAT, 2 INT, 3 STRING, 6 FLOATS, 7 INTS, 8 STRINGS. */
function valueOf(kind: number, ints: number[], floats: number[], strings: string[]): AttributeValue {
	switch (kind) {
		case 1:
			return floats[0] ?? 0;
		case 2:
			return ints[0] ?? 0;
		case 3:
			return strings[0] ?? '';
		case 6:
			return floats;
		case 8:
			return strings;
		default:
			return ints;
	}
}
