import { textSha256, type Label } from '../../../src/formats/sidecar.ts';
import { traceSubject } from '../../../src/formats/subject.ts';

/** Returns a label of somebody, always for the same text. */
export function labelOf(who: string): Label {
	return {
		label: 'grounded',
		subject: traceSubject('t'),
		textSha256: textSha256('a'),
		who,
		when: '2026-01-31T10:00:00Z',
		note: '',
	};
}
