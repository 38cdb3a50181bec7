import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/** The layers of src/, and the ones that each may import besides itself. The files in src/ itself compose them all. */
const LAYERS: Record<string, string[]> = {
  domain: [],
  ui: [],
  platform: [],
  features: ['domain', 'platform', 'ui'],
  routes: ['features', 'domain', 'platform', 'ui'],
}

/** Any feature may ask who it is that asks, and record what that one changed. */
const FOR_ALL = ['accounts', 'audit']

/** The other features that a feature may import. */
const NEIGHBOURS: Record<string, string[]> = {
  ads: ['settings'],
  analytics: ['articles'],
  articles: ['ads', 'bookmarks', 'feeds', 'media', 'search', 'sharing'],
  bookmarks: ['analytics', 'articles', 'media'],
  dashboard: ['articles', 'feeds', 'settings'],
  feeds: ['articles', 'media', 'settings'],
  live: ['feeds'],
  newsletter: ['articles', 'settings'],
  offline: ['articles', 'bookmarks', 'settings'],
  pages: ['settings'],
  search: ['articles', 'settings'],
  shell: ['articles', 'feeds', 'live', 'search', 'settings'],
  sharing: ['analytics'],
  syndication: ['articles', 'media', 'settings'],
  users: ['newsletter'],
}

const CODE = '{src,bin,checks,bench,e2e,samples}/**/*.{ts,tsx,mjs,css}'
const GENERATED = /\.gen\.ts$/
const TEST = /\.test\.tsx?$|\/testing\//
const IMPORT = /^(?:import|export)\b([^'";]*?)\bfrom\s*['"]([^'"]+)['"]|\bimport\(?\s*['"]([^'"]+)['"]/gm
const VAGUE = /^(index|utils?|lib|helpers?)$/
const MAX_LINES = 400
const MAX_ROUTE_LINES = 60

type SourceFile = { path: string; text: string; imports: { target: string; isType: boolean }[] }

/** Each says in a few words what is wrong with a file, as often as it is. */
const RULES = [arrows, neighbours, serverOnly, environment, names, sizes, unfinished]

/** Every breach of the house's rules below `root`, as `path: what is wrong`. */
export function findBreaches(root: string): string[] {
  const files = globSync(CODE, { cwd: root })
    .filter((path) => !GENERATED.test(path))
    .map((path) => read(root, path))
  return files.flatMap((file) =>
    RULES.flatMap((rule) => rule(file).map((breach) => `${file.path}: ${breach}`)),
  )
}

function read(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const imports = [...text.matchAll(IMPORT)].map(([, clause = '', from, bare]) => ({
    target: resolve(path, from ?? bare ?? ''),
    isType: /^\s*type\b/.test(clause),
  }))
  return { path, text, imports }
}

/** An import of ours as a path from the root; a package stays as it is. */
function resolve(importer: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(importer), specifier))
  return specifier.replace(/^#src\//, 'src/').replace(/^#/, 'src/')
}

/** The layer of a path in src/, and the feature in `features`; undefined elsewhere and for the files in src/ itself. */
function place(path: string): { layer?: string; feature?: string } {
  const [top, layer, name] = path.split('/')
  return top === 'src' && name ? { layer, feature: layer === 'features' ? name : undefined } : {}
}

function arrows({ path, imports }: SourceFile): string[] {
  const { layer = '' } = place(path)
  const allowed = [layer, ...(LAYERS[layer] ?? [])]
  if (!layer || TEST.test(path)) return []
  return imports
    .filter(({ target }) => target.startsWith('src/') && !allowed.includes(place(target).layer ?? ''))
    .map(({ target }) => `${layer} may not import ${target}`)
}

function neighbours({ path, imports }: SourceFile): string[] {
  const { feature = '' } = place(path)
  const allowed = [feature, ...FOR_ALL, ...(NEIGHBOURS[feature] ?? [])]
  if (!feature || TEST.test(path)) return []
  return imports
    .map(({ target }) => place(target).feature)
    .filter((other) => other && !allowed.includes(other))
    .map((other) => `${feature} may not import the feature ${other} (see checks/layers.ts)`)
}

/** A type is gone before the browser sees it, and the files in src/ itself run on the server. */
function serverOnly({ path, text, imports }: SourceFile): string[] {
  if (!place(path).layer || TEST.test(path) || /\.(server|functions)\.tsx?$/.test(path)) return []
  if (path.startsWith('src/routes/') && /\bserver: \{/.test(text)) return []
  return imports
    .filter(({ target, isType }) => /\.server\.tsx?$/.test(target) && !isType)
    .map(({ target }) => `${target} is for the server, and this file may reach a browser`)
}

function environment({ path, text }: SourceFile): string[] {
  const isAllowed = !path.startsWith('src/') || TEST.test(path) || path === 'src/platform/env.server.ts'
  return !isAllowed && text.includes('process.env')
    ? ['process.env is read in platform/env.server.ts only']
    : []
}

function names({ path }: SourceFile): string[] {
  const words = path.startsWith('src/routes/')
    ? []
    : [...dirname(path).split('/'), basename(path).split('.')[0] ?? '']
  return words
    .filter((word) => VAGUE.test(word))
    .map((word) => `"${word}" says nothing: name it after what it holds`)
}

function sizes({ path, text }: SourceFile): string[] {
  const most = path.startsWith('src/routes/') && !TEST.test(path) ? MAX_ROUTE_LINES : MAX_LINES
  const lines = text.split('\n').length - 1
  return lines > most ? [`${lines} lines, where ${most} are the most`] : []
}

function unfinished({ text }: SourceFile): string[] {
  return /\bTO[D]O\b/.test(text) ? ['something is left to do: do it, or open an issue'] : []
}

if (import.meta.main) {
  const breaches = findBreaches(join(import.meta.dirname, '..'))
  for (const breach of breaches) console.error(breach)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
