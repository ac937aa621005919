/** Follows the relative links of every Markdown file: to a file that git has, and to a heading where they name one. */
import { posix } from 'node:path'
import type { Fault, Files } from '../workspace.ts'
import { headingsOf, linksOf, slugOf } from './markdown.ts'

/** Links that lead nowhere. Addresses with a scheme are not followed. */
export function linkFaults(files: Files): Fault[] {
  const folders = new Set([...files.keys()].flatMap(foldersOf))
  return [...files]
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, text]) => {
      return linksOf(text).flatMap(({ target, line }) => {
        const message = faultOf(files, folders, file, target)
        return message === undefined ? [] : [{ file, line, message }]
      })
    })
}

function faultOf(files: Files, folders: ReadonlySet<string>, file: string, target: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined
  const [path = '', anchor] = decodeURI(target).split('#')
  if (path.startsWith('/')) return `links to ${target}; write the path relative to this file`
  const found = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path))
  if (folders.has(found.replace(/\/$/, ''))) return undefined
  const text = files.get(found)
  if (text === undefined) return `links to ${target}, and there is no ${found}; correct the path`
  if (anchor === undefined || !found.endsWith('.md')) return undefined
  if (anchorsOf(text).has(anchor)) return undefined
  return `links to ${target}, and ${found} has no heading with that anchor; correct it`
}

function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const heading of headingsOf(text)) {
    const slug = slugOf(heading.text)
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return ['.', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))]
}
