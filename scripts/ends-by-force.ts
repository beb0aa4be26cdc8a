/**
 * Options of Node's test runner: what a test leaves behind, such as a wait or a server, keeps no file of tests from ending, and all reports of the
 * file are written before it ends (`test/support/whole-reports.mjs`).
 */
export const endsByForce = ['--import', new URL('../test/support/whole-reports.mjs', import.meta.url).href, '--test-force-exit'] as const;
