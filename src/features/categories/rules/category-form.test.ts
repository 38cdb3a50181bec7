import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { categoryForm, EMPTY_CATEGORY, RESERVED_SLUGS } from './category-form.ts'

const parse = (form: object) => categoryForm.safeParse({ ...EMPTY_CATEGORY, name: 'Food', ...form })
const messagesOf = (form: object) => parse(form).error?.issues.map(({ message }) => message)

describe('categoryForm', () => {
  it('offers the nearest readable colour for a light one', () => {
    expect(messagesOf({ colour: '#ffcc00' })).toEqual([
      expect.stringMatching(
        /^This colour is too light to read\. The nearest that is dark enough is #[\da-f]{6}\.$/,
      ),
    ])
    expect(parse({ colour: ' #0A58A8 ' }).data?.colour).toBe('#0a58a8')
  })

  it.each(['red', '#fff', '#12345g', '</style>', 'url(x)'])('refuses the colour %s', (colour) => {
    expect(messagesOf({ colour })).toEqual(['Enter a colour such as #0a58a8'])
  })

  it.each(['admin', 'search', 'Article'])('refuses the address %s of another page', (slug) => {
    expect(messagesOf({ slug })).toEqual(['Another page has this address'])
  })

  it('reserves the addresses of all other pages', () => {
    const routes = new URL('../../../routes/', import.meta.url)
    const files = ['', '_reader/', '_admin/'].flatMap((folder) => readdirSync(new URL(folder, routes)))
    // The addresses of the others have a dot, which no category has.
    const parts = files.filter((name) => !name.includes('[.]')).flatMap((name) => /^[a-z-]+/.exec(name) ?? [])
    expect(parts).toContain('search')
    expect(parts.filter((part) => part !== 'index' && !RESERVED_SLUGS.has(part))).toEqual([])
  })
})
