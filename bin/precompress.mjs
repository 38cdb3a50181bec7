import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = new Set([
  '.css',
  '.html',
  '.ico',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.txt',
  '.webmanifest',
  '.xml',
])
const WORTHWHILE_BYTES = 1024

/**
 * Puts a `.br` and a `.gz` beside every file below `folder` that gains from it, as small as they get.
 *
 * @param {string} folder
 */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
  await Promise.all(files.map((file) => compress(join(file.parentPath ?? file.path, file.name))))
}

/** @param {string} file */
async function compress(file) {
  const content = await readFile(file)
  if (content.length < WORTHWHILE_BYTES) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const variants = {
    '.br': await promisify(brotliCompress)(content, { params: quality }),
    '.gz': await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [suffix, bytes] of Object.entries(variants)) {
    if (bytes.length < content.length) await writeFile(file + suffix, bytes)
  }
}
