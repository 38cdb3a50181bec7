import { describe, expect, it } from 'vitest'
import { readPageHead } from './read-page-head.ts'

const PAGE = 'https://m.paper.example/story'
const read = (head: string, body = '') =>
  readPageHead(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, PAGE)

describe('readPageHead', () => {
  it.each([
    ['plain', '<meta property="og:site_name" content="The Paper">', 'The Paper'],
    [
      'with entities and white space',
      '<meta property="og:site_name" content=" Tom &amp;amp;\n Co ">',
      'Tom & Co',
    ],
    [
      'the first one',
      '<META PROPERTY="OG:Site_Name" CONTENT="A"><meta property="og:site_name" content="B">',
      'A',
    ],
    ['without a name', '<meta property="og:site_name" content="">', null],
    ['in RTL', '<meta property="og:site_name" content="صحيفة">', 'صحيفة'],
  ])('reads the site name: %s', (_, head, siteName) => {
    expect(read(head)).toMatchObject({ siteName })
  })

  it.each([
    ['absolute', '<link rel="canonical" href="https://paper.example/a">', 'https://paper.example/a'],
    ['relative to the page', '<link href="/a" rel="CANONICAL">', 'https://m.paper.example/a'],
    [
      'relative to the base',
      '<base href="https://paper.example/x/"><link rel=canonical href=a>',
      'https://paper.example/x/a',
    ],
    ['a script', '<link rel="canonical" href="javascript:alert(1)">', null],
    ['too long', `<link rel="canonical" href="/${'a'.repeat(3_000)}">`, null],
  ])('reads the canonical address: %s', (_, head, canonical) => {
    expect(read(head)).toMatchObject({ canonical })
  })

  it('ignores elements of the body', () => {
    const body = '<link rel="canonical" href="/evil"><meta property="og:site_name" content="Evil">'
    expect(read('', body)).toEqual({ siteName: null, canonical: null })
  })
})
