/** Features of samples, row-major `[rows, columns]`, in float32 as in XGBoost. `NaN` is a missing value. */
export interface FeatureMatrix {
	readonly values: Float32Array;
	readonly rows: number;
	readonly columns: number;
}

/**
 * Returns a matrix of the given rows. Each value is rounded to float32.
 * @param columns length of a row, in case there are no rows.
 * @throws {RangeError} if a row has another length, or if a value is infinite in float32.
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

/**
 * Returns one row as a view, without a copy.
 * @throws {RangeError} for a row that does not exist.
 */
export function matrixRow({ values, rows, columns }: FeatureMatrix, row: number): Float32Array {
	if (!Number.isInteger(row) || row < 0 || row >= rows) throw new RangeError(`row ${row} of ${rows}`);
	return values.subarray(row * columns, (row + 1) * columns);
}

/**
 * Returns a copy of the given rows in the given order. A row may be given more than once.
 * @throws {RangeError} for a row that does not exist.
 */
export function selectRows(matrix: FeatureMatrix, rows: readonly number[]): FeatureMatrix {
	const { columns } = matrix;
	const values = new Float32Array(rows.length * columns);
	rows.forEach((row, r) => values.set(matrixRow(matrix, row), r * columns));
	return { values, rows: rows.length, columns };
}
