/** What a key asks for. */
export type KeyCommand =
	| 'accept'
	| 'next'
	| 'previous'
	| 'first'
	| 'last'
	| 'edit'
	| 'redact-or-restore'
	| 'redact-everywhere'
	| 'undo'
	| 'redo'
	| 'help'
	| 'word-forward'
	| 'word-back'
	| 'extend-forward'
	| 'extend-back'
	| 'leave'
	| 'accept-words';

export interface KeyPress {
	readonly key: string;
	readonly ctrl: boolean;
	readonly shift: boolean;
	readonly alt: boolean;
	/** Where the keyboard is: in the list of sentences, on a control that has keys of its own, or where letters are written. */
	readonly where: 'list' | 'control' | 'text';
}

const letters: Readonly<Record<string, KeyCommand>> = {
	j: 'next',
	k: 'previous',
	e: 'edit',
	r: 'redact-or-restore',
	a: 'redact-everywhere',
	u: 'undo',
};
const inList: Readonly<Record<string, KeyCommand>> = {
	Enter: 'accept',
	ArrowDown: 'next',
	ArrowUp: 'previous',
	Home: 'first',
	End: 'last',
	ArrowRight: 'word-forward',
	ArrowLeft: 'word-back',
	Escape: 'leave',
};

/** The command of a key; `undefined`: it is somebody else's. While a text field has the focus, letters type. */
export function keyCommand({ key, ctrl, shift, alt, where }: KeyPress): KeyCommand | undefined {
	if (alt) return undefined;
	if (where === 'text') return key === 'Escape' ? 'leave' : ctrl && key === 'Enter' ? 'accept-words' : undefined;
	if (ctrl) {
		const letter = key.toLowerCase();
		return letter === 'z' ? (shift ? 'redo' : 'undo') : letter === 'y' ? 'redo' : undefined;
	}
	if (where === 'list' && shift && key === 'ArrowRight') return 'extend-forward';
	if (where === 'list' && shift && key === 'ArrowLeft') return 'extend-back';
	if (key === '?') return 'help';
	// Caps Lock makes capitals of letters, and small ones of capitals: what counts is whether Shift is held.
	const letter = key.toLowerCase();
	if (shift) return letter === 'u' ? 'redo' : undefined;
	return (where === 'list' ? inList[key] : undefined) ?? letters[letter];
}

/** The list of keys, as it is shown. */
export const keyTable: readonly (readonly [keys: string, what: string])[] = [
	['Enter', 'Accept the sentence as it is, and go to the next one'],
	['J / K, ↓ / ↑', 'Next and previous sentence'],
	['→ / ←', 'Select the next or previous word; with Shift, more of them'],
	['R', 'Redact what is selected; with nothing selected, restore the original'],
	['A', 'Redact all occurrences of the selected value'],
	['E', 'Edit; Ctrl+Enter accepts the words, Escape leaves them'],
	['U or Ctrl+Z', 'Undo'],
	['Shift+U or Ctrl+Y', 'Redo'],
	['?', 'Show or hide these keys'],
];
