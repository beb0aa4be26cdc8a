/** ONNX Runtime's words: what it throws and writes has no numbers or members that say as much. Nothing else in `src/lm` reads them but `devices/probe-device.ts`. */

/** What ONNX Runtime (or Transformers.js) says went wrong, in one line without its full stop. */
export function firstLine(error: unknown): string {
	return saidBy(error).split('\n')[0]!.replace(/\.$/, '');
}

const misfit = /shape|dimension|broadcast|out of (?:range|bounds)|incompatible|mismatch|seq(?:uence)?_?len/i;
const shortage = /alloc|memory/i;

/** Reports whether an error says that sizes do not fit together. Errors about memory or an unknown operator do not count. */
export function isShapeMismatch(error: unknown): boolean {
	const said = saidBy(error);
	return misfit.test(said) && !shortage.test(said);
}

/**
 * What it writes to the error stream of a provider's library that cannot be loaded, in all that a process has written there; `undefined`
 * where it does not. The error that it throws does not say which library, and why.
 */
export function libraryFailure(written: string): string | undefined {
	return /Failed to load library .+ with error: .+/.exec(written)?.[0];
}

function saidBy(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
