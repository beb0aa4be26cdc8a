import { ClearCache, ConfigurationChanged, GetDeviceReport, GetModelState, LoadModel, UnloadModel } from '../protocol/requests.ts';
import type { TraceAnalyses } from './editor/trace-analyses.ts';
import type { ModelService } from './model-service.ts';
import type { TypedAnswers } from './typed-answers.ts';

/** Requests about the model, its settings and its cache. */
export function answerModelRequests(answers: TypedAnswers, models: ModelService, analyses: TraceAnalyses): void {
	answers.request(GetModelState, () => models.state);
	answers.request(LoadModel, (_params, signal) => models.load(signal));
	answers.request(UnloadModel, () => {
		analyses.cancelAll();
		models.unload();
		return null;
	});
	answers.request(ConfigurationChanged, (settings) => {
		if (models.configure(settings)) analyses.restartAll();
		return null;
	});
	answers.request(ClearCache, () => models.clearCache());
	answers.request(GetDeviceReport, () => models.devices());
}
