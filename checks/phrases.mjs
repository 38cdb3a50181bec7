import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { walk } from './regular-expressions.mjs'

const CATALOGUES = 'src/features/language/catalogues'
const FUNCTION = /Function|Method|Constructor|Getter|Setter/
const PLACEHOLDER = /\{\w+\}/g

/** Files whose phrases only the admin area shows, so that the catalogues of the reader area do not need them. */
const ADMIN_FILES = [
  /\/admin\//,
  /^src\/routes\/_admin/,
  /^src\/features\/(access|accounts|analytics|audit-log|categories|collaboration|dashboard|desk|drafts|editor|exports|feeds|imports|inbox|looks|media|notes|people|phrases|publishing|redirects|topics)\//,
  // Readers see other parts of these features.
  /^src\/features\/blocks\/(\w+\.functions|server\/describe-embed|rules\/(?!draw-|show-|related))/,
  /^src\/features\/front\/(front|front-preview)\.functions|^src\/features\/front\/(rules\/(?!reader-front)|server\/)/,
  /^src\/features\/live\/(\w+-?\w+\.functions|rules\/live-|server\/live-posts)/,
  /^src\/features\/newsletter\/(rules\/(?!signup)|server\/import-subscribers)/,
  /^src\/features\/site\/([\w-]+\.functions|rules\/(ads-text|general-settings)|server\/describe-ad)/,
  /^src\/kernel\/(colour-field|growth|slug-field|time\/zoned-time-form)\./,
]

/** Files of these features whose pages the newsroom shares. */
const READER_FILES =
  /^src\/features\/(exports\/rules\/static-|publishing\/server\/(shared-preview|preview-article))/

/** Servers store texts, and write them to logs. */
const STORED = /\/(server|ingest|parse)\//

/** Attributes and properties that people see or hear. */
const SEEN =
  /^(label|title|text|help|note|hint|alt|caption|placeholder|description|message|success|failure|error|none|detail|past|recovery|aria-(label|description|valuetext|roledescription)|\w+(Label|Text)|noneFound)$/
/** Other values of properties are names in the code. */
const CAPITAL = /^\P{L}*\p{Lu}/u
/** Elements whose text is code. */
const CODE = ['code', 'kbd', 'pre', 'style']
const SAME_IN_ALL_LANGUAGES = ['HTML', 'ID', 'AdSense', 'Masthead']

/** @param {string} path */
export function isAdminFile(path) {
  return !READER_FILES.test(path) && ADMIN_FILES.some((pattern) => pattern.test(path))
}

/**
 * Lists the phrases of a module.
 *
 * @param {string} path
 * @returns {{ key: string, english: string | { one: string, other: string }, isPlural: boolean, isHtml: boolean,
 * isReadAtLoad: boolean, placeholders: string[] }[]} `key` is empty if the text is not a literal
 */
export function listPhrases(path, code = readFileSync(path, 'utf8')) {
  const found = []
  const body = parse(path, code)
  const deferred = new Set()
  walk(body, (node) => {
    if (FUNCTION.test(node.type) && !deferred.has(node)) walk(node, (inner) => deferred.add(inner))
  })
  walk(body, (node) => {
    if (node.type !== 'CallExpression') return
    const text = (index) => {
      const argument = node.arguments[index]?.expression
      return argument?.type === 'StringLiteral' ? argument.value : undefined
    }
    const isPlural = node.callee.value === 'plural'
    if (!isPlural && !['phrase', 'phraseParts', 'phraseHtml'].includes(node.callee.value)) return
    const english = text(isPlural ? 2 : 0) ?? ''
    const context = !isPlural && node.arguments.length === 3 ? ` (${text(2) ?? '?'})` : ''
    found.push({
      key: english && english + context,
      english: isPlural ? { one: text(1) ?? '', other: english } : english,
      isPlural,
      isHtml: node.callee.value === 'phraseHtml',
      isReadAtLoad: !deferred.has(node),
      placeholders: placeholdersOf(english),
    })
  })
  return found
}

/**
 * Lists the texts of a module of the admin area that are not phrases: in elements, and in attributes and properties that people
 * see.
 *
 * @returns {string[]}
 */
export function listBareTexts(path, code = readFileSync(path, 'utf8')) {
  const found = []
  const add = (text) => {
    const words = text.replace(/https?:\/\/|[\w-]+(\.[\w-]+)+/g, '').trim()
    if (/\p{L}{2}/u.test(words) && !SAME_IN_ALL_LANGUAGES.includes(words)) found.push(words)
  }
  /** Adds what the value of an expression may be. */
  const addValues = (node) => {
    switch (node?.type) {
      case 'StringLiteral':
        return add(node.value)
      case 'TemplateLiteral':
        return add(node.quasis.map(({ cooked }) => cooked).join(' '))
      case 'JSXExpressionContainer':
      case 'ParenthesisExpression':
        return addValues(node.expression)
      case 'ConditionalExpression':
        addValues(node.consequent)
        return addValues(node.alternate)
      case 'BinaryExpression':
        if (['&&', '||', '??', '+'].includes(node.operator)) addValues(node.right)
        if (['||', '??', '+'].includes(node.operator)) addValues(node.left)
    }
  }
  walk(parse(path, code), (node) => {
    if (node.type === 'JSXAttribute' && SEEN.test(node.name.value)) addValues(node.value)
    if (node.type === 'KeyValueProperty' && SEEN.test(node.key.value) && node.value.type === 'StringLiteral')
      if (CAPITAL.test(node.value.value)) add(node.value.value)
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return
    if (CODE.includes(node.opening.name?.value)) return
    for (const child of node.children)
      if (child.type === 'JSXText') add(child.value)
      else addValues(child)
  })
  return found
}

function parse(path, code) {
  return parseSync(code, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' }).body
}

/**
 * Returns phrases as a catalogue in English, which translators fill in.
 *
 * @param {{ key: string, english: string | { one: string, other: string } }[]} phrases
 */
export function toCatalogue(phrases) {
  return Object.fromEntries(
    phrases
      .map(({ key, english }) => [key, english])
      .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other))),
  )
}

/**
 * @param {{ key: string, isPlural: boolean, placeholders: string[] }[]} phrases
 * @param {Record<string, string | Record<string, string>>} catalogue
 * @returns {string[]}
 */
export function compareCatalogue(language, phrases, catalogue) {
  const problems = []
  const known = new Map(phrases.map((phrase) => [phrase.key, phrase]))
  for (const key of known.keys())
    if (!(key in catalogue)) problems.push(`${language}: no translation of "${key}"`)
  for (const [key, translation] of Object.entries(catalogue)) {
    const phrase = known.get(key)
    if (!phrase) problems.push(`${language}: "${key}" is not in the code`)
    else
      problems.push(
        ...[...checkTranslation(phrase, translation, language), ...checkSpaces(translation, language)].map(
          (text) => `${language}: "${key}" ${text}`,
        ),
      )
  }
  return problems
}

function checkTranslation({ isPlural, placeholders }, translation, language) {
  if (isPlural !== (typeof translation === 'object'))
    return [isPlural ? 'needs plural forms' : 'has plural forms']
  if (!isPlural)
    return String(placeholdersOf(translation)) === String(placeholders) ? [] : ['has other placeholders']
  const forms = Object.keys(translation)
  const missing = frequentCategories(language).filter((category) => !forms.includes(category))
  const isOther = ([category, text]) =>
    // A form for one number, or for two, may write it as a word.
    !['zero', 'one', 'two'].includes(category) && String(placeholdersOf(text)) !== String(placeholders)
  return [
    ...missing.map((category) => `has no form "${category}"`),
    ...Object.entries(translation)
      .filter(isOther)
      .map(([category]) => `has other placeholders in its form "${category}"`),
  ]
}

/** French has spaces before its punctuation, where lines must not break. */
function checkSpaces(translation, language) {
  const texts = typeof translation === 'object' ? Object.values(translation) : [translation]
  const isWrong = language === 'fr' && texts.some((text) => / [?!:;»]|« /.test(text))
  return isWrong ? ['needs no-break spaces (\\u00a0) beside its punctuation'] : []
}

function placeholdersOf(text) {
  return (text.match(PLACEHOLDER) ?? []).toSorted()
}

/** Counts of a newspaper are rarely larger: French and Spanish have a form for millions. */
function frequentCategories(language) {
  const rules = new Intl.PluralRules(language)
  return [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))]
}

/** Prints the catalogue of the admin area, or checks the phrases. */
if (import.meta.main) {
  const paths = globSync('src/**/*.{ts,tsx}', { exclude: (name) => /\.test\.|\btesting\b/.test(name) })
  const phrases = paths
    .filter((path) => /\b(phrase|plural|phraseParts|phraseHtml)\(/.test(readFileSync(path, 'utf8')))
    .filter((path) => !/\/text\/phrase(-html)?\.ts$/.test(path))
    .flatMap((path) =>
      // Only pages and emails of readers are written as HTML.
      listPhrases(path).map((phrase) => ({ ...phrase, path, isAdmin: isAdminFile(path) && !phrase.isHtml })),
    )
  if (process.argv.includes('--admin'))
    console.log(JSON.stringify(toCatalogue(phrases.filter(({ isAdmin }) => isAdmin)), null, 2))
  else {
    const readerKeys = new Set(phrases.filter(({ isAdmin }) => !isAdmin).map(({ key }) => key))
    const problems = [
      ...phrases
        .filter(({ path, key, isAdmin }) => isAdmin && path.endsWith('.functions.ts') && readerKeys.has(key))
        .map(
          ({ path, key }) =>
            `${path}: "${key}" needs a context, because servers would translate it for readers`,
        ),
      ...phrases
        .filter(({ key }) => key === '')
        .map(({ path }) => `${path}: the text of a phrase must be a literal, which this check can read`),
      ...phrases
        .filter(({ isReadAtLoad }) => isReadAtLoad)
        .map(
          ({ path, key }) => `${path}: "${key}" is read when the module is loaded, so it would stay English`,
        ),
      ...paths
        .filter((path) => isAdminFile(path) && !STORED.test(path))
        .flatMap((path) => listBareTexts(path).map((text) => `${path}: "${text}" is not a phrase`)),
    ]
    for (const path of globSync(`${CATALOGUES}/*.json`))
      problems.push(
        ...compareCatalogue(
          path.slice(-7, -5),
          phrases.filter(({ key, isAdmin }) => key && !isAdmin),
          JSON.parse(readFileSync(path, 'utf8')),
        ),
      )
    if (problems.length > 0) console.error(problems.join('\n'))
    process.exitCode = problems.length > 0 ? 1 : 0
  }
}
