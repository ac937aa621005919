/** The face of the test kit. */
export { type Composition, loadComposition, openComposition } from './loader.ts'
