import { resolve } from 'node:path';
import { GetBudget, SetBudget, VerifyBudget } from '../../protocol/private-generation.ts';
import { budgetState, setBudget, verify, type LedgerOptions } from '../../stores/ledger/ledger.ts';
import { authorIn } from '../labels/author.ts';
import type { ModelService } from '../model-service.ts';
import { requireTrust } from '../require-trust.ts';
import type { TypedAnswers } from '../typed-answers.ts';

/** How this runner uses the ledger of a corpus, now. */
export function ledgerOptions(models: Pick<ModelService, 'ledgerWitnesses'>, signal?: AbortSignal): LedgerOptions {
	return { now: new Date(), witnesses: models.ledgerWitnesses, signal };
}

/** Requests about the privacy budgets of corpora. */
export function answerBudgetRequests(answers: TypedAnswers, models: ModelService): void {
	answers.request(GetBudget, ({ corpus }) => budgetState(corpus, ledgerOptions(models)));
	answers.request(SetBudget, async ({ corpus, now, ...wish }, signal) => {
		requireTrust(models.settings, 'ledgers');
		const folder = resolve(corpus);
		const who = await authorIn(folder, models.settings.author);
		return setBudget(folder, { ...wish, atOnce: now, who }, ledgerOptions(models, signal));
	});
	answers.request(VerifyBudget, ({ corpus }) => verify(corpus, ledgerOptions(models)));
}
