import { GeneratePrivate, PlanPrivate } from '../../protocol/private-generation.ts';
import { Progress } from '../../protocol/requests.ts';
import type { Log } from '../log.ts';
import type { ModelService } from '../model-service.ts';
import type { Outbox } from '../outbox.ts';
import type { TypedAnswers } from '../typed-answers.ts';
import { generatePrivate } from './generate-private.ts';
import { planPrivate } from './plan-private.ts';

/** Requests about private answers: what can come out, and one that is paid for. */
export function answerPrivateRequests({
	answers,
	models,
	outbox,
	log,
}: {
	readonly answers: TypedAnswers;
	readonly models: ModelService;
	readonly outbox: Outbox;
	readonly log: Log;
}): void {
	const now = (): Date => new Date();
	answers.request(PlanPrivate, (params) => planPrivate(params, models));
	answers.request(GeneratePrivate, (params, signal) =>
		generatePrivate(params, { models, signal, log, now, onProgress: (progress) => outbox.tell(Progress, progress) }),
	);
}
