import type { Piece } from '../answers.ts';

/** One question about the passages and its answer. */
export interface Turn {
	readonly query: string;
	readonly answer: readonly Piece[];
}

/** A conversation to train on: some passages, or none, and several turns about them. */
export interface TrainingExample {
	readonly kind: TrainingKind;
	readonly system: string;
	readonly contexts: readonly string[];
	readonly turns: readonly Turn[];
}

/**
 * `plain-drill` and `drill`: many entities that state the same attribute; `by-heart`: no passages; `laid-out`: passages in other layouts; `shared`:
 * documents of people who share facts of a key. The others are what users ask.
 */
export type TrainingKind =
	| 'plain-drill'
	| 'drill'
	| 'prose'
	| 'records'
	| 'memory'
	| 'by-heart'
	| 'laid-out'
	| 'laid-out-drill'
	| 'shared'
	| 'shared-drill';

/** One line of a training file: `k` kind, `s` system, `d` passages, `t` turns with question `q` and answer `a` as [text, is value] pieces. */
export function trainingLine(example: TrainingExample): string {
	return JSON.stringify({
		k: example.kind,
		s: example.system,
		d: example.contexts,
		t: example.turns.map((turn) => ({ q: turn.query, a: turn.answer.map((p) => [p.text, p.value ? 1 : 0]) })),
	});
}
