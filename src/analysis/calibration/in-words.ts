export function plural(count: number, noun: string): string {
	return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** `120 grounded and 30 ungrounded sentences`. */
export function countsInWords(grounded: number, ungrounded: number, noun = 'sentence'): string {
	return `${grounded.toLocaleString('en')} grounded and ${ungrounded.toLocaleString('en')} ungrounded ${noun}${ungrounded === 1 ? '' : 's'}`;
}
