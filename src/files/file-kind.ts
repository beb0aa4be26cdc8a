import { errorNumbers, type ErrorNumber } from '../error-numbers.ts';

/** What a file is read as: how much of it there may be, and what is said where it cannot be read. */
export interface FileKind {
	/** How messages begin, such as `This sidecar`. */
	readonly subject: string;
	/** Largest size that is read, bytes. */
	readonly max: number;
	/** Number of the error where it cannot be read. */
	readonly code: ErrorNumber;
	/** What to do then, in a sentence. */
	readonly hint: string;
	/** Whether it comes with the workspace's own texts: without trust it must lie where it is named (`confinement.ts`). */
	readonly ofWorkspace?: true;
}

const MiB = 2 ** 20;

/** What the product reads, by what it is; a model folder's files have limits of their own (`size-limits.ts`). */
export const fileKinds = {
	/** Twice what the largest windows of models hold, a million tokens. */
	trace: {
		subject: 'This file',
		max: 8 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Expected a readable text file.',
		ofWorkspace: true,
	},
	/** Whatever an argument names, before it is known what it is. */
	named: {
		subject: 'What is named here',
		max: Number.MAX_SAFE_INTEGER,
		code: errorNumbers.unreadableFile,
		hint: 'Expected a readable file or folder.',
	},
	/** Documents to answer from, a line each, or public words, a line each. */
	documents: {
		subject: 'This file',
		max: 64 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Expected a readable text file.',
		ofWorkspace: true,
	},
	/** RAGTruth's files have 20 MB each. */
	dataSet: {
		subject: 'This file',
		max: 256 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Expected a readable text file; a data set may be cut into several, each in its own folder.',
		ofWorkspace: true,
	},
	/** A label takes some 200 bytes. */
	sidecar: {
		subject: 'This sidecar',
		max: 16 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'A sidecar is a file NAME.rag-assay.json beside its trace: move what is there away to begin a new one.',
		ofWorkspace: true,
	},
	/** An agent's memory that is changed as a whole: entries are taken out of it, or put back. */
	memory: {
		subject: 'This memory',
		max: 256 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Expected a readable text file.',
		ofWorkspace: true,
	},
	/** Entries that were taken out of a memory. */
	quarantine: {
		subject: 'This quarantine',
		max: 128 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'A quarantine is a file NAME.rag-assay-quarantine.json beside its memory: it holds what was taken out.',
		ofWorkspace: true,
	},
	/** Keys that sign entries, and signatures: the user's own. */
	signatures: {
		subject: 'This file of signatures',
		max: 256 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Check what lies there and its permissions.',
	},
	/** What screening needs of a corpus: of 4,096 dimensions some 90 MB of moments and 110 MB of a sample. */
	moments: {
		subject: 'This file of moments',
		max: 512 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Name a file that `rag-assay queries moments` has written.',
		ofWorkspace: true,
	},
	/** What a scan of a memory keeps until it is done. */
	scanRecord: {
		subject: 'This record of a scan',
		max: Number.MAX_SAFE_INTEGER,
		code: errorNumbers.unreadableFile,
		hint: 'Scan again without --resume.',
	},
	/** A private answer with its guarantee. */
	release: {
		subject: 'This release',
		max: 16 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Name a file that `rag-assay private generate --json` has written.',
		ofWorkspace: true,
	},
	/** An answer with what was decided about it, step by step. */
	review: {
		subject: 'This review',
		max: 128 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'A review is a file NAME.rag-assay-review.json: move what is there away to begin a new one.',
		ofWorkspace: true,
	},
	/** Entries of an agent's memory, a line each, which is read in pieces. */
	memoryLines: {
		subject: 'This memory',
		max: 2 ** 40,
		code: errorNumbers.unreadableMemory,
		hint: 'Expected a readable text file.',
		ofWorkspace: true,
	},
	/** A memory that is one JSON value, or written for people: it is held as a whole. */
	memoryDocument: {
		subject: 'This memory',
		max: 64 * MiB,
		code: errorNumbers.unreadableMemory,
		hint: 'Expected a readable text file.',
		ofWorkspace: true,
	},
	/** Instructions that an agent reads at every turn. */
	instructions: {
		subject: 'This file of instructions',
		max: 4 * MiB,
		code: errorNumbers.unreadableMemory,
		hint: 'Expected a readable text file.',
		ofWorkspace: true,
	},
	/** What somebody has approved of such a file. */
	approval: {
		subject: 'This approval',
		max: 16 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'An approval is a file NAME.rag-assay-approved.json: move what is there away to begin a new one.',
		ofWorkspace: true,
	},
	profile: {
		subject: 'This profile',
		max: 4 * MiB,
		code: errorNumbers.unreadableProfile,
		hint: 'Name a profile that a calibration has written.',
	},
	/** 5,000 trees of depth 6 are some 50 MB. */
	classifier: {
		subject: 'A classifier that the profile names',
		max: 64 * MiB,
		code: errorNumbers.unreadableClassifier,
		hint: 'It lies beside the profile: copy it there, or name another profile.',
	},
	/** Of the embedder `lexical`; the usual one has 17 MB. */
	lexical: {
		subject: "This model of the embedder 'lexical'",
		max: 256 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'It lies beside the profile: copy it there, or calibrate anew.',
	},
	/** Measurements of a part of a data set, a line a trace. */
	shard: {
		subject: 'This file',
		max: 384 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Name files that `rag-assay calibrate --shard` has written.',
	},
	/** What is about to be replaced, of which the head alone is looked at. */
	output: {
		subject: 'This file',
		max: Number.MAX_SAFE_INTEGER,
		code: errorNumbers.unreadableFile,
		hint: 'It would be overwritten: name another file with --out.',
	},
	/** Who writes to a folder (`writer-lock.ts`). */
	lock: {
		subject: 'This lock',
		max: MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Delete it, unless another RAG Assay is at work in its folder.',
	},
	/** A record takes some 700 bytes. */
	ledger: {
		subject: 'This privacy ledger',
		max: 64 * MiB,
		code: errorNumbers.unreadableLedger,
		hint: 'A privacy ledger is a file that you may read and write: check what lies there.',
		ofWorkspace: true,
	},
	/** What is remembered of a ledger outside of its corpus. */
	ledgerWitness: {
		subject: 'What is remembered of the privacy ledger',
		max: MiB,
		code: errorNumbers.unreadableLedger,
		hint: 'Check what lies there and its permissions.',
	},
	/** One result of a model, packed. */
	cacheRecord: { subject: 'This result of the cache', max: 256 * MiB, code: errorNumbers.unreadableFile, hint: 'Clear the cache.' },
	/** What a calibration keeps between its runs. */
	calibrationRecord: {
		subject: 'This record of earlier calibrations',
		max: 384 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Delete it: what it holds is measured again.',
	},
} as const satisfies Readonly<Record<string, FileKind>>;

/** A file of a model folder of at most `most` bytes, as it is read once its place has been checked (`plain-file.ts`). */
export function modelFile(max: number): FileKind {
	return {
		subject: 'This file',
		max,
		code: errorNumbers.unreadableModelFile,
		hint: 'A model folder holds plain files: check this one, or download the model again.',
	};
}

/** Largest sizes in bytes of the files of a model folder: several times those of the largest models published. */
export const sizeLimits = {
	config: 4 * MiB,
	tokenizer: 256 * MiB,
	tokenizerConfig: 64 * MiB,
	chatTemplate: 4 * MiB,
	/** A protobuf message cannot be larger; bigger models keep their weights in external data. */
	graph: 2 ** 31 - 1,
	externalData: 2 ** 42,
} as const;
