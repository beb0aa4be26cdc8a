import * as vscode from 'vscode';
import type { z } from 'zod';
import type { RequestKind, Result } from '../protocol/message.ts';
import { answer } from '../protocol/post-message.ts';
import type { Receiver } from '../protocol/typed-connection.ts';
import type { Disposable } from './disposables.ts';
import { isCancellation, placedSentenceOf } from './failure.ts';

/**
 * Answers a panel's requests of one kind. What fails is told in a notification, which is seen wherever the page is scrolled to, and in the
 * same words to the page: what was wrong, with which file, and what to do.
 */
export function answerPanel<P extends z.ZodType, R extends z.ZodType>(
	connection: Pick<Receiver, 'onRequest'>,
	kind: RequestKind<P, R>,
	handler: (params: z.infer<P>) => Promise<Result<RequestKind<P, R>>>,
): Disposable {
	return answer(connection, kind, async (params) => {
		try {
			return await handler(params);
		} catch (error) {
			if (isCancellation(error)) throw error;
			const words = placedSentenceOf(error);
			void vscode.window.showErrorMessage(words);
			throw new Error(words, { cause: error });
		}
	});
}
