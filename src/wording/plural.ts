/** How many of what: `1 sentence`, `2 sentences`, `1,200 sentences`; `many`: of a noun that takes no `s`, such as `queries`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
	return `${count.toLocaleString('en')} ${count === 1 ? noun : many}`;
}
