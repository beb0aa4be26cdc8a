import type { DeviceInstallation, DeviceReport } from '../protocol/devices.ts';
import type { ModelInspection } from '../protocol/model-inspection.ts';
import type {
	AttributeAnswer,
	GenerateAnswer,
	IdentityAnswer,
	MixtureAnswer,
	ModelRequest,
	ModelStep,
	OriginsAnswer,
	ScoreAnswer,
} from '../protocol/model-process.ts';

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
	load(request: RequestOf<'load'>, hooks: RequestHooks): Promise<IdentityAnswer>;
	unload(): Promise<void>;
	inspect(request: RequestOf<'inspect'>, hooks: RequestHooks): Promise<ModelInspection>;
	devices(request: RequestOf<'devices'>, hooks: RequestHooks): Promise<DeviceReport>;
	installCuda(request: RequestOf<'installCuda'>, hooks: RequestHooks): Promise<DeviceInstallation>;
	score(request: RequestOf<'score'>, hooks: RequestHooks): Promise<ScoreAnswer>;
	mixture(request: RequestOf<'mixture'>, hooks: RequestHooks): Promise<MixtureAnswer>;
	attribute(request: RequestOf<'attribute'>, hooks: RequestHooks): Promise<AttributeAnswer>;
	origins(request: RequestOf<'origins'>, hooks: RequestHooks): Promise<OriginsAnswer>;
	generate(request: RequestOf<'generate'>, hooks: RequestHooks): Promise<GenerateAnswer>;
}
