import { dataTypes, isSubgraph, type OnnxModel, type OnnxSubgraph, type OnnxTensor } from '../../onnx/onnx-model.ts';
import { tensorBytes } from '../../onnx/tensor-size.ts';
import { cannotKeepBelow, type AllocationLimit } from './allocation-limit.ts';

/**
 * How weights get to the runtime: `packed`, laid out anew for speed, in memory of its own; or `mapped`, from their file's pages as they
 * lie, which takes no allocation and is slower.
 */
export type WeightPlacement = 'packed' | 'mapped';

/** Bytes of the largest allocation that an operator makes of one of its weights, by placement; of the bytes as stored, and of as many float32. */
type Copies = Readonly<Record<WeightPlacement, (stored: number, float32: number) => number>>;

const none = (): number => 0;
const whole = (stored: number, float32: number): number => Math.max(stored, float32);
const [looked, other]: [Copies, Copies] = [
	{ packed: none, mapped: none },
	{ packed: whole, mapped: whole },
];
/** Products of float32; weights in half precision are widened when the model opens, in both placements. */
const product: Copies = { packed: whole, mapped: (stored, float32) => (stored < float32 ? float32 : 0) };
/** Of blocks of few bits: packed with their scales; unpacked at every run where they are not. */
const blocks: Copies = { packed: (stored) => 1.5 * stored, mapped: whole };
/** Of whole numbers. */
const integers: Copies = { packed: (stored) => stored, mapped: (stored) => stored };

/** By operator; of others it is assumed that they make something of the weight's size in float32. */
const copiesOf: ReadonlyMap<string, Copies> = new Map([
	...['Gather', 'GatherND', 'GatherBlockQuantized', 'Shape', 'Size'].map((type): [string, Copies] => [type, looked]),
	...['MatMul', 'FusedMatMul', 'Gemm', 'FusedGemm'].map((type): [string, Copies] => [type, product]),
	['MatMulNBits', blocks],
	...['MatMulInteger', 'MatMulIntegerToFloat', 'DynamicQuantizeMatMul', 'QLinearMatMul'].map((type): [string, Copies] => [type, integers]),
]);

/** A weight of which an allocation is made that reaches the limit. */
interface TooLarge {
	readonly weight: string;
	readonly operator: string;
	readonly bytes: number;
}

/**
 * How a model's weights have to be placed so that no allocation made of one reaches `limit`.
 * @param file of the model, for the refusal.
 * @throws {UserError} RA415 where neither placement keeps below it.
 */
export function placementWithin(model: OnnxModel, limit: AllocationLimit, file: string): WeightPlacement {
	if (largestOf(model.graph, 'packed', limit) === undefined) return 'packed';
	const tooLarge = largestOf(model.graph, 'mapped', limit);
	if (tooLarge === undefined) return 'mapped';
	const { weight, operator, bytes } = tooLarge;
	throw cannotKeepBelow(limit, bytes, `The weight '${weight}' of this model, for ${operator},`, {
		place: { file },
		other: 'Another dtype of the model may have smaller ones.',
	});
}

function largestOf(
	graph: OnnxSubgraph,
	placement: WeightPlacement,
	limit: AllocationLimit,
	outer: ReadonlyMap<string, OnnxTensor> = new Map(),
): TooLarge | undefined {
	const known = new Map([...outer, ...graph.initializers]);
	for (const { type, inputs, attributes } of graph.nodes) {
		for (const name of inputs) {
			const bytes = allocated(known.get(name), copiesOf.get(type) ?? other, placement);
			if (bytes >= limit) return { weight: name, operator: type, bytes };
		}
		for (const { value } of attributes.values()) {
			const inner = isSubgraph(value) ? largestOf(value, placement, limit, known) : undefined;
			if (inner !== undefined) return inner;
		}
	}
	return undefined;
}

function allocated(weight: OnnxTensor | undefined, copies: Copies, placement: WeightPlacement): number {
	if (weight === undefined) return 0;
	const stored = storedBytes(weight);
	// What is written into the model file itself is read into memory, unless it is mapped.
	const read = placement === 'packed' && weight.data.kind === 'file' && weight.data.location === undefined ? stored : 0;
	return Math.max(read, copies[placement](stored, 4 * elements(weight)));
}

function storedBytes(weight: OnnxTensor): number {
	return tensorBytes(weight.dataType, weight.dims.map(BigInt)) ?? 0;
}

/** Two numbers of four bits that lie in a byte are counted as two. */
function elements({ dims, dataType }: OnnxTensor): number {
	const count = dims.reduce((total, size) => total * size, 1);
	return dataType === dataTypes.uint8 ? 2 * count : count;
}
