import type { RunningProgram } from './running-program.ts';

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
