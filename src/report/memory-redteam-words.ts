import type { MemoryAttackReport, MemoryRedteamReport } from '../formats/memory-redteam.ts';
import { percentOf } from '../wording/percent.ts';

/** What an attacker needs, in words. */
export const accessWords: Readonly<Record<MemoryAttackReport['access'], string>> = {
	write: 'The attacker can write to the store',
	query: 'The attacker talks to the agent, which stores what it is told',
	single: 'One conversation with the agent is enough',
};

/** The verdict, in a sentence or two. */
export function memoryVerdict({ attacks }: MemoryRedteamReport): string {
	const worst = attacks.toSorted((a, b) => b.retrieval.defended.value - a.retrieval.defended.value)[0]!;
	const open = attacks.toSorted((a, b) => b.retrieval.attacked.value - a.retrieval.attacked.value)[0]!;
	const reached = `Undefended, ${open.title} reaches ${percentOf(open.retrieval.attacked.value)} of the questions it aims at.`;
	return worst.retrieval.defended.value === 0
		? `${reached} With a scan's detectors, no attack reaches any.`
		: `${reached} With a scan's detectors, ${worst.title} still reaches ${percentOf(worst.retrieval.defended.value)}.`;
}
