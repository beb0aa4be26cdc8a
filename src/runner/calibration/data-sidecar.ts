import { sidecarFile } from '../../formats/file-names.ts';
import { emptySidecar, type Sidecar } from '../../formats/sidecar.ts';
import { subjectId, type SubjectKey } from '../../formats/subject.ts';
import type { Failures } from '../files/failures.ts';
import { loadSidecar } from '../sidecar-store.ts';

/** What people say of a file of data beside it; nothing where that cannot be read, which is added to `failures`. */
export async function sidecarBeside(file: string, failures: Failures, signal: AbortSignal): Promise<Sidecar> {
	const path = sidecarFile(file);
	return (
		(await failures.gather(
			() => loadSidecar(path),
			signal,
			() => ({ file: path }),
		)) ?? emptySidecar
	);
}

/** Labels as they count for the data's hash: what was said of which text, whoever said it. */
export function labelLines({ labels }: Sidecar): string[] {
	return labels.map((one) => [inHash(one.subject), one.textSha256, one.label].join(' '));
}

/** Profiles name hashes from the time when labels were about traces alone. */
function inHash(subject: SubjectKey): string {
	return subject.kind === 'trace' ? subject.id : subjectId(subject);
}
