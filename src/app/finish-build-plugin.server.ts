import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const COMPRESSIBLE = /\.(css|html|ico|js|json|map|svg|txt|webmanifest|xml)$/
const MIN_COMPRESSIBLE_BYTES = 512

/**
 * Moves the lists of licenses out of what is served, lists the phrases of browsers, and writes compressed variants of the
 * files that are served.
 */
export function finishBuildPlugin(): Plugin {
  return {
    name: 'masthead:finish-build',
    apply: 'build',
    async writeBundle(_, bundle) {
      if (this.environment.name === 'client') await writeBrowserPhrases(bundle, this.environment.config.root)
    },
    buildApp: {
      order: 'post',
      async handler({ config }) {
        const dist = join(config.root, 'dist')
        await mkdir(join(dist, 'licenses'), { recursive: true })
        for (const side of ['client', 'server'])
          await rename(join(dist, side, 'licenses.json'), join(dist, 'licenses', `${side}.json`))
        const entries = await readdir(join(dist, 'client'), { recursive: true, withFileTypes: true })
        const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
        await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))))
      },
    },
  }
}

/** Lists the phrases in scripts of readers: the others are only in the admin area, and in HTML, feeds and emails of the server. */
async function writeBrowserPhrases(bundle: Rolldown.OutputBundle, root: string): Promise<void> {
  const scripts = readerScripts(bundle)
  const catalogue = await readFile(join(root, 'src/features/language/catalogues/de.json'), 'utf8')
  // Scripts have the text and the context of a key apart.
  const phrases = Object.keys(JSON.parse(catalogue)).filter((key) =>
    scripts.includes(key.replace(/ \([^()]+\)$/, '')),
  )
  await writeFile(join(root, 'dist', 'browser-phrases.json'), JSON.stringify(phrases))
}

/** Returns the code that pages load outside of the admin area, whose screens only the whole route tree imports. */
function readerScripts(bundle: Rolldown.OutputBundle): string {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || found.has(chunk)) return
    if (chunk.moduleIds.some((id) => id.endsWith('/src/app/routeTree.gen.ts'))) return
    found.add(chunk)
    for (const imported of [...chunk.imports, ...chunk.dynamicImports]) add(imported)
  }
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) add(chunk.fileName)
  return [...found].map(({ code }) => code).join('\n')
}

/** Writes `.br` and `.gz` variants beside the file, if they are smaller. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < MIN_COMPRESSIBLE_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const variants = {
    '.br': await promisify(brotliCompress)(content, { params }),
    '.gz': await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [suffix, bytes] of Object.entries(variants))
    if (bytes.length < content.length) await writeFile(file + suffix, bytes)
}
