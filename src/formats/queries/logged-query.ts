import type { Break } from '../../text/piecewise-map.ts';
import type { SubjectPlace } from '../subject.ts';

/** One query of a log, in the order of the log. */
export interface LoggedQuery {
	/** Of this log alone: the log's own where it has one, else the number of its line. */
	readonly id: string;
	/** As the user wrote it; never blank. */
	readonly text: string;
	/** SHA-256 of `text` (`textSha256`). */
	readonly content: string;
	/** Where `text` stands; `null`: in no text file. */
	readonly place: SubjectPlace | null;
	/** On which `text` begins, from 1; `null`: it stands in no text file. */
	readonly line: number | null;
	/** As in `MemoryEntry`. */
	readonly breaks?: readonly Break[];
	/** Session, else user; `null`: the log has neither. */
	readonly session: string | null;
	/** ISO 8601; `null`: the log does not say. */
	readonly when: string | null;
}
