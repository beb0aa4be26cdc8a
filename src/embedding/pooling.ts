/** How the rows of a text's tokens become one, by the names that sentence-transformers gives them. */
export const poolings = ['cls', 'max', 'mean', 'mean_sqrt_len_tokens', 'weightedmean', 'lasttoken'] as const;
export type Pooling = (typeof poolings)[number];

/** Rows of the tokens of one text, `[tokens, width]`. */
export interface TokenRows {
	readonly rows: Float32Array;
	readonly tokens: number;
	readonly width: number;
}

/**
 * One vector for a text: the vectors of these poolings behind one another. In double precision, as single sums of long texts are not.
 * @param skip tokens at the beginning that do not count: a prompt, where a model leaves it out. Where nothing else is left all count.
 */
export function pooled(text: TokenRows, kinds: readonly Pooling[], skip = 0): Float64Array {
	const { tokens, width } = text;
	const from = skip < tokens ? skip : 0;
	const all = new Float64Array(kinds.length * width);
	for (const [i, kind] of kinds.entries()) into(all.subarray(i * width, (i + 1) * width), text, kind, from);
	return all;
}

function into(out: Float64Array, text: TokenRows, kind: Pooling, from: number): void {
	const { tokens } = text;
	switch (kind) {
		case 'cls':
			return addRow(out, text, from, 1);
		case 'lasttoken':
			return addRow(out, text, tokens - 1, 1);
		case 'max':
			return largest(out, text, from);
		case 'mean':
			return weighted(out, text, from, tokens - from, () => 1);
		case 'mean_sqrt_len_tokens':
			return weighted(out, text, from, Math.sqrt(tokens - from), () => 1);
		case 'weightedmean':
			return weighted(out, text, from, ((from + 1 + tokens) * (tokens - from)) / 2, (token) => token + 1);
	}
}

function weighted(out: Float64Array, text: TokenRows, from: number, by: number, weightOf: (token: number) => number): void {
	for (let token = from; token < text.tokens; token++) addRow(out, text, token, weightOf(token) / by);
}

function addRow(out: Float64Array, { rows, width }: TokenRows, token: number, weight: number): void {
	for (let j = 0; j < width; j++) out[j]! += weight * rows[token * width + j]!;
}

function largest(out: Float64Array, { rows, tokens, width }: TokenRows, from: number): void {
	out.fill(Number.NEGATIVE_INFINITY);
	for (let token = from; token < tokens; token++)
		for (let j = 0; j < width; j++) if (rows[token * width + j]! > out[j]!) out[j] = rows[token * width + j]!;
}
