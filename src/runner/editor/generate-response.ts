import { promptParts } from '../../analysis/analyse-trace.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isAnswered } from '../../formats/read-traces.ts';
import type { Params, Result } from '../../protocol/message.ts';
import type { Generate } from '../../protocol/requests.ts';
import { requireTrust } from '../require-trust.ts';
import type { ModelService } from '../model-service.ts';
import type { OpenDocuments } from './open-documents.ts';
import { readTraceFile, traceFileOf } from './trace-file.ts';

/** Writes an answer for the open document's trace. Rejects with a `UserError` or the signal's reason. */
export async function generateResponse(
	{ uri, maxTokens, temperature, topP, seed }: Params<typeof Generate>,
	{ open, models, signal, onText }: { open: OpenDocuments; models: ModelService; signal: AbortSignal; onText: (piece: string) => void },
): Promise<Result<typeof Generate>> {
	requireTrust(models.settings);
	const file = traceFileOf(uri, open);
	const read = file === undefined ? undefined : await readTraceFile(file, open);
	const trace = read?.parsed.traces.find((candidate) => !isAnswered(candidate)) ?? read?.parsed.traces[0];
	if (trace === undefined) {
		throw new UserError(errorNumbers.noTraceToAnswer, 'This document holds no trace that could be answered.', {
			place: { file: uri },
			hint: 'Expected a `## Query` section; Problems says what could not be read.',
		});
	}
	if (isAnswered(trace))
		throw new UserError(errorNumbers.alreadyAnswered, `Trace '${trace.id}' has a response already.`, {
			place: { file: uri },
			hint: 'Delete it first.',
		});
	const model = await models.openModel(file!.key, signal);
	const { text, finish, truncation } = await model.generate(promptParts(trace), {
		maxTokens,
		temperature,
		topP,
		...(seed === undefined ? {} : { seed }),
		signal,
		onText,
	});
	return { text, finish, notes: truncation === null ? [] : [truncation.message] };
}
