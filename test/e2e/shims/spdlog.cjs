/**
 * Stands in for `@vscode/spdlog`, a native module that writes VS Code's logs and output channels, so that nothing has to be
 * compiled. Written synchronously: what a test reads right after an action is all there.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];

class Logger {
	#file;
	#plain = false;
	#level = 0;

	constructor(_kind, _name, file) {
		this.#file = file;
		mkdirSync(dirname(file), { recursive: true });
	}

	#write(level, message) {
		if (level < this.#level) return;
		const line = this.#plain ? message : `${new Date().toISOString()} [${levels[level]}] ${message}\n`;
		try {
			appendFileSync(this.#file, line);
		} catch (error) {
			// The run's folder is removed while the last processes end.
			if (error.code !== 'ENOENT') throw error;
		}
	}

	trace(message) { this.#write(0, message); }
	debug(message) { this.#write(1, message); }
	info(message) { this.#write(2, message); }
	warn(message) { this.#write(3, message); }
	error(message) { this.#write(4, message); }
	critical(message) { this.#write(5, message); }
	getLevel() { return this.#level; }
	setLevel(level) { this.#level = level; }
	// Output channels ask for their text as it is, line ends included.
	clearFormatters() { this.#plain = true; }
	setPattern() { this.#plain = false; }
	flush() {}
	drop() {}
}

const create = async (name, file) => new Logger('rotating', name, file);
// One assignment each: VS Code imports this as a module, and Node finds the names of a CommonJS module by reading its text.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
