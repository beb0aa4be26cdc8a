/** A program that runs JavaScript of ours: a plain Node, or an editor's own binary (Electron) in the role of one. */
export interface RunningProgram {
	/** Absolute. */
	readonly path: string;
	/** Version of Node, such as `22.3.0`. */
	readonly node: string;
	/** Version of Electron, whose memory allocator ends the process on a block of 2 GiB; `null` for a plain Node. */
	readonly electron: string | null;
}

/** Lets a plain Node count as an editor's binary of the version that stands there: for tests of what such a one must do without. */
const pretendedElectron = 'RAG_ASSAY_ELECTRON';

/** What this process runs on. The model process runs on what its runner runs on, and has its environment. */
export function thisProgram(): RunningProgram {
	return {
		path: process.execPath,
		node: process.versions.node,
		electron: process.versions['electron'] ?? process.env[pretendedElectron] ?? null,
	};
}
