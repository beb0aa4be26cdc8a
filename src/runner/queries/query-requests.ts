import { FollowedLogRemarks, MarkQueriesBenign, QueriesScreened, ScreenQueries, WriteMoments } from '../../protocol/queries.ts';
import { Progress } from '../../protocol/requests.ts';
import { tell, type Sender } from '../../protocol/typed-connection.ts';
import type { Outbox } from '../outbox.ts';
import type { TypedAnswers } from '../typed-answers.ts';
import type { QueryService } from './query-work.ts';

/** Requests about queries. */
export function answerQueryRequests({
	connection,
	answers,
	outbox,
	queries,
}: {
	readonly connection: Pick<Sender, 'sendNotification'>;
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly queries: QueryService;
}): void {
	const telling =
		(token: string) =>
		(message: string, done: number, total: number): void =>
			outbox.tell(Progress, { token, message, done, total });
	answers.request(ScreenQueries, (params, signal) => {
		const { token } = params;
		return queries.screen(params, {
			signal,
			onProgress: telling(token),
			// Waited for: a log of a million queries is not to pile up before a slow reader.
			onRecords: (records, done, of) => tell(connection, QueriesScreened, { token, records: [...records], done, of }),
			onRemarks: (remarks) => tell(connection, FollowedLogRemarks, { token, remarks: [...remarks] }),
		});
	});
	answers.request(WriteMoments, (params, signal) => queries.moments(params, { signal, onProgress: telling(params.token) }));
	answers.request(MarkQueriesBenign, (params) => queries.benign(params));
}
