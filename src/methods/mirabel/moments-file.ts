import { CorpusMoments } from './corpus-moments.ts';
import type { ScreenedCorpus } from './screen-query.ts';

/** A corpus as `NAME.moments.json` has it. */
export interface ScreeningMoments extends ScreenedCorpus {
	/** Which embedder's embeddings these are. */
	readonly encoder: { readonly name: string; readonly sha256: string };
	readonly moments: CorpusMoments;
	/** That the sample was drawn by. */
	readonly seed: number;
	readonly threshold: ScreenedCorpus['threshold'] & {
		/** Benign queries that the threshold was made of. */
		readonly queries: number;
	};
}

const schema = 'rag-assay/screening-moments@1';
const rules = ['empirical', 'skew', 'gumbel', 'exact'] as const;

/** What is written into a moments file, as JSON: `screeningMoments` of src/formats/screening-moments.ts. */
export function momentsFile({
	encoder: { name, sha256 },
	moments,
	sample,
	seed,
	threshold,
}: Omit<ScreeningMoments, 'moments'> & { readonly moments: Pick<CorpusMoments, 'dimensions' | 'n' | 'mean' | 'scatter'> }) {
	const { dimensions, n } = moments;
	return {
		schema,
		encoder: { name, sha256 },
		dimensions,
		n,
		mean: packed(Float64Array, moments.mean),
		scatter: packed(Float64Array, moments.scatter),
		sample: { count: sample.length / dimensions, embeddings: packed(Float32Array, sample), seed },
		threshold: {
			rule: threshold.rule,
			rho: threshold.rho,
			z: threshold.z,
			...(threshold.score === undefined ? {} : { score: threshold.score }),
			queries: threshold.queries,
		},
	} as const;
}

/**
 * Of a moments file's JSON, by hand, so that middleware depends on nothing.
 * @throws TypeError for what is none, or what is not whole
 */
export function readMoments(file: unknown): ScreeningMoments {
	const whole = part(file, 'the file');
	if (whole['schema'] !== schema) throw wrong(`its schema is ${JSON.stringify(whole['schema'])}, not ${JSON.stringify(schema)}`);
	const [encoder, sample, threshold] = [
		part(whole['encoder'], 'encoder'),
		part(whole['sample'], 'sample'),
		part(whole['threshold'], 'threshold'),
	];
	const d = count(whole['dimensions'], 'dimensions');
	const rule = rules.find((each) => each === threshold['rule']);
	if (rule === undefined) throw wrong(`threshold.rule is ${JSON.stringify(threshold['rule'])}`);
	const { score } = threshold;
	if (score !== undefined && score !== 'z' && score !== 'room') throw wrong(`threshold.score is ${JSON.stringify(score)}`);
	const rho = number(threshold['rho'], 'threshold.rho');
	if (!(rho > 0 && rho < 1)) throw wrong(`threshold.rho is ${rho}`);
	return {
		encoder: { name: text(encoder['name'], 'encoder.name'), sha256: text(encoder['sha256'], 'encoder.sha256') },
		moments: corpusMoments(count(whole['n'], 'n'), d, whole),
		sample: unpacked(Float32Array, sample['embeddings'], count(sample['count'], 'sample.count') * d, 'sample.embeddings'),
		seed: number(sample['seed'], 'sample.seed'),
		threshold: {
			rule,
			rho,
			z: threshold['z'] === null ? null : number(threshold['z'], 'threshold.z'),
			...(score === undefined ? {} : { score }),
			queries: count(threshold['queries'], 'threshold.queries'),
		},
	};
}

function corpusMoments(n: number, d: number, { mean, scatter }: Readonly<Record<string, unknown>>): CorpusMoments {
	const arrays = { mean: unpacked(Float64Array, mean, d, 'mean'), scatter: unpacked(Float64Array, scatter, (d * (d + 1)) / 2, 'scatter') };
	try {
		return CorpusMoments.of({ n, ...arrays });
	} catch (error) {
		if (error instanceof RangeError) throw wrong(error.message);
		throw error;
	}
}

function wrong(what: string): TypeError {
	return new TypeError(`This moments file cannot be used: ${what}. Write it again with 'rag-assay queries moments'.`);
}

function part(value: unknown, name: string): Readonly<Record<string, unknown>> {
	if (typeof value !== 'object' || value === null) throw wrong(`${name} is no object`);
	return Object.fromEntries(Object.entries(value));
}

function text(value: unknown, name: string): string {
	if (typeof value !== 'string') throw wrong(`${name} is no text`);
	return value;
}

function number(value: unknown, name: string): number {
	if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(`${name} is no number`);
	return value;
}

function count(value: unknown, name: string): number {
	const whole = number(value, name);
	if (!Number.isSafeInteger(whole) || whole < 0) throw wrong(`${name} is ${whole}`);
	return whole;
}

type Floats = typeof Float32Array | typeof Float64Array;

/** Little-endian, as base64. By `btoa`, which every runtime of JavaScript has. */
function packed({ BYTES_PER_ELEMENT: size }: Floats, values: Float32Array | Float64Array): string {
	const bytes = new Uint8Array(values.length * size);
	const view = new DataView(bytes.buffer);
	for (const [at, value] of values.entries())
		if (size === 8) view.setFloat64(at * 8, value, true);
		else view.setFloat32(at * 4, value, true);
	let binary = '';
	for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return btoa(binary);
}

function unpacked<Kind extends Floats>(kind: Kind, value: unknown, length: number, name: string): InstanceType<Kind>;
function unpacked(kind: Floats, value: unknown, length: number, name: string): Float32Array | Float64Array {
	const size = kind.BYTES_PER_ELEMENT;
	const binary = binaryOf(text(value, name), name);
	if (binary.length !== length * size) throw wrong(`${name} has ${binary.length} bytes, not ${length * size}`);
	const view = new DataView(new ArrayBuffer(binary.length));
	for (let at = 0; at < binary.length; at++) view.setUint8(at, binary.charCodeAt(at));
	const values = new kind(length);
	for (let at = 0; at < length; at++) {
		values[at] = size === 8 ? view.getFloat64(at * 8, true) : view.getFloat32(at * 4, true);
		if (!Number.isFinite(values[at])) throw wrong(`number ${at} of ${name} is not finite`);
	}
	return values;
}

function binaryOf(base64: string, name: string): string {
	try {
		return atob(base64);
	} catch {
		throw wrong(`${name} is not in base64`);
	}
}
