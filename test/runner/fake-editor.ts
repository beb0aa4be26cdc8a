/** A process that starts a runner with a loaded model, tells their ids to its own parent, and waits to be killed. */
import { LoadModel } from '../../src/protocol/requests.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { spareAtExit } from '../support/left-behind.ts';
import { Client, pullingClient } from '../support/runner-client.ts';

const client = new Client({ after: () => undefined });
// It is the runner that has to notice.
spareAtExit(client.child);
await client.initialize({}, pullingClient);
await ask(client.connection, LoadModel, null);
process.send!({ runner: client.child.pid, models: client.modelProcesses() });
