/** What errors are about, by the hundreds of their numbers, from 1; `docs/errors.md` has a section for each. */
const rooms = ['files', 'models', 'downloads', 'scoring', 'runner', 'profiles', 'arguments', 'editor', 'private'] as const;
export type ErrorRoom = (typeof rooms)[number];

/** What an error is about, by its number (`RA101`: files); `undefined` of what is no error's number. */
export function errorRoom(code: string): ErrorRoom | undefined {
	const hundreds = /^RA(\d)\d\d$/.exec(code)?.[1];
	return hundreds === undefined ? undefined : rooms[Number(hundreds) - 1];
}
