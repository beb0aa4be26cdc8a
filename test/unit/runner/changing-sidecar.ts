/** A process of its own that ignores a finding: `node changing-sidecar.ts SIDECAR ID`. */
import { traceSubject } from '../../../src/formats/subject.ts';
import { addIgnored } from '../../../src/formats/sidecar.ts';
import { changeSidecar } from '../../../src/runner/traces/sidecar-store.ts';

const [sidecar = '', id = ''] = process.argv.slice(2);
const ignored = { subject: traceSubject(id), code: 'c', textSha256: '0'.repeat(64), who: 'other', when: '2026-11-21T00:00:00Z', note: '' };
await changeSidecar(sidecar, (before) => addIgnored(before, ignored));
