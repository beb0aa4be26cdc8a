import type { DecoderSession } from '../../../src/lm/decoder-session.ts';

/** What the model itself says of one token, by the definitions of docs/methods/spad.md, in float64. */
export interface OriginalOutput {
	readonly logProbability: number;
	readonly entropy: number;
	readonly margin: number;
	readonly logitMargin: number;
	readonly energy: number;
}

/** Logits of the original graph at some positions, each as plain numbers `[V]`. */
export async function originalLogits(session: DecoderSession, ids: readonly number[], positions: readonly number[]): Promise<number[][]> {
	const row = new Float32Array(session.vocabulary);
	try {
		const { logits } = await session.step(ids, session.start(), ids.length);
		return positions.map((position) => [...logits!.row(position, row)]);
	} catch (error) {
		// Some exports give the last row's logits only.
		if (!(error instanceof RangeError)) throw error;
	}
	const rows: number[][] = [];
	for (const position of positions) {
		// oxlint-disable-next-line no-await-in-loop -- one session
		const { logits } = await session.step(ids.slice(0, position + 1), session.start(), 1);
		rows.push([...logits!.row(0, row)]);
	}
	return rows;
}

/** Written out naively: logits of the fixtures are small, and nothing overflows. */
export function outputOf(logits: readonly number[], target: number): OriginalOutput {
	const total = logits.reduce((sum, x) => sum + Math.exp(x), 0);
	const probabilities = logits.map((x) => Math.exp(x) / total);
	const [p1, p2] = probabilities.toSorted((a, b) => b - a);
	const [l1, l2] = logits.toSorted((a, b) => b - a);
	return {
		logProbability: Math.log(probabilities[target]!),
		entropy: -probabilities.reduce((sum, p) => sum + (p > 0 ? p * Math.log(p) : 0), 0),
		margin: p1! - p2!,
		logitMargin: l1! - l2!,
		energy: -Math.log(total),
	};
}
