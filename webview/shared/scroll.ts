import { remember, remembered } from './host.ts';

/** A pause in scrolling, in milliseconds, after which it is kept where. */
const pause = 150;

/** Keeps from now on how far the page is scrolled. */
export function rememberScroll(): void {
	let waiting: number | undefined;
	window.addEventListener('scroll', () => {
		clearTimeout(waiting);
		waiting = window.setTimeout(() => {
			remember({ scroll: window.scrollY });
		}, pause);
	});
}

/** How far the page was scrolled in its last life, in pixels; 0 where nothing was kept. */
export function rememberedScroll(): number {
	const { scroll } = remembered();
	return typeof scroll === 'number' ? scroll : 0;
}
