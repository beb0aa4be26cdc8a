/** Stands in for the native `@vscode/native-watchdog`: an extension host whose server is gone ends itself. */
module.exports = {
	start(pid) {
		setInterval(() => {
			try {
				process.kill(pid, 0);
			} catch {
				process.exit(87);
			}
		}, 1000).unref();
	},
	exit: (code) => process.exit(code),
};
