/** The face of the test kit. */
export { type Composition, loadComposition } from './loader.ts'
