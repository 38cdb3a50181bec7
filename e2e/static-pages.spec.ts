import { STATIC_PAGES } from '#features/site/rules/static-page.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import type { Site } from './fixtures/site.ts'
import { RICH_TEXT } from './fixtures/static-page.ts'
import { expect, test } from './fixtures/test.ts'
import { ATTACKS, LAYOUT_STRESS_TEXTS } from './fixtures/untrusted-content.ts'

const CONTACT = STATIC_PAGES.contact

const STORE =
  'insert into site_settings values ($1, $2) on conflict (setting_name) do update set setting_value = $2'

/** Stores a page's HTML and waits until the server serves it. */
async function store(site: Site, setting: string, html: string): Promise<void> {
  await site.sql(STORE, [setting, html])
  await site.set({})
}

test('a page shows its built-in or stored text, updates it, and neutralises attacks', async ({
  site,
  page,
  request,
}) => {
  const { path, title, setting } = CONTACT
  await test.step('built-in text', async () => {
    await site.set({ site_name: 'The Daily Proof', contact_email: 'desk@proof.example' })
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} | The Daily Proof`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const main = page.getByRole('main')
    await expect(main).toContainText('The Daily Proof')
    await expect(main).toContainText('1 Example Street')
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
    await expect(main).toContainText(`Last updated: ${today.format(new Date())}`)
    await expect(main.getByRole('link', { name: /^(news|privacy|legal)@example\.org$/ })).not.toHaveCount(0)
    await expect(main.getByRole('link', { name: 'desk@proof.example' })).toHaveAttribute(
      'href',
      'mailto:desk@proof.example',
    )
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', site.url + path)
  })

  await test.step('stored text with attacks', async () => {
    await store(site, setting, `<h2>Our own words</h2><p>First edition.</p>${ATTACKS}`)
    for (const arrive of [
      () => page.goto(path),
      () =>
        page.goto('/').then(() => page.getByRole('contentinfo').getByRole('link', { name: title }).click()),
    ]) {
      await arrive()
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Our own words')
      await expect(page.getByRole('main')).not.toContainText('Example Street')
      await expect(page.locator('meta[name=description]')).toHaveAttribute(
        'content',
        /^Our own words First edition\./,
      )
      const found = await page.evaluate(() => ({
        pwned: (window as { __pwned?: unknown }).__pwned,
        links: [...document.links].map(({ href }) => href).filter((href) => !/^(https?|mailto):/.test(href)),
        foreign: document.querySelectorAll(
          'main :is(script, style, iframe, object, embed, form, meta, base, link, img, [style])',
        ).length,
        covered: document.elementFromPoint(20, 20)?.closest('header') === null,
      }))
      expect(found).toEqual({ pwned: undefined, links: [], foreign: 0, covered: false })
    }
  })

  await test.step('changes', async () => {
    await site.sql(STORE, [setting, '<p>Second edition.</p>'])
    const read = async () => (await request.get(path)).text()
    await expectWithinASecond(async () => expect(await read()).toContain('Second edition.'))
    await site.sql('delete from site_settings where setting_name = $1', [setting])
    await expectWithinASecond(async () => expect(await read()).toContain('Example Street'))
  })
})

test('text with all elements and text that strains the layout do not overflow, and a link within a page scrolls to its target below the header', async ({
  site,
  page,
}) => {
  const strained = LAYOUT_STRESS_TEXTS.map(
    (text) =>
      `<h2>${text}</h2><p>${text}</p><table><tr><td>${text}</td></tr></table><dl><dd>${text}</dd></dl>`,
  )
  await store(site, CONTACT.setting, [RICH_TEXT, ...strained].join(''))
  await page.goto(CONTACT.path)
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow, `at ${width} px`).toBeLessThanOrEqual(0)
  }
  await page.getByRole('link', { name: 'the hours' }).click()
  const place = page.getByRole('heading', { name: 'Hours' })
  await expect(place).toBeInViewport({ ratio: 1 })
  const header = await page.getByRole('banner').boundingBox()
  await expect.poll(async () => (await place.boundingBox())?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + 48)
})

test('errors while reading a page reveal nothing about the database', async ({ site, page, pageErrors }) => {
  pageErrors.allow(/status 500: \/contact|Error: Failed to load page content/)
  await site.sql(`create function raise_error() returns text language plpgsql volatile as $$ begin raise 'secret'; end $$;
    alter table site_settings rename to kept_settings;
    create view site_settings as select setting_name,
      case when setting_name = 'contact_page' then raise_error() else setting_value end as setting_value from kept_settings;
    insert into kept_settings values ('contact_page', 'x')`)
  try {
    const failed = page.waitForResponse(
      async (response) =>
        response.url().includes('/_serverFn/') &&
        (await response.text().catch(() => '')).includes('Failed to load page content'),
    )
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
    expect(await (await failed).text()).not.toMatch(/select|site_settings|secret/)
    const html = await (await page.request.get('/contact')).text()
    expect(html).toContain('Error Loading Contact')
    expect(html).not.toMatch(/select |site_settings|secret/)
    await expect.poll(() => site.server.log.join('\n')).toContain('secret')
  } finally {
    await site.sql(
      'drop view site_settings; alter table kept_settings rename to site_settings; drop function raise_error',
    )
  }
})
