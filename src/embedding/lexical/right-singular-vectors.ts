import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { standardNormal, seededRandom } from '../../statistics/random.ts';
import { timesDense, transposed, transposedTimesDense, type SparseRows } from './sparse-rows.ts';

/** Rows that go together, so that each sum is read and written once for them. */
const together = 4;

/** `AᵀA`, `[width, width]`, of `A`, `[rows, width]`. */
function innerProducts(a: Float64Array, width: number): Float64Array {
	const rows = a.length / width;
	const sums = new Float64Array(width * width);
	const whole = rows - (rows % together);
	for (let row = 0; row < whole; row += together) {
		const [first, second, third, fourth] = [row * width, (row + 1) * width, (row + 2) * width, (row + 3) * width];
		for (let i = 0; i < width; i++) {
			const [p, q, r, s] = [a[first + i]!, a[second + i]!, a[third + i]!, a[fourth + i]!];
			const to = i * width;
			for (let j = i; j < width; j++) sums[to + j]! += p * a[first + j]! + q * a[second + j]! + r * a[third + j]! + s * a[fourth + j]!;
		}
	}
	for (let row = whole; row < rows; row++)
		for (let i = 0; i < width; i++) for (let j = i; j < width; j++) sums[i * width + j]! += a[row * width + i]! * a[row * width + j]!;
	for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) sums[i * width + j] = sums[j * width + i]!;
	return sums;
}

/** `A B`, `[rows, count]`, of `A`, `[rows, width]`, and a small `B`, `[width, count]`. */
function timesSmall(a: Float64Array, width: number, b: Float64Array, count: number): Float64Array {
	const rows = a.length / width;
	const out = new Float64Array(rows * count);
	const whole = width - (width % together);
	for (let row = 0; row < rows; row++) {
		const [from, to] = [row * width, row * count];
		for (let i = 0; i < whole; i += together) {
			const [p, q, r, s] = [a[from + i]!, a[from + i + 1]!, a[from + i + 2]!, a[from + i + 3]!];
			const [first, second, third, fourth] = [i * count, (i + 1) * count, (i + 2) * count, (i + 3) * count];
			for (let k = 0; k < count; k++) out[to + k]! += p * b[first + k]! + q * b[second + k]! + r * b[third + k]! + s * b[fourth + k]!;
		}
		for (let i = whole; i < width; i++) for (let k = 0; k < count; k++) out[to + k]! += a[from + i]! * b[i * count + k]!;
	}
	return out;
}

/** The strongest directions of the rows of a matrix. */
export interface SingularVectors {
	/** How many; fewer than asked for where the matrix has no more. */
	readonly count: number;
	/** Largest first. */
	readonly singularValues: Float64Array;
	/** `[columns, count]`, orthonormal; of each the entry of the largest size is positive. */
	readonly vectors: Float64Array;
}

/** Directions that are sought beside those asked for: the last of them come out better for it (Halko, Martinsson and Tropp 2011, section 4.2). */
const beside = 16;
/** Applications of `XXᵀ`, each of which squares what sets the directions apart. */
const rounds = 4;
/** Of the largest eigenvalue; what is smaller is rounding. */
const negligible = 1e-13;

interface Options {
	readonly seed: number;
	/** Before each round, with how many are done of all; its promise is waited for. */
	readonly onRound?: ((done: number, of: number) => Promise<void>) | undefined;
}

/**
 * The right singular vectors of a sparse matrix to its largest singular values: subspace iteration with a seeded random start, and Rayleigh–Ritz at the
 * end (Halko, Martinsson and Tropp 2011, algorithms 4.4 and 5.1). What is made orthonormal each time is the smaller side. A matrix of no more rows than
 * directions comes out exactly.
 */
export async function rightSingularVectors(x: SparseRows, wanted: number, options: Options): Promise<SingularVectors> {
	const isWide = x.rows <= x.columns;
	const wide = isWide ? x : transposed(x);
	const width = Math.min(wide.rows, wanted + beside);
	if (width === 0) return { count: 0, singularValues: new Float64Array(), vectors: new Float64Array() };
	const left = await range(wide, width, options);
	// Xᵀ Q = V Σ Wᵀ, of which the small side is W.
	const right = transposedTimesDense(wide, left.vectors, left.count);
	const { values, mixing, count } = eigenvectors(innerProducts(right, left.count), left.count, wanted);
	const singularValues = values.map(Math.sqrt);
	const vectors = isWide
		? timesSmall(right, left.count, scaled(mixing, count, singularValues), count)
		: timesSmall(left.vectors, left.count, mixing, count);
	return { count, singularValues, vectors: withSigns(vectors, count) };
}

interface Basis {
	/** `[rows, count]` */
	readonly vectors: Float64Array;
	readonly count: number;
}

/** Orthonormal vectors that span what the matrix makes of its strongest directions. */
async function range(wide: SparseRows, width: number, { seed, onRound }: Options): Promise<Basis> {
	const random = seededRandom(seed);
	const start = Float64Array.from({ length: wide.rows * width }, () => standardNormal(random));
	let basis = orthonormal({ vectors: start, count: width });
	for (let round = 0; round < rounds; round++) {
		// oxlint-disable-next-line no-await-in-loop -- each round begins with what the one before has found
		await onRound?.(round, rounds + 1);
		const { vectors, count } = basis;
		basis = orthonormal({ vectors: timesDense(wide, transposedTimesDense(wide, vectors, count), count), count });
	}
	await onRound?.(rounds, rounds + 1);
	// What rounding has left of angles between them.
	return orthonormal(basis);
}

/** Vectors that span the same, by the eigenvectors of their inner products, without those that the others make up. */
function orthonormal(basis: Basis): Basis {
	const { values, mixing, count } = eigenvectors(innerProducts(basis.vectors, basis.count), basis.count, basis.count);
	return { vectors: timesSmall(basis.vectors, basis.count, scaled(mixing, count, values.map(Math.sqrt)), count), count };
}

interface Eigenvectors {
	readonly count: number;
	/** Largest first. */
	readonly values: Float64Array;
	/** `[width, count]` */
	readonly mixing: Float64Array;
}

/** Of a symmetric matrix `[width, width]`: those to its largest eigenvalues, at most `wanted`, without what is nothing beside the largest. */
function eigenvectors(symmetric: Float64Array, width: number, wanted: number): Eigenvectors {
	const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(Matrix.from1DArray(width, width, Array.from(symmetric)), {
		assumeSymmetric: true,
	});
	const order = realEigenvalues.map((_, k) => k).toSorted((a, b) => realEigenvalues[b]! - realEigenvalues[a]!);
	const min = Math.max(0, realEigenvalues[order[0]!]! * negligible);
	const kept = order.slice(0, wanted).filter((k) => realEigenvalues[k]! > min);
	const mixing = new Float64Array(width * kept.length);
	for (const [to, k] of kept.entries()) for (let i = 0; i < width; i++) mixing[i * kept.length + to] = eigenvectorMatrix.get(i, k);
	return { count: kept.length, values: Float64Array.from(kept, (k) => realEigenvalues[k]!), mixing };
}

/** Each column divided by its number. */
function scaled(mixing: Float64Array, count: number, by: Float64Array): Float64Array {
	return mixing.map((entry, at) => entry / by[at % count]!);
}

/** A direction has two signs: the one in which its largest entry, the first of those, is positive. */
function withSigns(vectors: Float64Array, count: number): Float64Array {
	for (let k = 0; k < count; k++) {
		let largest = 0;
		for (let at = k; at < vectors.length; at += count) if (Math.abs(vectors[at]!) > Math.abs(largest)) largest = vectors[at]!;
		if (largest < 0) for (let at = k; at < vectors.length; at += count) vectors[at]! *= -1;
	}
	return vectors;
}
