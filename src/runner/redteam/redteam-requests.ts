import { distinctDocuments } from '../../formats/distinct-documents.ts';
import { runSettings } from '../../analysis/private/require-affordable.ts';
import { hopelessness } from '../../privacy/planner.ts';
import { RedteamMembership, RedteamMemory, RedteamPii } from '../../protocol/redteam.ts';
import { Progress } from '../../protocol/requests.ts';
import type { Params } from '../../protocol/rpc.ts';
import { piiInstructions } from '../../redteam/pii-instructions.ts';
import { redteamPii } from '../../redteam/redteam-pii.ts';
import { attackHeldOut } from './membership-attack.ts';
import { attackCopy } from './memory-attack.ts';
import type { MemoryService } from '../memory/memory-service.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService } from '../models/model-service.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import { recognizerOf } from '../models/pii-recognizer.ts';
import { requireTrust } from '../lsp/workspace-trust.ts';

/** Says if private answers give nothing away only because little can come out of them. */
function silentPipeline({ settings, documents }: Pick<Params<typeof RedteamPii>, 'settings' | 'documents'>): string[] {
	const why = hopelessness({ ...runSettings(settings), documents: distinctDocuments(documents).length });
	return why === null
		? []
		: [`The private answers do not show that your documents are safe, because little of use can come out of them. ${why}`];
}

/** Attacks on a copy of what the user has. */
export function answerRedteamRequests({
	answers,
	context,
	models,
	memory,
	outbox,
}: {
	readonly answers: TypedAnswers;
	readonly context: RunnerContext;
	readonly models: ModelService;
	readonly memory: MemoryService;
	readonly outbox: Outbox;
}): void {
	answers.request(RedteamPii, async ({ token, instructions, ...attack }, signal) => {
		requireTrust(context.settings);
		const tell = (message: string, done = 0, total = 0): void => outbox.tell(Progress, { token, message, done, total });
		// First, because it is the sooner refused.
		const { recognize, notes } = await recognizerOf(
			models,
			attack.documents.map(({ text }) => text),
			{ owner: token, signal, onProgress: tell },
		);
		tell('Loading the model');
		const model = await models.openModel(token, signal, (message) => tell(message));
		const result = await redteamPii(
			{ ...attack, instructions: piiInstructions.slice(0, instructions), recognize },
			{ model, signal, onProgress: (done, total) => tell('Attacking a copy of the documents', done, total) },
		);
		return { ...result, notes: [...notes, ...silentPipeline(attack)] };
	});
	const progressOf =
		(token: string) =>
		(message: string, done: number, total: number, secondsLeft: number | null = null): void =>
			outbox.tell(Progress, { token, message, done, total, ...(secondsLeft === null ? {} : { secondsLeft }) });
	answers.request(RedteamMemory, (params, signal) =>
		attackCopy(params, { context, models, memory }, { signal, onProgress: progressOf(params.token) }),
	);
	answers.request(RedteamMembership, (params, signal) =>
		attackHeldOut(params, { context, models }, { signal, onProgress: progressOf(params.token) }),
	);
}
