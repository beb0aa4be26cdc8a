import { basename, resolve } from 'node:path';
import type * as z from 'zod';
import { likenessOf } from '../../analysis/memory/compare-entries.ts';
import { hasComparedWording } from '../../analysis/memory/judge-entry.ts';
import { referenceThresholds } from '../../analysis/memory/scan-thresholds.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { probeQueries } from '../../methods/memsad/probes.ts';
import type { memoryScanParams } from '../../protocol/memory.ts';
import type { ScanAdvice } from '../../wording/memory-phrases.ts';
import { storePath } from '../../stores/memory/named-target.ts';
import { openMemoryStore } from '../../stores/memory/open-store.ts';
import { isBenignIn, sidecarOfStore } from './benign-marks.ts';
import { Float64Builder, batchesOf, TextSample } from './store-access.ts';
import type { MemoryServiceOptions } from './memory-service.ts';
import { alphaOf, memoryProfile, profileThresholds } from './profile-thresholds.ts';
import { loadQuarantine } from './quarantine-store.ts';
import { readHistory } from './scan-history.ts';
import { EntryEmbedder } from './scan-encoder.ts';
import { signatureRemarks } from './signature-remarks.ts';
import { ringOf, SignatureStore } from './signature-store.ts';
import { storeRules } from './scan-rules.ts';
import type { ScanHistory, ScanHooks, ScanParts } from './scan.ts';

/** Entries of a reference that are read at most. */
const maxReference = 20_000;

export interface PartsHooks extends Pick<ScanHooks, 'signal' | 'onProgress'> {
	/** What messages tell people to do. */
	readonly advice: ScanAdvice;
	/** Told of a history that cannot be read, and then rules judge alone; absent: there is no scan without it. */
	readonly onHistoryError?: ((error: UserError) => void) | undefined;
}

/** All that a scan needs besides the store, by what was asked for and by what lies beside the store. */
export async function scanParts(
	given: z.infer<typeof memoryScanParams>,
	target: string,
	isFile: boolean,
	{ context, models }: MemoryServiceOptions,
	{ signal, onProgress, onHistoryError, advice }: PartsHooks,
): Promise<ScanParts> {
	const { dataDirectory, memoryScanFolder: folder, paths } = context;
	const history = await historyOf(given, onHistoryError);
	const { profile: named, trusted, embedder: chosen } = context.settings;
	// A profile that a workspace without trust names judges nothing.
	const profile = named === undefined || !trusted ? null : await memoryProfile(resolve(named));
	const reference = given.reference === undefined ? null : resolve(given.reference);
	const taken = isFile ? await takenOut(storePath(target)) : [];
	return {
		version: paths.version,
		history,
		alpha: alphaOf(given.alpha, reference === null ? profile : null),
		probes: given.proactive && history !== null ? probeQueries : null,
		openEncoder: async (texts) => {
			const others = reference === null ? [] : await textsOf(reference, signal);
			const ofProfile = (chosen === undefined || chosen === 'lexical') && reference === null ? profile?.lexicalFile : undefined;
			return models.openEncoder({
				owner: given.token,
				signal,
				onOpening: (message) => onProgress(message, 0, 0),
				lexical:
					ofProfile === undefined || ofProfile === null
						? { texts: () => [...texts, ...(history?.queries ?? []), ...others] }
						: { file: ofProfile },
			});
		},
		thresholds: async ({ encoder, compared }) => {
			if (reference === null) return profile === null ? null : profileThresholds(profile, encoder);
			onProgress('Reading the reference', 0, 0);
			const embedder = encoder === null ? null : new EntryEmbedder(encoder, signal);
			const [combined, probed, texts] = [new Float64Builder(), new Float64Builder(), new TextSample()];
			let entries = 0;
			for await (const batch of referenceBatches(reference, signal)) {
				entries += batch.length;
				for (const { text, kind } of batch) if (hasComparedWording({ kind })) texts.add(text);
				if (embedder === null) continue;
				for (const { combined: score, proactive } of likenessOf(await embedder.embed(batch), compared!, false)) {
					combined.push(score);
					if (proactive !== null) probed.push(proactive);
				}
			}
			if (entries < 2)
				throw new UserError(errorNumbers.unusableReference, `The reference has ${entries === 0 ? 'no entry' : 'only one entry'}.`, {
					place: { file: reference },
					hint: 'Name a file of entries that you know are benign, a few hundred of them.',
				});
			const scores = { likeness: combined.values, proactive: given.proactive ? probed.values : null, texts: texts.texts() };
			return referenceThresholds(scores, basename(reference), given);
		},
		rules: async (store, entries) => {
			const rules = await storeRules(store, entries, await signaturesOf(storePath(target), dataDirectory), advice);
			const signed = await signatureRemarks(entries(), {
				target: storePath(target),
				store: new SignatureStore(dataDirectory),
				taken,
				advice,
			});
			return { ...rules, remarks: [...rules.remarks, ...signed] };
		},
		taken,
		isBenign: await isBenignIn(sidecarOfStore(storePath(target), isFile, dataDirectory)),
		folder,
		advice,
	};
}

/** @throws {UserError} as `readHistory`, where nobody is told of it. */
async function historyOf(
	{ history, trigger, historyLength }: z.infer<typeof memoryScanParams>,
	onError: PartsHooks['onHistoryError'],
): Promise<ScanHistory | null> {
	if (history === undefined) return null;
	try {
		return await readHistory(resolve(history), { trigger, length: historyLength });
	} catch (error) {
		if (onError === undefined || !(error instanceof UserError)) throw error;
		onError(error);
		return null;
	}
}

/** Entries of a reference, in batches; those that are labeled as planted are none. */
async function* referenceBatches(file: string, signal: AbortSignal) {
	const store = await openMemoryStore(file, undefined, { signal });
	try {
		let read = 0;
		for await (const { entries } of batchesOf(store, signal)) {
			const benign = entries.filter(({ metadata }) => metadata['label'] !== 'planted').slice(0, maxReference - read);
			read += benign.length;
			yield benign;
			if (read >= maxReference) return;
		}
	} finally {
		await store.close();
	}
}

async function textsOf(file: string, signal: AbortSignal): Promise<string[]> {
	const sample = new TextSample();
	for await (const batch of referenceBatches(file, signal)) for (const { text } of batch) sample.add(text);
	return sample.texts();
}

/** What lies in quarantine of a file; of a folder nothing is known. */
export async function takenOut(target: string): Promise<{ id: string; text: string }[]> {
	return (await loadQuarantine(target)).entries.map(({ id, text }) => ({ id, text }));
}

/** `null`: nobody has signed entries of this store. @throws {UserError} RA506 or RA677. */
async function signaturesOf(target: string, dataDirectory: string) {
	const store = new SignatureStore(dataDirectory);
	const of = await store.signatures(target);
	return of === null ? null : { of, ring: ringOf(await store.keys()) };
}
