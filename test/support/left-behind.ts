import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * A shell outlives this process, and learns of its end by that of its own input: then it ends processes and removes folders that are still
 * there. What is ended may write for a moment longer: the folders are looked at again.
 */
const script = `
living=
while read -r what which; do
	case $what in
		folder) set -- "$@" "$which" ;;
		started) living="$living $which" ;;
		ended)
			others=
			for id in $living; do [ "$id" = "$which" ] || others="$others $id"; done
			living=$others ;;
	esac
done
[ -z "$living" ] || kill -KILL $living
for pause in 0 1 5 30; do
	sleep $pause
	left=
	for folder; do
		[ ! -e "$folder" ] || { left=yes; rm -rf -- "$folder"; }
	done
	[ -n "$left" ] || break
done`;

let shell: ChildProcess | undefined;

function tell(line: string): void {
	// It has no such shell, and its processes are not killed by a signal.
	if (process.platform === 'win32') return;
	if (shell === undefined) {
		shell = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
		// Neither it nor its input keeps this process alive.
		shell.unref();
		(shell.stdin as Socket).unref();
		shell.stdin!.on('error', () => undefined); // Where it was ended by somebody, what is left behind stays.
	}
	shell.stdin!.write(`${line}\n`);
}

/** Has a folder removed when this process has ended, however it does, for whoever cannot do it any more. */
export function removeFolderAtExit(folder: string): void {
	tell(`folder ${folder}`);
}

/** Has a process killed when this one has ended, however it does. */
export function killAtExit(child: ChildProcess): void {
	if (child.pid === undefined) return;
	tell(`started ${child.pid}`);
	child.once('exit', () => spareAtExit(child));
}

/** Takes `killAtExit` back: for a process that is to end by itself when this one is killed. */
export function spareAtExit({ pid }: ChildProcess): void {
	if (pid !== undefined) tell(`ended ${pid}`);
}
