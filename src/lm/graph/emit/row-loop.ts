import { dataTypes } from '../onnx-model.ts';
import { valueInfo } from '../onnx-writer.ts';
import { bodyOf, Emitter } from './emitter.ts';

/**
 * Emits a Loop over blocks of rows: what a block makes on the way is freed before the next, so that memory is bounded by a
 * block and not by all rows.
 * @param total number of rows, `[1]`, at least 1.
 * @param body emits one block's `[b, columns]` float numbers; `rows` cuts the block out of a tensor of `total` rows.
 * @returns `[total, columns]`.
 */
export function rowLoop(e: Emitter, total: string, block: number, columns: number, body: (inner: Emitter, rows: (tensor: string) => string) => string): string {
	const size = e.ints([block]);
	const trips = e.op('Squeeze', [e.op('Div', [e.add(total, e.ints([block - 1])), size]), e.ints([0])]);
	const [turn, condition, collected] = [e.fresh('turn'), e.fresh('go'), e.fresh('rows')];
	const inner = new Emitter(e);
	const start = inner.mul(inner.unsqueeze(turn, 0), size);
	const end = inner.add(start, size);
	const made = body(inner, (tensor) => inner.slice(tensor, 0, start, end));
	const grown = inner.concat([collected, made], 0);
	const again = inner.op('Identity', [condition]);
	const loop = bodyOf(inner,
		[valueInfo(turn, dataTypes.int64, []), valueInfo(condition, dataTypes.bool, []), valueInfo(collected, dataTypes.float, ['rows', columns])],
		[valueInfo(again, dataTypes.bool, []), valueInfo(grown, dataTypes.float, ['more_rows', columns])]);
	return e.op('Loop', [trips, e.truth(), e.nothing(columns)], { graphs: { body: loop } });
}
