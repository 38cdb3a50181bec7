import { describe, expect, it } from 'vitest'
import { describeValue } from '#features/audit-log/rules/describe-audit.ts'
import { type ArticleForm, EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import {
  checkArticle,
  DEFAULT_CHECK_LEVELS,
  listLinks,
  PUBLISH_CHECKS,
  type PublishCheck,
  readCheckLevels,
  refusePublication,
} from './publish-check.ts'

const COMPLETE: ArticleForm = {
  ...EMPTY_ARTICLE,
  title: 'Tea',
  author: 'Ada Penrose',
  summary: 'A drink.',
  content: '<p>Text</p>',
  imageUrl: '/storage/article-images/tea.webp',
  imageAlt: 'A cup of tea',
}

const find = (change: Partial<ArticleForm>) =>
  checkArticle({ ...COMPLETE, ...change }, DEFAULT_CHECK_LEVELS).map(({ check }) => check)

it.each([
  [0, []],
  [1, ['A note that blocks the publication is open.']],
  [2, ['2 notes that block the publication are open.']],
])('refuses the publication of an article with %i open blocking notes', (blockingNotes, reasons) => {
  expect(refusePublication(COMPLETE, DEFAULT_CHECK_LEVELS, { blockingNotes })).toEqual(reasons)
})

describe('checkArticle', () => {
  it.each<[string, Partial<ArticleForm>, PublishCheck[]]>([
    ['a complete article', {}, []],
    ['no standfirst', { summary: '<b> </b>' }, ['standfirst']],
    ['no byline', { author: ' ' }, ['byline']],
    ['a gathered story without a byline', { author: '', sourceName: 'The Courier' }, []],
    ['no lead image', { imageUrl: '' }, ['lead-image']],
    ['a headline of 90 characters', { title: '😀'.repeat(90) }, []],
    ['a headline of 91 characters', { title: 'x'.repeat(91) }, ['headline-length']],
    ['an image without alternative text', { content: '<p><img src="/a.webp"></p>' }, ['alt-text']],
    [
      'a pasted image that is not loaded',
      { content: '<figure class="pasted-image" data-id="1"><figcaption></figcaption></figure>' },
      ['alt-text'],
    ],
    ['a lead image without alternative text', { imageUrl: '/a.webp', imageAlt: null }, ['alt-text']],
    ['a decorative lead image', { imageUrl: '/a.webp', imageAlt: '' }, []],
    ['images with alternative text, or decorative', { content: '<img alt="Cup"><img alt="">' }, []],
    ['a placeholder', { content: '<p>He said TK.</p>' }, ['placeholder']],
    ['a double placeholder in the headline', { title: 'Price is TKTK' }, ['placeholder']],
    ['a word that contains the letters', { content: '<p>HTK and TKO</p>' }, []],
    ['balanced marks', { content: '<p>“One” and "two".</p>' }, []],
    ['an opening mark only', { content: '<p>“One and two.</p>' }, ['quotation-marks']],
    ['a closing mark only', { title: 'One” and two' }, ['quotation-marks']],
    ['an odd straight mark', { summary: 'He said "tea.' }, ['quotation-marks']],
    ['a quotation of two paragraphs', { content: '<p>“One.</p><p>“Two.”</p>' }, []],
    ['a straight quotation of two paragraphs', { content: '<p>"One.</p><p>"Two."</p>' }, []],
    ['inches', { content: '<p>A 6" pipe</p>' }, []],
    ['low opening marks', { content: '<p>„Eins“</p>' }, []],
  ])('%s', (_, change, checks) => {
    expect(find(change)).toEqual(checks)
  })

  it('lists the links that do not work', () => {
    expect(checkArticle(COMPLETE, DEFAULT_CHECK_LEVELS, { deadLinks: ['https://dead.example/'] })).toEqual([
      { check: 'links', level: 'should', text: 'The link does not work: https://dead.example/' },
    ])
  })

  it('lists the files whose rights have ended', () => {
    const endedRights = [{ name: '1_a.jpg', title: 'A ferry' }]
    expect(checkArticle(COMPLETE, DEFAULT_CHECK_LEVELS, { endedRights })).toEqual([
      { check: 'rights', level: 'should', text: 'The rights to “A ferry” have ended.' },
    ])
    expect(checkArticle(COMPLETE, readCheckLevels({ rights: 'off' }), { endedRights })).toEqual([])
    expect(refusePublication(COMPLETE, readCheckLevels({ rights: 'must' }), { endedRights })).toEqual([
      'The rights to “A ferry” have ended.',
    ])
  })

  it('omits checks that are off', () => {
    const levels = readCheckLevels({ 'lead-image': 'off', links: 'off' })
    expect(
      checkArticle({ ...COMPLETE, imageUrl: '' }, levels, { deadLinks: ['https://dead.example/'] }),
    ).toEqual([])
  })
})

it('a publication is refused for required checks only', () => {
  const form = { ...COMPLETE, imageUrl: '', summary: '' }
  expect(refusePublication(form, DEFAULT_CHECK_LEVELS)).toEqual([])
  expect(refusePublication(form, readCheckLevels({ 'lead-image': 'must' }))).toEqual([
    'There is no lead image.',
  ])
})

it('readCheckLevels ignores unknown checks and levels, and never requires working links', () => {
  expect(readCheckLevels({ links: 'must', standfirst: 'always', x: 'must', placeholder: 'must' })).toEqual({
    ...DEFAULT_CHECK_LEVELS,
    placeholder: 'must',
  })
})

it('listLinks lists different web addresses, at most 50', () => {
  const html =
    '<a href="https://a.example/">a</a><a href="https://a.example/">b</a><a href="/b">c</a><a>d</a>'
  expect(listLinks(html)).toEqual(['https://a.example/'])
  const many = Array.from({ length: 60 }, (_, index) => `<a href="https://a.example/${index}">x</a>`).join('')
  expect(listLinks(many)).toHaveLength(50)
})

it.each(PUBLISH_CHECKS)('the audit log names the levels of the check "%s"', (check) => {
  expect(describeValue(check, 'must')).toBe('Required')
})
