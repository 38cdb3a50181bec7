import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { uploadUrl } from '#features/media/rules/variant.ts'
import { IMAGE_UPLOAD_PATH } from '#kernel/paths.ts'
import { signInAs } from '../shared/site.mjs'
import { until } from '../shared/until.mjs'

const PARTS = 3
const SIZE = 160
const INTERVAL_MS = 100
const PART_TIMEOUT_MS = 8_000
const LIMIT_MS = 60_000

/**
 * A person uploads images while `inject` causes faults: each part goes to another machine, and is sent again until it is
 * acknowledged. Afterwards each machine serves each image, and the library has one entry of each.
 *
 * @param {Awaited<ReturnType<typeof import('./cluster.mjs').startCluster>>} cluster
 * @param {import('./run-class.mjs').Attempt} attempt
 * @param {{ label: string, inject: (uploads: { member?: any }) => Promise<void> }} options `member` receives the current part
 */
export async function withUploads({ members, sql }, attempt, { label, inject }) {
  const [{ site }] = members
  const email = `${label}@uploads.example.org`.replaceAll(/[ ,]+/g, '-')
  const headers = await signInAs({ url: site.url, sql }, 'author', email)
  const current = {}
  const urls = []
  let isDone = false

  async function uploadAll() {
    for (let n = 0; !isDone; n += 1) {
      await attempt(`${label}: upload ${n} is acknowledged`, async () => {
        urls.push(await upload(await createImage(), n))
      })
      await delay(INTERVAL_MS)
    }
  }

  async function upload(bytes, n) {
    const id = crypto.randomUUID()
    let [offset, name, part] = [0, undefined, n]
    await until(LIMIT_MS, async () => {
      const running = members.filter(({ isRunning }) => isRunning)
      current.member = running[part++ % running.length]
      const end = Math.min(offset + Math.ceil(bytes.length / PARTS), bytes.length)
      const query = new URLSearchParams({ id, name: `${n}.png`, offset, size: bytes.length })
      const { site } = current.member
      const { status, text } = await site.send(`${IMAGE_UPLOAD_PATH}?${query}`, {
        method: 'PATCH',
        headers: { ...headers, origin: site.url, 'content-type': 'application/octet-stream' },
        body: bytes.subarray(offset, end),
        timeoutMs: PART_TIMEOUT_MS,
      })
      if (![201, 202, 409].includes(status)) throw new Error(`status ${status}: ${text}`)
      const body = JSON.parse(text)
      offset = body.offset ?? offset
      name = body.image?.name
      return status === 201
    })
    return uploadUrl(name)
  }

  const uploading = uploadAll()
  await inject(current)
  isDone = true
  await uploading
  for (const { site } of members)
    await attempt(`${label}: ${urls.length} uploads`, async () => {
      if (urls.length === 0) throw new Error('there were none')
      for (const url of urls) await until(LIMIT_MS, () => site.expect(200, url, { headers }).then(Boolean))
    })
  await attempt(`${label}: files of the library`, async () => {
    const rows = await sql(
      'select file from media where uploaded_by = (select id from users where email = $1)',
      [email],
    )
    if (rows.length !== urls.length) throw new Error(`${rows.length} entries of ${urls.length} uploads`)
  })
}

/** An image of noise, which no other image equals. */
function createImage() {
  return sharp(randomBytes(SIZE * SIZE * 3), { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .png()
    .toBuffer()
}
