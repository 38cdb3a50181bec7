import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { createPhrases, LANGUAGES, type Language, languageOf } from '#kernel/text/languages.ts'
import { type Catalogue, type Phrases, setPhrases } from '#kernel/text/phrase.ts'
import { applyPlace, placeData } from '#kernel/time/apply-place.ts'
import { setEnglishDates } from '#kernel/time/dates.ts'
import { DEFAULT_PLACE, englishLocale, type Place, place } from '#kernel/time/place.ts'
import { chooseEncoding, type Encoding } from '#platform/http/request-headers.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import ar from '../catalogues/ar.json' with { type: 'json' }
import de from '../catalogues/de.json' with { type: 'json' }
import es from '../catalogues/es.json' with { type: 'json' }
import fr from '../catalogues/fr.json' with { type: 'json' }

const CATALOGUES: Record<Language, Catalogue> = { en: {}, de, fr, es, ar }

/** The file of phrases that browsers load. English without replaced phrases needs none. */
type PhrasesFile = { path: string; variants: Record<Encoding, Buffer> }

const replacedPhrases = new Map<Language, Catalogue>()
let phrases: Phrases | undefined
/** The phrases of the newspaper's language for browsers; undefined if they need none. */
let ownFile: PhrasesFile | undefined
const rendering = new AsyncLocalStorage<'english'>()

const isEnglish = () => rendering.getStore() === 'english'

setPhrases(() => (isEnglish() ? undefined : phrases))
setEnglishDates(isEnglish)

/** Runs the render of a page of the admin area, which is in English. */
export function renderInEnglish<Rendered>(render: () => Rendered): Rendered {
  return rendering.run('english', render)
}

/** Sets where the newspaper of this process is and which language it has (decisions 70 and 71). */
export function applyPlaceAndLanguage(next: Place): void {
  applyPlace(next)
  applyCatalogue()
}

/**
 * Sets the texts with which a newspaper replaces phrases of a language. The caller drops the pages that show them.
 *
 * @param replaced by English text, as in the catalogues
 */
export function applyPhrases(language: Language, replaced: Catalogue): void {
  if (isDeepStrictEqual(replaced, replacedPhrases.get(language) ?? {})) return
  const former = files.get(language)
  if (former) formerFiles.set(former.path, former)
  replacedPhrases.set(language, replaced)
  files.delete(language)
  if (language === languageOf(place().locale)) applyCatalogue()
}

/** Lists the phrases of the reader area. Each catalogue has all of them, as `npm run check` makes sure. */
export function phraseKeys(): { english: string; isPlural: boolean }[] {
  return Object.entries(CATALOGUES.de).map(([english, text]) => ({
    english,
    isPlural: typeof text === 'object',
  }))
}

/** Returns the catalogue of a language as it is supplied. That of English is empty: its texts are the keys. */
export function defaultPhrases(language: Language): Catalogue {
  return CATALOGUES[language]
}

type LocaleAttributes = {
  lang: string
  dir?: 'rtl'
  'data-place': string | undefined
  'data-phrases'?: string | undefined
}

/** Returns the attributes of the `html` element, from which browsers read the place and language before they render. */
export function localeAttributes(): LocaleAttributes {
  const { locale } = place()
  if (isEnglish()) return { lang: englishLocale(), 'data-place': placeData() }
  return {
    lang: locale,
    ...(languageDirection(locale) === 'rtl' && { dir: 'rtl' as const }),
    'data-place': placeData() ?? (ownFile && JSON.stringify(DEFAULT_PLACE)),
    'data-phrases': ownFile?.path,
  }
}

/** Identifies the place and the phrases of a page in one line: pages whose own differ are loaded again. */
export function localeVersion(): string {
  const { lang, ...attributes } = localeAttributes()
  return [lang, attributes['data-place'], attributes['data-phrases']].join(' ')
}

/** `/assets/phrases-de-0123456789abcdef.json` */
const PATH = /^\/assets\/phrases-([a-z]{2})-[0-9a-f]{16}\.json$/

/**
 * Serves the phrases of browsers. A page may be older than a change of its phrases, or be of a process that knows others: an
 * unknown address gets the current phrases of its language, which nobody stores under another's address.
 */
export async function handlePhrases(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const language = LANGUAGES.find((one) => one === PATH.exec(path)?.[1])
  if (!language || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  const file = formerFiles.get(path) ?? fileOf(language)
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = file.variants[encoding]
  response.writeHead(200, {
    ...BASE_HEADERS,
    'content-type': 'application/json',
    'content-length': body.length,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'cache-control': path === file.path ? 'public, max-age=31536000, immutable' : 'no-store',
    vary: 'accept-encoding',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
  return true
}

function applyCatalogue(): void {
  const { locale } = place()
  const language = languageOf(locale)
  const catalogue = catalogueOf(language)
  const isPlain = Object.keys(catalogue).length === 0
  phrases = isPlain && locale === DEFAULT_PLACE.locale ? undefined : createPhrases(locale, catalogue)
  ownFile = isPlain ? undefined : fileOf(language)
}

function catalogueOf(language: Language): Catalogue {
  return { ...CATALOGUES[language], ...replacedPhrases.get(language) }
}

const files = new Map<Language, PhrasesFile>()
/** By path, for pages that were written just before a change. */
const formerFiles = new LRUCache<string, PhrasesFile>({ max: 4 })

function fileOf(language: Language): PhrasesFile {
  const known = files.get(language)
  const file = known ?? createFile(language, catalogueOf(language))
  if (!known) files.set(language, file)
  return file
}

let browserPhrases: ReadonlySet<string> | undefined

/** Leaves out the phrases that no script of browsers contains, as the build has listed them. */
function withoutServerTexts(catalogue: Catalogue): Catalogue {
  if (!import.meta.env?.PROD) return catalogue
  browserPhrases ??= new Set(JSON.parse(readFileSync(projectFile('dist', 'browser-phrases.json'), 'utf8')))
  return Object.fromEntries(Object.entries(catalogue).filter(([key]) => browserPhrases?.has(key)))
}

/** The address contains a hash of all phrases, so that it changes with the texts that only the server writes too. */
function createFile(language: Language, catalogue: Catalogue): PhrasesFile {
  const identity = Buffer.from(JSON.stringify(withoutServerTexts(catalogue)))
  const version = hash('sha256', `${identity}${JSON.stringify(catalogue)}`).slice(0, 16)
  return {
    path: `/assets/phrases-${language}-${version}.json`,
    variants: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) },
  }
}
