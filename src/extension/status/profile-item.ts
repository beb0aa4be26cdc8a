import * as vscode from 'vscode';
import type { ActiveDocument } from '../vscode/active-document.ts';
import type { Analyses } from '../analyses.ts';
import { ModelStateChanged, type ModelState } from '../../protocol/requests.ts';
import type { RunnerClient } from '../runner/client.ts';
import { StatusItem } from './status-item.ts';
import { profileText } from './status-text.ts';

/** Returns the status bar's item about the profile that judges, beside a trace: which one, or why none does. A click chooses another one, or calibrates. */
export function profileItem(runner: RunnerClient, analyses: Analyses, active: ActiveDocument): StatusItem {
	let model: ModelState | undefined;
	return new StatusItem({
		id: 'profile',
		name: 'Profile',
		priority: 42,
		events: [
			(listener) =>
				runner.on(ModelStateChanged, (state) => {
					model = state;
					listener(state);
				}),
			(listener) =>
				runner.onDidChangeState((state) => {
					if (state !== 'running') model = undefined;
					listener(state);
				}),
			analyses.onDidChange,
			active.onDidChange,
		],
		shown: () => {
			const { uri } = active;
			const isTrace = uri !== undefined && (analyses.of(uri.toString())?.state.kind ?? 'none') !== 'none';
			if (!isTrace || runner.state !== 'running' || model === undefined) return undefined;
			const profile = profileText(model);
			if (profile === undefined) return undefined;
			const { text, label, tooltip, warn } = profile;
			const markdown = new vscode.MarkdownString(tooltip);
			markdown.isTrusted = { enabledCommands: ['ragAssay.useProfile', 'ragAssay.calibrate'] };
			return { text, label: `RAG Assay: ${label}`, tooltip: markdown, command: 'ragAssay.useProfile', warn };
		},
	});
}
