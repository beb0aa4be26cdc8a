import { basename, resolve } from 'node:path';
import { terminalAdvice } from '../../wording/memory-phrases.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { MemoryRedteamReport } from '../../formats/memory-redteam.ts';
import { batchesOf, largestSample, TextSample } from '../memory/store-access.ts';
import type { Params } from '../../protocol/rpc.ts';
import { memoryScanParams } from '../../protocol/memory.ts';
import type { RedteamMemory } from '../../protocol/redteam.ts';
import { attackMemory } from '../../redteam/memory/attack-memory.ts';
import { attackGraph, minRelations, type Relation } from '../../redteam/memory/graph-attacks.ts';
import { minEntries, minQueries } from '../../redteam/memory/split-store.ts';
import { rememberedEmbeddings } from '../../redteam/memory/embedding-cache.ts';
import { sanitizerOf, sanitizerQuestion } from '../../redteam/memory/sanitizer.ts';
import { openMemoryStore } from '../../stores/memory/open-store.ts';
import { plural } from '../../wording/phrases.ts';
import type { MemoryService } from '../memory/memory-service.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService } from '../models/model-service.ts';
import { requireTrust } from '../lsp/workspace-trust.ts';
import { readHistory } from '../memory/scan-history.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

/**
 * Reads a store, and attacks the copy that stands in memory, without what a scan flags: nothing is written to the store.
 * @throws {UserError} RA680 for too few entries, RA681 for too few queries; as the store, the history and the encoder
 */
export async function attackCopy(
	{ token, store: named, history: file, rule, alpha, kappa, rate, historyLength, graph, sanitizer, ...plan }: Params<typeof RedteamMemory>,
	{
		context,
		models,
		memory,
	}: {
		readonly context: Pick<RunnerContext, 'settings'>;
		readonly models: Pick<ModelService, 'openEncoder' | 'openModel'>;
		readonly memory: MemoryService;
	},
	{ signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (message: string, done: number, total: number) => void },
): Promise<MemoryRedteamReport> {
	if (isStoreAddress(named)) requireTrust(context.settings, 'stores');
	const target = isStoreAddress(named) ? named : resolve(named);
	const history = await readHistory(resolve(file), { length: historyLength });
	onProgress('Reading the store', 0, 0);
	const flagged = new Set<string>();
	await memory.scan(memoryScanParams.parse({ token, store: named, history: resolve(file), alpha, historyLength }), {
		advice: terminalAdvice,
		signal,
		onProgress,
		onRecords: (records) => {
			for (const record of records) if (record.flagged) flagged.add(record.content);
		},
	});
	const { name, entries, of, relations } = await entriesIn(target, flagged, signal);
	if (entries.length < minEntries)
		throw new UserError(
			errorNumbers.tooSmallToAttack,
			`The store has ${plural(entries.length, 'different entry', 'different entries')}${flagged.size === 0 ? '' : ' that no scan flags'}.`,
			{
				...(isStoreAddress(target) ? {} : { place: { file: target } }),
				hint: `Attacks compete with the entries of the store. It needs at least ${minEntries} entries, and a few hundred for a clear result.`,
			},
		);
	const queries = [...new Set(history.queries)];
	if (queries.length < minQueries)
		throw new UserError(
			errorNumbers.tooFewQueriesToAttack,
			`The history has ${plural(queries.length, 'different query', 'different queries')}.`,
			{
				place: { file: resolve(file) },
				hint: `The attacks aim at a third of them, and the detectors know the others. It needs at least ${minQueries} queries.`,
			},
		);
	const encoder = await models.openEncoder({
		owner: token,
		signal,
		onOpening: (message) => onProgress(message, 0, 0),
		lexical: { texts: () => [...entries, ...queries] },
	});
	const model = sanitizer ? await models.openModel(token, signal, (message) => onProgress(message, 0, 0)) : undefined;
	const report = await attackMemory(
		{ ...plan, detectors: { rule, alpha, kappa, rate }, entries, queries },
		{
			embed: rememberedEmbeddings(encoder, signal),
			sanitize: model === undefined ? undefined : sanitizerOf(model, signal),
			signal,
			onProgress: (attack, done, total) => onProgress(`Attacking a copy: ${attack}`, done, total),
		},
	);
	if (graph) onProgress('Attacking a copy: relations', 0, 0);
	const onGraph = graph ? attackGraph(relations, plan) : null;
	const { sha256, name: encoderName } = encoder.identity;
	return {
		store: name,
		entries: entries.length,
		history: { name: basename(file), queries: queries.length },
		encoder: { name: encoderName, sha256, dimensions: encoder.dimensions, cannotSee: encoder.cannotSee ?? null },
		...report,
		graph: onGraph,
		sanitizer: model === undefined ? null : { name: model.identity.name, sha256: model.identity.sha256, question: sanitizerQuestion },
		notes: [
			...(graph && onGraph === null && relations.length > 0
				? [`No relations were planted: the store has ${plural(relations.length, 'relation')}, and it needs at least ${minRelations}.`]
				: []),
			...(of > entries.length
				? [
						`A sample of ${entries.length} of the ${of} entries took part. In the whole store planted entries compete with more others, and reach fewer questions.`,
					]
				: []),
			...(flagged.size === 0
				? []
				: [
						`A scan flags ${plural(flagged.size, 'entry', 'entries')} of the store; the copy is without ${flagged.size === 1 ? 'it' : 'them'}, so entries that may already be planted do not count as benign. If they are benign, the FPR is too low. Mark them as benign to include them.`,
					]),
			'All entries of the copy count as benign. Planted entries that no scan flags make the thresholds too high.',
			`${model === undefined ? 'No model was asked. This' : 'This'} does not measure whether an agent does what a planted entry says.`,
			...(encoder.notes ?? []),
		],
	};
}

async function entriesIn(
	target: string,
	flagged: ReadonlySet<string>,
	signal: AbortSignal,
): Promise<{ name: string; entries: string[]; of: number; relations: Relation[] }> {
	const store = await openMemoryStore(target, undefined, { signal });
	try {
		const sample = new TextSample(largestSample);
		const all = new Set<string>();
		const relations: Relation[] = [];
		for await (const { entries } of batchesOf(store, signal))
			for (const { text, content, relation, when } of entries) {
				if (flagged.has(content)) continue;
				sample.add(text);
				all.add(content);
				if (relation !== null) relations.push({ from: relation.from, to: relation.to, when });
			}
		return { name: store.name, entries: sample.texts(), of: all.size, relations };
	} finally {
		await store.close();
	}
}
