import { GetDeviceReport, InstallDevice, InspectModel } from '../protocol/models.ts';
import { ClearCache, SetConfiguration, GetCaches, GetModelState, LoadModel, Progress, UnloadModel } from '../protocol/requests.ts';
import { thisProgram } from '../running-program.ts';
import type { EditorSession } from './editor-session.ts';
import { requireInstallable } from './lsp/workspace-trust.ts';
import type { RunnerContext } from './context/runner-context.ts';
import type { ModelService } from './models/model-service.ts';
import type { Outbox, TypedAnswers } from './lsp/request-handlers.ts';

/** What memories are judged by, and when. */
const memorySettings = ['memoryHistory', 'memoryScanOn', 'embedder', 'embedderDtype', 'profile', 'trusted'] as const;

/** What queries are screened by. */
const querySettings = ['queryStore', 'queryLogs', 'queryBenign', 'embedder', 'embedderDtype', 'profile', 'trusted'] as const;

export interface ModelRequestsOptions {
	readonly answers: TypedAnswers;
	readonly context: RunnerContext;
	readonly models: ModelService;
	readonly editor: EditorSession;
	readonly outbox: Outbox;
}

/** Requests about the model, its settings and its cache. */
export function answerModelRequests({ answers, context, models, editor, outbox }: ModelRequestsOptions): void {
	answers.request(GetModelState, () => models.state);
	answers.request(LoadModel, (_params, signal) => models.load(signal));
	answers.request(UnloadModel, () => {
		editor.analyses.cancelAll();
		models.unload();
		return null;
	});
	answers.request(SetConfiguration, (settings) => {
		const before = context.settings;
		editor.settingsChanged(models.configure(settings));
		if (before.verdictLens !== settings.verdictLens) editor.lensesChanged();
		if (memorySettings.some((key) => before[key] !== settings[key])) editor.memorySettingsChanged();
		if (querySettings.some((key) => JSON.stringify(before[key]) !== JSON.stringify(settings[key]))) editor.queries.settingsChanged();
		return null;
	});
	answers.request(GetCaches, () => context.caches());
	answers.request(ClearCache, () => context.clearCache());
	answers.request(InspectModel, (_params, signal) => models.inspect(signal));
	answers.request(GetDeviceReport, async (_params, signal) => ({ ...(await models.devices(signal)), program: thisProgram() }));
	answers.request(InstallDevice, async ({ token, announced, index }, signal) => {
		requireInstallable(context.settings);
		return models.installCuda(
			{ announced, index },
			{ signal, onProgress: (message, done, total) => outbox.tell(Progress, { token, message, done, total }) },
		);
	});
}
