/** A process of its own that labels as the editor does, for one person after another: `node labeling.ts SIDECAR WHO…`. */
import { addLabel } from '../../../src/formats/sidecar-labels.ts';
import { changeSidecar } from '../../../src/runner/traces/sidecar-store.ts';
import { labelOf } from './label-of.ts';

const [sidecar = '', ...people] = process.argv.slice(2);
for (const who of people) await changeSidecar(sidecar, (before) => addLabel(before, labelOf(who)));
