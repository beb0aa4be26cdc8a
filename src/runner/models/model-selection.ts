import { basename, isAbsolute } from 'node:path';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelTask } from './model-process.ts';

/** What the settings need of the context to select a model. */
export type SelectionContext = Pick<RunnerContext, 'settings' | 'paths' | 'modelStore' | 'graphStore' | 'cudaFolder'>;

type LoadTask = Extract<ModelTask, { type: 'load' }>;

/** Returns the task that loads the settings' model. In an untrusted workspace, this is the bundled model, on a device of our choice. */
export function selectionOf({ settings, paths: { demoModel }, modelStore, graphStore, cudaFolder }: SelectionContext): LoadTask {
	const { model, revision, dtype, device, offline, token, trusted } = settings;
	const common = { type: 'load' as const, demoModel, cudaFolder, modelStore, graphStore };
	if (!trusted || model === undefined) return { ...common, model: demoModel, device: trusted ? device : 'auto', offline: true };
	return {
		...common,
		model,
		device,
		offline,
		...(revision === undefined ? {} : { revision }),
		...(dtype === undefined ? {} : { dtype }),
		...(token === undefined ? {} : { token }),
	};
}

/** Returns the task that says what the settings' model can be used for. */
export function inspectionOf(context: SelectionContext): Extract<ModelTask, { type: 'inspect' }> {
	const { model, revision, dtype, token, modelStore, offline } = selectionOf(context);
	return {
		type: 'inspect',
		model,
		modelStore,
		offline,
		...(revision === undefined ? {} : { revision }),
		...(dtype === undefined ? {} : { dtype }),
		...(token === undefined ? {} : { token }),
	};
}

/**
 * Returns the name of the settings' model before it is loaded. For a folder, this is its name without the path. A repository ID is
 * returned unchanged.
 */
export function selectedName(context: SelectionContext): string {
	const { model } = selectionOf(context);
	return isAbsolute(model) || model.startsWith('.') ? basename(model) : model;
}

/** Returns what a person should know about the selection, in sentences. `loaded` is the name of the model that is loaded. */
export function selectionNotes({ trusted, model }: RunnerContext['settings'], loaded: string | undefined): string[] {
	if (!trusted && model !== undefined)
		return ['This workspace is not trusted, so the bundled demo model reads it, not the one in the settings.'];
	const isFolderOfTwo = model !== undefined && loaded === `./${model}`;
	return isFolderOfTwo
		? [
				`The model is the folder './${model}', not the hub's repository with the same name. To use the repository, name a revision, such as 'main'. To show that you mean the folder, write './${model}'.`,
			]
		: [];
}
