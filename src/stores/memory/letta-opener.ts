import { createHash } from 'node:crypto';
import { fileKinds } from '../../files/file-kind.ts';
import { readHead, requireBytes } from '../../files/read-file.ts';
import { looksLikeLetta, readLetta } from '../../formats/memory/letta.ts';
import { notUtf8 } from '../../formats/memory/memory-line.ts';
import { isUtf8 } from 'node:buffer';
import { DocumentStore } from './document-store.ts';
import type { StoreOpener, StoreRemark } from './memory-store.ts';
import { namedTarget } from './named-target.ts';

const headBytes = 2 ** 20;

/** A Letta agent file, by its name or by what its first MiB holds. */
export const letta: StoreOpener = {
	kind: 'letta',
	example: 'NAME.af',
	async open(target, { signal }) {
		if ((await namedTarget(target)) !== 'file') return null;
		signal.throwIfAborted();
		const head = await readHead(target, headBytes, fileKinds.memoryLines);
		if (head === undefined || !(/\.af$/i.test(target) || looksLikeLetta(head.toString('utf8')))) return null;
		let messages = 0;
		return new DocumentStore({
			kind: 'letta',
			name: target,
			async *documents() {
				const bytes = await requireBytes(target, fileKinds.memoryDocument);
				const text = bytes.toString('utf8');
				const read = readLetta({ document: target, text });
				messages = read.messages;
				const problems = isUtf8(bytes) ? read.problems : [...read.problems, notUtf8(target, { start: 0, end: text.length })];
				yield { file: '', entries: read.entries, problems, sha256: createHash('sha256').update(bytes).digest('hex') };
			},
			remarks: () => remarksOf(messages),
		});
	},
};

function remarksOf(messages: number): StoreRemark[] {
	const archival: StoreRemark = {
		message: 'An agent file holds the memory blocks of its agents, and not their archival memory.',
		hint: 'Archival memory lies in the database of the Letta server: scan that as well.',
	};
	if (messages === 0) return [archival];
	return [
		archival,
		{
			message: `${messages === 1 ? 'A message' : `${messages} messages`} of this agent file ${messages === 1 ? 'is' : 'are'} no memory and ${messages === 1 ? 'was' : 'were'} not looked at.`,
			hint: 'A message that is still in an agent’s context is read by it, too.',
		},
	];
}
