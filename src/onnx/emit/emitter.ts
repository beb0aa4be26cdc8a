import { dataTypes, type OnnxNode, type OnnxSubgraph, type OnnxTensor, type OnnxValue } from '../onnx-model.ts';
import { attribute } from '../onnx-writer.ts';

/** What an operator is given besides its inputs. */
export interface NodeOptions {
	readonly ints?: Readonly<Record<string, number | readonly number[]>>;
	readonly floats?: Readonly<Record<string, number>>;
	readonly texts?: Readonly<Record<string, string>>;
	readonly graphs?: Readonly<Record<string, OnnxSubgraph>>;
	readonly domain?: string;
	readonly outputs?: number;
}

/** Constants that the main graph and the bodies of its loops share, and the numbering of names. */
class Shared {
	readonly initializers = new Map<string, OnnxTensor>();
	#next = 0;

	number(): number {
		return this.#next++;
	}
}

/** Writes nodes one after another; every name begins with `spad/`. */
export class Emitter {
	readonly nodes: OnnxNode[] = [];
	readonly #shared: Shared;

	constructor(outer?: Emitter) {
		this.#shared = outer === undefined ? new Shared() : outer.#shared;
	}

	/** Constants of this graph and of the bodies within. */
	get initializers(): ReadonlyMap<string, OnnxTensor> {
		return this.#shared.initializers;
	}

	/** An operator's outputs. */
	many(type: string, inputs: readonly string[], options: NodeOptions = {}): string[] {
		const name = `spad/${type}_${this.#shared.number()}`;
		const outputs = Array.from({ length: options.outputs ?? 1 }, (_, i) => `${name}:${i}`);
		this.nodes.push({
			name,
			type,
			domain: options.domain ?? '',
			inputs,
			outputs,
			attributes: new Map([
				...Object.entries(options.ints ?? {}).map(([key, value]) => attribute(key, value)),
				...Object.entries(options.floats ?? {}).map(([key, value]) => attribute(key, value, true)),
				...Object.entries(options.texts ?? {}).map(([key, value]) => attribute(key, value)),
				...Object.entries(options.graphs ?? {}).map(([key, value]) => attribute(key, value)),
			]),
		});
		return outputs;
	}

	/** An operator with one output. */
	op(type: string, inputs: readonly string[], options: NodeOptions = {}): string {
		return this.many(type, inputs, options)[0]!;
	}

	/** A copy of a node of the original graph over other inputs; its first output. */
	copy(node: OnnxNode, inputs: readonly string[]): string {
		return this.copies(node, inputs)[0]!;
	}

	/** The same; all its outputs, `''` where the node has none. */
	copies(node: OnnxNode, inputs: readonly string[]): string[] {
		const name = `spad/${node.type}_${this.#shared.number()}`;
		const outputs = node.outputs.map((output, i) => (output === '' ? '' : `${name}:${i}`));
		this.nodes.push({ ...node, name, inputs, outputs });
		return outputs;
	}

	/** A name for an input of a loop's body. */
	fresh(what: string): string {
		return `spad/${what}_${this.#shared.number()}`;
	}

	/** Whole numbers `[n]`, or one without dimensions. */
	ints(values: readonly number[] | number): string {
		const scalar = typeof values === 'number';
		const list = scalar ? [values] : values;
		return this.#constant(
			`spad/int${scalar ? '' : 's'}_${list.join('_')}`,
			dataTypes.int64,
			scalar ? [] : [list.length],
			BigInt64Array.from(list, BigInt),
		);
	}

	/** A number without dimensions. */
	float(value: number): string {
		return this.#constant(`spad/float_${value}`, dataTypes.float, [], Float32Array.of(value));
	}

	truth(): string {
		return this.#constant('spad/true', dataTypes.bool, [], Uint8Array.of(1));
	}

	/** Numbers of no rows. */
	nothing(columns: number): string {
		return this.#constant(`spad/nothing_${columns}`, dataTypes.float, [0, columns], new Float32Array(0));
	}

	/** Weights that lie in a file of the model. */
	stored(tensor: Omit<OnnxTensor, 'name'>): string {
		const name = `spad/weight_${this.#shared.number()}`;
		this.#shared.initializers.set(name, { ...tensor, name });
		return name;
	}

	shape(tensor: string): string {
		return this.op('Shape', [tensor]);
	}

	/** The size of one axis, as `[1]`. */
	size(tensor: string, axis: number): string {
		return this.op('Gather', [this.shape(tensor), this.ints([axis])], { ints: { axis: 0 } });
	}

	/** `sizes` are numbers, or tensors `[1]`. */
	reshape(tensor: string, ...sizes: readonly (number | string)[]): string {
		return this.op('Reshape', [
			tensor,
			sizes.every((size) => typeof size === 'number')
				? this.ints(sizes)
				: this.op(
						'Concat',
						sizes.map((size) => (typeof size === 'number' ? this.ints([size]) : size)),
						{ ints: { axis: 0 } },
					),
		]);
	}

	gather(tensor: string, indices: string, axis: number): string {
		return this.op('Gather', [tensor, indices], { ints: { axis } });
	}

	slice(tensor: string, axis: number, from: number | string, to: number | string): string {
		const place = (at: number | string) => (typeof at === 'number' ? this.ints([at]) : at);
		return this.op('Slice', [tensor, place(from), place(to), this.ints([axis])]);
	}

	transpose(tensor: string, ...perm: readonly number[]): string {
		return this.op('Transpose', [tensor], { ints: { perm } });
	}

	sum(tensor: string, axis: number, keep: boolean): string {
		const kept = this.op('ReduceSum', [tensor, this.ints([axis])], { ints: { keepdims: 1 } });
		return keep ? kept : this.op('Squeeze', [kept, this.ints([axis])]);
	}

	/** The largest number of each row of `[n, m]`: `[n, 1]`. TopK would do, and ends the process where n is 0 (ONNX Runtime 1.30). */
	rowMaximum(tensor: string, opset: number): string {
		return opset < 18 ? this.op('ReduceMax', [tensor], { ints: { axes: [1] } }) : this.op('ReduceMax', [tensor, this.ints([1])]);
	}

	concat(tensors: readonly string[], axis: number): string {
		return tensors.length === 1 ? tensors[0]! : this.op('Concat', tensors, { ints: { axis } });
	}

	unsqueeze(tensor: string, axis: number): string {
		return this.op('Unsqueeze', [tensor, this.ints([axis])]);
	}

	add = (a: string, b: string): string => this.op('Add', [a, b]);
	sub = (a: string, b: string): string => this.op('Sub', [a, b]);
	mul = (a: string, b: string): string => this.op('Mul', [a, b]);

	cast(tensor: string, dataType: number): string {
		return this.op('Cast', [tensor], { ints: { to: dataType } });
	}

	#constant(name: string, dataType: number, dims: readonly number[], values: BigInt64Array | Float32Array | Uint8Array): string {
		this.#shared.initializers.set(name, {
			name,
			dataType,
			dims,
			data: { kind: 'inline', bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength) },
		});
		return name;
	}
}

/** Builds the body of a loop. */
export function bodyOf(emitter: Emitter, inputs: readonly OnnxValue[], outputs: readonly OnnxValue[]): OnnxSubgraph {
	return { nodes: emitter.nodes, initializers: new Map(), inputs, outputs };
}
