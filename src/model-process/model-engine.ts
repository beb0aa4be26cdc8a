import type { DeviceInstallation, DeviceReport, ModelInspection } from '../protocol/models.ts';
import type { AttributeResult, LensReading, Origins } from '../model-io/attribution.ts';
import type { EmbeddedTexts, TokenClassification } from '../model-io/encoders-and-classifiers.ts';
import type { HidingResult } from '../model-io/hiding.ts';
import type { GenerateResult, ModelIdentity } from '../model-io/requests.ts';
import type { MixtureResult, ScoreResult } from '../model-io/scores.ts';
import type { ModelRequest, ModelStep } from '../protocol/model-process.ts';
import type { PathsBound, PathsResult } from '../model-io/private-decoding.ts';

export type RequestOf<T extends ModelRequest['type']> = Extract<ModelRequest, { type: T }>;

/** What a request may do while it runs. */
export interface RequestHooks {
	/** Aborted by `cancel`; looked at between two chunks. */
	readonly signal: AbortSignal;
	readonly onProgress: (message: string, done: number, total: number) => void;
	readonly onText: (piece: string) => void;
	/** Before something that may block this process. Resolves when the word has gone out and a cancel could come in; rejects with the signal's reason. */
	readonly onStep: (step: ModelStep) => Promise<void>;
}

/** What the model process can do; one call at a time. Rejects with a `UserError` for what a user can mend. */
export interface ModelEngine {
	load(request: RequestOf<'load'>, hooks: RequestHooks): Promise<ModelIdentity>;
	unload(): Promise<void>;
	inspect(request: RequestOf<'inspect'>, hooks: RequestHooks): Promise<ModelInspection>;
	devices(request: RequestOf<'devices'>, hooks: RequestHooks): Promise<DeviceReport>;
	installCuda(request: RequestOf<'installCuda'>, hooks: RequestHooks): Promise<DeviceInstallation>;
	score(request: RequestOf<'score'>, hooks: RequestHooks): Promise<ScoreResult>;
	mixture(request: RequestOf<'mixture'>, hooks: RequestHooks): Promise<MixtureResult>;
	hide(request: RequestOf<'hide'>, hooks: RequestHooks): Promise<HidingResult>;
	attribute(request: RequestOf<'attribute'>, hooks: RequestHooks): Promise<AttributeResult>;
	origins(request: RequestOf<'origins'>, hooks: RequestHooks): Promise<Origins>;
	lens(request: RequestOf<'lens'>, hooks: RequestHooks): Promise<LensReading>;
	generate(request: RequestOf<'generate'>, hooks: RequestHooks): Promise<GenerateResult>;
	roomForPaths(request: RequestOf<'roomForPaths'>, hooks: RequestHooks): Promise<PathsBound>;
	decodePaths(request: RequestOf<'decodePaths'>, hooks: RequestHooks): Promise<PathsResult>;
	classify(request: RequestOf<'classify'>, hooks: RequestHooks): Promise<TokenClassification>;
	embed(request: RequestOf<'embed'>, hooks: RequestHooks): Promise<EmbeddedTexts>;
}
