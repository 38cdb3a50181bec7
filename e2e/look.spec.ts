import type { Page } from '@playwright/test'
import { DEFAULT_LOOK, type Look } from '../src/features/looks/rules/look.ts'
import { signIn } from './fixtures/administrator.ts'
import { stories } from './fixtures/article-row.ts'
import { expectAccessible } from './fixtures/expect-accessible.ts'
import { expectToFit } from './fixtures/expect-to-fit.ts'
import { expectWithinASecond } from './fixtures/expect-within-a-second.ts'
import type { Site } from './fixtures/site.ts'
import { expect, test } from './fixtures/test.ts'

const RED = 'rgb(168, 15, 20)'
const GREEN = 'rgb(11, 74, 51)'

const header = (page: Pick<Page, 'locator'>) => page.locator('.header-bar')
const background = (page: Pick<Page, 'locator'>) => expect(header(page))

test('a look is previewed beside the present one, published to open pages, and undone', async ({
  site,
  page,
  otherPage: reader,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_FAILED: \/_serverFn\/saveLookFn|console: (RequestFailure|TypeError)/)
  await site.publish(stories(6))
  await signIn(site, page.request, { role: 'admin' })
  await page.setViewportSize({ width: 1440, height: 1000 })
  await reader.goto('/')
  await page.goto('/admin/look')
  const accent = page.getByLabel('Accent colour', { exact: true })
  await accent.fill('#ffcc00')
  await expect(page.getByText('This colour is too light to read.')).toBeVisible()
  await page.getByRole('button', { name: /^Use #/ }).click()
  await expect(page.getByText('This colour is too light to read.')).toBeHidden()
  const publication = page.getByRole('region', { name: 'Publication' })
  await test.step('changes that could not be saved are kept, also if they could not be discarded', async () => {
    await page.route('**/_serverFn/saveLookFn*', (route) => route.abort())
    await accent.fill('#0b4a33')
    await expect(publication.getByRole('status')).toHaveText('Not saved')
    await publication.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Discard changes…' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(question).toBeHidden()
    await expect(accent).toHaveValue('#0b4a33')
    await page.unroute('**/_serverFn/saveLookFn*')
  })
  await page.getByRole('radio', { name: /Bitter/ }).check()
  await expect(publication).toContainText('Unpublished changes')
  await background(page.frameLocator('iframe[title="Draft: preview"]')).toHaveCSS('background-color', GREEN)
  await background(page.frameLocator('iframe[title="Readers see: preview"]')).toHaveCSS(
    'background-color',
    RED,
  )
  await expectAccessible(page)
  await background(reader).toHaveCSS('background-color', RED)

  await publication.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publication).toContainText('Published')
  await background(reader).toHaveCSS('background-color', GREEN)
  await reader.reload()
  await reader.evaluate(() => document.fonts.ready)
  // Not the requests: Chromium also loads the fonts that it remembers from the visit before.
  const used = await reader.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  )
  expect(used).toContain('Bitter')
  expect(used.filter((family) => family.startsWith('Newsreader'))).toEqual([])
  await expect(reader.locator('link[as="font"]')).toHaveAttribute('href', /bitter/)

  await publication.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Undo the last publication…' }).click()
  await page.getByRole('button', { name: 'Undo Publication' }).click()
  await background(reader).toHaveCSS('background-color', RED)
})

type Paper = { name: string; locale: string; headline: string; look: Partial<Look> }

const GERMAN = 'Ostfriesisch-Oldenburgische Sonntagszeitung für Landwirtschaft'
const ARABIC = 'الصحيفة الأسبوعية للشؤون الاقتصادية والثقافية والرياضية في مصر'

const PAPERS: Paper[] = [
  {
    name: GERMAN,
    locale: 'de-DE',
    headline: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
    look: {
      accent: '#8a5a00',
      pairing: 'sans',
      header: 'centred',
      headerBackground: 'page',
      tagline: GERMAN,
      hasSummaries: false,
    },
  },
  {
    name: ARABIC,
    locale: 'ar-EG',
    headline: 'البرلمان يقر قانون المياه الجديد بعد نقاش طويل استمر عشر ساعات',
    look: {
      accent: '#124e78',
      pairing: 'slab',
      density: 'compact',
      tagline: ARABIC,
    },
  },
]

async function publishLook(site: Site, { name, locale, headline, look }: Paper): Promise<void> {
  await site.sql('insert into looks (look, published_at) values ($1, clock_timestamp())', [
    { ...DEFAULT_LOOK, ...look },
  ])
  await site.publish(stories(12).map((story) => ({ ...story, title: headline, summary: headline })))
  await site.sql(`insert into site_settings values ('locale', $1)`, [locale])
  await site.set({ site_name: name })
}

test('long names of papers and headlines fit phones and are readable, in all looks', async ({
  site,
  page,
}) => {
  for (const [index, paper] of PAPERS.entries()) {
    await test.step(`${paper.locale}, ${paper.look.header ?? 'left'}, ${paper.look.pairing}`, async () => {
      await publishLook(site, paper)
      await expectWithinASecond(async () => {
        await page.goto('/')
        expect(await page.locator('html').getAttribute('lang')).toBe(paper.locale)
      })
      await page.emulateMedia({ colorScheme: index % 2 ? 'dark' : 'light' })
      await page.setViewportSize({ width: 320, height: 800 })
      await expect(page.locator('.wordmark')).toHaveText(paper.name)
      await expect(page.locator('html')).toHaveCSS('direction', paper.locale === 'ar-EG' ? 'rtl' : 'ltr')
      await expectToFit(page)
      await expectAccessible(page)
      await page.setViewportSize({ width: 768, height: 800 })
      await expectToFit(page)
    })
    // An open page would load itself again in the default language.
    await page.goto('about:blank')
    await site.clear()
  }
})
