import { runSettings } from '../../analysis/private/run-settings.ts';
import { planPrivately } from '../../privacy/planner.ts';
import type { Params, Result } from '../../protocol/message.ts';
import type { PlanPrivate } from '../../protocol/private-generation.ts';
import { budgetState, type LedgerOptions } from '../../stores/ledger/ledger.ts';

/** What can come out, and what the ledger has left; nothing is run or written. */
export async function planPrivate(
	{ settings, documents, corpus }: Params<typeof PlanPrivate>,
	ledger: LedgerOptions,
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
		budget: corpus === undefined ? null : await budgetState(corpus, ledger),
	};
}
