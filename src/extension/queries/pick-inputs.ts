import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { RunnerSettings } from '../../protocol/requests.ts';
import { askStoreAddress, askStoreFile } from '../memory/ask-store.ts';
import type { MemoryViewModel } from '../memory/memory-model.ts';
import { storeLabel } from '../memory/store-names.ts';
import { candidateGlob, candidatesFor, type ScreeningChoice } from './input-choices.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

/** Files of a workspace that are looked at. */
const maxFiles = 2000;

export interface PickServices {
	readonly memory: MemoryViewModel;
	readonly settings: () => Pick<RunnerSettings, 'queryLogs' | 'queryStore' | 'queryBenign'>;
	readonly choice: () => ScreeningChoice;
}

type Item = vscode.QuickPickItem & { readonly target?: string | null; readonly ask?: 'file' | 'address' };

const words = {
	log: { title: 'Screen Queries: log', placeHolder: 'Which log has the queries to screen?', icon: 'list-unordered' },
	store: { title: 'Screen Queries: documents', placeHolder: 'Which documents do the queries search?', icon: 'database' },
	benign: {
		title: 'Screen Queries: benign queries',
		placeHolder: 'Which queries are known to be benign? The threshold needs at least 19 of them',
		icon: 'pass',
	},
} as const;

/** Asks for a log, a store or benign queries. `undefined`: nothing was picked; `null`: none is wanted. */
export async function pickForScreening(what: keyof ScreeningChoice, services: PickServices): Promise<string | null | undefined> {
	const { title, placeHolder, icon } = words[what];
	const targets = await targetsFor(what, services);
	const present = services.choice()[what];
	const items: Item[] = [
		...targets.map((target) => ({
			label: `$(${isStoreAddress(target) ? 'plug' : icon}) ${storeLabel(target)}`,
			description: [isStoreAddress(target) ? '' : folderText(target), ...(target === present ? ['chosen now'] : [])]
				.filter((part) => part !== '')
				.join(' · '),
			target,
		})),
		...(what === 'benign' ? [defaultBenign(services)] : []),
		{ label: what === 'store' ? '$(folder-opened) Choose a File or Folder…' : '$(folder-opened) Choose a File…', ask: 'file' },
		...(what === 'store' && vscode.workspace.isTrusted
			? [{ label: '$(plug) Enter an Address…', detail: 'Such as chroma+http://localhost:8000/documents', ask: 'address' as const }]
			: []),
	];
	const picked = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
	if (picked?.ask === 'address') return askStoreAddress(title);
	if (picked?.ask !== 'file') return picked?.target;
	if (what === 'store') return askStoreFile(title, 'Choose');
	const chosen = await vscode.window.showOpenDialog({ title, openLabel: 'Choose' });
	return chosen?.[0]?.fsPath;
}

/** Takes a choice back. */
function defaultBenign({ settings }: PickServices): Item {
	const { queryBenign } = settings();
	return queryBenign === undefined
		? {
				label: '$(discard) Do Not Choose a File',
				detail: 'Use benign.queries.jsonl beside the log or the documents, if it exists',
				target: null,
			}
		: { label: '$(discard) Use the Settings', detail: `${storeLabel(queryBenign)} is used`, target: null };
}

async function targetsFor(what: keyof ScreeningChoice, { memory, settings, choice }: PickServices): Promise<string[]> {
	const found = (await vscode.workspace.findFiles(candidateGlob, undefined, maxFiles)).flatMap(({ scheme, fsPath }) =>
		scheme === 'file' ? [fsPath] : [],
	);
	const { log, [what]: present } = choice();
	const { queryLogs, queryStore, queryBenign } = settings();
	const configured = { log: queryLogs, store: [queryStore], benign: [queryBenign] }[what].flatMap((target) => target ?? []);
	const stores = what === 'store' ? (await memory.stores()).map(({ store }) => store) : [];
	return [...new Set([...(present === null ? [] : [present]), ...configured, ...candidatesFor(what, found, log), ...stores])];
}

function folderText(path: string): string {
	const shown = vscode.workspace.asRelativePath(path);
	return shown === basename(path) ? '' : shown.slice(0, -basename(path).length - 1);
}
