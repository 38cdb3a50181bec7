import type { Page } from '@playwright/test'
import { signIn } from './fixtures/administrator.ts'
import { moveCaret } from './fixtures/caret.ts'
import { expectAccessible, expectAccessibleAtEachWidth } from './fixtures/expect-accessible.ts'
import { expectToFit } from './fixtures/expect-to-fit.ts'
import { expect, test } from './fixtures/test.ts'

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const POST = 'https://social.example/@ada/100254678717223630'

const VIDEO_HTML =
  `<figure class="embed" data-address="${VIDEO}"><p><a href="${VIDEO}">The interview in full</a></p>` +
  '<figcaption>Masthead TV · YouTube</figcaption></figure>'
const POST_HTML =
  `<figure class="embed" data-address="${POST}"><blockquote><p>Every vote counts.</p></blockquote>` +
  `<p><a href="${POST}">Post on Mastodon</a></p><figcaption>Ada Lane</figcaption></figure>`

const content = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true })
const card = (page: Page) => content(page).locator('.embed-card')
const figure = (page: Page, name: string) => page.getByRole('figure').filter({ hasText: name })
const show = (page: Page, provider: string) => page.getByRole('button', { name: `Show ${provider} content` })
const remember = (page: Page) => page.getByRole('checkbox', { name: /^Always show content from YouTube/ })

/** Serves the players, and lists the addresses that were requested. */
async function startPlayers(page: Page): Promise<string[]> {
  const requested: string[] = []
  await page.context().route(/^https:\/\/(?:www\.youtube-nocookie\.com|social\.example)\//, async (route) => {
    requested.push(route.request().url())
    const body =
      '<title>Player</title><p>The player.</p><script>parent.postMessage({ height: 333 }, "*")</script>'
    await route.fulfill({ contentType: 'text/html', body })
  })
  return requested
}

test('readers load the content of others only after a press, which is remembered and can be withdrawn', async ({
  site,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/^another host: https:\/\/(?:www\.youtube-nocookie\.com|social\.example)\//)
  const requested = await startPlayers(page)
  const [id, other] = await site.publish([
    { title: 'Interview', content: `<p>Watch it.</p>${VIDEO_HTML}${POST_HTML}` },
    { title: 'Without', content: '<p>Words alone.</p>' },
  ])
  const files: string[] = []
  page.on('request', (request) => void files.push(request.url()))
  const plain = await page.goto(`/article/${other}`, { waitUntil: 'networkidle' })
  expect(plain?.headers()['content-security-policy']).not.toContain('frame-src')
  expect(files.join('\n')).not.toContain('embed')
  const response = await page.goto(`/article/${id}`)
  expect(response?.headers()['content-security-policy']).toContain(
    "frame-src 'self' https://www.youtube-nocookie.com https://social.example;",
  )

  await expect(show(page, 'YouTube')).toBeVisible()
  await expect(figure(page, 'The interview in full')).toContainText(
    'Loads content from www.youtube-nocookie.com, which can then see your IP address and may set cookies.',
  )
  await expectAccessibleAtEachWidth(page)
  await expectToFit(page)
  expect(requested).toEqual([])

  await show(page, 'YouTube').focus()
  await page.keyboard.press('Enter')
  const frame = page.locator('iframe')
  await expect(frame.contentFrame().getByText('The player.')).toBeVisible()
  await expect(frame).toHaveAttribute('title', 'YouTube: The interview in full')
  await expect(frame).toHaveAttribute('sandbox', /^(?!.*(?:top-navigation|forms|modals)).*allow-scripts/)
  expect(requested).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'])
  // A message cannot change the shape of a video.
  await expect(frame).not.toHaveCSS('height', '333px')
  await page.getByRole('button', { name: 'Hide YouTube content' }).click()
  await expect(frame).toHaveCount(0)

  await show(page, 'Mastodon').click()
  await expect(frame).toHaveCSS('height', '333px')
  await expect(page.getByText('Every vote counts.')).toBeHidden()
  await expectAccessible(page)

  await page.reload()
  await expect(show(page, 'Mastodon')).toBeVisible()
  await expect(frame).toHaveCount(0)
  await remember(page).press('Space')
  await expect(frame).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Hide YouTube content' })).toBeVisible()
  await expect(show(page, 'Mastodon')).toBeVisible()
  await remember(page).press('Space')
  await expect(remember(page)).not.toBeChecked()
  await page.reload()
  await expect(show(page, 'YouTube')).toBeVisible()
  await expect(frame).toHaveCount(0)
})

test('readers who come by a link can show the content too', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/^another host: https:\/\/www\.youtube-nocookie\.com\//)
  // The policy is that of the front page.
  pageErrors.allow(/www\.youtube-nocookie\.com.*violates the following Content Security Policy directive/)
  await startPlayers(page)
  await site.publish([{ title: 'Interview', content: VIDEO_HTML }])
  await page.goto('/')
  await page.getByRole('link', { name: 'Interview' }).first().click()
  await show(page, 'YouTube').click()
  await expect(page.locator('iframe').contentFrame().getByText('The player.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hide YouTube content' })).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an embed is a link with its title and its quotation', async ({ site, page }) => {
    const [id] = await site.publish([{ title: 'Interview', content: VIDEO_HTML + POST_HTML }])
    await page.goto(`/article/${id}`)
    await expect(page.getByRole('link', { name: 'The interview in full' })).toHaveAttribute('href', VIDEO)
    await expect(page.getByText('Masthead TV · YouTube')).toBeVisible()
    await expect(page.getByRole('blockquote')).toHaveText('Every vote counts.')
    await expect(page.locator('.embed').getByRole('button')).toHaveCount(0)
  })
})

test('in the editor, a pasted address becomes a card, and the block menu asks for one', async ({
  site,
  page,
}) => {
  test.slow()
  await signIn(site, page.request)
  await site.sql('delete from embeds')
  const store = (
    address: string,
    provider: string,
    author: string,
    more: { title?: string; text?: string },
  ) =>
    site.sql(
      `insert into embeds (address, provider, title, author, text, fetched_at) values ($1, $2, $3, $4, $5, now())`,
      [address, provider, more.title ?? '', author, more.text ?? ''],
    )
  const paste = (text: string) =>
    content(page).evaluate((element, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const target = getSelection()?.anchorNode?.parentElement ?? element
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  await store(VIDEO, 'youtube', 'Masthead TV', { title: 'The interview <b>in full</b>' })
  const [id] = await site.publish([{ title: 'Interview', content: '<p>Watch it.</p>' }])
  await page.goto(`/admin/articles?article=${id}`)
  await moveCaret(content(page), 'end')
  await page.keyboard.press('Enter')
  await paste(' https://youtu.be/dQw4w9WgXcQ?si=abc ')
  await expect(card(page)).toContainText('The interview <b>in full</b>')
  await expect(card(page)).toContainText('Masthead TV · YouTube')

  // Undo returns the address.
  await page.keyboard.press('ControlOrMeta+z')
  await expect(card(page)).toHaveCount(0)
  await expect(content(page)).toContainText('https://youtu.be/dQw4w9WgXcQ?si=abc')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(card(page)).toContainText('The interview <b>in full</b>')
  await expect(content(page)).not.toContainText('youtu.be')

  // In a paragraph with text, a pasted address stays text.
  await moveCaret(content(page), 'end')
  await page.keyboard.type('See ')
  await paste('https://youtu.be/aaaaaaaaaaa')
  await expect(content(page)).toContainText('See https://youtu.be/aaaaaaaaaaa')
  await expect(card(page)).toHaveCount(1)

  // From the block menu, a failure can be retried.
  await page.keyboard.press('Enter')
  await page.keyboard.press('/')
  await page.keyboard.type('Embed')
  await page.keyboard.press('Enter')
  const post = card(page).last()
  const address = post.getByLabel('Address of the video, post, chart or map')
  await expect(address).toBeFocused()
  await page.keyboard.type('https://evil.example/')
  await page.keyboard.press('Enter')
  await expect(post.getByRole('alert')).toContainText(
    'This is not the address of something that can be embedded.',
  )
  await expect(address).toHaveValue('https://evil.example/')
  // The test machine has no such server.
  await address.fill(POST)
  await page.keyboard.press('Enter')
  await expect(post.getByRole('alert')).toContainText('Readers see a card with the address.')
  await expect(post).toContainText('social.example/@ada/100254678717223630')
  await expectAccessible(page)
  await store(POST, 'mastodon', 'Ada Lane', { text: 'Every vote counts.' })
  await post.getByRole('button', { name: 'Try Again' }).click()
  await expect(post).toContainText('Every vote counts.')
  await expect(post).toContainText('Post on Mastodon')
  await expect(post.getByRole('button')).toHaveCount(0)

  await page.getByRole('button', { name: 'Update Article' }).click()
  await page.getByRole('button', { name: 'Publish Changes' }).click()
  await expect
    .poll(async () => {
      const [row] = await site.sql<{ content: string }>('select content from articles where id = $1', [id])
      return row?.content
    })
    .toContain(POST_HTML)
})
