import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellationToken } from 'vscode-languageserver/node';
import type { z } from 'zod';
import { UserError } from '../../../../src/errors.ts';
import { LearnFromLabels, OpenLabelQueue, SetLabel } from '../../../../src/protocol/labels.ts';
import { runnerSettings } from '../../../../src/protocol/requests.ts';
import type { Params, RequestKind, Result, Receiver } from '../../../../src/protocol/rpc.ts';
import { OpenDocuments } from '../../../../src/runner/lsp/open-documents.ts';
import { LabelRequests } from '../../../../src/runner/labels/label-requests.ts';
import type { ModelService } from '../../../../src/runner/models/model-service.ts';
import { Outbox, TypedAnswers } from '../../../../src/runner/lsp/request-handlers.ts';
import { uriOf } from '../../../../src/runner/lsp/uris.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { AttributingFake } from '../../analysis/spad/attributing-model.ts';
import { writeTrace } from './workspace.ts';

test('labeling needs no profile: one of another model stands in the way of neither the queue nor the learning curve', async (t) => {
	const folder = temporaryFolder(t);
	writeTrace(folder, 'one', 'Ann is 34.');
	const models = {
		openModel: () => Promise.resolve(new AttributingFake()),
		open: () => Promise.reject(new UserError('RA602', 'The profile is of another model.')),
	} as unknown as ModelService;
	const log = { error: assert.fail, warn: assert.fail, info: assert.fail, debug: assert.fail };
	const handlers = new Map<string, (...given: unknown[]) => unknown>();
	const receiver = {
		onRequest: (method: string, handler: (...given: unknown[]) => unknown) => {
			handlers.set(method, handler);
		},
	} as unknown as Receiver;
	const outbox = new Outbox({ sendNotification: () => Promise.resolve() }, assert.fail);
	const requests = new LabelRequests({
		answers: new TypedAnswers(receiver, log, () => 'running'),
		outbox,
		open: new OpenDocuments(),
		context: { log, settings: runnerSettings.parse({ author: 'Dana' }) },
		models,
		onChange: () => undefined,
	});
	t.after(() => requests.dispose());
	const ask = async <P extends z.ZodType, R extends z.ZodType>(kind: RequestKind<P, R>, params: Params<RequestKind<P, R>>) =>
		(await handlers.get(kind.method)!(params, CancellationToken.None)) as Result<RequestKind<P, R>>;

	const { current, measured, notes } = await ask(OpenLabelQueue, { folders: [uriOf(folder)], seed: 1 });
	assert.deepEqual([measured, notes], [1, []]);
	const { uri, subject, textSha256 } = current!;
	await ask(SetLabel, { uri, subject, textSha256, label: 'grounded' });
	await ask(OpenLabelQueue, { folders: [uriOf(folder)], seed: 1 });
	const { labels, failures } = await ask(LearnFromLabels, null);
	assert.deepEqual([labels, failures], [1, []]);
});
