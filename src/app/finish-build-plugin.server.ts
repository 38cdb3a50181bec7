import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(css|html|ico|js|json|map|svg|txt|webmanifest|xml)$/
const MIN_COMPRESSIBLE_BYTES = 512

/** Moves the lists of licenses out of what is served, and writes compressed variants of the files that are. */
export function finishBuildPlugin(): Plugin {
  return {
    name: 'masthead:finish-build',
    apply: 'build',
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
