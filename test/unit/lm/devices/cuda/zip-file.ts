import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; what it says of itself may be untrue. */
export interface ZipEntry {
	readonly name: string;
	readonly content: Uint8Array;
	/** Kept as it is, not compressed. */
	readonly stored?: boolean;
	/** Bytes that it says it has. */
	readonly said?: number;
}

/** A zip archive, by PKWARE's APPNOTE 6.3: local headers with their data, the central directory, and its end. */
export function zipFile(entries: readonly ZipEntry[]): Uint8Array {
	const locals: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const { name, content, stored = false, said = content.length } of entries) {
		const data = stored ? Buffer.from(content) : deflateRawSync(content);
		const fields = Buffer.alloc(26);
		fields.writeUInt16LE(20, 0);
		fields.writeUInt16LE(stored ? 0 : 8, 4);
		fields.writeUInt32LE(crc32(content), 10);
		fields.writeUInt32LE(data.length, 14);
		fields.writeUInt32LE(said, 18);
		fields.writeUInt16LE(Buffer.byteLength(name), 22);
		const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), data]);
		const rest = Buffer.alloc(14);
		rest.writeUInt32LE(offset, 10);
		directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, rest, Buffer.from(name)]));
		locals.push(local);
		offset += local.length;
	}
	const central = Buffer.concat(directory);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(entries.length, 4);
	end.writeUInt16LE(entries.length, 6);
	end.writeUInt32LE(central.length, 8);
	end.writeUInt32LE(offset, 12);
	return new Uint8Array(Buffer.concat([...locals, central, Buffer.from('PK\u0005\u0006', 'latin1'), end]));
}
