export { whyNotAttributed } from '../formats/not-attributed.ts';
