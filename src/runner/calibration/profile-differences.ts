import { calibration, type Detector } from '../../analysis/calibration/methods.ts';
import { classifierFormat, type ClassifierDetector } from '../../formats/detectors/classifier.ts';
import type { FittedData, Provenance, ReaderIdentity } from '../../formats/detectors/provenance.ts';
import { readerOf, type NamedReader } from '../../formats/applicable-detectors.ts';
import type { Profile } from '../../formats/profile.ts';
import { readerKinds } from '../../formats/reader.ts';
import { plural } from '../../wording/phrases.ts';

/** How classifiers of two profiles were judged and searched for otherwise, each in a sentence, where both profiles say so: many do not, and that is no difference. */
export function fittedDifferently(before: Profile<Detector>, after: Profile<Detector>): string[] {
	return after.detectors
		.filter((one) => classifierFormat.is(one))
		.flatMap((is) => {
			const was = before.detectors
				.filter((one) => classifierFormat.is(one))
				.find(({ method, level }) => method === is.method && level === is.level);
			if (was?.protocol === undefined || is.protocol === undefined) return [];
			return [
				...(was.protocol === is.protocol ? [] : [`Protocol of ${titleOf(is)}: ${was.protocol}, now ${is.protocol}.`]),
				...(was.draws === is.draws ? [] : [`Settings of ${titleOf(is)}: ${settingsOf(was)}, now ${settingsOf(is)}.`]),
			];
		});
}

function titleOf({ method, level }: ClassifierDetector): string {
	return calibration.fitNamed(`${method} ${level}`).title;
}

function settingsOf({ draws }: ClassifierDetector): string {
	return draws === undefined ? 'fixed' : `${draws} tried`;
}

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
		: `Seed: ${was}, now ${is}. With another seed, the same data are drawn and split differently. Changes from that alone are chance.`;
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

/** Why the numbers of two detectors cannot be compared: they were read by others, each in a sentence. */
export function readersDiffer(before: Provenance, after: Provenance): string[] {
	const [was, is] = [readerOf(before, 'language-model'), readerOf(after, 'language-model')];
	return [
		...readersChanged('Model', was, is),
		...(was === undefined || is === undefined || was.layout === is.layout
			? []
			: [`Prompt layout: ${short(was.layout)}, now ${short(is.layout)}.`]),
		...readersChanged('Embedder', readerOf(before, 'encoder'), readerOf(after, 'encoder')),
	];
}

function readersChanged(what: string, was: NamedReader | undefined, is: NamedReader | undefined): string[] {
	return was?.sha256 === is?.sha256 ? [] : [`${what}: ${inWords(was)}, now ${inWords(is)}.`];
}

function inWords(reader: NamedReader | undefined): string {
	return reader === undefined ? 'none' : `'${reader.name}' (${short(reader.sha256)})`;
}

function short(hash: string): string {
	return hash.slice(0, 12);
}
