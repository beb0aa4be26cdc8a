import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Host, HostTest } from './host-test.ts';

const code = 'rag-assay/ungrounded';

function findingsOf({ vscode: { languages, DiagnosticSeverity } }: Host, uri: vscode.Uri): vscode.Diagnostic[] {
	return languages
		.getDiagnostics(uri)
		.filter((diagnostic) => codeOf(diagnostic) === code && diagnostic.severity !== DiagnosticSeverity.Hint);
}

function codeOf({ code: value }: vscode.Diagnostic): string {
	return typeof value === 'object' ? String(value.value) : String(value);
}

async function actionsAt({ vscode: { commands } }: Host, uri: vscode.Uri, range: vscode.Range): Promise<vscode.CodeAction[]> {
	return commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range);
}

async function apply(host: Host, action: vscode.CodeAction): Promise<void> {
	assert.ok(action.command, `${action.title} runs a command`);
	await host.vscode.commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
}

export const findingTests: readonly HostTest[] = [
	{
		name: "the colors are those of the document's version, in several buckets, and tile the response",
		async run({ api, file, open, until, vscode }) {
			const { document } = await open('sample.rag.md');
			const ours = await api();
			// Of a response that nobody suspects, suspicion has one color.
			await vscode.commands.executeCommand('ragAssay.showHeatmapByConfidenceGap');
			const painted = await until(() => {
				const shown = ours.heatmap(file('sample.rag.md'));
				return shown?.measure === 'cg' ? shown : undefined;
			}, 'the heatmap');
			assert.equal(painted.version, document.version);
			assert.equal(painted.ranges.length, 20);
			assert.ok(painted.ranges.filter((count) => count > 0).length >= 2, painted.ranges.join());
		},
	},
	{
		name: 'after an edit the colors are those of an old version until others come by themselves',
		async run({ api, file, open, until }) {
			const editor = await open('sample.rag.md');
			const ours = await api();
			await until(() => ours.heatmap(file('sample.rag.md')), 'the heatmap');
			const at = editor.document.getText().lastIndexOf(' 39.7') + 1;
			await editor.edit((edit) => {
				edit.insert(editor.document.positionAt(at), 'about ');
			});
			assert.notEqual(ours.heatmap(file('sample.rag.md'))?.version, editor.document.version);
			await until(() => ours.heatmap(file('sample.rag.md'))?.version === editor.document.version, 'the new heatmap');
			assert.equal(ours.analysisState(file('sample.rag.md')), 'done');
		},
	},
	{
		name: 'a pair is one trace: the response file is colored',
		async run({ api, file, open, until }) {
			await open('pair.response.md');
			const painted = await until(async () => (await api()).heatmap(file('pair.response.md')), 'the heatmap');
			assert.ok(painted.ranges.some((count) => count > 0));
		},
	},
	{
		name: 'a finding is ignored by a quick fix that writes the sidecar, and taken back by another',
		async run(host) {
			const {
				vscode: { workspace, commands },
				file,
				open,
				until,
			} = host;
			const uri = file('ungrounded.rag.md');
			const sidecar = file('ungrounded.rag-assay.json');
			await open('ungrounded.rag.md');
			const [finding] = await until(() => {
				const found = findingsOf(host, uri);
				return found.length > 0 && found;
			}, 'a finding');
			const exists = () =>
				workspace.fs.stat(sidecar).then(
					() => true,
					() => false,
				);
			assert.equal(await exists(), false);

			const offered = await actionsAt(host, uri, finding!.range);
			assert.ok(
				offered.some(({ title }) => title === 'Show why'),
				offered.map(({ title }) => title).join(),
			);
			await apply(host, offered.find(({ title }) => title.startsWith('Ignore'))!);
			await until(() => findingsOf(host, uri).length === 0, 'the finding to go');
			const hovers = await commands.executeCommand<vscode.Hover[]>(
				'vscode.executeHoverProvider',
				uri,
				finding!.range.start.translate(0, 5),
			);
			assert.ok(hovers.length > 0, 'hovers stay');
			const written = JSON.parse(Buffer.from(await workspace.fs.readFile(sidecar)).toString()) as { schema?: string };
			assert.equal(written.schema, 'rag-assay/sidecar@1');

			const back = (await actionsAt(host, uri, finding!.range)).find(({ title }) => title.startsWith('Stop ignoring'));
			assert.ok(back, 'an action that takes it back');
			await apply(host, back);
			await until(() => findingsOf(host, uri).length > 0, 'the finding to come back');
			await until(async () => !(await exists()), 'the empty sidecar to go');
		},
	},
];
