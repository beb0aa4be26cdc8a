/**
 * Prints what comparing an answer takes in a process that has done nothing before: `node first-call.ts '{"seed":1,"response":2000,"contexts":16000}'`.
 * `bench-times.ts` starts it. CPU time: other programs on the machine take none of it.
 */
import * as z from 'zod';
import { judgeSupport } from '../../src/methods/support/support.ts';
import { tagText } from '../../src/text/sentences.ts';
import { worldPassages } from '../pii/world-passages.ts';
import { indexOf, type AnsweredParts } from './measure-support.ts';

const {
	seed,
	response: wanted,
	contexts: given,
} = z.object({ seed: z.number(), response: z.number(), contexts: z.number() }).parse(JSON.parse(process.argv[2] ?? ''));

function cpuTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/** About how many UTF-16 units a token of these texts has. */
const unitsOfToken = 4.9;

function filled(from: readonly string[], tokens: number): string[] {
	const texts: string[] = [];
	for (let length = 0; length < tokens * unitsOfToken; length += texts.at(-1)!.length + 1) texts.push(from[texts.length]!);
	return texts;
}

/** Half of the response's sentences are those of contexts, and half are of others: their values are looked for to the end. */
function textsOf(): AnsweredParts {
	const passages = worldPassages(seed, 1200, 'test').map(({ text }) => text);
	const contexts = filled(passages.slice(0, 800), given);
	const others = filled(passages.slice(800), wanted / 2);
	const response = [...others, ...contexts.slice(0, others.length)].join('\n');
	return { query: 'What is known?', contexts: contexts.map((text, i) => ({ id: `c${i}`, text })), response };
}

const parts = textsOf();
const middle = parts.response.indexOf(' ', parts.response.length >> 1);
const typed = `${parts.response.slice(0, middle)}x${parts.response.slice(middle)}`;
// The tagger loads its language model at its first call.
await tagText('A word.', 'en');

async function compared(): Promise<{ first: number; second: number; tag: number }> {
	const began = cpuTime();
	const index = indexOf(parts);
	const indexed = cpuTime();
	const tagged = await tagText(parts.response, 'en');
	const cut = cpuTime();
	judgeSupport({ response: parts.response, tagged, language: 'en' }, index);
	const judged = cpuTime();
	// Somebody types a letter: all other sentences are as they were.
	const again = await tagText(typed, 'en');
	judgeSupport({ response: typed, tagged: again, language: 'en' }, index);
	return { first: judged - began, second: cpuTime() - judged, tag: cut - indexed };
}

const cold = await compared();
// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
for (let round = 0; round < 30; round++) await compared();
const rounds: Awaited<ReturnType<typeof compared>>[] = [];
// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
for (let round = 0; round < 11; round++) rounds.push(await compared());
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
process.stdout.write(
	JSON.stringify({
		first: cold.first,
		second: cold.second,
		warmFirst: median(rounds.map(({ first }) => first)),
		warmSecond: median(rounds.map(({ second }) => second)),
		coldTag: cold.tag,
		warmTag: median(rounds.map(({ tag }) => tag)),
	}),
);
