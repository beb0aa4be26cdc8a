import { readerKinds } from '../../formats/reader.ts';
import type { FittedData, Provenance, ReaderIdentity } from '../../formats/detectors/provenance.ts';
import { readerOf } from '../../formats/fitting-detectors.ts';
import { plural } from '../../wording/plural.ts';

/**
 * How the data, the product and what the readers ran in and on differ that made two detectors, each in a sentence. Of runtimes and devices only where
 * both profiles name them: many do not, and that is no difference.
 */
export function madeDifferently(before: Provenance, after: Provenance): string[] {
	const [was, is] = [before.versions?.product, after.versions?.product];
	return [
		...(before.data.sha256 === after.data.sha256 ? [] : [`Data: ${dataInWords(before.data)}, now ${dataInWords(after.data)}.`]),
		...(was === is ? [] : [`Version: ${was ?? 'not written down'}, now ${is ?? 'not written down'}.`]),
		...readerKinds.flatMap((kind) => {
			const [old, fresh] = [readerOf(before, kind), readerOf(after, kind)];
			return [
				...changed('ONNX Runtime', old?.onnxruntime, fresh?.onnxruntime),
				...changed('Measured on', machineInWords(old), machineInWords(fresh)),
			];
		}),
	];
}

/** That two detectors were drawn by different seeds; `null` where they were not, or one does not say. */
export function otherSeed({ seed: was }: Provenance, { seed: is }: Provenance): string | null {
	return was === undefined || is === undefined || was === is
		? null
		: `Seed: ${was}, now ${is}, by which the same is drawn and cut otherwise. What that alone changes is chance.`;
}

function changed(what: string, was: string | undefined, is: string | undefined): string[] {
	return was === undefined || is === undefined || was === is ? [] : [`${what}: ${was}, now ${is}.`];
}

function machineInWords(reader: ReaderIdentity | undefined): string | undefined {
	return reader?.device === undefined || reader.dtype === undefined ? undefined : `${reader.device} (${reader.dtype})`;
}

function dataInWords({ name, sha256, items, sentences }: FittedData): string {
	const size = sentences === undefined ? plural(items, 'item') : `${plural(items, 'trace')}, ${plural(sentences, 'sentence')}`;
	return `'${name}' (${sha256.slice(0, 12)}; ${size})`;
}
