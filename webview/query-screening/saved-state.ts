import * as z from 'zod';
import { remember, remembered } from '../shared/host.ts';
import { rowOrders, shownKinds, type ListChoice } from './rows.ts';

/** What the page itself keeps while it is hidden: its host knows the rest. */
const kept = z.object({
	list: z.object({ kind: z.enum(shownKinds), order: z.enum(rowOrders), words: z.string() }).optional(),
	/** The query that was chosen. */
	chosen: z.string().nullable().optional(),
});

export function rememberList(list: ListChoice): void {
	remember({ list });
}

export function rememberChosen(chosen: string | null): void {
	remember({ chosen });
}

export function recalled(): z.infer<typeof kept> {
	return kept.safeParse(remembered()).data ?? {};
}
