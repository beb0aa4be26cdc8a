/** Longest word that a command is printed with, UTF-16 units: a longer one cannot be read before it is run. */
const longestWord = 1000;
/** Longest id that a command is printed with, UTF-16 units. */
const longestId = 100;

/** What a terminal acts on or nobody sees; joiners, which names in Persian and Hindi need, are neither. */
const unprintable = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u;

/** A word of a command that somebody else chose, such as a path or an id. */
export interface GivenWord {
	readonly value: string;
	/** Stands for it where no quoting is safe: a placeholder in capitals, or another name of the same thing. */
	readonly otherwise: string;
}

/** Makes a word of a path; one that begins with a dash is no option. */
export function pathWord(value: string, placeholder: string): GivenWord {
	return { value: value.startsWith('-') ? `./${value}` : value, otherwise: placeholder };
}

/** Ids of letters and digits of any script, and of signs that no shell acts on. */
const plainId = /^[\p{L}\p{N}\p{M}._:/@+,=][\p{L}\p{N}\p{M}._:/@+,= -]*$/u;

/**
 * Makes a word of an id. If the id is not plain, the hash of its text stands for it, because whoever planted the entry chose the id: nobody
 * reads a line twice before pasting it, and quoting depends on the shell.
 */
export function idWord({ id, content }: { readonly id: string; readonly content: string }): GivenWord {
	const isPlain = id.length <= longestId && plainId.test(id) && !/^[0-9a-f]{64}$/.test(id);
	return { value: isPlain ? id : content, otherwise: content };
}

/**
 * Writes a command for people to paste. Words that somebody else chose reach the program as they are, and no shell acts on them.
 * @param words words of ours as they are; @param platform where the command is pasted
 */
export function commandToPaste(words: readonly (string | GivenWord)[], platform: string = process.platform): string {
	return words.map((word) => (typeof word === 'string' ? word : (shellWord(word.value, platform) ?? word.otherwise))).join(' ');
}

/** Quotes a word for the shell of a platform; `null`: no quoting is safe in every shell that people use there. */
export function shellWord(value: string, platform: string = process.platform): string | null {
	if (value.length > longestWord || unprintable.test(value)) return null;
	return platform === 'win32' ? windowsWord(value) : posixWord(value);
}

/**
 * Quotes for sh and its kin (POSIX, 2.2), and for fish, which reads `\'` within single quotes as a quote: quotes and backslashes
 * therefore go between double quotes, in which both read them alike.
 */
function posixWord(value: string): string {
	if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(value)) return value;
	return (value === '' ? [''] : value.split(/(['\\]+)/))
		.map((part, i) => (i % 2 === 1 ? `"${part.replaceAll('\\', String.raw`\\`)}"` : part === '' && value !== '' ? '' : `'${part}'`))
		.join('');
}

/**
 * Quotes for PowerShell and cmd.exe at once, for nobody knows which of them is open: both read a word between double quotes as it is,
 * but for what one of them replaces there (`$` and backticks, `%`) or takes for a quote (PowerShell also curly ones); `!` is for Git Bash.
 * A backslash before the closing quote would escape it for the program (rules of the Microsoft C runtime), and is doubled.
 */
function windowsWord(value: string): string | null {
	// PowerShell makes numbers of bare words that look like some.
	if (/^[A-Za-z./][\w./:-]*$/.test(value)) return value;
	return /["\u201c-\u201e$`%!]/.test(value) ? null : `"${value.replace(/\\+$/, '$&$&')}"`;
}
