/** How a trace file is written, for whoever writes into one: the format's own rules, handed on. */
export { escapeLine, sectionHead } from '../formats/section-heads.ts';
