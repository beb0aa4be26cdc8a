import type { AnalyzeWorkspace } from '../../protocol/analyze-workspace.ts';
import type { Result } from '../../protocol/rpc.ts';
import { findingsInWords } from './row-text.ts';

/** The verdict on each file of a run of *Analyze Workspace*, in words, by the file's path from the workspace's folder on. */
export type RunVerdicts = Readonly<Record<string, string>>;

/** Returns the verdicts of a run. `pathOf` turns a URI into the path by which a later run finds the file again. */
export function runVerdicts(files: Result<typeof AnalyzeWorkspace>['files'], pathOf: (uri: string) => string): RunVerdicts {
	return Object.fromEntries(
		files.map(({ uri, findings, judged }) => {
			const counts = Object.entries(findings).toSorted(([a], [b]) => (a < b ? -1 : 1));
			return [pathOf(uri), counts.length > 0 ? findingsInWords(counts) : judged ? 'no findings' : 'not judged'];
		}),
	);
}

/** Returns the verdicts before of files that have another one now, by path. A file that only one of the runs had is no change of a verdict. */
export function changedVerdicts(before: RunVerdicts, now: RunVerdicts): ReadonlyMap<string, string> {
	return new Map(Object.entries(before).filter(([path, verdict]) => now[path] !== undefined && now[path] !== verdict));
}
