/** What is being done; bytes done, and in all (0: not known). */
export type InstallProgress = (message: string, done: number, total: number) => void;

/** Tells the first and the last of each message, and between them one in `interval` milliseconds: a download has tens of thousands of pieces. */
export function seldom(onProgress: InstallProgress, interval = 100): InstallProgress {
	let last: { readonly message: string; readonly at: number } | undefined;
	return (message, done, total) => {
		const now = performance.now();
		if (last?.message === message && now - last.at < interval && done < total) return;
		last = { message, at: now };
		onProgress(message, done, total);
	};
}
