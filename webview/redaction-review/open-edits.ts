import * as z from 'zod';
import { remember, remembered } from '../shared/host.ts';

/** Words that somebody is writing for a sentence and has not accepted yet. */
const openEdit = z.object({
	item: z.string(),
	/** What went out when the field was opened. */
	seen: z.string(),
	text: z.string(),
});
export type OpenEdit = z.infer<typeof openEdit>;

/** By the key of the review: another one may be opened, and this one again. */
const kept = z.object({ edits: z.record(z.string(), openEdit) });

/** What was being written in a review when its page went; `undefined`: nothing, or nothing that this version understands. */
export function keptEdit(review: string): OpenEdit | undefined {
	return all()[review];
}

export function keepEdit(review: string, edit: OpenEdit): void {
	remember({ edits: { ...all(), [review]: edit } });
}

/** It was accepted, or left. */
export function forgetEdit(review: string): void {
	remember({ edits: Object.fromEntries(Object.entries(all()).filter(([key]) => key !== review)) });
}

function all(): Readonly<Record<string, OpenEdit>> {
	return kept.safeParse(remembered()).data?.edits ?? {};
}
