import { resolve } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { requireDecodable } from '../../analysis/private/answer-by-decoder.ts';
import { requireAffordable, requireKeywords, requireShares, runSettings } from '../../analysis/private/require-affordable.ts';
import type { PrivateSettings } from '../../formats/private-settings.ts';
import { hopelessness } from '../../privacy/planner.ts';
import type { MembershipRedteamReport } from '../../formats/membership-redteam.ts';
import type { RedteamMembership } from '../../protocol/redteam.ts';
import type { Params } from '../../protocol/rpc.ts';
import { attackMembership, heldOutCopy, minDocuments, type MembershipOn } from '../../redteam/membership/attack-membership.ts';
import { rememberedEmbeddings } from '../../redteam/memory/embedding-cache.ts';
import { openMemoryStore } from '../../stores/memory/open-store.ts';
import { plural } from '../../wording/phrases.ts';
import { requireTrust } from '../lsp/workspace-trust.ts';
import { TextSample, batchesOf, largestSample } from '../memory/store-access.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService } from '../models/model-service.ts';
import { ResultCache } from '../models/result-cache.ts';
import { benignFile } from '../queries/benign-queries.ts';
import { requireEnoughBenign, screeningProfile, thresholdOfStore, type ScreeningProfile } from '../queries/store-threshold.ts';
import { endpointReader, localReader, perplexityBy, privateReader } from './membership-readers.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

/** A profile whose threshold counts, and what is to be said of one that does not. */
interface UsableProfile {
	readonly used: ScreeningProfile | null;
	readonly note: string | null;
}

/** The profile of the settings, unless `lexical` made it: that one knows the documents that are held out. Rejects as reading it does. */
async function profileFor({ settings: { profile: file, trusted, embedder } }: Pick<RunnerContext, 'settings'>): Promise<UsableProfile> {
	const profile = file === undefined || !trusted ? null : await screeningProfile(resolve(file));
	if (profile === null || profile.lexicalFile === null || (embedder !== undefined && embedder !== 'lexical'))
		return { used: profile, note: null };
	return {
		used: null,
		note: `The threshold of profile '${profile.name}' was not used. Its embedder lexical was fitted to the documents of its calibration, and here the embedder must not know the held-out documents.`,
	};
}

/** With fewer documents an interval around a half is wider than from 0.3 to 0.7. */
const fewCounted = 24;

/**
 * Before anything is read: that a private pipeline can say something from so many documents. One that cannot gives nothing away, and measuring it would
 * look like safety.
 * @throws {UserError} RA713, RA912, RA916, RA917 for settings that cannot be run, RA919 where little of use can come out
 */
function requireTelling(settings: PrivateSettings, documents: number): void {
	requireDecodable(settings);
	requireShares(settings, documents);
	requireKeywords(settings, documents);
	requireAffordable(settings, documents);
	const why = hopelessness({ ...runSettings(settings), documents });
	if (why === null) return;
	throw new UserError(
		errorNumbers.hopelessPrivateRun,
		`Little of use can come out of this private pipeline, so attacking it shows nothing. ${why}`,
		{
			hint: 'Raise --epsilon, or the number of documents that it reads (-k).',
		},
	);
}

/** What an attack needs of the runner. */
interface AttackParts {
	readonly context: Pick<RunnerContext, 'settings' | 'endpointAnswersFolder' | 'log'>;
	readonly models: Pick<ModelService, 'openEncoder' | 'openModel'>;
}

/**
 * Reads a store, holds documents out of the copy in memory, and attacks a pipeline that reads the others: nothing is written anywhere.
 * @throws {UserError} RA912, RA916, RA917 and RA919 for a private pipeline, RA690 and RA691 for an endpoint, RA682 and RA692 for too few benign queries and documents, RA695 where nothing is answered; as the store, the benign queries, the encoder and the model
 */
export async function attackHeldOut(
	{
		token,
		store: named,
		benign: file,
		findBenign,
		rule,
		rho,
		count,
		endpoint,
		system,
		private: settings,
		...plan
	}: Params<typeof RedteamMembership>,
	{ context, models }: AttackParts,
	{ signal, onProgress }: Pick<MembershipOn, 'signal' | 'onProgress'>,
): Promise<MembershipRedteamReport> {
	// An endpoint is sent documents of the store.
	if (isStoreAddress(named) || endpoint !== undefined) requireTrust(context.settings, 'stores');
	const lastProgress = { done: 0, total: 0 };
	const tell: MembershipOn['onProgress'] = (message, done, total, secondsLeft) => {
		Object.assign(lastProgress, { done, total });
		onProgress(message, done, total, secondsLeft);
	};
	const remote =
		endpoint === undefined
			? undefined
			: endpointReader({
					...endpoint,
					system,
					offline: context.settings.offline,
					answers: new ResultCache(context.endpointAnswersFolder, context.log),
					onWaiting: (why) => onProgress(`Waiting for the endpoint: ${why}`, lastProgress.done, lastProgress.total),
				});
	if (settings !== undefined) requireTelling(settings, plan.k);
	const target = isStoreAddress(named) ? named : resolve(named);
	const benign = await benignFile({ store: target, named: file, find: findBenign });
	const profile = await profileFor(context);
	await requireEnoughBenign({ rule, rho, benign, profile: profile.used, moments: null });
	onProgress('Reading the store', 0, 0);
	const { name, documents, of } = await documentsIn(target, signal);
	if (documents.length < minDocuments)
		throw new UserError(errorNumbers.tooFewToHoldOut, `The store has ${plural(documents.length, 'different document')}.`, {
			...(isStoreAddress(target) ? {} : { place: { file: target } }),
			hint: `A fifth of them is held out, and the attack asks about as many others. It needs at least ${minDocuments} documents, and a few hundred for a clear result.`,
		});
	// Before the encoder is opened: what is held out is to be as unknown to it as to the pipeline.
	const copy = heldOutCopy(documents, count, plan.seed);
	const encoder = await models.openEncoder({
		owner: token,
		signal,
		onOpening: (message) => onProgress(message, 0, 0),
		lexical: { texts: () => copy.index },
	});
	onProgress('Loading the model', 0, 0);
	const model = await models.openModel(token, signal, (message) => onProgress(message, 0, 0));
	const own = settings === undefined ? localReader(model, system) : privateReader(model, { settings, system, seed: plan.seed });
	const reader = remote ?? own;
	const report = await attackMembership(copy, plan, {
		embed: rememberedEmbeddings(encoder, signal),
		answer: reader.answer,
		parallel: reader.parallel,
		perplexity: perplexityBy(model, signal),
		threshold: (scoresOf) => thresholdOfStore({ rule, rho, benign, profile: profile.used, moments: null }, encoder, scoresOf),
		signal,
		onProgress: tell,
		now: () => performance.now(),
	});
	const [silent] = report.unscored.toSorted((a, b) => b.empty - a.empty);
	if (report.attacks.length === 0 && silent?.reason === 'empty')
		throw new UserError(
			errorNumbers.pipelineAnswersNothing,
			`${reader.name} gave an empty answer to ${silent.empty} of ${plural(silent.answers, 'query', 'queries')}. This says nothing about membership.`,
			{ hint: reader.whyEmpty() },
		);
	if (report.attacks.length === 0)
		throw new UserError(errorNumbers.tooFewToHoldOut, 'Nearly all documents of the store are too short to ask about.', {
			...(isStoreAddress(target) ? {} : { place: { file: target } }),
			hint: 'Attacks need documents with several sentences. Name a store with longer documents, or a larger --count.',
		});
	const counted = Math.max(...report.attacks.map((one) => one.documents));
	const { sha256, name: encoderName } = encoder.identity;
	return {
		store: name,
		encoder: { name: encoderName, sha256, dimensions: encoder.dimensions, cannotSee: encoder.cannotSee ?? null },
		reader: reader.name,
		judge: model.identity.name,
		private: settings === undefined ? null : { decoder: settings.decoder, epsilon: settings.epsilon, delta: settings.delta },
		...report,
		notes: [
			...(of > documents.length ? [`Of ${of} documents ${documents.length} took part, a sample by their hashes.`] : []),
			...reader.notes(),
			...(profile.note === null ? [] : [profile.note]),
			...(counted < fewCounted
				? [`Only ${counted} documents are counted, so the intervals are wide. A larger store or a larger --count gives clearer results.`]
				: []),
			'A retriever cannot distinguish documents that say nearly the same. If one of them is held out and the other one stays, the attack may find the one that stays.',
			...(encoder.notes ?? []),
		],
	};
}

async function documentsIn(target: string, signal: AbortSignal): Promise<{ name: string; documents: string[]; of: number }> {
	const store = await openMemoryStore(target, undefined, { signal });
	try {
		const sample = new TextSample(largestSample);
		const all = new Set<string>();
		for await (const { entries } of batchesOf(store, signal))
			for (const { text, content } of entries) {
				sample.add(text);
				all.add(content);
			}
		return { name: store.name, documents: sample.texts(), of: all.size };
	} finally {
		await store.close();
	}
}
