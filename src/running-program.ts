/** A program that runs JavaScript of ours: a plain Node, or an editor's own binary (Electron) in the role of one. */
export interface RunningProgram {
	/** Absolute. */
	readonly path: string;
	/** Version of Node, such as `22.3.0`. */
	readonly node: string;
	/** Version of Electron, whose memory allocator ends the process on a block of 2 GiB; `null` for a plain Node. */
	readonly electron: string | null;
}
