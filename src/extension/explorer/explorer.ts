import type { RowSource } from './list-view.ts';

/** The views of the activity bar, `ragAssay.<name>` each. */
export const viewNames = ['profiles', 'dataSets', 'traces'] as const;

/** What the views list. */
export type Explorer = Readonly<Record<(typeof viewNames)[number], RowSource>>;
