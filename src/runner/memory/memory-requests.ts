import {
	ApproveMemory,
	CheckEntry,
	ListQuarantine,
	MarkEntriesBenign,
	MemoryScanned,
	QuarantineEntries,
	RestoreEntries,
	ScanMemory,
	SignEntries,
} from '../../protocol/memory.ts';
import { terminalAdvice } from '../../wording/memory-phrases.ts';
import { Progress } from '../../protocol/requests.ts';
import { tell, type Sender } from '../../protocol/rpc.ts';
import type { Outbox, TypedAnswers } from '../lsp/request-handlers.ts';
import type { MemoryService } from './memory-service.ts';

/** Requests about memories. */
export function answerMemoryRequests({
	connection,
	answers,
	outbox,
	memory,
}: {
	readonly connection: Pick<Sender, 'sendNotification'>;
	readonly answers: TypedAnswers;
	readonly outbox: Outbox;
	readonly memory: MemoryService;
}): void {
	answers.request(ScanMemory, (params, signal) => {
		const { token } = params;
		return memory.scan(params, {
			advice: terminalAdvice,
			signal,
			onProgress: (message, done, total) => outbox.tell(Progress, { token, message, done, total }),
			// Waited for: a store of a million entries is not to pile up before a slow reader.
			onRecords: (records, done, of) => tell(connection, MemoryScanned, { token, records: [...records], done, of }),
		});
	});
	answers.request(CheckEntry, (params, signal) => {
		const { token } = params;
		return memory.check(params, {
			advice: terminalAdvice,
			signal,
			onProgress: (message, done, total) => outbox.tell(Progress, { token, message, done, total }),
		});
	});
	answers.request(QuarantineEntries, (params) => memory.quarantine(params));
	answers.request(RestoreEntries, (params) => memory.restore(params));
	answers.request(ListQuarantine, (params) => memory.listQuarantine(params));
	answers.request(ApproveMemory, (params) => memory.approve(params));
	answers.request(SignEntries, (params) => memory.sign(params));
	answers.request(MarkEntriesBenign, (params) => memory.benign(params));
}
