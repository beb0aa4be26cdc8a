/** `npm test`: sets up, then runs everything in `test-all.ts` under the Node that came with it. */
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { status } = spawnSync(setUp(root), ['scripts/test-all.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 3);
