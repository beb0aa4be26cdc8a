import type { Provenance } from '../../formats/detectors/provenance.ts';
import { readerOf, type NamedReader } from '../../formats/fitting-detectors.ts';

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
