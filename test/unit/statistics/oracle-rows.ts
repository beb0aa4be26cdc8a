/** Three rows of logits that float32 holds exactly, as `make_row_oracle.py` makes them. */
export function oracleRows(shift: number): { withContext: Float32Array; withoutContext: Float32Array; contextOnly: Float32Array } {
	const row = (logit: (v: number) => number): Float32Array => Float32Array.from({ length: 50 }, (_, v) => logit(v));
	return {
		withContext: row((v) => ((v * 37 + shift) % 23) / 4 - 1),
		withoutContext: row((v) => ((v * 29 + shift) % 31) / 4),
		contextOnly: row((v) => ((v * 17 + 3 * shift) % 19) / 2),
	};
}

/** make_row_oracle.py: scipy, by shift. */
export const oracleSums = [
	{
		shift: 0,
		kl: 2.517313001687426,
		cross: 0.04109564153536547,
		spread: 0.1066980551550905,
		moved: 0.08865779746692204,
		renyiContextOnly: 5.0603294103441785,
		renyiWithContext: 4.752899251815525,
		eta: 0.385158299986172,
	},
	{
		shift: 5,
		kl: 2.5361111503161786,
		cross: 0.06213819050174464,
		spread: 0.15034830728296036,
		moved: 0.09166799644704415,
		renyiContextOnly: 5.254883870443735,
		renyiWithContext: 4.552421905449608,
		eta: 0.4132949124914227,
	},
	{
		shift: 11,
		kl: 2.521173842351968,
		cross: 0.06803367866014956,
		spread: 0.13731423340861318,
		moved: 0.10217994261614169,
		renyiContextOnly: 5.778098341529666,
		renyiWithContext: 4.403201826161806,
		eta: 0.4954597711491288,
	},
] as const;
