import type { Side } from '../world/domain.ts';
import { sideOf, valueOf } from '../world/entity.ts';
import { memorizedBySide } from '../world/memory.ts';
import type { Situation } from '../world/situation.ts';
import { halfOf } from '../world/twins.ts';

/**
 * Whether nothing that the passages state could be the name of an entity of the other side. Entities are kept apart by their names,
 * but a person may also stand in a passage as somebody's founder or agent. By rule and not by what has been drawn, so that a larger
 * set begins with the smaller one.
 */
export function keepsToItsSide({ passages }: Situation, side: Side): boolean {
	const other: Side = side === 'train' ? 'test' : 'train';
	return passages.every(({ entity, stated }) => stated.every((attribute) => !isNameOf(valueOf(entity, attribute), other)));
}

const memorizedNames: Readonly<Record<Side, ReadonlySet<string>>> = {
	train: new Set(memorizedBySide.train.map((e) => e.name)),
	test: new Set(memorizedBySide.test.map((e) => e.name)),
};

function isNameOf(value: string, side: Side): boolean {
	if (memorizedNames[side].has(value)) return true;
	return /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(value) && sideOf(value) === 'test' && halfOf(value) === side;
}
