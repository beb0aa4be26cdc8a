/** How many of what: `1 sentence`, `2 sentences`, `1,200 sentences`. */
export function plural(count: number, noun: string): string {
	return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
