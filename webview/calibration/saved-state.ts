import * as z from 'zod';
import type { CalibrationMemory, CalibrationPanelState } from '../../src/protocol/calibration-panel.ts';
import { remember, remembered } from '../shared/host.ts';

/** What the page itself keeps while it is hidden: its host knows the rest. */
const kept = z
	.object({
		view: z.object({
			run: z.string(),
			chosen: z.string().nullable(),
			setupOpen: z.boolean(),
			moved: z.array(z.object({ id: z.string(), threshold: z.number() })),
			/** As they were saved. */
			saved: z.string().nullable(),
		}),
	})
	.partial();
export type PageMemory = NonNullable<z.infer<typeof kept>['view']>;

export function rememberState({ setup, run }: CalibrationPanelState): void {
	const memory: CalibrationMemory = {
		setup,
		run: run === null ? null : { run: run.run, options: run.options, was: statusOf(run.state.kind) },
	};
	remember({ ...memory });
}

export function rememberPage(view: PageMemory): void {
	remember({ view });
}

/** What was kept, as far as it is understood: it comes from another life of this page, perhaps of another version. */
export function recalled(): z.infer<typeof kept> {
	return kept.safeParse(remembered()).data ?? {};
}

function statusOf(kind: NonNullable<CalibrationPanelState['run']>['state']['kind']): 'going' | 'done' | 'stopped' {
	if (kind === 'done') return 'done';
	return kind === 'measuring' || kind === 'fitting' ? 'going' : 'stopped';
}
