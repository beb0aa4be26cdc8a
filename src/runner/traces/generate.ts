import { promptParts } from '../../analysis/analyze-trace.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { changeFile, type FileChange } from '../../files/change-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { fileKind, isDataSetFile, pairFiles } from '../../formats/file-names.ts';
import { insertResponse, responsePlaceInPair, responsePlaceInRagMarkdown } from '../../formats/insert-response.ts';
import { isAnswered } from '../../formats/read-traces.ts';
import type { Trace } from '../../formats/trace.ts';
import type { Generate, GenerateFiles } from '../../protocol/requests.ts';
import type { Params, Result } from '../../protocol/rpc.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { requireTrust } from '../lsp/workspace-trust.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService } from '../models/model-service.ts';
import type { FileJobOptions } from './analyze-files.ts';
import { cannotWriteText } from './failures.ts';
import { readTraceFile, traceFileOf } from './trace-file.ts';
import { readNamedFile, type NamedFile } from './find-trace-files.ts';

/** Writes an answer for the open document's trace. Rejects with a `UserError` or the signal's reason. */
export async function generateResponse(
	{ uri, maxTokens, temperature, topP, seed }: Params<typeof Generate>,
	{
		open,
		context,
		models,
		signal,
		onText,
	}: {
		open: OpenDocuments;
		context: Pick<RunnerContext, 'settings'>;
		models: Pick<ModelService, 'openModel'>;
		signal: AbortSignal;
		onText: (piece: string) => void;
	},
): Promise<Result<typeof Generate>> {
	requireTrust(context.settings);
	const file = traceFileOf(uri, open);
	const read = file === undefined ? undefined : await readTraceFile(file, open);
	const trace = read?.parsed.traces.find((candidate) => !isAnswered(candidate)) ?? read?.parsed.traces[0];
	if (trace === undefined) {
		throw new UserError(errorNumbers.noTraceToAnswer, 'This document has no trace to answer.', {
			place: { file: uri },
			hint: 'Expected a `## Query` section; Problems says what could not be read.',
		});
	}
	if (isAnswered(trace))
		throw new UserError(errorNumbers.alreadyAnswered, `Trace '${trace.id}' already has a response.`, {
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

type Answer = Result<typeof GenerateFiles>['answers'][number];

/** Answers the unanswered traces of named files; failures are gathered as in `analyzeFiles`. Rejects with RA511 or the signal's reason. */
export async function generateFiles(
	{ token, paths, write, maxTokens, temperature, topP, seed }: Params<typeof GenerateFiles>,
	{ context, models, failures, signal, onProgress }: Pick<FileJobOptions, 'context' | 'models' | 'failures' | 'signal' | 'onProgress'>,
	onText: (piece: string) => void,
): Promise<Result<typeof GenerateFiles>> {
	requireTrust(context.settings);
	const answers: Answer[] = [];
	onProgress({ token, message: 'Loading the model', done: 0, total: paths.length });
	const model = await failures.gather(
		() => models.openModel(token, signal, (message) => onProgress({ token, message, done: 0, total: paths.length })),
		signal,
	);
	if (model === undefined) return { answers, failures: failures.list() };

	const answer = async (path: string, file: NamedFile, trace: Trace): Promise<Answer> => {
		if (isAnswered(trace))
			throw new UserError(errorNumbers.alreadyAnswered, `Trace '${trace.id}' already has a response.`, {
				place: { file: path },
				hint: 'Delete it first, or name another file.',
			});
		const { text } = await model.generate(promptParts(trace), {
			maxTokens,
			temperature,
			topP,
			...(seed === undefined ? {} : { seed }),
			signal,
			onText,
		});
		// Half an answer is none to be written.
		signal.throwIfAborted();
		if (text.trim() === '')
			throw new UserError(errorNumbers.emptyAnswer, `The model wrote an empty response for trace '${trace.id}'.`, {
				place: { file: path },
				hint: 'Try another question, a higher temperature, or another model.',
			});
		if (write) await writeResponse(path, file, text);
		return { file: path, trace: trace.id, text, written: write };
	};
	for (const [done, path] of paths.entries()) {
		onProgress({ token, message: `Answering ${path}`, done, total: paths.length });
		if (isDataSetFile(path)) {
			failures.add(
				new UserError(errorNumbers.generationIntoDataSet, 'RAG Assay does not write answers into a data set.', {
					place: { file: path },
					hint: 'Name a *.rag.md file, or a pair.',
				}),
			);
			continue;
		}
		const file = await failures.gather(() => readNamedFile(path, { withoutResponse: true }), signal);
		if (file === undefined) continue;
		failures.add(...file.problems);
		for (const trace of file.parsed.traces) {
			const written = await failures.gather(
				() => answer(path, file, trace),
				signal,
				() => ({ file: path }),
			);
			if (written !== undefined) answers.push(written);
		}
	}
	onProgress({ token, message: 'Done', done: paths.length, total: paths.length });
	return { answers, failures: failures.list() };
}

/** Where somebody has changed the file since it was read, what they wrote stays. Rejects with RA507 or RA515. */
async function writeResponse(path: string, { texts, parsed }: NamedFile, response: string): Promise<void> {
	const document = fileKind(path) === 'rag-md' ? path : pairFiles(path).response;
	const text = texts.get(document) ?? '';
	const place =
		document === path && fileKind(path) === 'rag-md'
			? responsePlaceInRagMarkdown(document, text, parsed.sections)
			: responsePlaceInPair(document, text);
	const { offset, text: insertion } = insertResponse(place, response);
	const insert = (now = ''): FileChange<undefined> => {
		if (now !== text)
			throw new UserError(
				errorNumbers.traceFileChanged,
				'This file changed while the answer was generated, so the answer was not written.',
				{
					place: { file: document },
					hint: 'Run the command again.',
				},
			);
		return { text: text.slice(0, offset) + insertion + text.slice(offset), result: undefined };
	};
	await changeFile(document, insert, { kind: fileKinds.trace, notWritable: (cause) => cannotWriteText(document, cause) });
}
