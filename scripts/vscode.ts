/** A VS Code with the built extension on `examples/` (or the folder named), for a person; ends on Ctrl-C. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installation, repository } from '../test/e2e/harness/installation.ts';
import { install } from '../test/e2e/harness/install.ts';
import { startServer } from '../test/e2e/harness/server.ts';

const folder = resolve(process.argv[2] ?? join(repository, 'examples'));

function giveUp(line: string): never {
	console.error(`rag-assay: ${line}`);
	process.exit(2);
}

if (!existsSync(folder)) giveUp(`there is no folder ${folder}`);
await install(installation(), console.error).catch((error: unknown) => giveUp(error instanceof Error ? error.message : String(error)));

const server = await startServer({
	workspace: folder,
	inPlace: true,
	companion: false,
	builtIns: 'all',
	trust: false,
	settings: {
		'editor.fontFamily': 'monospace',
		'editor.minimap.enabled': true,
		'security.workspace.trust.startupPrompt': 'once',
		'window.commandCenter': true,
		'workbench.layoutControl.enabled': true,
	},
});
console.log(`
VS Code with RAG Assay, open on ${folder}:

    ${server.url}

It listens on this machine only (127.0.0.1) and asks for no password: whoever may use this machine may open it. Ctrl-C ends it.`);

let stopping = false;
for (const name of ['SIGINT', 'SIGTERM'] as const) {
	process.on(name, () => {
		if (stopping) return;
		stopping = true;
		server.stop().then(
			() => process.exit(0),
			(error: unknown) => giveUp(String(error)),
		);
	});
}
