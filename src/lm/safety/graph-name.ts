/** Number formats of a model's weights, by the names that `@huggingface/transformers` gives them. */
export const dtypes = ['fp32', 'fp16', 'q8', 'q4', 'q4f16'] as const;
export type Dtype = (typeof dtypes)[number];

/** Endings of file names by dtype, the usual one first (`DEFAULT_DTYPE_SUFFIX_MAPPING` of transformers.js 4). */
const endings: Readonly<Record<Dtype, readonly string[]>> = {
	fp32: [''],
	fp16: ['_fp16'],
	q8: ['_quantized', '_int8', '_uint8'],
	q4: ['_q4'],
	q4f16: ['_q4f16'],
};
/** Where model files lie, and what they are called: `onnx/model.onnx` first, older exports and top-level files after; `decoder_model` is the half of an older pair that takes no cache. */
const folders = ['onnx/', ''];
const bases = ['model', 'decoder_model_merged', 'decoder_model'];

/**
 * Names under which a model file of `dtype` may lie in a model folder, with `/`, the usual one first.
 * `q4` includes `q4f16`: both are 4-bit weights.
 */
export function graphNames(dtype: Dtype): { readonly name: string; readonly dtype: Dtype }[] {
	const own = endings[dtype].flatMap((ending) =>
		folders.flatMap((folder) => bases.map((base) => ({ name: `${folder}${base}${ending}.onnx`, dtype }))),
	);
	return dtype === 'q4' ? [...own, ...graphNames('q4f16')] : own;
}

/** The dtype that a model file's name (with `/`) stands for; a name of nobody's convention counts as fp32. */
export function dtypeOfName(name: string): Dtype {
	return dtypes.find((dtype) => endings[dtype].some((ending) => ending !== '' && name.endsWith(`${ending}.onnx`))) ?? 'fp32';
}
