import type { MethodClasses } from './method.ts';
import type { TraceItem } from './trace-item.ts';

/** Of methods that tell sentences of answers that their contexts support from others. */
export const groundedClasses: MethodClasses<TraceItem> = {
	of: 'sentence',
	negative: 'grounded',
	positive: 'ungrounded',
	truths: ({ sentences }) => sentences.map(({ truth }) => truth),
};
