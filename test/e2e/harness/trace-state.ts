import type { Api } from '../../../src/extension/extension.ts';
import type { HeatmapMeasure } from '../../../src/protocol/requests.ts';
import type { Server } from './server.ts';

/** What the extension shows of a document, by its own account. */
export interface ShownHeatmap {
	readonly version: number;
	readonly measure: string;
	/** Number of colored ranges a bucket. */
	readonly ranges: readonly number[];
}

/** Waits until a document's analysis has come to one of `states`. */
export async function analysis(server: Server, file: string, states: string | readonly string[], milliseconds = 120_000): Promise<void> {
	await server.host.run(
		async ({ vscode, until }, wanted) => {
			const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, wanted.file);
			const ours = await vscode.extensions.getExtension<Api>('rag-assay.rag-assay')!.activate();
			try {
				await until(
					() => ours.analysisState(uri) !== undefined && wanted.states.includes(ours.analysisState(uri)!),
					`${wanted.file} to be ${wanted.states.join(' or ')}`,
					wanted.milliseconds,
				);
			} catch (error) {
				throw new Error(`${wanted.file} is ${ours.analysisState(uri) ?? 'unknown to the runner'}, not ${wanted.states.join(' or ')}`, {
					cause: error,
				});
			}
		},
		{ file, states: [states].flat(), milliseconds },
	);
}

/** Waits until the document's present version is colored, by `measure` or whatever is shown. */
export async function heatmapOf(server: Server, file: string, measure?: HeatmapMeasure): Promise<ShownHeatmap> {
	return server.host.run(
		async ({ vscode, until }, wanted) => {
			const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, wanted.file);
			const document = await vscode.workspace.openTextDocument(uri);
			const ours = await vscode.extensions.getExtension<Api>('rag-assay.rag-assay')!.activate();
			return until(
				() => {
					const shown = ours.heatmap(uri);
					return shown !== undefined && shown.version === document.version && (wanted.measure === null || shown.measure === wanted.measure)
						? shown
						: undefined;
				},
				`the colors of ${wanted.file}${wanted.measure === null ? '' : ` by ${wanted.measure}`}`,
			);
		},
		{ file, measure: measure ?? null },
	);
}

/** Whether any colors are shown for a document. */
export function hasHeatmap(server: Server, file: string): Promise<boolean> {
	return server.host.run(({ vscode }, path) => {
		const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, path);
		return vscode.extensions.getExtension<Api>('rag-assay.rag-assay')!.exports.heatmap(uri) !== undefined;
	}, file);
}
