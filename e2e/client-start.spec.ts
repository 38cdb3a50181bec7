import type { Locator, Page } from '@playwright/test'
import { ADMINISTRATOR, addAccount, signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'
import { traceEvaluation } from './fixtures/trace-evaluation.ts'

const SCRIPT = /\/assets\/.*\.js$/

/** The times of the first paint and of the first script request, in ms since navigation start. */
function readTimes(page: Page) {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return {
      painted: paint?.startTime ?? 0,
      requested: Math.min(...scripts.map(({ startTime }) => startTime)),
    }
  })
}

test('the browser compiles the client before its evaluation', async ({ site, browser }) => {
  await site.publish(stories(15))
  const events = await traceEvaluation(browser, site.url)
  const count = (name: string) => events.filter((event) => event === name).length
  // A few functions are created by code. Without the compile hint, more than 50 are compiled.
  expect(count('V8.CompileIgnition')).toBeGreaterThan(0)
  expect(count('V8.CompileIgnition')).toBeLessThan(20)
})

test('no script is requested before the first paint, and cards are not hydrated, but their links load no document', async ({
  site,
  page,
}) => {
  await site.publish(stories(16))
  await page.goto('/')
  const { painted, requested } = await readTimes(page)
  expect(painted).toBeGreaterThan(0)
  expect(requested).toBeGreaterThan(painted)
  expect(requested).toBeLessThan(Number.POSITIVE_INFINITY)
  const cards = page.locator('main article')
  await expect(cards).toHaveCount(15)
  /** React refers from each element that it hydrates or renders to its own data. */
  const hydrated = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll(
        (elements) => elements.filter((element) => Object.keys(element).join().includes('reactFiber')).length,
      )
  expect(await hydrated('main article')).toBe(15)
  expect(await hydrated('main article *')).toBe(0)
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  const title = await cards.first().getByRole('heading').textContent()
  await cards.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await page.goBack()
  await expect(cards).toHaveCount(15)
  expect(await hydrated('main article *')).toBeGreaterThan(15)
  expect(documents).toEqual([])
})

test('the first key press starts the client while images are still loading', async ({ site, page }) => {
  await site.publish(stories(15).map((story) => ({ ...story, image_url: '/samples/politics-1.webp' })))
  // The images never load, and the client's start timeout never fires.
  await page.route('**/media/**', () => {})
  await page.addInitScript(() => {
    const { setTimeout } = window
    const others = (work: TimerHandler, ms?: number) => (ms === 3000 ? 0 : setTimeout(work, ms))
    Object.assign(window, { setTimeout: others })
  })
  const requested: string[] = []
  page.on('request', (request) => SCRIPT.test(request.url()) && requested.push(request.url()))
  const navigation = page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { name: 'Latest Headlines' })).toBeVisible()
  expect(requested).toEqual([])
  // The script that listens for keys is at the end of the document.
  await page.waitForLoadState('domcontentloaded')
  await page.keyboard.press('Tab')
  // Ends once the page is hydrated.
  await navigation
  expect(requested).not.toEqual([])
})

/** Waits until the script at the end of the document listens for clicks, once `element` is visible. */
async function untilListening(page: Page, element: Locator): Promise<void> {
  await element.waitFor()
  await page.waitForLoadState('domcontentloaded')
}

/** Delays the scripts of the page until the returned function is called. */
async function delayScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(SCRIPT, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

test('a subscription before the client has loaded is sent once it has', async ({ site, page }) => {
  await site.sql('delete from newsletter_subscribers')
  const release = await delayScripts(page)
  const navigation = page.goto('/', { waitUntil: 'domcontentloaded' })
  await untilListening(page, page.getByLabel('Email address'))
  await page.getByLabel('Email address').fill('reader@example.org')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveAttribute('data-held', 'true')
  release()
  await navigation
  await expect(page.getByText('Thank you for subscribing')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await site.sql('select email from newsletter_subscribers')).toHaveLength(1)
})

test('offline before the client has loaded, the newsletter form shows the specified error, and is sent with the next click', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await site.sql('delete from newsletter_subscribers')
  await page.addInitScript(() => {
    // Only an interaction starts the client, and clicks are held as long as it does not start.
    const { setTimeout } = window
    Object.assign(window, {
      PerformanceObserver: class {
        observe() {}
      },
      setTimeout: (work: TimerHandler, ms?: number, ...more: unknown[]) =>
        ms === 3000 || ms === 8000 ? 0 : setTimeout(work, ms, ...more),
    })
  })
  const navigation = page.goto('/', { waitUntil: 'domcontentloaded' })
  const email = page.getByLabel('Email address')
  await expect(email).toBeVisible()
  await page.waitForLoadState('load')
  await context.setOffline(true)
  await email.fill('reader@example.org')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toHaveText('Error: Failed to subscribe to newsletter. Please try again.')
  await expect(email).toHaveValue('reader@example.org')
  expect(new URL(page.url()).pathname).toBe('/')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Thank you for subscribing')).toBeVisible()
  expect(await site.sql('select email from newsletter_subscribers')).toHaveLength(1)
  await navigation
})

test('a bookmark before the client has loaded is stored once it has, and never removed', async ({
  site,
  page,
}) => {
  const [id] = await site.publish(stories(1))
  const release = await delayScripts(page)
  const navigation = page.goto(`/article/${id}`, { waitUntil: 'domcontentloaded' })
  const button = page.getByRole('button', { name: 'Bookmark' })
  await untilListening(page, button)
  await button.click()
  release()
  await navigation
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
  // The server shows every article as not bookmarked.
  const releaseAgain = await delayScripts(page)
  const reload = page.reload({ waitUntil: 'domcontentloaded' })
  await untilListening(page, button)
  await button.click()
  releaseAgain()
  await reload
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible()
})

test('offline before the script of the newsletter form has loaded, the form shows the specified error', async ({
  site,
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_INTERNET_DISCONNECTED/)
  await site.sql('delete from newsletter_subscribers')
  await page.goto('/')
  await context.setOffline(true)
  const form = page.getByRole('region', { name: 'Newsletter' })
  const email = form.getByLabel('Email address')
  await email.fill('reader@example.org')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'Error: Failed to subscribe to newsletter. Please try again.',
  )
  await expect(email).toHaveValue('reader@example.org')
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByText('Thank you for subscribing')).toBeVisible()
})

test('Sign Out before the client has loaded signs out once it has', async ({ site, page, pageErrors }) => {
  // Requests of the screen and its stream at sign-out.
  pageErrors.allow(/status 401: \/(_serverFn\/|api\/admin\/live)/)
  await site.sql('delete from sessions')
  await signIn(site, page.request)
  const release = await delayScripts(page)
  // The click must not reach the page that is about to be replaced.
  const navigation = page.goto('/admin/feeds', { waitUntil: 'domcontentloaded' })
  await untilListening(page, page.getByRole('button', { name: 'Sign Out' }))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  release()
  await expect(page.getByText('You have been successfully signed out')).toBeVisible()
  await navigation
  expect(await site.sql('select from sessions')).toEqual([])
})

test('a sign-in before the client has loaded is sent once it has, without loading the page again', async ({
  site,
  page,
}) => {
  await addAccount(site)
  const release = await delayScripts(page)
  const navigation = page.goto('/admin/login', { waitUntil: 'domcontentloaded' })
  await untilListening(page, page.getByRole('textbox', { name: 'Email' }))
  await page.getByRole('textbox', { name: 'Email' }).fill(ADMINISTRATOR.email)
  await page.getByLabel(/^Password/).fill(ADMINISTRATOR.password)
  await page.getByLabel(/^Password/).press('Enter')
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute('data-held', 'true')
  const submitted: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && submitted.push(request.url()))
  release()
  await expect(page.getByText('You have successfully signed in.')).toBeVisible()
  await navigation
  expect(submitted).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 } })

  test('a tap on the menu before the client has loaded opens the menu once it has', async ({
    site,
    page,
  }) => {
    await site.publish(stories(16))
    const release = await delayScripts(page)
    const navigation = page.goto('/', { waitUntil: 'domcontentloaded' })
    await untilListening(page, page.getByRole('button', { name: 'Sections' }))
    await page.getByRole('button', { name: 'Sections' }).click()
    expect(await page.evaluate(() => [location.href.includes('#'), scrollY])).toEqual([false, 0])
    release()
    await navigation
    await expect(page.getByRole('dialog', { name: 'Sections' })).toBeVisible()
    expect(await page.evaluate(() => [location.href.includes('#'), scrollY])).toEqual([false, 0])
  })
})
