import { globSync, readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { walk } from './regular-expressions.mjs'

const CATALOGUES = 'src/features/language/catalogues'
const PLACEHOLDER = /\{\w+\}/g

/**
 * Lists the phrases of a module.
 *
 * @param {string} path
 * @returns {{ key: string, isPlural: boolean, placeholders: string[] }[]} `key` is empty if it is not a literal
 */
export function listPhrases(path, code = readFileSync(path, 'utf8')) {
  const tree = parseSync(code, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' })
  const found = []
  walk(tree.body, (node) => {
    if (node.type !== 'CallExpression') return
    const text = (index) => {
      const argument = node.arguments[index]?.expression
      return argument?.type === 'StringLiteral' ? argument.value : undefined
    }
    const isPlural = node.callee.value === 'plural'
    if (!isPlural && !['phrase', 'phraseParts', 'phraseHtml'].includes(node.callee.value)) return
    const english = text(isPlural ? 2 : 0) ?? ''
    const context = !isPlural && node.arguments.length === 3 ? ` (${text(2) ?? '?'})` : ''
    found.push({ key: english && english + context, isPlural, placeholders: placeholdersOf(english) })
  })
  return found
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

if (import.meta.main) {
  const phrases = globSync('src/**/*.{ts,tsx}', { exclude: (name) => name.includes('.test.') })
    .filter((path) => /\b(phrase|plural|phraseParts|phraseHtml)\(/.test(readFileSync(path, 'utf8')))
    .filter((path) => !/\/text\/phrase(-html)?\.ts$/.test(path))
    .flatMap((path) => listPhrases(path).map((phrase) => ({ ...phrase, path })))
  const problems = phrases
    .filter(({ key }) => key === '')
    .map(({ path }) => `${path}: the text of a phrase must be a literal, which this check can read`)
  for (const path of globSync(`${CATALOGUES}/*.json`)) {
    const language = path.slice(-7, -5)
    problems.push(
      ...compareCatalogue(
        language,
        phrases.filter(({ key }) => key),
        JSON.parse(readFileSync(path, 'utf8')),
      ),
    )
  }
  if (problems.length > 0) console.error(problems.join('\n'))
  process.exitCode = problems.length > 0 ? 1 : 0
}
