import { resolve } from 'node:path';
import { GetBudget, SetBudget, VerifyBudget } from '../../protocol/private.ts';
import { budgetState, ledgerFile, setBudget, verify, type LedgerOptions } from '../../stores/ledger/ledger.ts';
import { authorIn } from '../labels/author.ts';
import type { ModelService } from '../models/model-service.ts';
import { requireTrust } from '../lsp/workspace-trust.ts';
import type { TypedAnswers } from '../lsp/request-handlers.ts';

/** Which file is the ledger that a request means. @throws {UserError} RA905. */
export function ledgerOf(
	{ dataDirectory }: Pick<ModelService, 'dataDirectory'>,
	{ corpus, ledger }: { readonly corpus: string; readonly ledger?: string | undefined },
): Promise<string> {
	return ledgerFile({ corpus, ledger, dataDirectory });
}

/** How this runner uses ledgers, now. */
export function ledgerOptions(models: Pick<ModelService, 'ledgerWitnesses'>, signal?: AbortSignal): LedgerOptions {
	return { now: new Date(), witnesses: models.ledgerWitnesses, signal };
}

/** Requests about privacy budgets. */
export function answerBudgetRequests(answers: TypedAnswers, models: ModelService): void {
	answers.request(GetBudget, async (choice) => budgetState(await ledgerOf(models, choice), ledgerOptions(models)));
	answers.request(SetBudget, async ({ corpus, ledger, now, ...wish }, signal) => {
		// The data directory is the user's own; a file may be one that the workspace has named or brought along.
		if (ledger !== undefined) requireTrust(models.settings, 'ledgers');
		const who = await authorIn(resolve(corpus), models.settings.author);
		return setBudget(await ledgerOf(models, { corpus, ledger }), { ...wish, atOnce: now, who }, ledgerOptions(models, signal));
	});
	answers.request(VerifyBudget, async (choice) => verify(await ledgerOf(models, choice), ledgerOptions(models)));
}
