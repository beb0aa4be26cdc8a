import { errorNumbers, type ErrorNumber } from '../error-numbers.ts';

/** How a file is read: its largest size, and what to say if it cannot be read. */
export interface FileKind {
	/** How messages begin, such as `This sidecar`. */
	readonly subject: string;
	/** Largest size that is read, bytes. */
	readonly max: number;
	/** Number of the error if the file cannot be read. */
	readonly code: ErrorNumber;
	/** What to do if the file cannot be read, in a sentence. */
	readonly hint: string;
	/**
	 * Whether the file comes with the workspace's own texts. In an untrusted workspace, such a file is not read if a link leads out of the
	 * workspace (`confinement.ts`).
	 */
	readonly ofWorkspace?: true;
}

const MiB = 2 ** 20;

/** The kinds of files that the product reads. Files of a model folder have their own limits (`sizeLimits`). */
export const fileKinds = {
	/** A trace. The limit is twice what the largest context windows of models hold (a million tokens). */
	trace: {
		subject: 'This file',
		max: 8 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Expected a readable text file.',
		ofWorkspace: true,
	},
	/** A file that an argument names, before its kind is known. */
	named: {
		subject: 'What is named here',
		max: Number.MAX_SAFE_INTEGER,
		code: errorNumbers.unreadableFile,
		hint: 'Expected a readable file or folder.',
	},
	/** Documents to answer from or public words, one per line. */
	documents: {
		subject: 'This file',
		max: 64 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Expected a readable text file.',
		ofWorkspace: true,
	},
	/** A file of another tool that is read as a whole, because its answers are not on separate lines. */
	wholeAnswers: {
		subject: 'This file',
		max: 256 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Split it, or write it as JSON Lines with a whole answer in each line: such a file may have any size.',
		ofWorkspace: true,
	},
	/** A file of traces that is too large to be held. It is read line by line. */
	largeFile: {
		subject: 'This file',
		max: Number.MAX_SAFE_INTEGER,
		code: errorNumbers.unreadableFile,
		hint: 'Expected a readable text file.',
		ofWorkspace: true,
	},
	/** A data set. Each of RAGTruth's files has 20 MB. */
	dataSet: {
		subject: 'This file',
		max: 256 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Expected a readable text file. Split a larger file. Put each part of a data set in its own folder.',
		ofWorkspace: true,
	},
	/** A sidecar. A label takes about 200 bytes. */
	sidecar: {
		subject: 'This sidecar',
		max: 16 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'A sidecar is a file NAME.rag-assay.json beside its trace: move what is there away to begin a new one.',
		ofWorkspace: true,
	},
	/** What the members of a folder's records are. A mapping takes about 200 bytes. */
	mappings: {
		subject: 'This list of mappings',
		max: MiB,
		code: errorNumbers.unreadableFile,
		hint: 'A list of mappings is a file .rag-assay.json beside the files that it is about. To begin again, delete it.',
		ofWorkspace: true,
	},
	/** An agent's memory that is changed as a whole: entries are taken out of it or put back. */
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
	/** Keys that sign entries, and signatures. They are the user's own. */
	signatures: {
		subject: 'This file of signatures',
		max: 256 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Check the path and its permissions.',
	},
	/** What screening needs from a corpus. With 4,096 dimensions, the moments take about 90 MB and the sample 110 MB. */
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
	/** An answer with the decisions about it, step by step. */
	review: {
		subject: 'This review',
		max: 128 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'A review is a file NAME.rag-assay-review.json: move what is there away to begin a new one.',
		ofWorkspace: true,
	},
	/** Entries of an agent's memory, one per line. The file is read in pieces. */
	memoryLines: {
		subject: 'This memory',
		max: 2 ** 40,
		code: errorNumbers.unreadableMemory,
		hint: 'Expected a readable text file.',
		ofWorkspace: true,
	},
	/** A memory that is one JSON value, or that is written for people. It is held in memory as a whole. */
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
	/** What somebody has approved in a file of instructions. */
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
	/** A classifier. 5,000 trees of depth 6 take about 50 MB. */
	classifier: {
		subject: 'A classifier that the profile names',
		max: 64 * MiB,
		code: errorNumbers.unreadableClassifier,
		hint: 'It belongs beside the profile. Copy it there, or name another profile.',
	},
	/** A model of the embedder `lexical`. The usual one has 17 MB. */
	lexical: {
		subject: "This model of the embedder 'lexical'",
		max: 256 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'It belongs beside the profile. Copy it there, or calibrate again.',
	},
	/** Measurements of a part of a data set, one line per trace. */
	shard: {
		subject: 'This file',
		max: 384 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Name files that `rag-assay calibrate --shard` has written.',
	},
	/** A file that is about to be replaced. Only its beginning is read. */
	output: {
		subject: 'This file',
		max: Number.MAX_SAFE_INTEGER,
		code: errorNumbers.unreadableFile,
		hint: 'It would be overwritten: name another file with --out.',
	},
	/** A lock that says who writes to a folder (`writer-lock.ts`). */
	lock: {
		subject: 'This lock',
		max: MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Delete it, unless another RAG Assay is at work in its folder.',
	},
	/** A privacy ledger. A record takes about 700 bytes. */
	ledger: {
		subject: 'This privacy ledger',
		max: 64 * MiB,
		code: errorNumbers.unreadableLedger,
		hint: 'A privacy ledger is a file that you can read and write. Check the path.',
		ofWorkspace: true,
	},
	/** What is remembered about a ledger outside of its corpus. */
	ledgerWitness: {
		subject: 'What is remembered of the privacy ledger',
		max: MiB,
		code: errorNumbers.unreadableLedger,
		hint: 'Check the path and its permissions.',
	},
	/** One packed result of a model. */
	cacheRecord: { subject: 'This result of the cache', max: 256 * MiB, code: errorNumbers.unreadableFile, hint: 'Clear the cache.' },
	/** What a calibration keeps between its runs. */
	calibrationRecord: {
		subject: 'This record of earlier calibrations',
		max: 384 * MiB,
		code: errorNumbers.unreadableFile,
		hint: 'Delete it: what it holds is measured again.',
	},
} as const satisfies Readonly<Record<string, FileKind>>;

/**
 * Returns the kind of a file of a model folder that has at most `max` bytes. Such a file is read after its place has been checked
 * (`plain-file.ts`).
 */
export function modelFile(max: number): FileKind {
	return {
		subject: 'This file',
		max,
		code: errorNumbers.unreadableModelFile,
		hint: 'A model folder holds plain files: check this one, or download the model again.',
	};
}

/** Largest sizes of the files of a model folder, bytes. They are several times those of the largest published models. */
export const sizeLimits = {
	config: 4 * MiB,
	tokenizer: 256 * MiB,
	tokenizerConfig: 64 * MiB,
	chatTemplate: 4 * MiB,
	/** The limit of a protobuf message. Larger models keep their weights in external data. */
	graph: 2 ** 31 - 1,
	externalData: 2 ** 42,
} as const;
