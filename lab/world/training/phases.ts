import type { TrainingKind } from './example.ts';
import { learning, settling, sharing, weighing, widening, type Manner } from './manner.ts';

export const phaseNames = ['bind', 'read', 'settle', 'weigh', 'widen', 'share'] as const;
export type Phase = (typeof phaseNames)[number];

/**
 * What each phase of the training reads, as shares of its examples. Plain prompts teach to copy the right kind of value and
 * not to bind it to the right entity; drills do, so they come first and never go away.
 */
export const phases: Readonly<Record<Phase, Readonly<Record<TrainingKind, number>>>> = {
	bind: shares({ 'plain-drill': 0.5, drill: 0.26, prose: 0.1, records: 0.02, memory: 0.02, 'by-heart': 0.1 }),
	read: shares({ 'plain-drill': 0.04, drill: 0.16, prose: 0.46, records: 0.12, memory: 0.1, 'by-heart': 0.12 }),
	settle: shares({ 'plain-drill': 0.02, drill: 0.1, prose: 0.5, records: 0.18, memory: 0.1, 'by-heart': 0.1 }),
	weigh: shares({ 'plain-drill': 0.01, drill: 0.05, prose: 0.54, records: 0.2, memory: 0.1, 'by-heart': 0.1 }),
	widen: shares({ 'plain-drill': 0.01, drill: 0.09, prose: 0.52, records: 0.18, memory: 0.1, 'by-heart': 0.1 }),
	share: shares({
		'plain-drill': 0.01,
		drill: 0.04,
		prose: 0.15,
		records: 0.06,
		memory: 0.05,
		'by-heart': 0.06,
		'laid-out': 0.22,
		'laid-out-drill': 0.07,
		shared: 0.22,
		'shared-drill': 0.12,
	}),
};

function shares(some: Readonly<Partial<Record<TrainingKind, number>>>): Readonly<Record<TrainingKind, number>> {
	return {
		'plain-drill': 0,
		drill: 0,
		prose: 0,
		records: 0,
		memory: 0,
		'by-heart': 0,
		'laid-out': 0,
		'laid-out-drill': 0,
		shared: 0,
		'shared-drill': 0,
		...some,
	};
}

export const manners: Readonly<Record<Phase, Manner>> = {
	bind: learning,
	read: learning,
	settle: settling,
	weigh: weighing,
	widen: widening,
	share: sharing,
};
