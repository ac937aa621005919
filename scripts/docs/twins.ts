/** Holds the two languages of a README together: the same sequence of headings and of code blocks. */
import { type Fault, type Files, packagesOf } from '../workspace.ts'
import { fencesOf, headingsOf } from './markdown.ts'

/** Published packages and the root without one of their READMEs, and pairs of them that are out of step. */
export function twinFaults(files: Files): Fault[] {
  const folders = new Set(
    packagesOf(files)
      .filter((entry) => entry.public)
      .map(({ path }) => `${path}/`),
  )
  for (const file of files.keys()) {
    const folder = /^(.*\/)?README(\.zh)?\.md$/.exec(file)
    if (folder) folders.add(folder[1] ?? '')
  }
  return ['', ...folders]
    .filter((folder, index, all) => all.indexOf(folder) === index)
    .flatMap((folder) => {
      const [file, twin] = [`${folder}README.md`, `${folder}README.zh.md`]
      const [english, chinese] = [files.get(file), files.get(twin)]
      if (english === undefined) return [{ file, message: 'is missing; every package and the root has one' }]
      if (chinese === undefined) return [{ file: twin, message: `is missing; write it beside ${file}` }]
      return [...headingFaults(english, chinese, twin), ...fenceFaults(english, chinese, twin)]
    })
}

function headingFaults(english: string, chinese: string, file: string): Fault[] {
  const [asked, given] = [headingsOf(english), headingsOf(chinese)]
  const index = asked.findIndex((heading, at) => heading.level !== given[at]?.level)
  const first = asked[index]
  if (first) {
    const message =
      `is out of step with README.md at its heading "${first.text}" (level ${first.level}, line `
      + `${first.line}); give both the same headings in the same order`
    return [{ file, ...lineOf(given[index]), message }]
  }
  const extra = given[asked.length]
  if (!extra) return []
  return [{ file, line: extra.line, message: `has the heading "${extra.text}", to which README.md has none` }]
}

function fenceFaults(english: string, chinese: string, file: string): Fault[] {
  const [asked, given] = [fencesOf(english), fencesOf(chinese)]
  const length = Math.max(asked.length, given.length)
  const index = Array.from({ length }, (_, at) => at).find((at) => asked[at]?.info !== given[at]?.info)
  if (index === undefined) return []
  const [there, here] = [asked[index], given[index]].map((fence) => (fence ? `one of "${fence.info}"` : 'none'))
  const message =
    `differs from README.md in code block ${index + 1}: README.md has ${there}, this has ${here}; `
    + 'show the same blocks in both'
  return [{ file, ...lineOf(given[index]), message }]
}

function lineOf(part: { readonly line: number } | undefined): { line?: number } {
  return part ? { line: part.line } : {}
}
