import { runSettings } from '../../analysis/private/run-settings.ts';
import { planPrivately } from '../../privacy/planner.ts';
import type { Params, Result } from '../../protocol/message.ts';
import type { PlanPrivate } from '../../protocol/private-generation.ts';
import { budgetState } from '../../stores/ledger/ledger.ts';
import type { ModelService } from '../model-service.ts';
import { ledgerOf, ledgerOptions } from './budget-requests.ts';

/** What can come out, and what the ledger has left; nothing is run or written. */
export async function planPrivate(
	{ settings, documents, corpus, ledger }: Params<typeof PlanPrivate>,
	models: Pick<ModelService, 'dataDirectory' | 'ledgerWitnesses'>,
): Promise<Result<typeof PlanPrivate>> {
	const { decoders, says, group, releases, split } = planPrivately({ ...runSettings(settings), documents });
	return {
		settings,
		documents,
		decoders,
		says,
		group: [...group],
		releases: [...releases],
		split,
		budget: corpus === undefined ? null : await budgetState(await ledgerOf(models, { corpus, ledger }), ledgerOptions(models)),
	};
}
