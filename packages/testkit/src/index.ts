/** The face of the test kit; the virtual terminal is in `./terminal`, which takes longer to load. */
export { describeProvider } from './conformance.ts'
export type { Abilities, Hand, ProviderUnderTest, Surface } from './conformance/surface.ts'
export { type Act, createHuman, type Reply, type ScriptedHuman, type Shown } from './human.ts'
export { type Composition, loadComposition, openComposition } from './loader.ts'
export {
  createLinkedPair,
  type LinkedEnd,
  type LinkedInput,
  type LinkedOutput,
  type LinkedPairOptions,
} from './streams.ts'
