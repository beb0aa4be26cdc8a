import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenOff } from '../../../../src/methods/pearl/redact.ts';

for (const [text, kept] of [
	['', '[REDACTED].'],
	['The usual', 'The [REDACTED].'],
	['The usual medication is acy', 'The usual medication is [REDACTED].'],
	['The usual medication is ', 'The usual medication is [REDACTED].'],
	['It is rest.', 'It is rest. [REDACTED].'],
	['She said “rest.”', 'She said “rest.” [REDACTED].'],
	['It is rest. The do', 'It is rest. The [REDACTED].'],
	['acy', '[REDACTED].'],
] as const)
	test(`'${text}' breaks off as '${kept}'`, () => assert.equal(brokenOff(text), kept));
