import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { STATIC_PAGE_NAMES, STATIC_PAGES } from '../rules/static-page.ts'
import { findBuiltInPage, findStaticPage, previewStaticPage } from './pages.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

const SITE = { origin: 'https://www.courier.example.com', today: '2026-06-14T23:30:00Z' }

const set = (name: string, value: string) =>
  pool.query(
    'insert into site_settings values ($1, $2) on conflict (setting_name) do update set setting_value = $2',
    [name, value],
  )

beforeEach(async () => {
  await pool.query("delete from site_settings where setting_name like '%_page'")
  await set('site_name', 'The Courier')
  await set('contact_email', '')
})

describe.each(STATIC_PAGE_NAMES)('findStaticPage of %s', (name) => {
  const { setting, title } = STATIC_PAGES[name]

  it('returns the stored text and depends on the settings', async () => {
    await set(setting, '<p>Write <em>to us</em>.</p><p>Soon.</p>')
    const { result, tags } = await renderPageWithContext(() => findStaticPage(db, name, SITE))
    expect(result).toEqual({
      html: '<p>Write <em>to us</em>.</p><p>Soon.</p>',
      description: 'Write to us. Soon.',
    })
    expect(tags).toEqual(new Set(['settings']))
  })

  it('returns the built-in text if none is stored, and depends on the settings', async () => {
    const { result, tags } = await renderPageWithContext(() => findStaticPage(db, name, SITE))
    expect(result.html).toContain('The Courier')
    expect(result.html).toContain('Last updated: 15 June 2026')
    expect(result.html).toContain('@courier.example.com')
    expect(result.description).toMatch(/The Courier/)
    expect(result.description.length).toBeLessThanOrEqual(300)
    expect(tags).toEqual(new Set(['settings']))
  })

  it.each(['', ' \n\t', '<p> </p>', '<p>&nbsp;</p><br>', '<script>alert(1)</script>', '<!-- later -->'])(
    'returns the built-in text if the stored text %j is blank',
    async (html) => {
      await set(setting, html)
      expect((await findStaticPage(db, name, SITE)).html).toContain('Last updated: 15 June 2026')
    },
  )

  it('removes a heading that repeats the title', async () => {
    await set(setting, `\n<h1 id="top">${title.toUpperCase()}</h1>\n<h2>How</h2><h2>${title}</h2>`)
    expect((await findStaticPage(db, name, SITE)).html).toBe(`<h2>How</h2><h2>${title}</h2>`)
  })
})

describe('findStaticPage', () => {
  it('reads each page from its own setting', async () => {
    for (const name of STATIC_PAGE_NAMES) await set(STATIC_PAGES[name].setting, name)
    for (const name of STATIC_PAGE_NAMES) {
      expect(await findStaticPage(db, name, SITE)).toEqual({ html: name, description: name })
    }
  })

  it('uses the contact email of the settings in the built-in text', async () => {
    await set('contact_email', 'desk@paper.example')
    const { html } = await findStaticPage(db, 'contact', SITE)
    expect(html).toContain('<a href="mailto:desk@paper.example" rel="noopener">desk@paper.example</a>')
  })

  it('sanitises hostile HTML', async () => {
    // PostgreSQL stores no U+0000.
    const hostile = HOSTILE_HTML.join('<p>more</p>').replaceAll('\0', '')
    await set('contact_page', `<p>Words</p>${hostile}`)
    const { html, description } = await findStaticPage(db, 'contact', SITE)
    expect(html).toContain('<p>Words</p>')
    expect(html).not.toMatch(/<(script|img|svg|math|iframe|object|embed|form|input|meta|base|link|style)\b/i)
    expect(html).not.toMatch(/<[a-z0-9]+( [a-z]+="[^"]*")* (on\w+|style|class)=/i)
    expect(html).not.toMatch(/href="\s*(javascript|vbscript|data|blob|file):/i)
    expect(description).toMatch(/^Words/)
  })

  it('works without any settings', async () => {
    await pool.query('delete from site_settings')
    expect((await findStaticPage(db, 'terms-of-service', SITE)).html).toContain('Masthead')
  })
})

describe('previewStaticPage', () => {
  it.each([
    '<h1>Contact</h1><p onclick="x()">Write.</p><script>x()</script>',
    ' ',
    HOSTILE_HTML.join('').replaceAll('\0', ''),
  ])('returns the sanitised form of %j', async (text) => {
    const preview = await previewStaticPage(db, 'contact', text, SITE)
    await set('contact_page', text)
    expect(preview).toBe((await findStaticPage(db, 'contact', SITE)).html)
  })
})

describe('findBuiltInPage', () => {
  it.each(STATIC_PAGE_NAMES)('returns the built-in text of %s whatever is stored', async (name) => {
    const html = await findBuiltInPage(db, name, SITE)
    expect(await previewStaticPage(db, name, html, SITE)).toBe((await findStaticPage(db, name, SITE)).html)
    await set(STATIC_PAGES[name].setting, '<p>Ours.</p>')
    expect(await findBuiltInPage(db, name, SITE)).toBe(html)
  })
})
