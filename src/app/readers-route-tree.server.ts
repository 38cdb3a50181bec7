import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { isAdminModule } from '#kernel/paths.ts'

const SOURCE = fileURLToPath(new URL('./routeTree.gen.ts', import.meta.url))
/** Beside the generated tree, for its relative imports. */
const ID = SOURCE.replace('.gen.ts', '.readers.ts')

/** Provides `#readers-route-tree`, without the admin area and server routes. */
export function readersRouteTree(): Plugin {
  return {
    name: 'masthead:readers-route-tree',
    enforce: 'pre',
    resolveId(id) {
      if (id !== '#readers-route-tree') return undefined
      const isPruned = this.environment.name === 'client' && this.environment.mode === 'build'
      return isPruned ? ID : SOURCE
    },
    async load(id) {
      if (id !== ID) return undefined
      const isFile = async (path: string) => (await this.resolve(path, SOURCE))?.id ?? ''
      return pruneRouteTree(await readFile(SOURCE, 'utf8'), async (path) => {
        const file = await isFile(path)
        // Server routes end with ".ts".
        return isAdminModule(file) || file.endsWith('.ts')
      })
    },
  }
}

/** @throws if a removed route is still referenced */
export async function pruneRouteTree(
  code: string,
  isRemoved: (path: string) => Promise<boolean>,
): Promise<string> {
  const imports = [...code.matchAll(/^import \{ Route as (\w+)Import \} from '([^']+)'\n/gm)]
  const names: string[] = []
  for (const [, name = '', path = ''] of imports) if (await isRemoved(path)) names.push(name)

  let pruned = code
    .replace(/^(?:export )?interface [\s\S]*?^\}\n/gm, '')
    .replace(/^declare module [\s\S]*?^\}\n/gm, '')
    .replace(/^import type .*\n/gm, '')
  for (const name of names) {
    pruned = pruned
      .replace(new RegExp(`^import \\{ Route as ${name}Import \\} .*\\n`, 'm'), '')
      .replace(
        new RegExp(`^const ${name} =\\s*${name}Import\\.update\\([\\s\\S]*?^ *\\} as \\w+\\)\\n`, 'm'),
        '',
      )
      .replace(new RegExp(`^const ${name}Children: [\\s\\S]*?^\\}\\n`, 'm'), '')
      .replace(
        new RegExp(`^const ${name}WithChildren =\\s*${name}\\._addFileChildren\\([^)]*\\)\\n`, 'm'),
        '',
      )
      .replace(new RegExp(`^  ${name}:\\s*\\w+,\\n`, 'gm'), '')
  }
  const left = names.find((name) => new RegExp(`\\b${name}(Import|Children|WithChildren)?\\b`).test(pruned))
  if (left) throw new Error(`The route tree cannot be pruned: it still contains ${left}`)
  return pruned
}
