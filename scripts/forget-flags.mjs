/**
 * Loaded before the tests of a room. Programs that a test forks inherit `process.execArgv`: with the flags of the test runner in it they would
 * run as tests themselves.
 */
process.execArgv.length = 0;
