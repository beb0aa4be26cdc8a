import * as z from 'zod';
import { remember, remembered } from '../shared/host.ts';
import { fieldNames, type Draft } from './draft.ts';

/** What the page keeps while it is hidden: what was written and not saved, and how it was left. */
const kept = z.object({ draft: z.record(z.enum(fieldNames), z.string()), expertOpen: z.boolean() }).partial();

export function rememberDraft(draft: Draft | null): void {
	remember({ draft: draft ?? undefined });
}
export function rememberExpert(expertOpen: boolean): void {
	remember({ expertOpen });
}

/** What was kept, as far as it is understood: another version may have left it. */
export function recalled(): z.infer<typeof kept> {
	return kept.safeParse(remembered()).data ?? {};
}
