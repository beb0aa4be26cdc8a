import type { MembershipOn } from './attack-membership.ts';
import { AttackForecast } from './attack-forecast.ts';
import { stepName, type PlannedAttack } from './planned-attack.ts';
import { durationInWords } from '../../wording/numbers.ts';
import { plural } from '../../wording/phrases.ts';

/**
 * Runs tasks, some of them at the same time, begun in their order. The first that fails aborts the others by the signal that they are given, and none is begun after
 * it; rejects as it did once all have ended, so that nothing goes on behind the caller's back.
 */
async function inParallel(tasks: readonly ((signal: AbortSignal) => Promise<void>)[], atOnce: number, signal: AbortSignal): Promise<void> {
	const stop = new AbortController();
	const either = AbortSignal.any([signal, stop.signal]);
	const failures: unknown[] = [];
	let next = 0;
	const task = async (): Promise<void> => {
		try {
			while (next < tasks.length) {
				either.throwIfAborted();
				// oxlint-disable-next-line no-await-in-loop -- each worker does one task at a time
				await tasks[next++]!(either);
			}
		} catch (error) {
			failures.push(error);
			stop.abort(error);
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, task));
	if (failures.length > 0) throw failures[0];
}

/** If the first so many answers of an attack are all empty, no more are asked for. */
const enoughEmpty = 20;

/** The answers to a query. */
interface Answers {
	readonly plain: string;
	readonly defended: string;
}

/** An attack with what it was answered. */
export interface AskedAttack extends PlannedAttack {
	/** By document and query; fewer if nothing but empty ones comes. */
	readonly answers: readonly (readonly Answers[])[];
	/** By document: what the answers say. Absent for a document with fewer answers than queries. */
	readonly scores: readonly ({ readonly undefended: readonly number[]; readonly defended: readonly number[] } | undefined)[];
}

/** A query of an attack that is to be asked. */
interface Task {
	/** Row of its attack. */
	readonly row: number;
	/** Answers that it takes: two if detect-and-hide changes what is read. */
	readonly answers: number;
	/** Asks, and reads the answers once the document has all of them. Gives `false` if nothing was asked. */
	readonly run: (signal: AbortSignal) => Promise<boolean>;
}

export function isEmpty(answer: string): boolean {
	return answer.trim() === '';
}

function tasksOf(
	{ attack, documents }: PlannedAttack,
	row: number,
	on: MembershipOn,
): { readonly asked: AskedAttack; readonly tasks: Task[] } {
	const answers = documents.map((): Answers[] => []);
	const scores: AskedAttack['scores'][number][] = documents.map(() => undefined);
	let [done, said] = [0, 0];
	const tasks = documents.flatMap(({ probe, queries }, document) => {
		let left = queries.length;
		return queries.map(
			({ query, hidden, read, readDefended }, i): Task => ({
				row,
				answers: hidden ? 2 : 1,
				run: async (signal) => {
					if (said === 0 && done >= enoughEmpty) return false;
					const plain = await on.answer(query, read, attack.answerTokens, signal);
					const defended = hidden ? await on.answer(query, readDefended, attack.answerTokens, signal) : plain;
					const given = answers[document]!;
					given[i] = { plain, defended };
					done++;
					if (!isEmpty(plain) || !isEmpty(defended)) said++;
					if (--left > 0) return true;
					const undefended = await probe.score(given.map((one) => one.plain));
					const isSame = given.every((one) => one.plain === one.defended);
					scores[document] = { undefended, defended: isSame ? undefended : await probe.score(given.map((one) => one.defended)) };
					return true;
				},
			}),
		);
	});
	return { asked: { attack, documents, answers, scores }, tasks };
}

/** Queries of each attack that are timed before the others are asked. */
const timedQueries = 5;

/** Some of an attack's tasks, from the first to the last at equal distances: documents differ in length, and the first answers may be kept ones of an earlier run. */
function timedOf(tasks: readonly Task[]): Task[] {
	const at = Array.from({ length: timedQueries }, (_, i) => Math.round((i * (tasks.length - 1)) / (timedQueries - 1)));
	return [...new Set(at)].flatMap((row) => tasks[row] ?? []);
}

/**
 * Asks all that attacks ask. A few queries of each are timed first; from then on, progress says how long all of it takes and how long the rest does.
 * Rejects as the pipeline does, or with the signal's reason.
 * @param about how many documents are asked about
 */
export async function askAttacks(planned: readonly PlannedAttack[], about: number, on: MembershipOn): Promise<AskedAttack[]> {
	const parts = planned.map((one, row) => tasksOf(one, row, on));
	const all = parts.flatMap(({ tasks }) => tasks);
	const timed = new Set(parts.flatMap(({ tasks }) => timedOf(tasks)));
	const forecast = new AttackForecast(
		parts.map(({ tasks }) => tasks.reduce((sum, { answers }) => sum + answers, 0)),
		on.parallel,
	);
	const total = all.length;
	let done = 0;
	const runAll = async (tasks: readonly Task[], messageOf: (row: number) => string): Promise<void> => {
		const tell = (row: number): void => on.onProgress(messageOf(row), done, total, forecast.secondsLeft());
		const [first] = tasks;
		if (first !== undefined) tell(first.row);
		const timedTask =
			(task: Task) =>
			async (signal: AbortSignal): Promise<void> => {
				const began = on.now();
				const isAsked = await task.run(signal);
				forecast.took(task.row, task.answers, isAsked ? (on.now() - began) / 1000 : null);
				done++;
				tell(task.row);
			};
		await inParallel(tasks.map(timedTask), on.parallel, on.signal);
	};
	const name = (row: number): string => stepName(planned[row]!.attack);
	await runAll([...timed], (row) => `Timing a few queries: ${name(row)}`);
	const seconds = Math.ceil(forecast.secondsLeft() ?? 0);
	const takes = `about ${durationInWords(Math.max(1, seconds))} for ${plural(about, 'document')}`;
	await runAll(
		all.filter((task) => !timed.has(task)),
		(row) => `Attacking a copy, ${takes}: ${name(row)}`,
	);
	return parts.map(({ asked }) => asked);
}
