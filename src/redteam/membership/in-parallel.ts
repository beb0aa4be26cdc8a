/**
 * Runs tasks, some of them at the same time, begun in their order. The first that fails aborts the others by the signal that they are given, and none is begun after
 * it; rejects as it did once all have ended, so that nothing goes on behind the caller's back.
 */
export async function inParallel(
	tasks: readonly ((signal: AbortSignal) => Promise<void>)[],
	atOnce: number,
	signal: AbortSignal,
): Promise<void> {
	const stop = new AbortController();
	const either = AbortSignal.any([signal, stop.signal]);
	const failures: unknown[] = [];
	let next = 0;
	const work = async (): Promise<void> => {
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
	await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, work));
	if (failures.length > 0) throw failures[0];
}
