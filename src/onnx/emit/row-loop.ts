import { dataTypes } from '../onnx-model.ts';
import { valueInfo } from '../onnx-writer.ts';
import { bodyOf, Emitter } from './emitter.ts';

/** The runtime's products take twelve rows at a time, and what is left over more slowly. */
const step = 12;

/** What a loop goes over. */
export interface LoopRows {
	/** Number of rows, `[1]`. */
	readonly total: string;
	/** Rows of a block at most. */
	readonly max: number;
	/** Whether anything is computed, a truth without dimensions; absent: it is. Otherwise all rows are zero. */
	readonly go?: string;
}

/**
 * Emits a Loop over blocks of rows, all about as large: what a block makes on the way is freed before the next, so that memory is
 * bounded by a block and not by all rows.
 * @param body emits one block's `[b, columns]` float numbers; `rows` cuts the block out of a tensor of `total` rows.
 * @returns `[total, columns]`.
 */
export function rowLoop(
	e: Emitter,
	{ total, max, go }: LoopRows,
	columns: number,
	body: (inner: Emitter, rows: (tensor: string) => string) => string,
): string {
	const whole = max < step ? max : max - (max % step);
	const turns = ceiling(e, total, e.ints([whole]));
	const evenly = ceiling(e, total, e.op('Max', [turns, e.ints([1])]));
	const size = max < step ? e.ints([whole]) : e.mul(ceiling(e, evenly, e.ints([step])), e.ints([step]));
	const [turn, condition, collected] = [e.fresh('turn'), e.fresh('go'), e.fresh('rows')];
	const inner = new Emitter(e);
	const start = inner.mul(inner.unsqueeze(turn, 0), size);
	const end = inner.add(start, size);
	const made = body(inner, (tensor) => inner.slice(tensor, 0, start, end));
	const grown = inner.concat([collected, made], 0);
	const again = inner.op('Identity', [condition]);
	const loop = bodyOf(
		inner,
		[
			valueInfo(turn, dataTypes.int64, []),
			valueInfo(condition, dataTypes.bool, []),
			valueInfo(collected, dataTypes.float, ['rows', columns]),
		],
		[valueInfo(again, dataTypes.bool, []), valueInfo(grown, dataTypes.float, ['more_rows', columns])],
	);
	const rows = e.op('Loop', [e.op('Squeeze', [turns, e.ints([0])]), go ?? e.truth(), e.nothing(columns)], { graphs: { body: loop } });
	if (go === undefined) return rows;
	const missing = e.sub(total, e.size(rows, 0));
	return e.concat([rows, e.op('Expand', [e.float(0), e.concat([missing, e.ints([columns])], 0)])], 0);
}

/** Whole numbers `[1]`, both positive: a / b, rounded up. */
function ceiling(e: Emitter, a: string, b: string): string {
	return e.op('Div', [e.add(a, e.sub(b, e.ints([1]))), b]);
}
