import * as z from 'zod';
import { expectedInWords } from '../formats/expected-in-words.ts';
import { measures, runnerSettings, type HeatmapMeasure, type RunnerSettings } from '../protocol/requests.ts';
import { storeOf } from './memory/store-names.ts';
import { workspacePath } from './profile-path.ts';

/** What the heatmap shows: `auto` is suspicion where a classifier of the profile has judged the response, and the confidence gap elsewhere. */
export const heatmapModes = ['auto', ...measures, 'off'] as const;
export type HeatmapMode = 'auto' | HeatmapMeasure | 'off';

/** All settings `ragAssay.*`, resolved for this window. */
export interface Settings {
	readonly runner: RunnerSettings;
	/** Program that runs the runner; undefined: one that is looked for. */
	readonly execPath: string | undefined;
	readonly heatmap: { readonly measure: HeatmapMode; readonly sources: boolean };
	/** Whether the contexts' words light up that fed the response token at the cursor. */
	readonly origins: boolean;
	readonly generate: { readonly maxTokens: number; readonly temperature: number; readonly topP: number };
	/** When the first clause about a flagged sentence stands at the end of its line. `auto`: unless another extension does the same. */
	readonly lineEndVerdicts: 'auto' | 'on' | 'off';
	/** How many people must decide before a reviewed text goes out. */
	readonly review: { readonly reviewers: number };
	/** Memories beside those of the workspace's files: paths and addresses. */
	readonly memoryStores: readonly string[];
	/** Settings whose value is not what it should be, one sentence each; their defaults are used. */
	readonly problems: readonly string[];
}

/** An empty string counts as not set. */
const optionalText = z
	.string()
	.trim()
	.transform((text) => (text === '' ? undefined : text))
	.optional();

const dtypes = z
	.enum(['auto', 'fp32', 'fp16', 'q8', 'q4'])
	.transform((dtype) => (dtype === 'auto' ? undefined : dtype))
	.optional();

/**
 * Resolves the settings: `read` gives the value of one, undefined when it has none. Without trust the runner is told so, and
 * uses the bundled model whatever stands here. `folder`: the workspace's first, from which relative paths count.
 */
export function resolveSettings(read: (key: string) => unknown, trusted: boolean, folder?: string): Settings {
	const problems: string[] = [];
	const of = <S extends z.ZodType>(key: string, schema: S): z.output<S> => {
		const checked = schema.safeParse(read(key) ?? undefined, { error: expectedInWords });
		if (checked.success) return checked.data;
		problems.push(`ragAssay.${key}: ${checked.error.issues[0]?.message ?? 'not understood'}; its default is used.`);
		return schema.parse(undefined);
	};
	const { device, analyzeOn, verdictLens, editDelay, memoryLimit, textTimeLimit, modelTimeLimit, screen, memoryScanOn } =
		runnerSettings.shape;
	const profile = of('profile', optionalText);
	return {
		runner: runnerSettings.parse({
			model: of('model', optionalText),
			revision: of('revision', optionalText),
			dtype: of('dtype', dtypes),
			device: of('device', device),
			profile: profile === undefined ? undefined : workspacePath(profile, folder),
			embedder: of('embedder', optionalText),
			embedderDtype: of('embedderDtype', dtypes),
			piiModel: optionalWorkspacePath(of('pii.model', optionalText), folder),
			eta: of('repcs.influence', z.boolean().default(false)),
			screen: of('spad.screen', screen),
			analyzeOn: of('analyzeOn', analyzeOn),
			verdictLens: of('verdicts.lens', verdictLens),
			editDelay: of('editDelay', editDelay),
			memoryLimit: of('memoryLimit', memoryLimit),
			textTimeLimit: of('textTimeLimit', textTimeLimit),
			modelTimeLimit: of('modelTimeLimit', modelTimeLimit),
			cacheDirectory: of('cacheDirectory', optionalText),
			dataDirectory: of('dataDirectory', optionalText),
			author: of('labels.author', optionalText),
			memoryHistory: optionalWorkspacePath(of('memory.history', optionalText), folder),
			memoryScanOn: of('memory.scanOn', memoryScanOn),
			queryStore: storeSetting(of('queryStore', optionalText), folder),
			queryLogs: of('queryLogs', z.array(z.string().trim().min(1)).default([])).map((log) => workspacePath(log, folder)),
			queryBenign: optionalWorkspacePath(of('queries.benign', optionalText), folder),
			offline: of('offline', z.boolean().default(false)),
			trusted,
		}),
		execPath: of('runner.execPath', optionalText),
		heatmap: {
			measure: of('heatmap.measure', z.enum(heatmapModes).default('auto')),
			sources: of('heatmap.sources', z.boolean().default(true)),
		},
		origins: of('origins.enabled', z.boolean().default(true)),
		generate: {
			maxTokens: of('generate.maxTokens', z.number().int().positive().default(256)),
			temperature: of('generate.temperature', z.number().min(0).default(0)),
			topP: of('generate.topP', z.number().gt(0).max(1).default(1)),
		},
		lineEndVerdicts: of('verdicts.lineEnd', z.enum(['auto', 'on', 'off']).default('auto')),
		review: { reviewers: of('review.reviewers', z.number().int().min(1).max(2).default(1)) },
		memoryStores: of('memory.stores', z.array(z.string().trim().min(1)).default([])).map((store) => storeOf(store, folder)),
		problems,
	};
}

function storeSetting(setting: string | undefined, folder: string | undefined): string | undefined {
	return setting === undefined ? undefined : storeOf(setting, folder);
}

/** Returns the path that a setting names, as `workspacePath`. Undefined if the setting is absent. */
function optionalWorkspacePath(setting: string | undefined, folder: string | undefined): string | undefined {
	return setting === undefined ? undefined : workspacePath(setting, folder);
}

/**
 * What a change of settings asks of a runner that is running: nothing, the new settings as a message, or a new process.
 * Only another program, another cache (which it has open), or other logs (a client is told of its documents when it starts) need the latter.
 */
export function changeBetween(before: Settings, after: Settings): 'none' | 'configure' | 'restart' {
	const keys = runnerSettings.keyof().options;
	// Lists are made anew at each reading.
	const said = ({ runner }: Settings, key: (typeof keys)[number]): string | undefined => JSON.stringify(runner[key]);
	if (before.execPath !== after.execPath) return 'restart';
	if ((['cacheDirectory', 'queryLogs'] as const).some((key) => said(before, key) !== said(after, key))) return 'restart';
	return keys.every((key) => said(before, key) === said(after, key)) ? 'none' : 'configure';
}
