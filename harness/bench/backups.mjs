import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { numbers } from '../shared/client.mjs'
import { runMasthead } from '../shared/run-masthead.mjs'
import { loadArticles } from './articles.mjs'
import { print, under } from './report.mjs'

const UPLOAD_BYTES = 5 * 1024 * 1024
/** How much higher the peak memory of a large site may be than that of a small one. */
const MAX_GROWTH_MB = 150

/** The peak memory of backups and of their checks, of a small site and of one with a gigabyte of uploads. */
export async function benchBackups({ client, folder, databaseUrl, articles }) {
  const small = {}
  const sizes = { small: [1_000, 4], large: [articles, 200] }
  for (const [name, [count, uploads]] of Object.entries(sizes)) {
    await loadArticles(client, count)
    const data = join(folder, `${name}-site`)
    await mkdir(join(data, 'article-images'), { recursive: true })
    for (const n of numbers(uploads))
      await writeFile(join(data, 'article-images', `image-${n}.webp`), randomBytes(UPLOAD_BYTES))
    const file = join(folder, `${name}.tar.zst`)
    for (const argv of [
      ['backup', '--to', file],
      ['backup', 'verify', file],
    ]) {
      const command = argv.slice(0, -1).join(' ')
      const env = { DATABASE_URL: databaseUrl, DATA_DIR: data }
      const { status, output, peakMb } = await runMasthead(argv, { env })
      if (status !== 0) throw new Error(output)
      small[command] ??= peakMb
      const growthMb = peakMb - small[command]
      print(
        `${command}, ${name} site`,
        `peak memory ${peakMb.toFixed(0)} MB, ${growthMb.toFixed(0)} MB more than of the small site`,
        under(growthMb, MAX_GROWTH_MB),
      )
    }
  }
}
