/** A log for what a person may want to read later. The runner never writes the text of a trace to it. */
export interface Log {
	error(message: string): void;
	warn(message: string): void;
	info(message: string): void;
	debug(message: string): void;
}
