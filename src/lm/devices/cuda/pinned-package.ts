/** A file of an archive that is unpacked. */
export interface PinnedMember {
	/** In the archive, with `/`. */
	readonly path: string;
	/** Under which it is kept, without a folder. */
	readonly name: string;
	readonly bytes: number;
	readonly sha256: string;
}

/** A package of the package index: one archive of one version, and what is taken from it. */
export interface PinnedPackage {
	/** As the index knows it. */
	readonly name: string;
	readonly version: string;
	/** What it brings, as people call it. */
	readonly brings: string;
	/** Name of its archive (a wheel, which is a zip file). */
	readonly file: string;
	readonly bytes: number;
	readonly sha256: string;
	readonly members: readonly PinnedMember[];
	/** Libraries without which CUDA does not start, or not a graph with what they are for. */
	readonly needed: readonly string[];
	/** Whether a machine's own will do as well: not of what belongs to one version of ONNX Runtime. */
	readonly anyOfMachine: boolean;
	/** What a file of a machine's own must name to be the right one; absent where the file names say all. */
	readonly mustName?: string;
}

/** All that CUDA needs beside the driver, for one version of ONNX Runtime on one platform. */
export interface PinnedRuntime {
	/** Version of ONNX Runtime. */
	readonly runtime: string;
	/** Of CUDA, with which its provider was built. */
	readonly cuda: string;
	/** Oldest driver for that. */
	readonly driver: string;
	readonly platform: string;
	readonly arch: string;
	readonly packages: readonly PinnedPackage[];
}

/** Bytes that its members take on disk. */
export function unpackedBytes({ members }: PinnedPackage): number {
	return members.reduce((sum, { bytes }) => sum + bytes, 0);
}
