import { z } from 'zod';
import { subjectKeySchema, type SubjectKey } from '../formats/subject.ts';

/** What a finding's diagnostic carries in `data` beside its words. */
const diagnosticData = z.object({ subject: subjectKeySchema });
export type DiagnosticData = z.infer<typeof diagnosticData>;

/** What a diagnostic of ours is about, as language clients hand it on; `undefined` for one that is no finding. */
export function subjectOfDiagnostic(diagnostic: object): SubjectKey | undefined {
	return 'data' in diagnostic ? diagnosticData.safeParse(diagnostic.data).data?.subject : undefined;
}
