/** All the house rules together. */
import type { Fault, Files } from '../workspace.ts'
import { faceFaults } from './faces.ts'
import { manifestFaults } from './manifests.ts'
import { moduleFaults } from './modules.ts'
import { nameFaults } from './names.ts'
import { sizeFaults } from './sizes.ts'
import { treeFaults } from './tree.ts'

const rules = [treeFaults, manifestFaults, faceFaults, moduleFaults, nameFaults, sizeFaults]

/** What breaks a rule anywhere in the repository. */
export function houseFaults(files: Files): Fault[] {
  return rules.flatMap((rule) => rule(files))
}
