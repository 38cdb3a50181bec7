import { posix } from 'node:path'
import { decodePath } from '#kernel/paths.ts'
import { isTextFolder } from '../rules/folder-pages.ts'

/** Folders in which generators keep files that pages refer to by an absolute path. */
const ROOTS = ['', 'static/', 'public/', 'assets/', 'src/', 'content/', 'src/assets/', 'source/', 'docs/']
const PAGE_ENDINGS = ['', '.md', '.markdown', '.html', '/index.md', '/index.html']

/** Finds the files that texts refer to: relative to the text, from the root of the site, or by the name alone. */
export function createFolderIndex(names: readonly string[]) {
  const known = new Set(names)
  const byBase = new Map<string, string[]>()
  for (const name of names) {
    const base = posix.basename(name).toLowerCase()
    const same = byBase.get(base)
    if (same) same.push(name)
    else byBase.set(base, [name])
  }
  const prefix = commonFolder(names)

  function findFile(address: string, from: string): string | undefined {
    const path = pathOf(address)
    if (!path) return undefined
    const beside = path.startsWith('/') ? undefined : posix.normalize(posix.join(posix.dirname(from), path))
    if (beside && known.has(beside)) return beside
    const absolute = posix.normalize(path.replace(/^\/+/, ''))
    const root = ROOTS.find((one) => known.has(prefix + one + absolute))
    if (root !== undefined) return prefix + root + absolute
    const same = byBase.get(posix.basename(path).toLowerCase()) ?? []
    // If several files have this name, the path must match too.
    return same.length === 1 ? same[0] : same.find((name) => name.endsWith(`/${absolute}`))
  }

  /** Finds the file of another page. The address may lack the extension. */
  function findPage(address: string, from: string): string | undefined {
    const path = pathOf(address)?.replace(/\/$/, '')
    if (!path) return undefined
    const [named] = [path, `${path}.md`].flatMap((one) =>
      /\.(?:md|markdown|html?)$/i.test(one) ? (findFile(one, from) ?? []) : [],
    )
    if (named) return named
    const beside = posix.normalize(posix.join(posix.dirname(from), path))
    const ending = PAGE_ENDINGS.find((end) => end && known.has(beside + end))
    return ending && beside + ending
  }

  return { findFile, findPage }
}

/** Returns the folder that contains all files, such as that of a downloaded archive, with a slash; empty without one. */
export function commonFolder(names: readonly string[]): string {
  const [top = ''] = names[0]?.split('/') ?? []
  const isCommon = !isTextFolder(top) && names.every((name) => name.startsWith(`${top}/`))
  return isCommon ? `${top}/` : ''
}

/** Returns the decoded path; undefined for addresses of other sites and for fragments. */
function pathOf(address: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(address)) return undefined
  const [path = ''] = address.split(/[?#]/)
  return decodePath(path) || undefined
}
