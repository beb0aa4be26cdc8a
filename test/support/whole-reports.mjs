/**
 * Preloaded (`--import`) where tests run with `--test-force-exit`: Node ends the process of a file without waiting for what it still has to write
 * to its pipe, and the last reports of the file are lost, the name of a failed test among them. A pipe that blocks has nothing left to write.
 *
 * It is plain JavaScript, because programs that a test forks load it as well, also on Node 20.
 */
// oxlint-disable-next-line no-underscore-dangle -- Node has no public way to make a pipe block
for (const stream of [process.stdout, process.stderr]) stream._handle?.setBlocking?.(true);
