/** Mean and sample standard deviation of the similarities of a query to all documents but its nearest. */
export interface OtherDocuments {
	readonly mean: number;
	/** 0 below `minDeviation`. */
	readonly std: number;
}

/** The fewest documents of a corpus that queries can be screened with: two others have a deviation. */
export const minDocuments = 3;
/** Similarities that deviate less are alike: that is how exact cosines of float32 embeddings are. */
export const minDeviation = 1e-6;

/**
 * Mean and scatter (sum of products of deviations) of a corpus of unit embeddings, of which the mean and variance of any query's similarities to
 * all documents follow: `q·m` and `qᵀ S q / n`. A document is added or deleted in O(d²), and a query asked in O(d²), whatever n is. Kept as
 * deviations from the running mean (Welford 1962; Chan, Golub, LeVeque 1983), so that nothing cancels.
 */
export class CorpusMoments {
	readonly dimensions: number;
	#n: number;
	/** `[d]`. */
	readonly mean: Float64Array;
	/** Upper triangle by rows, `[d (d + 1) / 2]`. */
	readonly scatter: Float64Array;
	readonly #deviation: Float64Array;

	private constructor(n: number, mean: Float64Array, scatter: Float64Array) {
		this.dimensions = mean.length;
		this.#n = n;
		this.mean = mean;
		this.scatter = scatter;
		this.#deviation = new Float64Array(mean.length);
	}

	/** Of no document. @throws RangeError unless `d` is a positive whole number. */
	static empty(d: number): CorpusMoments {
		if (!Number.isSafeInteger(d) || d < 1) throw new RangeError(`embeddings of ${d} numbers`);
		return new CorpusMoments(0, new Float64Array(d), new Float64Array((d * (d + 1)) / 2));
	}

	/** As they were kept; takes the arrays over. @throws RangeError for sizes that do not fit, and for numbers that no corpus has. */
	static of({ n, mean, scatter }: { readonly n: number; readonly mean: Float64Array; readonly scatter: Float64Array }): CorpusMoments {
		const d = mean.length;
		if (d < 1 || scatter.length !== (d * (d + 1)) / 2) throw new RangeError(`${scatter.length} numbers are no triangle of ${d}`);
		if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`a corpus of ${n} documents`);
		if (!(mean.every(Number.isFinite) && scatter.every(Number.isFinite))) throw new RangeError('a moment is not finite');
		for (let i = 0, at = 0; i < d; at += d - i++) if (scatter[at]! < -tolerance(n)) throw new RangeError(`a variance is ${scatter[at]}`);
		return new CorpusMoments(n, mean, scatter);
	}

	/** Documents. */
	get n(): number {
		return this.#n;
	}

	/** @throws RangeError for another width, or a number that is not finite; then nothing has changed. */
	add(embedding: Float32Array): void {
		this.#deviate(embedding);
		const n = this.#n + 1;
		this.#move(1 / n, this.#n / n);
		this.#n = n;
	}

	/** Of a document that was added before, also in another order. @throws RangeError as `add`, and where it shows that none such was. */
	delete(embedding: Float32Array): void {
		const n = this.#n - 1;
		if (n < 0) throw new RangeError('there is no document to delete');
		this.#deviate(embedding);
		// Once nothing is left but one document, or none, nothing is left of rounding either.
		if (n === 0) {
			if (this.#deviation.some((value) => Math.abs(value) > 1e-6)) throw new RangeError('the corpus does not have this document');
			this.mean.fill(0);
			this.scatter.fill(0);
		} else {
			const factor = -this.#n / n;
			for (let i = 0, at = 0; i < this.dimensions; at += this.dimensions - i++)
				if (this.scatter[at]! + factor * this.#deviation[i]! ** 2 < -tolerance(this.#n))
					throw new RangeError('the corpus does not have this document');
			this.#move(-1 / n, factor);
			if (n === 1) this.scatter.fill(0);
		}
		this.#n = n;
	}

	/** Takes the documents of another corpus in. @throws RangeError for another width. */
	merge(other: CorpusMoments): void {
		if (other.dimensions !== this.dimensions)
			throw new RangeError(`embeddings of ${other.dimensions} numbers, in a corpus of ${this.dimensions}`);
		const n = this.#n + other.#n;
		if (other.#n === 0) return;
		for (let i = 0; i < this.dimensions; i++) this.#deviation[i] = other.mean[i]! - this.mean[i]!;
		for (let at = 0; at < this.scatter.length; at++) this.scatter[at]! += other.scatter[at]!;
		this.#move(other.#n / n, (this.#n * other.#n) / n);
		this.#n = n;
	}

	copy(): CorpusMoments {
		return new CorpusMoments(this.#n, this.mean.slice(), this.scatter.slice());
	}

	/** Of the similarities of a query to all documents; `variance` is their squared deviations divided by n. @throws RangeError without a document. */
	of(query: Float32Array): { readonly mean: number; readonly variance: number } {
		if (this.#n === 0) throw new RangeError('a corpus without documents has no mean');
		const d = this.dimensions;
		if (query.length !== d) throw new RangeError(`a query of ${query.length} numbers, in a corpus of ${d}`);
		const q = this.#deviation;
		q.set(query);
		let mean = 0;
		for (let i = 0; i < d; i++) mean += q[i]! * this.mean[i]!;
		return { mean, variance: Math.max(0, quadraticForm(this.scatter, q)) / this.#n };
	}

	/**
	 * Of the similarities of a query to all documents but one, whose similarity is `sMax`: what a scan of the others has, but for rounding.
	 * @throws RangeError below `minDocuments`
	 */
	leavingOut(query: Float32Array, sMax: number): OtherDocuments {
		const n = this.#n;
		if (n < minDocuments) throw new RangeError(`a corpus of ${n} documents: screening takes ${minDocuments}`);
		const all = this.of(query);
		const off = sMax - all.mean;
		const variance = (n * all.variance - (off * off * n) / (n - 1)) / (n - 2);
		return { mean: all.mean - off / (n - 1), std: variance > minDeviation ** 2 ? Math.sqrt(variance) : 0 };
	}

	#deviate(embedding: Float32Array): void {
		if (embedding.length !== this.dimensions)
			throw new RangeError(`an embedding of ${embedding.length} numbers, in a corpus of ${this.dimensions}`);
		for (let i = 0; i < this.dimensions; i++) {
			if (!Number.isFinite(embedding[i]!)) throw new RangeError(`number ${i} of an embedding is ${embedding[i]}`);
			this.#deviation[i] = embedding[i]! - this.mean[i]!;
		}
	}

	/** `mean += share · δ`, `scatter += factor · δδᵀ`. */
	#move(share: number, factor: number): void {
		const { dimensions: d, scatter, mean } = this;
		const deviation = this.#deviation;
		for (let i = 0, at = 0; i < d; i++) {
			const own = factor * deviation[i]!;
			for (let j = i; j < d; j++) scatter[at++]! += own * deviation[j]!;
			mean[i]! += share * deviation[i]!;
		}
	}
}

/** `qᵀ S q` of an upper triangle by rows: four rows at a time, which share what they read of q and do not wait for one another's sums. */
function quadraticForm(s: Float64Array, q: Float64Array): number {
	const d = q.length;
	let [diagonal, above] = [0, 0];
	let row = 0;
	let first = 0;
	for (; row + 3 < d; row += 4) {
		const width = d - row;
		const second = first + width;
		const third = second + width - 1;
		const fourth = third + width - 2;
		const q0 = q[row]!;
		const q1 = q[row + 1]!;
		const q2 = q[row + 2]!;
		const q3 = q[row + 3]!;
		diagonal += q0 * q0 * s[first]! + q1 * q1 * s[second]! + (q2 * q2 * s[third]! + q3 * q3 * s[fourth]!);
		let s0 = s[first + 1]! * q1 + s[first + 2]! * q2 + s[first + 3]! * q3;
		let s1 = s[second + 1]! * q2 + s[second + 2]! * q3;
		let s2 = s[third + 1]! * q3;
		let s3 = 0;
		for (let j = row + 4, a = first + 4, b = second + 3, c = third + 2, e = fourth + 1; j < d; j++) {
			const value = q[j]!;
			s0 += s[a++]! * value;
			s1 += s[b++]! * value;
			s2 += s[c++]! * value;
			s3 += s[e++]! * value;
		}
		above += q0 * s0 + q1 * s1 + (q2 * s2 + q3 * s3);
		first = fourth + width - 3;
	}
	for (; row < d; row++) {
		const own = q[row]!;
		diagonal += own * own * s[first++]!;
		for (let j = row + 1; j < d; j++) above += own * s[first++]! * q[j]!;
	}
	return diagonal + 2 * above;
}

/** What rounding may leave of a variance that is 0. */
function tolerance(n: number): number {
	return 1e-9 * Math.max(1, n);
}
