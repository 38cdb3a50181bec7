import { stories } from './fixtures/article-row.ts'
import { expect, test } from './fixtures/test.ts'
test('guard', async ({ site, page, trouble }) => {
  await site.publish(stories(3))
  await page.route(`${site.url}/`, async (route) => { const r = await route.fetch(); const t = await r.text(); await route.fulfill({ response: r, body: t.replace('>Story 1<', '>Story X<').replace('</main>', '<img src="/placeholder.svg" onload="window.a=1"><script>window.b=1</script></main>') }) })
  await page.goto('/')
  await page.waitForTimeout(1500)
  console.log(trouble.seen)
  trouble.seen.length = 0
})
