import type { BrowserContext, Page } from '@playwright/test'
import { addAccount, signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { openWhenIdle, waitUntilIdle } from './fixtures/open-when-idle.ts'
import { readStored } from './fixtures/read-stored.ts'
import { expect, test } from './fixtures/test.ts'

/** A failure must be visible this soon. */
const SOON = { timeout: 4_000 }
/** Texts of browsers, proxies and the framework. */
const RAW_TEXT =
  /Failed to fetch(?! articles| settings)|<html|Bad Gateway|nginx|Invariant|undefined|TypeError|\[object/
const BAD_GATEWAY = {
  status: 502,
  contentType: 'text/html',
  body: '<html><h1>502 Bad Gateway</h1><hr>nginx</html>',
}

type State = { reason: string; isOffline: boolean; start(): Promise<unknown>; stop(): Promise<unknown> }

const statesOf = (context: BrowserContext): State[] => [
  {
    reason: 'You are offline.',
    isOffline: true,
    start: () => context.setOffline(true),
    stop: () => context.setOffline(false),
  },
  {
    reason: 'The server is temporarily unavailable.',
    isOffline: false,
    start: () => context.route(isCall, (route) => route.fulfill(BAD_GATEWAY)),
    stop: () => context.unroute(isCall),
  },
]
const isCall = ({ pathname }: URL) => /^\/(_serverFn|api|newsletter)\b/.test(pathname)

/** Makes a change; `text` says that it failed. The reason follows. */
type Change = {
  name: string
  text: string
  /**
   * Tested with a proxy's error page too. Changes that call a server function need not be: one function checks the
   * responses of all server functions (fetch-from-server.test.ts).
   */
  isAtProxy?: boolean
  /** Opens its screen from the screen before it. */
  open?(page: Page): Promise<unknown>
  make(page: Page): Promise<unknown>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const click = (name: string | RegExp) => (page: Page) => button(page, name).click()
const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).click()
/** The menu of colours and text sizes is in each page, hidden. */
const dialogOf = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').filter({ visible: true })
/** Opens a confirmation and confirms it. */
const confirm = (name: string | RegExp, label: string) => async (page: Page) => {
  await button(page, name).click()
  await dialogOf(page).getByRole('button', { name: label }).click()
}

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

/**
 * Changes by the path at which a visit starts, one for each way of sending and showing them. That all others handle
 * their failure is tested in mutation-failures.test.ts.
 */
const VISITS: Record<string, Change[]> = {
  '/admin': [
    {
      name: 'Refresh Content',
      text: 'Failed to refresh content',
      isAtProxy: true,
      make: click('Refresh Content'),
    },
    { name: 'Sign Out', text: 'Failed to sign out', isAtProxy: true, make: click('Sign Out') },
    {
      open: link('Articles'),
      name: 'Delete',
      text: 'Failed to delete article. Please try again.',
      make: confirm(/^Delete/, 'Delete'),
    },
    {
      name: 'a search',
      text: 'Failed to fetch articles',
      isAtProxy: true,
      // A result that is stored would be shown.
      make: (page) => page.getByRole('searchbox').fill(crypto.randomUUID()),
    },
    {
      open: click('New Article'),
      name: 'an upload',
      text: 'Failed to upload image',
      isAtProxy: true,
      make: (page) => page.locator('input[type=file]').setInputFiles('samples/images/politics-1.webp'),
    },
  ],
  '/admin/newsletter': [
    { name: 'Deactivate', text: 'Failed to update subscriber status', make: click(/^Deactivate/) },
    {
      name: 'an export',
      text: 'Failed to export newsletter subscribers',
      isAtProxy: true,
      make: click('Export CSV'),
    },
    {
      name: 'an import',
      text: 'Failed to import newsletter subscribers',
      isAtProxy: true,
      make: (page) =>
        page.getByLabel('CSV file of subscribers').setInputFiles({
          name: 'readers.csv',
          mimeType: 'text/plain',
          buffer: Buffer.from('Email\nnew@example.org\n'),
        }),
    },
    {
      open: link('Settings'),
      name: 'Save Settings',
      text: 'Failed to update site settings. Please try again.',
      make: async (page) => {
        await page.getByLabel('Site description').fill('Never saved')
        await button(page, 'Save Settings').click()
      },
    },
    {
      open: (page) => page.getByRole('tab', { name: 'Security' }).click(),
      name: 'Change Password',
      text: UNEXPECTED,
      isAtProxy: true,
      make: async (page) => {
        await page.getByLabel(/^Current password/).fill('a password of her own')
        await page.getByLabel(/^New password/).fill('a long and better password 77')
        await button(page, 'Change Password').click()
      },
    },
    {
      name: 'a passkey',
      text: 'Failed to add the passkey',
      isAtProxy: true,
      make: async (page) => {
        await page.getByLabel('Name of the new passkey').fill('Laptop')
        await button(page, 'Add a Passkey').click()
      },
    },
  ],
}

const SIGNED_OUT: Change[] = [
  {
    name: 'Sign In',
    text: UNEXPECTED,
    isAtProxy: true,
    make: async (page) => {
      await page.getByLabel('Email').fill('editor@example.org')
      await page.getByLabel(/^Password/).fill('a password of her own')
      await button(page, 'Sign In').click()
    },
  },
  {
    open: link('Forgot password?'),
    name: 'Send Reset Link',
    text: UNEXPECTED,
    isAtProxy: true,
    make: async (page) => {
      await page.getByLabel('Email').fill('editor@example.org')
      await button(page, 'Send Reset Link').click()
    },
  },
  {
    open: async (page) => {
      await link('Go to the sign-in page')(page)
      await link('Create an account')(page)
    },
    name: 'Sign Up',
    text: UNEXPECTED,
    isAtProxy: true,
    make: async (page) => {
      await page.getByLabel('Full name').fill('Ada Penrose')
      await page.getByLabel('Email').fill('ada@example.org')
      await button(page, 'Sign Up').click()
    },
  },
]

test.beforeEach(async ({ site, pageErrors }) => {
  pageErrors.allow(/net::ERR_|status 502|console: (RequestFailure|TypeError|Error|Event)/)
  await site.sql('delete from newsletter_subscribers')
  await site.sql('delete from users')
})

/** Makes each change in each state, and expects its failure at once and in view. */
async function expectFailures(page: Page, path: string, changes: Change[]): Promise<void> {
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
  await openWhenIdle(page, path)
  for (const { name, text, isAtProxy, open, make } of changes) {
    // The screen has loaded before the network is lost.
    if (open) await waitUntilIdle(page, () => open(page))
    for (const { reason, isOffline, start, stop } of statesOf(page.context())) {
      if (!isOffline && !isAtProxy) continue
      await test.step(`${name}: ${reason}`, async () => {
        await start()
        failed.length = 0
        await make(page)
        const full = `${text}${text.endsWith('.') ? '' : '.'} ${reason}`
        await expect(page.getByText(full).filter({ visible: true }).last()).toBeInViewport(SOON)
        await expect(page.locator('body')).not.toContainText(RAW_TEXT)
        if (!isAtProxy)
          await expect.poll(() => failed).toContainEqual(expect.stringMatching(/^\/_serverFn\//))
        await stop()
        await page.keyboard.press('Escape')
        await expect(dialogOf(page)).toHaveCount(0)
        await closeToasts(page)
      })
    }
  }
}

/** Toasts could cover a button. They may appear later than the text. */
async function closeToasts(page: Page): Promise<void> {
  const toasts = page.locator('[data-sonner-toast]')
  await expect(async () => {
    await toasts.evaluateAll((all) => {
      for (const toast of all) toast.querySelector('button')?.click()
    })
    await expect(toasts).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

for (const [path, changes] of Object.entries(VISITS)) {
  test(`during a visit that starts at ${path}, each change that fails says so at once`, async ({
    site,
    page,
  }) => {
    await site.publish(stories(1))
    await site.sql("insert into newsletter_subscribers (email) values ('reader@example.org')")
    await signIn(site, page.request)
    const before = await readStored(site)
    await expectFailures(page, path, changes)
    expect(await readStored(site)).toEqual(before)
  })
}

test('each request of the sign-in screens that fails says so at once', async ({ site, page }) => {
  await addAccount(site)
  await expectFailures(page, '/admin/login', SIGNED_OUT)
})
