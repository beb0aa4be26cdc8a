import { Tensor } from 'onnxruntime-node';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';

/** Whole numbers as a graph declares that it takes them: a wrong element type can end the process. @throws {UserError} RA402 for a type that is none. */
export function integers(type: Tensor.Type, values: readonly number[], dims: readonly number[]): Tensor {
	if (type === 'int64') return new Tensor('int64', BigInt64Array.from(values, BigInt), dims);
	if (type === 'int32') return new Tensor('int32', Int32Array.from(values), dims);
	if (type === 'float32') return new Tensor('float32', Float32Array.from(values), dims);
	throw new UserError(
		errorNumbers.notADecoder,
		`This ONNX file takes ${type} where token numbers, masks or positions go in; int64 or int32 was expected.`,
	);
}
