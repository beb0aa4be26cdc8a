import type { Weight } from '../recognize/linear.ts';
import type { Emitter } from './emitter.ts';
import { rowLoop } from './row-loop.ts';
import type { Weights } from './weights.ts';

/** Elements of the widest tensor of a block of rows: a block of logits takes 4 bytes each, and as much again for the softmax. */
export const blockElements = 18 * 2 ** 20;

/** Rows of a block of probes over the whole vocabulary at most. */
const maxRows = 384;

/**
 * Columns of a panel of the vocabulary, and rows that are multiplied with it at a time at most: the logits of both stay in the processor's
 * cache. At powers of two of columns, where the rows of a block fall on the same few lines of it, products took longer.
 */
export const panelColumns = 1536;
export const maxPanelRows = 1320;
/** Logits of fewer tokens lie in the cache as they are. */
const fewPanels = 4;

/** Some columns of an unembedding, as a matrix of their own. */
export type Panel = Extract<Weight, { kind: 'plain' }>;

/** The panels of an unembedding that is multiplied panel by panel; none where it is multiplied whole. */
export function vocabularyPanels(e: Emitter, matrix: Weight, weights: Weights): readonly Panel[] {
	return matrix.outputs <= fewPanels * panelColumns ? [] : weights.panels(e, matrix, panelColumns);
}

/** How probes are computed. */
export interface ProbeOptions {
	/** A truth without dimensions: whether anything is computed. */
	readonly go: string;
	/** What `vocabularyPanels` gave. */
	readonly panels: readonly Panel[];
}

/** Whether a device gains by panels: a CPU by its cache; of the others not all have the logarithm of a softmax. */
export function takesPanels(device: string): boolean {
	return device === 'cpu';
}

/** Rows of a block whose widest tensor has `columns`. */
export function blockRows(columns: number, max = maxRows): number {
	return Math.max(1, Math.min(max, Math.floor(blockElements / columns)));
}

/**
 * `Φ(h, y) = softmax(W_U h)[y]` (docs/methods/spad.md) of states `[n, d]` and targets `[n, 1]`: `[n, 1]`. One loop, so that the head's products
 * are the same nodes however many layers there are.
 *
 * In panels it is `1 / Σ_p exp(log Σ_{v in p} e^{l_v} − l_y)`. The logarithm of a panel's softmax at any of its columns c gives
 * `log Σ_{v in p} e^{l_v} = l_c − logsoftmax_p(l)_c`; c is y in the panel that has it, so that a probe of one comes out as one.
 */
export function exactProbes(
	e: Emitter,
	matrix: Weight,
	weights: Weights,
	{ go, panels }: ProbeOptions,
): (states: string, targets: string) => string {
	return (states, targets) => {
		const total = e.size(states, 0);
		if (panels.length === 0) {
			const held = weights.hold(e, matrix);
			return rowLoop(e, { total, max: blockRows(matrix.outputs), go }, 1, (inner, cut) => {
				const logits = weights.apply(inner, matrix, cut(states), held);
				return inner.op('GatherElements', [inner.op('Softmax', [logits], { ints: { axis: -1 } }), cut(targets)], { ints: { axis: 1 } });
			});
		}
		const column = (values: readonly number[]): string => e.unsqueeze(e.ints(values), 1);
		const starts = column(panels.map((_, p) => p * panelColumns));
		const ends = column(panels.map(({ outputs }) => outputs - 1));
		return rowLoop(e, { total, max: blockRows(panelColumns, maxPanelRows), go }, 1, (inner, cut) => {
			const rows = cut(states);
			// [panels, n]: the target's place in each panel, and the nearest that the panel has.
			const place = inner.sub(inner.reshape(cut(targets), 1, -1), starts);
			const nearest = inner.op('Max', [inner.op('Min', [place, ends]), inner.ints([0])]);
			// Of each panel one tensor [2 n, 1], so that the runtime, which goes back from results, ends with a panel before it begins another.
			const taken = inner.reshape(
				inner.concat(
					panels.map((part, p) => {
						const logits = weights.apply(inner, part, rows, part.tensor);
						const at = inner.reshape(inner.slice(nearest, 0, p, p + 1), -1, 1);
						const own = (tensor: string): string => inner.op('GatherElements', [tensor, at], { ints: { axis: 1 } });
						return inner.concat([own(logits), own(inner.op('LogSoftmax', [logits], { ints: { axis: -1 } }))], 0);
					}),
					0,
				),
				panels.length,
				2,
				-1,
			);
			const half = (index: number): string => inner.gather(taken, inner.ints(index), 1);
			const [logits, logs] = [half(0), half(1)];
			const target = inner.sum(inner.op('Where', [inner.op('Equal', [place, nearest]), logits, inner.float(0)]), 0, true);
			const ratios = inner.sum(inner.op('Exp', [inner.sub(inner.sub(logits, target), logs)]), 0, true);
			return inner.reshape(inner.op('Reciprocal', [ratios]), -1, 1);
		});
	};
}
