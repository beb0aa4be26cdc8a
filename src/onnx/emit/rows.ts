import { dataTypes } from '../onnx-model.ts';
import type { Emitter } from './emitter.ts';

/** The rows that are asked about, and how to take them out of the graph's tensors, whatever their rank (batch 1). */
export class Rows {
	/** Positions of the predicting rows in the whole sequence `[R]`. */
	readonly positions: string;
	/** Their places among the tokens that are fed now `[R]`. */
	readonly places: string;
	/** Number of tokens fed now, number of rows, number of all tokens: each `[1]`. */
	readonly fed: string;
	readonly count: string;
	readonly all: string;

	/**
	 * @param stream a tensor with a row of `hidden` numbers for each token fed.
	 * @param membership `[all tokens, ..]`.
	 */
	constructor(e: Emitter, positions: string, membership: string, stream: string, hidden: number) {
		this.positions = positions;
		this.fed = e.size(e.reshape(stream, -1, hidden), 0);
		this.all = e.size(membership, 0);
		this.count = e.size(positions, 0);
		this.places = e.sub(positions, e.sub(this.all, this.fed));
	}

	/** Rows `[R, width]` of a tensor `[.., fed, width]`, as float32. */
	of(e: Emitter, tensor: string, width: number): string {
		return e.cast(this.raw(e, tensor, width), dataTypes.float);
	}

	/** The same in the tensor's own type. */
	raw(e: Emitter, tensor: string, width: number): string {
		return e.gather(e.reshape(tensor, -1, width), this.places, 0);
	}

	/** `[H, R, n]` float32 of a tensor that holds `[H, fed, n]`, however its first axes are arranged. */
	ofHeads(e: Emitter, tensor: string): string {
		const width = e.size(tensor, -1);
		return e.cast(e.gather(e.reshape(tensor, -1, this.fed, width), this.places, 1), dataTypes.float);
	}
}
