import type { TrainingKind } from './example.ts';

import { learning, settling, weighing, widening, type Manner } from './manner.ts';

export const phaseNames = ['bind', 'read', 'settle', 'weigh', 'widen'] as const;
export type Phase = (typeof phaseNames)[number];

/**
 * What each phase of the training reads, as shares of its examples. Plain prompts teach to copy the right kind of value and
 * not to bind it to the right entity; drills do, so they come first and never go away.
 */
export const phases: Readonly<Record<Phase, Readonly<Record<TrainingKind, number>>>> = {
	bind: { 'plain-drill': 0.5, drill: 0.26, prose: 0.1, records: 0.02, memory: 0.02, 'by-heart': 0.1 },
	read: { 'plain-drill': 0.04, drill: 0.16, prose: 0.46, records: 0.12, memory: 0.1, 'by-heart': 0.12 },
	settle: { 'plain-drill': 0.02, drill: 0.1, prose: 0.5, records: 0.18, memory: 0.1, 'by-heart': 0.1 },
	weigh: { 'plain-drill': 0.01, drill: 0.05, prose: 0.54, records: 0.2, memory: 0.1, 'by-heart': 0.1 },
	widen: { 'plain-drill': 0.01, drill: 0.09, prose: 0.52, records: 0.18, memory: 0.1, 'by-heart': 0.1 },
};

export const manners: Readonly<Record<Phase, Manner>> = {
	bind: learning,
	read: learning,
	settle: settling,
	weigh: weighing,
	widen: widening,
};
