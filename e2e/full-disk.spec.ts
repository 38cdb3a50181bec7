import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { ADMINISTRATOR } from './fixtures/administrator.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { startMasthead } from './fixtures/masthead-server.ts'
import { expect, test } from './fixtures/test.ts'

const MIB = 1024 ** 2

// It starts a server with a database of its own.
test.slow()

test('a full disk makes the site read-only until it has space again', async ({ page, pageErrors }) => {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-full-disk-'))
  const freeBytesFile = join(folder, 'free-bytes')
  const leave = async (bytes: number) => {
    // Renamed, so that the server never reads an empty file.
    await writeFile(`${freeBytesFile}.new`, String(bytes))
    await rename(`${freeBytesFile}.new`, freeBytesFile)
  }
  await leave(600 * MIB)
  try {
    const { email, password } = ADMINISTRATOR
    await using server = await startMasthead({
      FREE_BYTES_FILE: freeBytesFile,
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
    })
    await page.goto(`${server.url}/admin/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(`${server.url}/admin`)
    await page.goto(`${server.url}/admin/articles?article=new`)
    const notice = page.getByRole('alert').filter({ hasText: 'The disk of the server' })
    const title = page.getByLabel('Title')
    const saved = page.getByText('Saved', { exact: true })
    const statusOf = async (path: string) => (await page.request.get(server.url + path)).status()
    const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
    const upload = () =>
      page.request.post(`${server.url}/api/admin/images?name=a.png`, {
        data: buffer,
        headers: { origin: server.url, 'content-type': 'image/png' },
      })
    await title.fill('Harbour')
    await expect(saved).toBeVisible()
    expect((await upload()).status()).toBe(201)
    await expect(notice).toHaveCount(0)

    await leave(150 * MIB)
    await expect(notice).toContainText('The disk of the server is almost full.')
    await expectAccessible(page)
    const refused = await upload()
    expect([refused.status(), await refused.json()]).toEqual([
      507,
      {
        message: 'The file was not saved: the disk of the server is full. Please contact its operator.',
      },
    ])
    await title.fill('Harbour closes')
    await expect(saved).toBeVisible()
    const metrics = await (await page.request.get(`${server.url}/metrics`)).text()
    const free = Number(/masthead_disk_free_bytes\{disk="database"\} (\S+)/.exec(metrics)?.[1])
    expect(free).toBe(150 * MIB)

    pageErrors.allow(/status 507|console: RequestFailure/)
    await leave(30 * MIB)
    await expect(notice).toContainText('The disk of the server is full.')
    await title.fill('Harbour closes today')
    await expect(page.getByText('Saved on this device, will be sent again')).toBeVisible()
    for (const path of ['/', '/sport', '/search?q=harbour', '/readyz']) expect(await statusOf(path)).toBe(200)

    await leave(600 * MIB)
    await expect(notice).toHaveCount(0)
    // The editor would try again after 30 seconds at most.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(saved).toBeVisible()
    await page.reload()
    await expect(title).toHaveText('Harbour closes today')
    expect((await upload()).status()).toBe(201)
    // The requests of the open page would fail when the server stops.
    await page.goto('about:blank')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
