import type { AnyDetector } from './detectors/detector.ts';
import type { Provenance } from './detectors/provenance.ts';
import type { Profile, ProfileDetector } from './profile.ts';

/** A reader by what names it. */
export interface NamedReader {
	readonly name: string;
	readonly sha256: string;
}

/** Who reads now, by what decides the numbers; a kind that is absent is not in use. */
export interface ReadersInUse {
	readonly 'language-model'?: NamedReader & { readonly layout: string };
	readonly encoder?: NamedReader;
}

/** One reason why a detector is not for what it would judge; `inUse: null`: there is no reader of that kind. */
export type Difference =
	| { readonly kind: 'language-model' | 'encoder'; readonly made: NamedReader; readonly inUse: NamedReader | null }
	/** There is no such method here: another version wrote it. */
	| { readonly kind: 'method'; readonly method: string }
	| { readonly kind: 'layout'; readonly made: string; readonly inUse: string; readonly reader: string };

/** Detectors that are not for the readers in use, or not known here, all for the same reasons. */
export interface LeftOut {
	readonly detectors: readonly AnyDetector[];
	/** In the order model, layout, encoder, or the method alone; at least one. */
	readonly differences: readonly Difference[];
}

export interface FittingDetectors<D extends AnyDetector = AnyDetector> {
	/** Those that were made for the readers in use, or need none; in the profile's order. */
	readonly usable: ProfileDetector<D>[];
	readonly left: readonly LeftOut[];
}

/** Which detectors of a profile may judge what the readers in use read: thresholds of one model mean nothing on another's scores. */
export function fittingDetectors<D extends AnyDetector>(
	{ detectors, unknown = [] }: Pick<Profile<D>, 'detectors' | 'unknown'>,
	inUse: ReadersInUse,
): FittingDetectors<D> {
	const usable: ProfileDetector<D>[] = [];
	const left = new Map<string, { detectors: AnyDetector[]; differences: Difference[] }>();
	const leave = (detector: AnyDetector, differences: Difference[]): void => {
		const key = JSON.stringify(differences);
		const alike = left.get(key);
		if (alike === undefined) left.set(key, { detectors: [detector], differences });
		else alike.detectors.push(detector);
	};
	for (const detector of detectors) {
		const differences = differencesOf(detector.from, inUse);
		if (differences.length === 0) usable.push(detector);
		else leave(detector, differences);
	}
	for (const { method, level } of unknown) leave({ method, level }, [{ kind: 'method', method }]);
	return { usable, left: [...left.values()] };
}

/** The encoder of detectors that a language model reads for and that may judge though no encoder is in use: nobody can compare it. */
export function uncomparedEncoder({ detectors }: Pick<Profile, 'detectors'>, inUse: ReadersInUse): NamedReader | null {
	if (inUse.encoder !== undefined) return null;
	const compared = detectors.map(({ from }) => from).filter((from) => readerOf(from, 'language-model') !== undefined);
	return compared.map((from) => readerOf(from, 'encoder')).find((encoder) => encoder !== undefined) ?? null;
}

function differencesOf(from: Provenance, inUse: ReadersInUse): Difference[] {
	return [...modelDifferences(from, inUse['language-model']), ...encoderDifferences(from, inUse.encoder)];
}

function modelDifferences(from: Provenance, inUse: ReadersInUse['language-model']): Difference[] {
	const made = readerOf(from, 'language-model');
	if (made === undefined) return [];
	if (inUse === undefined) return [{ kind: 'language-model', made: named(made), inUse: null }];
	return [
		...(made.sha256 === inUse.sha256 ? [] : [{ kind: 'language-model' as const, made: named(made), inUse: named(inUse) }]),
		...(made.layout === inUse.layout ? [] : [{ kind: 'layout' as const, made: made.layout, inUse: inUse.layout, reader: inUse.name }]),
	];
}

/** Where a language model reads and nothing embeds, the encoder was the retriever's: it is not known here, and keeps nobody from judging. */
function encoderDifferences(from: Provenance, inUse: ReadersInUse['encoder']): Difference[] {
	const made = readerOf(from, 'encoder');
	if (made === undefined || made.sha256 === inUse?.sha256) return [];
	if (inUse === undefined)
		return readerOf(from, 'language-model') === undefined ? [{ kind: 'encoder', made: named(made), inUse: null }] : [];
	return [{ kind: 'encoder', made: named(made), inUse: named(inUse) }];
}

type Reader<K> = Extract<Provenance['readers'][number], { kind: K }>;

/** Who read for a detector, of a kind; `undefined`: nobody. */
export function readerOf<K extends Provenance['readers'][number]['kind']>({ readers }: Provenance, kind: K): Reader<K> | undefined {
	return readers.find((one): one is Reader<K> => one.kind === kind);
}

function named({ name, sha256 }: NamedReader): NamedReader {
	return { name, sha256 };
}
