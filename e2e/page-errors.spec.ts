import { stories } from './fixtures/article-row.ts'
import { watchPageErrors } from './fixtures/page-errors.ts'
import { expect, test } from './fixtures/test.ts'
import { waitForHydration } from './fixtures/wait-for-hydration.ts'

/** Faults that must fail a test, and the expected error: the other tests rely on them. */
const FAULTS = [
  {
    fault: 'an inline handler',
    change: '<img src="/placeholder.svg" onload="1">',
    noticed: /inline event handler violates/,
  },
  { fault: 'an inline script', change: '<script>1</script>', noticed: /inline script violates/ },
  {
    fault: 'an image of another host',
    change: '<img src="http://127.0.0.1:9/x.png">',
    noticed: /another host|img-src/,
  },
  {
    fault: 'a file that is missing',
    change: '<img src="/missing.png">',
    noticed: /status 404: \/missing.png/,
  },
]

test('faults of a page are reported', async ({ site, browser }) => {
  await site.publish(stories(1))
  await using context = await browser.newContext({ baseURL: site.url })
  const { seen } = watchPageErrors(context)
  const page = await context.newPage()
  const openChanged = async (change: (html: string) => string) => {
    seen.length = 0
    await page.route('/', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: change(await response.text()) })
    })
    await page.goto('/')
    await waitForHydration(page)
    await page.unroute('/')
  }
  const markup = FAULTS.map(({ change }) => change).join('')
  await openChanged((html) => html.replace('</footer>', `${markup}</footer>`))
  for (const { fault, noticed } of FAULTS) await expect.poll(() => seen.join('\n'), fault).toMatch(noticed)

  await openChanged((html) => html.replace('>Latest Headlines<', '>Newest Headlines<'))
  await expect.poll(() => seen.join('\n'), 'a hydration mismatch').toMatch(/Minified React error #418/)
})
