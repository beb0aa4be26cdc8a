/** Features of samples, row-major `[rows, columns]`, in float32 as XGBoost holds them; `NaN` is a missing value. */
export interface FeatureMatrix {
	readonly values: Float32Array;
	readonly rows: number;
	readonly columns: number;
}

/**
 * A matrix of the given rows, each rounded to float32.
 * @param columns length of a row, for when there may be no row.
 * @throws RangeError when a row has another length, or a value is infinite in float32.
 */
export function featureMatrix(rows: readonly ArrayLike<number>[], columns = rows[0]?.length ?? 0): FeatureMatrix {
	const values = new Float32Array(rows.length * columns);
	rows.forEach((row, r) => {
		if (row.length !== columns) throw new RangeError(`row ${r} holds ${row.length} features, not ${columns}`);
		values.set(row, r * columns);
	});
	const infinite = values.findIndex((value) => value === Infinity || value === -Infinity);
	if (infinite >= 0) throw new RangeError(`feature ${infinite % columns} of row ${Math.floor(infinite / columns)} is infinite`);
	return { values, rows: rows.length, columns };
}

/** One row, a view without a copy. @throws RangeError for a row that is not there. */
export function matrixRow({ values, rows, columns }: FeatureMatrix, row: number): Float32Array {
	if (!Number.isInteger(row) || row < 0 || row >= rows) throw new RangeError(`row ${row} of ${rows}`);
	return values.subarray(row * columns, (row + 1) * columns);
}

/** The named rows in the order named, copied; a row may be named more than once. @throws RangeError for a row that is not there. */
export function selectRows(matrix: FeatureMatrix, rows: readonly number[]): FeatureMatrix {
	const { columns } = matrix;
	const values = new Float32Array(rows.length * columns);
	rows.forEach((row, r) => values.set(matrixRow(matrix, row), r * columns));
	return { values, rows: rows.length, columns };
}
