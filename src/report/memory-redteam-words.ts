import type { MemoryAttackReport, MemoryRedteamReport } from '../formats/memory-redteam.ts';
import { percentOf } from '../wording/percent.ts';

/** What an attacker needs, in words. */
export const accessWords: Readonly<Record<MemoryAttackReport['access'], string>> = {
	write: 'the attacker writes into the store',
	query: 'the attacker asks the agent, which stores what it is told',
	single: 'one conversation with the agent is enough',
};

/** The verdict, in a sentence or two. */
export function memoryVerdict({ attacks }: MemoryRedteamReport): string {
	const worst = attacks.toSorted((a, b) => b.retrieval.defended.value - a.retrieval.defended.value)[0]!;
	const open = attacks.toSorted((a, b) => b.retrieval.attacked.value - a.retrieval.attacked.value)[0]!;
	const reached = `${open.title} makes ${percentOf(open.retrieval.attacked.value)} of the questions it aims at retrieve something planted.`;
	return worst.retrieval.defended.value === 0
		? `${reached} Behind the detectors of a scan none does.`
		: `${reached} Behind the detectors of a scan ${percentOf(worst.retrieval.defended.value)} still do with ${worst.title}.`;
}
