import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Corpus } from '../../analysis/queries/screened-query.ts';
import type { MadeThreshold } from '../../analysis/queries/screening-rule.ts';
import type { Encoder } from '../../analysis/readers.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { requireText } from '../../files/read-file.ts';
import { readJson } from '../../formats/json-document.ts';
import { screeningMoments, type ScreeningMoments } from '../../formats/screening-moments.ts';
import { CorpusMoments } from '../../methods/mirabel/corpus-moments.ts';
import type { QueryScreenSummary, RetrievedDocument } from '../../formats/query-screen-record.ts';
import { matrix } from '../../methods/memsad/row-maxima.ts';
import type { MemoryStore } from '../../stores/memory/memory-store.ts';
import { lexicalBeside } from '../models/lexical-worker-client.ts';
import type { EntryEmbedder } from '../memory/scan-encoder.ts';
import { batchesOf } from '../memory/store-access.ts';
import { floats, doubles } from './embedded-rows.ts';

/** Rejects with RA684 for a file that is none, RA506 for one that cannot be read. */
async function readMoments(file: string): Promise<ScreeningMoments> {
	return readJson(await requireText(file, fileKinds.moments), file, screeningMoments, {
		noun: 'file of moments',
		code: errorNumbers.unusableMoments,
		hint: 'Write it again: rag-assay queries moments STORE --out FILE.',
	});
}

/** The built-in embedder that moments were made with, where its file lies beside them. Rejects as reading them does. */
export async function lexicalOfMoments(file: string): Promise<string | null> {
	const { encoder } = await readMoments(file);
	const beside = join(dirname(file), lexicalBeside(encoder.sha256));
	return encoder.name === 'lexical' && existsSync(beside) ? beside : null;
}

/** The threshold of benign queries that moments were written with; `null`: they have none. Rejects as reading them does. */
export async function thresholdOfMoments(file: string): Promise<MadeThreshold | null> {
	const { rule, rho, z, score, queries } = (await readMoments(file)).threshold;
	return rule !== 'empirical' || z === null ? null : { name: basename(file), z, score, rho, queries };
}

/** A corpus of which moments are known, in a store that searches by itself. */
export interface MomentsCorpus extends Corpus, AsyncDisposable {
	readonly remarks: QueryScreenSummary['remarks'];
}

/** Rejects with RA684 for moments of another embedder, RA685 where the store does not search by embeddings of this one. */
export async function momentsCorpus(
	file: string,
	store: MemoryStore,
	encoder: Encoder,
	embedder: EntryEmbedder,
	signal: AbortSignal,
): Promise<MomentsCorpus> {
	const { encoder: of, n, dimensions, mean, scatter, sample } = await readMoments(file);
	const { identity } = encoder;
	if (of.sha256 !== identity.sha256 || dimensions !== encoder.dimensions)
		throw new UserError(
			errorNumbers.unusableMoments,
			`These moments were made with the embedder '${of.name}', but you use '${identity.name}', a different embedder or version.`,
			{ place: { file }, hint: 'Name that embedder with --embedder (ragAssay.embedder), or write the moments again.' },
		);
	const search = store.search?.bind(store);
	if (search === undefined || !(await isOurs(store, embedder, signal)))
		throw new UserError(
			errorNumbers.storeDoesNotSearch,
			search === undefined
				? 'This store cannot search by the cosine of embeddings.'
				: `This store keeps no embeddings of '${identity.name}', so its own search cannot be used here.`,
			{ place: { file: store.name }, hint: 'Leave --moments out. RAG Assay then reads the whole store.' },
		);
	const count = await store.count();
	return {
		n,
		moments: CorpusMoments.of({ n, mean: doubles(mean), scatter: doubles(scatter) }),
		sample: matrix(floats(sample.embeddings), dimensions),
		nearest: async (queries, k, by) => {
			const all: RetrievedDocument[][] = [];
			for (let i = 0; i < queries.count; i++) {
				const query = queries.values.slice(i * queries.width, (i + 1) * queries.width);
				// oxlint-disable-next-line no-await-in-loop -- servers answer one at a time
				const found = await search(query, { k, signal: by });
				all.push(found.map(({ id, similarity, text }) => ({ id, similarity, text })));
			}
			return all;
		},
		remarks:
			count === null || count === n
				? []
				: [
						{
							message: `The moments are of ${n} documents, and the store has ${count} now.`,
							hint: 'Write them again with `queries moments`.',
						},
					],
		[Symbol.asyncDispose]: () => Promise.resolve(),
	};
}

/** Whether the store keeps embeddings of the encoder in use, by its first entries. */
async function isOurs(store: MemoryStore, embedder: EntryEmbedder, signal: AbortSignal): Promise<boolean> {
	for await (const { entries } of batchesOf(store, signal)) {
		if (entries.length === 0) continue;
		await embedder.embed(entries.slice(0, 8));
		break;
	}
	return embedder.usesStored === true;
}
