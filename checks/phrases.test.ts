import { describe, expect, it } from 'vitest'
import { compareCatalogue, isAdminFile, listBareTexts, listPhrases, toCatalogue } from './phrases.mjs'

const PHRASES = listPhrases(
  'module.ts',
  `phrase('Home'); phrase('Search', {}, 'button'); phraseParts('By {name}', {}); plural(n, '{count} hit', '{count} hits')`,
)
const ARABIC = { zero: 'x', one: 'x', two: 'x', few: '{count}', many: '{count}', other: '{count}' }
const COMPLETE = { Home: 'x', 'Search (button)': 'x', 'By {name}': '{name}', '{count} hits': ARABIC }

describe('the check of phrases', () => {
  it('finds phrases, and reports those that it cannot read', () => {
    expect(PHRASES.map(({ key }) => key)).toEqual(['Home', 'Search (button)', 'By {name}', '{count} hits'])
    expect(listPhrases('module.tsx', 'export const a = <p>{phrase(text)}</p>')).toMatchObject([{ key: '' }])
  })

  it('tells phrases that a module reads when it is loaded', () => {
    const code = `const a = { b: phrase('A') }; const c = () => [phrase('C')]; class D { e() { return plural(1, 'e', 'es') } }`
    expect(listPhrases('module.ts', code).map(({ isReadAtLoad }) => isReadAtLoad)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('accepts a complete catalogue', () => {
    expect(compareCatalogue('ar', PHRASES, COMPLETE)).toEqual([])
  })

  it.each([
    ['a missing phrase', { ...COMPLETE, Home: undefined }, 'no translation of "Home"'],
    ['an unused phrase', { ...COMPLETE, Away: 'x' }, '"Away" is not in the code'],
    ['another placeholder', { ...COMPLETE, 'By {name}': '{author}' }, '"By {name}" has other placeholders'],
    [
      'a missing form',
      { ...COMPLETE, '{count} hits': { ...ARABIC, few: undefined } },
      '"{count} hits" has no form "few"',
    ],
    [
      'a form without its number',
      { ...COMPLETE, '{count} hits': { ...ARABIC, many: 'x' } },
      'in its form "many"',
    ],
    [
      'a plural without forms',
      { ...COMPLETE, '{count} hits': '{count}' },
      '"{count} hits" needs plural forms',
    ],
  ])('reports %s', (_, catalogue, problem) => {
    const problems = compareCatalogue('ar', PHRASES, JSON.parse(JSON.stringify(catalogue)))
    expect(problems).toEqual([expect.stringContaining(problem)])
  })

  it('reports French punctuation after a space where lines may break', () => {
    const problemsOf = (text: string) => compareCatalogue('fr', PHRASES.slice(0, 1), { Home: text })
    expect(problemsOf('Accueil\u00a0?')).toEqual([])
    expect(problemsOf('Accueil ?')).toEqual([expect.stringContaining('no-break spaces')])
    expect(problemsOf('« Accueil\u00a0»')).toEqual([expect.stringContaining('no-break spaces')])
  })
})

describe('the phrases of the admin area', () => {
  it.each([
    ['src/features/desk/admin/ArticleList.tsx', true],
    ['src/features/desk/desk.functions.ts', true],
    ['src/routes/_admin/admin.index.tsx', true],
    ['src/features/newsletter/rules/campaign.ts', true],
    ['src/features/newsletter/rules/signup-message.ts', false],
    ['src/features/search/reader/SearchForm.tsx', false],
    ['src/kernel/text/reading-time.ts', false],
  ])('are told by the file: %s', (path, isAdmin) => {
    expect(isAdminFile(path)).toBe(isAdmin)
  })

  it('are printed as a catalogue of English texts', () => {
    expect(toCatalogue(PHRASES)).toEqual({
      'By {name}': 'By {name}',
      Home: 'Home',
      'Search (button)': 'Search',
      '{count} hits': { one: '{count} hit', other: '{count} hits' },
    })
  })

  it.each([
    ['<p>Save</p>', ['Save']],
    [`<p>{isNew ? "Create" : \`Save \${name}\`}</p>`, ['Create', 'Save']],
    ['<p>{error && "Failed"}</p>', ['Failed']],
    ['<><Icon /> Save</>', ['Save']],
    ['<Field label="Name" />', ['Name']],
    [
      '<Field help={isLong ? "Too long" : undefined} emptyText={"No " + "articles"} />',
      ['Too long', 'articles', 'No'],
    ],
    ['<p className="text-14" id="name">{phrase("Save")} {count} · <code>DATA_DIR</code></p>', []],
    ['<Field label={phrase("Address")} placeholder="https://news.example.org" name="address" />', []],
    ['<p>{kind === "draft" && children}</p>', []],
    ['{ title: "Article saved", tab: "Main", text: "text-14" }', ['Article saved']],
  ])('are the only texts of %s', (element, texts) => {
    expect(listBareTexts('Screen.tsx', `export const screen = ${element}`)).toEqual(texts)
  })
})
