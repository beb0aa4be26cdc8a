import { RedteamPii } from '../../protocol/redteam.ts';
import { Progress } from '../../protocol/requests.ts';
import { piiInstructions } from '../../redteam/pii-instructions.ts';
import { redteamPii } from '../../redteam/redteam-pii.ts';
import type { ModelService } from '../model-service.ts';
import type { Outbox } from '../outbox.ts';
import { requireTrust } from '../require-trust.ts';
import type { TypedAnswers } from '../typed-answers.ts';

/** Attacks on a copy of what the user has. */
export function answerRedteamRequests({
	answers,
	models,
	outbox,
}: {
	readonly answers: TypedAnswers;
	readonly models: ModelService;
	readonly outbox: Outbox;
}): void {
	answers.request(RedteamPii, async ({ token, instructions, ...attack }, signal) => {
		requireTrust(models.settings);
		const tell = (message: string, done = 0, total = 0): void => outbox.tell(Progress, { token, message, done, total });
		tell('Loading the model');
		const model = await models.openModel(token, signal, (message) => tell(message));
		return redteamPii(
			{ ...attack, instructions: piiInstructions.slice(0, instructions) },
			{ model, signal, onProgress: (done, total) => tell('Attacking a copy of the documents', done, total) },
		);
	});
}
