import { requireDecodable } from '../../analysis/private/answer-by-decoder.ts';
import { requireAffordable, requireKeywords, requireShares, runSettings } from '../../analysis/private/require-affordable.ts';
import { UserError } from '../../errors.ts';
import type { PrivateSettings } from '../../formats/private-settings.ts';
import { planPrivately } from '../../privacy/planner.ts';
import { GeneratePrivate, PlanPrivate } from '../../protocol/private.ts';
import { Progress } from '../../protocol/requests.ts';
import type { Params, Result } from '../../protocol/rpc.ts';
import { budgetState, refusalToSpend, type LedgerOptions } from '../../stores/ledger/ledger.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import type { ModelService } from '../models/model-service.ts';
import { generatePrivate } from './generate.ts';
import { ledgerOf, ledgerOptions } from './ledger-requests.ts';

/** What can come out, and what the ledger has left; nothing is run or written. */
async function planPrivate(
	{ settings, documents, corpus, ledger, anyway }: Params<typeof PlanPrivate>,
	context: Pick<RunnerContext, 'dataDirectory' | 'ledgerWitnesses'>,
): Promise<Result<typeof PlanPrivate>> {
	const place = corpus === undefined ? undefined : await ledgerOf(context, { corpus, ledger });
	const { decoders, keywords, says, group, releases, split, hopeless } = planPrivately({ ...runSettings(settings), documents });
	return {
		settings,
		documents,
		decoders,
		keywords,
		says,
		group: [...group],
		releases: [...releases],
		split,
		hopeless,
		budget: place === undefined ? null : await budgetState(place, ledgerOptions(context)),
		refused: await refusalOf({ settings, documents, accepted: anyway || !hopeless }, place, ledgerOptions(context)),
	};
}

/** Why a run like this would be refused before anything is spent, in sentences; `null`: it would not. */
async function refusalOf(
	{ settings, documents, accepted }: Pick<Params<typeof PlanPrivate>, 'settings' | 'documents'> & { readonly accepted: boolean },
	place: string | undefined,
	options: LedgerOptions,
): Promise<string | null> {
	// Without documents there is nothing to refuse; that is what the plan says then.
	const refusal =
		(documents === 0 ? null : refusalToRun(settings, documents)) ??
		(place === undefined ? null : await refusalToSpend(place, settings, options));
	if (refusal !== null) return [refusal.message, refusal.hint].filter(Boolean).join(' ');
	// Why stands in what the plan says.
	return accepted ? null : 'Little of use can come out of it. To spend it anyway, add --anyway.';
}

function refusalToRun(settings: PrivateSettings, documents: number): UserError | null {
	try {
		requireDecodable(settings);
		requireShares(settings, documents);
		requireKeywords(settings, documents);
		requireAffordable(settings, documents);
		return null;
	} catch (error) {
		if (error instanceof UserError) return error;
		throw error;
	}
}

/** Requests about private answers: what can come out, and one that is paid for. */
export function answerPrivateRequests({
	answers,
	context,
	models,
	outbox,
}: {
	readonly answers: TypedAnswers;
	readonly context: RunnerContext;
	readonly models: ModelService;
	readonly outbox: Outbox;
}): void {
	const now = (): Date => new Date();
	answers.request(PlanPrivate, (params) => planPrivate(params, context));
	answers.request(GeneratePrivate, (params, signal) =>
		generatePrivate(params, { context, models, signal, now, onProgress: (progress) => outbox.tell(Progress, progress) }),
	);
}
