import { test } from 'node:test';
import { redteamMembershipText } from '../../../src/cli/output/redteam-membership-text.ts';
import { sampleMembership } from '../report/sample-membership.ts';
import { assertGolden } from './golden.ts';

test('membership attacks in the terminal', () => assertGolden('redteam-membership.txt', redteamMembershipText(sampleMembership, 1)));
