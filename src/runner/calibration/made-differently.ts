import { plural } from '../../wording/plural.ts';
import type { Profile } from '../../formats/profile.ts';

/**
 * How the data, the product and what the model ran in and on differ that made two profiles, each in a sentence. Of runtimes and devices only where both
 * profiles name them: many do not, and that is no difference.
 */
export function madeDifferently(before: Profile, after: Profile): string[] {
	const [was, is] = [before.versions?.product, after.versions?.product];
	return [
		...(before.dataset.sha256 === after.dataset.sha256 ? [] : [`Data: ${dataInWords(before)}, now ${dataInWords(after)}.`]),
		...(was === is ? [] : [`Version: ${was ?? 'not written down'}, now ${is ?? 'not written down'}.`]),
		...changed('ONNX Runtime', before.versions?.onnxruntime, after.versions?.onnxruntime),
		...changed('Measured on', machineInWords(before), machineInWords(after)),
	];
}

function changed(what: string, was: string | undefined, is: string | undefined): string[] {
	return was === undefined || is === undefined || was === is ? [] : [`${what}: ${was}, now ${is}.`];
}

function machineInWords({ measured }: Profile): string | undefined {
	return measured === undefined ? undefined : `${measured.device} (${measured.dtype})`;
}

function dataInWords({ dataset: { name, sha256, traces, sentences } }: Profile): string {
	return `'${name}' (${sha256.slice(0, 12)}; ${plural(traces, 'trace')}, ${plural(sentences, 'sentence')})`;
}
