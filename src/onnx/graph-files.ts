/** A file that exists, has something in it, and lies where it may. */
export interface PlainFile {
	/** As named: absolute, links not followed. */
	readonly path: string;
	/** Where its bytes are, links followed. */
	readonly realPath: string;
	/** Size in bytes, at least 1. */
	readonly bytes: number;
	/** Names that the file has (hard links). */
	readonly links: number;
	readonly inode: string;
	/** When it was written last, nanoseconds. */
	readonly written: string;
}

/** A checked file of weights beside a model file. */
export interface ExternalDataFile extends PlainFile {
	/** As the model file names it. */
	readonly location: string;
}

/** The checked files of a model (`ModelFiles` has them). */
export interface GraphFiles {
	readonly graph: PlainFile;
	readonly externalData: readonly ExternalDataFile[];
}
