import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { answeredFromAll } from '../../analysis/private/answer-from-all.ts';
import { localFiller, type FillRequest, type Filler } from '../../analysis/private/filler.ts';
import { generatePrivately } from '../../analysis/private/generate-privately.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { cryptographicBits } from '../../privacy/cryptographic-bits.ts';
import { seededBits } from '../../privacy/random-bits.ts';
import type { GeneratePrivate } from '../../protocol/private.ts';
import type { Progress } from '../../protocol/requests.ts';
import type { Params, Result } from '../../protocol/rpc.ts';
import { settle, spend, type LedgerOptions } from '../../stores/ledger/ledger.ts';
import { sha256Of } from '../../stores/ledger/record-line.ts';
import { plural } from '../../wording/phrases.ts';
import { authorIn } from '../labels/author.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { Log } from '../lsp/log.ts';
import { requireTrust } from '../lsp/workspace-trust.ts';
import { jsonHash } from '../../files/cache-files.ts';
import { chatEndpoint, type ChatEndpointOptions, type ChatMessage, type EndpointTrouble } from '../models/chat-endpoint.ts';
import type { ModelService } from '../models/model-service.ts';
import type { QueuedModel } from '../models/queued-model.ts';
import { ledgerOf, ledgerOptions } from './ledger-requests.ts';

/** Where its key stands; never in settings. */
const fillerKeyVariable = 'RAG_ASSAY_FILLER_KEY';

/** Of the sentence that is written. */
const maxTokens = 128;

export type EndpointOptions = Pick<ChatEndpointOptions, 'url' | 'model' | 'key' | 'offline'>;

/**
 * A filler behind an OpenAI-compatible address. It is sent what is released already and the query, nothing else.
 * @throws UserError RA913 for an address that is not used: no address, not encrypted and not this machine's, or offline.
 */
export function endpointFiller(options: EndpointOptions): Filler {
	const { name, ask } = chatEndpoint({ ...options, keyVariable: fillerKeyVariable, refused, failed });
	return { name, write: async (request, signal) => (await ask(messagesFor(request), maxTokens, signal)).text };
}

function messagesFor({ query, masked, keywords }: FillRequest): ChatMessage[] {
	const lines = [`Question: ${query}`, `Answer so far: ${masked}`, ...(keywords.length === 0 ? [] : [`Keywords: ${keywords.join(', ')}`])];
	return [
		{
			role: 'system',
			content:
				'Write the one sentence that stands in the place of […] in an answer to the question. Use the keywords where they fit. Invent no names, numbers or dates. Reply with that sentence alone.',
		},
		{ role: 'user', content: lines.join('\n') },
	];
}

function refused(url: string, why: string, hint: string): UserError {
	return new UserError(errorNumbers.fillerRefused, `The endpoint ${url} is not used: ${why}.`, { hint });
}

function failed(origin: string, { why, hint, cause }: EndpointTrouble): UserError {
	return new UserError(errorNumbers.fillerFailed, `The endpoint ${origin} wrote nothing: ${why}.`, {
		hint: `The release is complete without it.${hint === undefined ? '' : ` ${hint}`}`,
		cause,
	});
}

export interface PrivateJob {
	readonly context: Pick<RunnerContext, 'settings' | 'ledgerWitnesses' | 'dataDirectory' | 'log'>;
	readonly models: Pick<ModelService, 'openModel'>;
	readonly signal: AbortSignal;
	readonly now: () => Date;
	readonly onProgress: (progress: Params<typeof Progress>) => void;
}

/**
 * Spends and releases. The ledger has the spend before the model is asked, and keeps it whatever happens then.
 * Rejects with RA511 without trust, RA911 to RA913 for what cannot be run, the ledger's errors where the budget does not allow it, and the
 * signal's reason.
 */
export async function generatePrivate(
	{ token, query, system, documents, settings, corpus, ledger, seed, anyway, filler, original }: Params<typeof GeneratePrivate>,
	{ context, models, signal, now, onProgress }: PrivateJob,
): Promise<Result<typeof GeneratePrivate>> {
	const { log, settings: own } = context;
	requireTrust(own);
	const folder = resolve(corpus);
	const place = await ledgerOf(context, { corpus, ledger });
	const endpoint =
		filler === undefined ? undefined : endpointFiller({ ...filler, key: process.env[fillerKeyVariable], offline: own.offline });
	let step = 'Loading the model';
	const tell = (done = 0, total = 0): void => onProgress({ token, message: step, done, total });
	tell();
	// Before anything is spent: a model that cannot be loaded costs nothing, and says nothing of the documents.
	const model = await models.openModel(token, signal, (message) => {
		step = message;
		tell();
	});
	const id = randomUUID();
	const who = await authorIn(folder, own.author);
	const at: LedgerOptions = { ...ledgerOptions(context), now: now() };
	const paid: { entry?: number } = {};
	const release = await generatePrivately(
		{ query, system, documents, settings, corpus: basename(folder), seed, anyway },
		{
			model,
			bits: seed === undefined ? cryptographicBits() : seededBits(seed),
			id,
			who,
			when: now().toISOString(),
			spend: async (count) => {
				const spending = {
					release: id,
					epsilon: settings.epsilon,
					delta: settings.delta,
					decoder: settings.decoder,
					documents: count,
					who,
					querySha256: sha256Of(query),
					settingsSha256: jsonHash(settings),
				};
				const { entry, hash, note } = await spend(place, spending, { ...at, signal });
				paid.entry = entry;
				return { ledger: { entry, hash }, note };
			},
			filler: endpoint ?? localFiller(model, system),
			onStep: (message) => {
				step = message;
				tell();
			},
			signal,
			onProgress: tell,
		},
	).catch(async (error: unknown) => {
		// What was spent stays spent. That nothing came of it is kept too, where that can be written; why it ended is the news.
		if (paid.entry !== undefined)
			await settle(place, paid.entry, 'cancelled', at).catch((reason: unknown) =>
				log.warn(`the ledger does not say that entry ${paid.entry} was given up: ${String(reason)}`),
			);
		throw error;
	});
	// Before any of it is shown. From here on it is: nothing that fails or is canceled behind it takes away what was paid for.
	if (paid.entry !== undefined) await settle(place, paid.entry, { textSha256: sha256Of(release.text) }, at);
	if (original) {
		step = 'Writing the original, which is private; the answer is made and paid for';
		tell();
	}
	const beside = original ? await originalOf(model, { query, system, documents }, signal, log) : { original: null, whyNoOriginal: null };
	step = 'Done';
	tell(1, 1);
	return { release, ...beside };
}

/** What the model says with every document in one prompt: private. Never rejects: whatever becomes of it, the release is paid for and stands. */
async function originalOf(
	model: QueuedModel,
	{ documents, ...prompt }: Pick<Params<typeof GeneratePrivate>, 'query' | 'system' | 'documents'>,
	signal: AbortSignal,
	log: Log,
): Promise<Pick<Result<typeof GeneratePrivate>, 'original' | 'whyNoOriginal'>> {
	try {
		const { text, whole } = await answeredFromAll(model, prompt, documents, signal);
		if (whole < documents.length)
			log.warn(
				`the private original was written from the first ${whole} of ${plural(documents.length, 'document')}: one prompt has no room for more`,
			);
		return { original: text, whyNoOriginal: null };
	} catch (error) {
		if (signal.aborted) return { original: null, whyNoOriginal: 'it was canceled' };
		if (error instanceof UserError) log.warn(`the private original was not written: ${error.message}`);
		else log.error(`the private original was not written: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
		return { original: null, whyNoOriginal: 'the model could not write it' };
	}
}
