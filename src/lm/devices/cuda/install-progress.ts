/** The step that is being done, as it is told; bytes done, and in all (0: not known). */
export type InstallProgress = (step: string, done: number, total: number) => void;

/** Tells the first and the last of each step, and between them one in `interval` milliseconds: a download has tens of thousands of pieces. */
export function seldom(onProgress: InstallProgress, interval = 100): InstallProgress {
	let last: { readonly step: string; readonly at: number } | undefined;
	return (step, done, total) => {
		const now = performance.now();
		if (last?.step === step && now - last.at < interval && done < total) return;
		last = { step, at: now };
		onProgress(step, done, total);
	};
}
