import { test } from 'node:test';
import { redteamMemoryText } from '../../../src/cli/output/redteam-memory-text.ts';
import { sampleRedteam } from '../report/sample-redteam.ts';
import { assertGolden } from './golden.ts';

test('attacks on a memory in the terminal', () => assertGolden('redteam-memory.txt', redteamMemoryText(sampleRedteam, 1)));
