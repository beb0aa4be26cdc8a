/** Where the runner writes what a person may want to read later; never the text of a trace. */
export interface Log {
	error(message: string): void;
	warn(message: string): void;
	info(message: string): void;
	debug(message: string): void;
}
