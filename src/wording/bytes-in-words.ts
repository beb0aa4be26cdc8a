/** An amount of bytes in words, by powers of ten as disks and downloads are counted: `4.3 GB`, `135 MB`. */
export function bytesInWords(bytes: number): string {
	const [size, unit] = bytes >= 999.5e6 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB'];
	return `${size >= 9.95 ? Math.round(size).toLocaleString('en') : size.toFixed(1)} ${unit}`;
}
