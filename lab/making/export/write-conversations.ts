/**
 * Writes the conversations that the exported model is compared on (make_oracle.py, check_parity.py) to standard output; always the same.
 *
 *     npx node lab/making/export/write-conversations.ts > FILE
 *
 * `scored`: 50 questions of the twin recipe, test side; `how` says where the answer comes from: `greedy`, `sampled`, or `written` (in `response`).
 * `dialogues`: 10 with two or three turns, each with its answer.
 */
import { answerOne, joined, textOf } from '../../world/answers.ts';
import { knownAttributes, valueOf } from '../../world/entity.ts';
import { presentable } from '../../world/memory.ts';
import type { Passage } from '../../world/passage.ts';
import { ask, systemLines } from '../../world/questions.ts';
import type { SituationKind } from '../../world/situation.ts';
import { makeSituation } from '../../world/twins.ts';
import { between, pick, sample, seededRandom, type Random } from '../../../src/statistics/random.ts';

interface Scored {
	readonly how: 'greedy' | 'sampled' | 'written';
	readonly system: string;
	readonly contexts: readonly string[];
	readonly query: string;
	readonly response?: string;
}

interface Dialogue {
	readonly system: string;
	readonly contexts: readonly string[];
	readonly turns: readonly { readonly query: string; readonly answer: string }[];
}

const seed = 20;
const kinds: readonly SituationKind[] = ['one', 'two', 'three', 'dense', 'personal', 'memory', 'memory-two', 'contradiction', 'similar'];
/** Answers that the model would not write: other scripts, surrogate pairs, combining marks, line breaks, digits, no answer of the world. */
const foreign = [
	'Ärzte gaben 250\u202Fmg Naproxen – täglich.',
	'The answer is 42.\n\nIt was given at 07:05.',
	'患者は喘息と診断された。',
	'👩‍⚕️ said: gout! 😀',
	'cafe\u0301 = café',
	'Dr Vane\tsaw\r\nthe patient.',
	'x',
	'0123456789 007 3.14159 -120 dBm  double  spaces',
];
/** Characters of a prompt that fills the window nearly to the end. */
const longPrompt = 1300;

const contextsOf = (passages: readonly Passage[]): string[] => passages.map(({ text }) => text);

function scoredConversations(random: Random): Scored[] {
	let made = 0;
	const next = (how: Scored['how']): Scored => {
		const { passages, query } = makeSituation(random, kinds[made++ % kinds.length]!, 'test');
		return { how, system: pick(random, systemLines), contexts: contextsOf(passages), query };
	};
	const byHeart = (): Scored => {
		const entity = pick(random, presentable);
		return {
			how: 'greedy',
			system: systemLines[0],
			contexts: [],
			query: ask(random, entity.name, sample(random, knownAttributes(entity), between(random, 1, 2)), 'test'),
		};
	};
	const long = (): Scored => {
		const one = next('greedy');
		const contexts = [...one.contexts];
		while (contexts.join('').length < longPrompt) contexts.push(...contextsOf(makeSituation(random, 'one', 'test').passages.slice(0, 1)));
		return { ...one, contexts };
	};
	return [
		...Array.from({ length: 26 }, () => next('greedy')),
		...Array.from({ length: 9 }, () => next('sampled')),
		...Array.from({ length: 4 }, byHeart),
		...foreign.map((response): Scored => ({ ...next('written'), response })),
		...Array.from({ length: 3 }, long),
	];
}

/** Questions about one passage after another, with the answers that they state. */
function dialogue(random: Random, number: number): Dialogue {
	const { passages } = makeSituation(random, kinds[number % 5]!, 'test');
	const turns = passages
		.slice(0, 3)
		.filter(({ stated }) => stated.length > 0)
		.map(({ entity, stated }) => {
			const asked = sample(random, stated, between(random, 1, 2));
			return {
				query: ask(random, entity.name, asked, 'test'),
				answer: textOf(joined(asked.map((attribute) => answerOne(random, entity.name, attribute, valueOf(entity, attribute))))),
			};
		});
	return { system: pick(random, systemLines), contexts: number % 3 === 2 ? [] : contextsOf(passages), turns };
}

const random = seededRandom(seed);
const conversations = {
	scored: scoredConversations(random),
	dialogues: Array.from({ length: 10 }, (_, number) => dialogue(random, number)),
};
process.stdout.write(`${JSON.stringify(conversations, null, '\t')}\n`);
