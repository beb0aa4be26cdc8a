#!/usr/bin/env node
// What `rag-assay` starts. A clone has no dist/ until it is built, and what is there needs a newer syntax than an old Node reads.
'use strict';
const { existsSync } = require('fs');
const { join } = require('path');

const oldestNode = 20;
const program = join(__dirname, '..', 'dist', 'cli.cjs');

/** @param {string} message */
function giveUp(message) {
	process.stderr.write(`rag-assay: ${message}\n`);
	process.exitCode = 2;
}

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
	giveUp(`needs Node.js ${oldestNode} or newer; this is ${process.version}. Install a newer one from https://nodejs.org.`);
} else if (!existsSync(program)) {
	giveUp(`this clone is not built yet. Run 'npm run build' in ${join(__dirname, '..')}, and then this again.`);
} else {
	// The command line finds the runner and package.json from the program that Node was started with.
	process.argv[1] = program;
	require(program);
}
