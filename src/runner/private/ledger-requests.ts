import { resolve } from 'node:path';
import { GetBudget, RepairBudget, SetBudget, VerifyBudget } from '../../protocol/private.ts';
import { budgetState, ledgerFile, repairLedger, setBudget, verify, type LedgerOptions } from '../../stores/ledger/ledger.ts';
import { authorIn } from '../labels/author.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import { requireTrust } from '../lsp/workspace-trust.ts';
import type { TypedAnswers } from '../lsp/request-handlers.ts';

/** Which file is the ledger that a request means. @throws {UserError} RA905. */
export function ledgerOf(
	{ dataDirectory }: Pick<RunnerContext, 'dataDirectory'>,
	{ corpus, ledger }: { readonly corpus: string; readonly ledger?: string | undefined },
): Promise<string> {
	return ledgerFile({ corpus, ledger, dataDirectory });
}

/** How this runner uses ledgers, now. */
export function ledgerOptions({ ledgerWitnesses }: Pick<RunnerContext, 'ledgerWitnesses'>, signal?: AbortSignal): LedgerOptions {
	return { now: new Date(), witnesses: ledgerWitnesses, signal };
}

/** Requests about privacy budgets. */
export function answerBudgetRequests(answers: TypedAnswers, context: RunnerContext): void {
	answers.request(GetBudget, async (choice) => budgetState(await ledgerOf(context, choice), ledgerOptions(context)));
	answers.request(SetBudget, async ({ corpus, ledger, now, ...wish }, signal) => {
		// The data directory is the user's own; a file may be one that the workspace has named or brought along.
		if (ledger !== undefined) requireTrust(context.settings, 'ledgers');
		const who = await authorIn(resolve(corpus), context.settings.author);
		return setBudget(await ledgerOf(context, { corpus, ledger }), { ...wish, atOnce: now, who }, ledgerOptions(context, signal));
	});
	answers.request(RepairBudget, async (choice, signal) => {
		if (choice.ledger !== undefined) requireTrust(context.settings, 'ledgers');
		const who = await authorIn(resolve(choice.corpus), context.settings.author);
		return repairLedger(await ledgerOf(context, choice), who, ledgerOptions(context, signal));
	});
	answers.request(VerifyBudget, async (choice) => verify(await ledgerOf(context, choice), ledgerOptions(context)));
}
