/** An amount of memory for people, as memory limits are given: `1,200 MiB`, rounded up. */
export function mebibytes(bytes: number): string {
	return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;
}
