import type { BrowserContext, Page } from '@playwright/test'
import { ADMINISTRATOR, signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { expect, test } from './fixtures/test.ts'

/** How long each writer types. */
const SECONDS = 60
/** Two keys a second for each writer. */
const KEY_INTERVAL_MS = 500
/** The characters of each writer, so that the text shows who typed what. */
const ALPHABETS = ['abcde', 'fghij', 'klmno', 'pqrst', 'uvwxy']

type Writer = { alphabet: string; context: BrowserContext; page: Page; typed: string }

/** Five browsers load the editor at once. */
const OPENING = { timeout: 60_000 }

const emailOf = (index: number) => `writer${index}@example.org`

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })

const textOf = async (page: Page) => (await content(page).textContent()) ?? ''

/** The characters of each writer, in their order. */
const byWriter = (text: string) =>
  Object.fromEntries(
    ALPHABETS.map((alphabet) => [
      alphabet,
      [...text].filter((character) => alphabet.includes(character)).join(''),
    ]),
  )

test.setTimeout(120_000 + SECONDS * 3_000)

test('five people write one paragraph on two processes: one is offline, a process is killed, a session ends and a tab is closed', async ({
  site,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_|status 401/)
  const killed = await site.startAnother()
  const [id] = await site.publish([{ title: 'Tea at four', content: '<p>0</p>' }])
  const writers: Writer[] = []
  for (const [index, alphabet] of ALPHABETS.entries()) {
    const url = index % 2 ? killed.url : site.url
    const context = await browser.newContext({ baseURL: url })
    await signIn({ ...site, url }, context.request, { email: emailOf(index) })
    const page = await context.newPage()
    // Loads the scripts of the editor, which take longest for five browsers at once.
    await page.goto('/admin/articles?article=new')
    await expect(content(page)).toBeVisible(OPENING)
    writers.push({ alphabet, context, page, typed: '' })
  }
  // The first one to open the article creates its document, and those of the others are replaced.
  await Promise.all(
    writers.map(async ({ page }) => {
      await page.goto(`/admin/articles?article=${id}`)
      await expect(content(page)).toContainText('0', OPENING)
      await content(page).click()
      await page.keyboard.press('ControlOrMeta+End')
    }),
  )

  /** Each person types at their own caret. */
  async function type(seconds: number) {
    const end = Date.now() + seconds * 1_000
    await Promise.all(
      writers.map(async (writer) => {
        const { page, alphabet } = writer
        while (Date.now() < end) {
          const key = alphabet[Math.floor(Math.random() * alphabet.length)] ?? ''
          writer.typed += key
          await page.keyboard.type(key, { delay: KEY_INTERVAL_MS })
        }
      }),
    )
  }

  async function endSession(writer: Writer): Promise<void> {
    const { page, context, alphabet } = writer
    await context.clearCookies()
    // The dialog, which takes the focus, waits until nobody is typing.
    await page.keyboard.type(alphabet, { delay: KEY_INTERVAL_MS })
    writer.typed += alphabet
    const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
    await dialog.getByLabel('Email').fill(emailOf(writers.indexOf(writer)))
    await dialog.getByLabel(/^Password/).fill(ADMINISTRATOR.password)
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await moveCaret(content(page), 'end')
  }

  /** Closes the tab right after a key, and opens the article in another one. */
  async function closeTab(writer: Writer): Promise<void> {
    const { page, context, alphabet } = writer
    await page.keyboard.type(alphabet)
    writer.typed += alphabet
    await page.close()
    writer.page = await context.newPage()
    await writer.page.goto(`/admin/articles?article=${id}`)
    await expect(content(writer.page)).toContainText('0', OPENING)
    await moveCaret(content(writer.page), 'end')
  }

  await type(SECONDS / 4)
  await writers[4]?.context.setOffline(true)
  await type(SECONDS / 4)
  process.kill(killed.pid, 'SIGKILL')
  await type(SECONDS / 4)
  await writers[4]?.context.setOffline(false)
  await using restarted = await site.startAnother({ PORT: new URL(killed.url).port })
  const [, , signedOut, closed] = writers
  if (signedOut) await endSession(signedOut)
  if (closed) await closeTab(closed)
  await type(SECONDS / 4)

  for (const { page } of writers)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 60_000 })
  const typed = Object.fromEntries(writers.map(({ alphabet, typed }) => [alphabet, typed]))
  for (const { page } of writers) await expect.poll(async () => byWriter(await textOf(page))).toEqual(typed)
  const [text = ''] = await Promise.all(writers.map(({ page }) => textOf(page)))
  for (const { page } of writers) expect(await textOf(page)).toBe(text)

  // After a restart.
  await restarted[Symbol.asyncDispose]()
  await using again = await site.startAnother()
  const [context] = writers.map(({ context }) => context)
  const page = (await context?.newPage()) as Page
  await signIn({ ...site, url: again.url }, page.request)
  await page.goto(`${again.url}/admin/articles?article=${id}`)
  await expect.poll(() => textOf(page), OPENING).toBe(text)
  expect(await site.sql("select fields->>'content' as content from drafts")).toEqual([
    { content: `<p>${text}</p>` },
  ])
  await killed[Symbol.asyncDispose]()
  for (const { context } of writers) await context.close()
})
