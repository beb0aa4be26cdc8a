import * as vscode from 'vscode';
import { memoryFileGlobs, memoryFileKind, passedOverGlob } from '../../formats/memory/memory-file-names.ts';
import { isStoreAddress, shownStore } from '../../wording/store-names.ts';
import { GetMemoryStores, MemoryStoreChanged, type MemoryStoreState } from '../../protocol/memory.ts';
import { DisposableList, type Disposable } from '../vscode/disposables.ts';
import { sentenceOf } from '../vscode/failure.ts';
import type { RunnerClient } from '../runner/client.ts';
import type { RememberedScan } from './memory-words.ts';

const rememberedKey = 'memory.scans';
const max = 500;

/** A store of this window: found in the workspace, named in the settings, or scanned. */
export interface ListedStore {
	/** A path or an address. */
	readonly store: string;
	/** Of a file. */
	readonly uri: vscode.Uri | undefined;
	readonly state: MemoryStoreState | undefined;
	readonly remembered: RememberedScan | undefined;
}

export interface MemoryViewModelServices {
	readonly runner: RunnerClient;
	readonly log: vscode.LogOutputChannel;
	/** What the workspace remembers. */
	readonly memory: vscode.Memento;
	/** Those that the settings name, resolved. */
	readonly named: () => readonly string[];
}

/** The memories of the workspace and how their scans stand, for whoever lists them. */
export class MemoryViewModel implements Disposable {
	readonly #services: MemoryViewModelServices;
	readonly #held = new DisposableList();
	readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
	readonly #states = new Map<string, MemoryStoreState>();
	#found: Promise<readonly vscode.Uri[]> | undefined;

	constructor(services: MemoryViewModelServices) {
		this.#services = services;
		const { runner, log } = services;
		this.#held.add(runner.on(MemoryStoreChanged, (state) => this.#take(state)));
		this.#held.add(
			runner.onDidChangeState((connection) => {
				if (connection === 'running') {
					runner
						.ask(GetMemoryStores, null)
						.then((states) => states.forEach((state) => this.#take(state)))
						.catch((error: unknown) => log.warn(`memories: ${sentenceOf(error)}`));
					return;
				}
				// What it was about to find is lost with it.
				for (const state of this.#states.values())
					if (state.scan.kind === 'scanning') this.#take({ ...state, scan: { kind: 'cancelled' } });
			}),
		);
		const watchers = memoryFileGlobs.map((glob) => this.#held.add(vscode.workspace.createFileSystemWatcher(glob, false, true, false)));
		const lookAgain = (): void => {
			this.#found = undefined;
			this.#changed.fire();
		};
		for (const event of [
			...watchers.flatMap(({ onDidCreate, onDidDelete }) => [onDidCreate, onDidDelete]),
			vscode.workspace.onDidChangeWorkspaceFolders,
		])
			this.#held.add(event(lookAgain));
	}

	get onDidChange(): vscode.Event<void> {
		return this.#changed.event;
	}

	/** Those of the settings first, then files by their paths, then what else was scanned. */
	async stores(): Promise<ListedStore[]> {
		this.#found ??= findMemories();
		const files = (await this.#found).map(({ fsPath }) => fsPath);
		const names = new Set([...this.#services.named(), ...files, ...(await withoutDeleted(this.#states.keys()))]);
		const remembered = this.#remembered();
		return [...names].map((store) => ({
			store,
			uri: isStoreAddress(store) ? undefined : vscode.Uri.file(store),
			state: this.#states.get(store),
			remembered: remembered[shownStore(store)],
		}));
	}

	of(store: string): MemoryStoreState | undefined {
		return this.#states.get(store);
	}

	/** The settings name other stores. */
	settingsChanged(): void {
		this.#changed.fire();
	}

	dispose(): void {
		this.#held.dispose();
	}

	#take(state: MemoryStoreState): void {
		// The runner may name a file in another way than it was asked for.
		this.#states.set(isStoreAddress(state.store) ? state.store : vscode.Uri.file(state.store).fsPath, state);
		if (state.scan.kind === 'done' && state.at !== null && state.summary !== null) {
			const scans = {
				...this.#remembered(),
				// It is kept on the disk.
				[shownStore(state.store)]: { at: state.at, entries: state.summary.entries, flagged: state.summary.flagged },
			};
			void this.#services.memory.update(rememberedKey, scans);
		}
		this.#changed.fire();
	}

	#remembered(): Readonly<Record<string, RememberedScan>> {
		return this.#services.memory.get<Record<string, RememberedScan>>(rememberedKey, {});
	}
}

/** One search for each glob: several within braces would be braces within braces, of which searches find nothing. */
async function findMemories(): Promise<readonly vscode.Uri[]> {
	const found = await Promise.all(memoryFileGlobs.map((glob) => vscode.workspace.findFiles(glob, passedOverGlob, max)));
	const files = found.flat().filter(({ scheme, path }) => scheme === 'file' && memoryFileKind(path) !== null);
	return [...new Map(files.map((uri) => [uri.toString(), uri])).values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)).slice(0, max);
}

/** Files that have gone since they were scanned are no memories anymore. */
async function withoutDeleted(stores: Iterable<string>): Promise<string[]> {
	const there = await Promise.all(
		Array.from(stores, async (store) =>
			isStoreAddress(store) ||
			(await vscode.workspace.fs.stat(vscode.Uri.file(store)).then(
				() => true,
				(error: unknown) => !(error instanceof vscode.FileSystemError && error.code === 'FileNotFound'),
			))
				? [store]
				: [],
		),
	);
	return there.flat();
}
