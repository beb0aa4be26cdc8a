import type { TrainingKind } from './example.ts';
import { learning, settling, sharing, weighing, widening, type Manner } from './manner.ts';

export const phaseNames = ['bind', 'read', 'settle', 'weigh', 'widen', 'share', 'key', 'tie', 'reword', 'blend', 'mend'] as const;
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
	// A key is bound to what goes with it in plain lines first: among documents in all words it was never learned.
	key: shares({
		drill: 0.06,
		prose: 0.12,
		records: 0.06,
		memory: 0.04,
		'by-heart': 0.04,
		'laid-out': 0.04,
		shared: 0.04,
		'key-plain': 0.6,
	}),
	tie: shares({
		'plain-drill': 0.01,
		drill: 0.05,
		prose: 0.12,
		records: 0.06,
		memory: 0.04,
		'by-heart': 0.05,
		'laid-out': 0.06,
		shared: 0.05,
		'shared-drill': 0.06,
		'key-plain': 0.07,
		'key-brief': 0.28,
		'key-words': 0.15,
	}),
	reword: shares({
		'plain-drill': 0.01,
		drill: 0.05,
		prose: 0.13,
		records: 0.05,
		memory: 0.03,
		'by-heart': 0.04,
		'laid-out': 0.05,
		shared: 0.07,
		'shared-drill': 0.11,
		'key-plain': 0.01,
		'key-brief': 0.02,
		'key-words': 0.25,
		'key-later': 0.18,
	}),
	blend: shares({
		'plain-drill': 0.01,
		drill: 0.06,
		prose: 0.24,
		records: 0.09,
		memory: 0.07,
		'by-heart': 0.07,
		'laid-out': 0.13,
		'laid-out-drill': 0.03,
		shared: 0.12,
		'shared-drill': 0.06,
		'key-plain': 0.01,
		'key-brief': 0.02,
		'key-words': 0.08,
		'key-later': 0.01,
	}),
	// What the drills of keys cost is won back: passages in prose and in other layouts.
	mend: shares({
		'plain-drill': 0.01,
		drill: 0.04,
		prose: 0.27,
		records: 0.09,
		memory: 0.06,
		'by-heart': 0.06,
		'laid-out': 0.26,
		'laid-out-drill': 0.05,
		shared: 0.1,
		'shared-drill': 0.03,
		'key-words': 0.03,
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
		'key-plain': 0,
		'key-brief': 0,
		'key-words': 0,
		'key-later': 0,
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
	key: sharing,
	tie: sharing,
	reword: sharing,
	blend: sharing,
	mend: sharing,
};
