import type { PiiFound } from '../../src/text/pii/pii-types.ts';

/** Where a personal value stands, by UTF-16 offsets. */
export type MarkedValue = Pick<PiiFound, 'start' | 'end' | 'type'>;

/** A text with its personal values, in order. */
export interface MarkedText {
	readonly text: string;
	readonly values: readonly MarkedValue[];
}
