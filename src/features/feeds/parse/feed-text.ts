import { htmlBlocks, htmlToText } from '#kernel/text/html-text.ts'
import { collapseSpace, foldLetters, truncateAtSentence, truncateText } from '#kernel/text/text.ts'
import { hostOf } from './identify-items.ts'
import type { SourceText } from './source-feed.ts'

/** Elements of titles. Other angle brackets are text, as in "vector<int>". */
const ELEMENTS =
  'a|abbr|b|bdi|bdo|big|blockquote|br|center|cite|code|del|dfn|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|q|s|' +
  'script|small|span|strike|strong|style|sub|sup|tt|u|ul|var|wbr'

const LITERAL_BRACKET = new RegExp(`<(?!/?(?:${ELEMENTS})(?=[\\s/>]|$)|!--)`, 'gi')

/** Other elements, which attributes distinguish from text: "<iframe src='…'>" */
const EMBEDDED_ELEMENT = new RegExp(
  `<(?!(?:${ELEMENTS})\\b)([a-z][a-z\\d-]*)\\s[^<>=]*=\\s*["'][^<>]*>`,
  'gi',
)

const STILL_ENCODED = new RegExp(`&(?:#\\d+|#x[\\da-f]+|[a-z][a-z\\d]*);|</(?:${ELEMENTS})>`, 'i')

const VISIBLE = /(?![\u115F\u1160\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u

/** Decodes entities, even if encoded twice. */
export function toPlainLine(source: SourceText | null): string {
  if (source === null) return ''
  const value = removeCdata(source.value)
  const line = decodeAgain(source.type === 'html' ? removeMarkup(value) : collapseSpace(value))
  return VISIBLE.test(line) ? line : ''
}

function decodeAgain(text: string): string {
  return STILL_ENCODED.test(text) ? removeMarkup(text) : text
}

function removeMarkup(text: string): string {
  return htmlToText(escapeNames(removeEmbedded(text)).replace(LITERAL_BRACKET, '&lt;'))
}

/** Elements that titles have without attributes and end tag. */
const UNPAIRED = new Set('br hr img li p wbr'.split(' '))

/** Escapes the names of elements in titles such as "How to nest a <div>", which have no end tag, or are links without address. */
function escapeNames(text: string): string {
  const tags = [...text.matchAll(/<(\/?)([a-z][a-z\d]{0,15})>/gi)]
  if (tags.length === 0) return text
  const started = new Set(
    Array.from(text.matchAll(/<([a-z][a-z\d]{0,15})(?=[\s/>])/gi), ([, name = '']) => name.toLowerCase()),
  )
  const ended = new Set(
    Array.from(text.matchAll(/<\/([a-z][a-z\d]{0,15})>/gi), ([, name = '']) => name.toLowerCase()),
  )
  const hasAddress = /<a\s/i.test(text)
  return text.replace(/<(\/?)([a-z][a-z\d]{0,15})>/gi, (tag, _, given: string) => {
    const name = given.toLowerCase()
    const isMarkup =
      UNPAIRED.has(name) || (started.has(name) && ended.has(name) && (name !== 'a' || hasAddress))
    return isMarkup ? tag : `&lt;${tag.slice(1)}`
  })
}

/** Removes tags, not content. */
function removeEmbedded(text: string): string {
  const names = new Set(Array.from(text.matchAll(EMBEDDED_ELEMENT), ([, name = '']) => name.toLowerCase()))
  if (names.size === 0) return text
  return text.replace(/<\/?([a-z][a-z\d-]*)(?:[\s/][^<>]*)?>/gi, (tag, name: string) =>
    names.has(name.toLowerCase()) ? '' : tag,
  )
}

/** Unlikely in prose. */
const ENCODED_TAG = /&lt;(?:\/(?:p|div|a|b|i|em|strong|span|ul|ol|li|h[1-6]|blockquote)&gt;|(?:br|img)\b)/i

const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'", amp: '&' }

export function unescapeMarkup(source: string): string {
  const html = removeCdata(source).trim()
  if (/<[a-z!/]/i.test(html) || !ENCODED_TAG.test(html)) return html
  return html.replace(/&(lt|gt|quot|#0?39|amp);/g, (reference, name: string) => CHARACTERS[name] ?? reference)
}

/** Removes the markers of CDATA sections that were encoded or nested. */
function removeCdata(text: string): string {
  return text.includes('<![CDATA[') ? text.replace(/<!\[CDATA\[|\]\]>/g, '') : text
}

const MAX_BYLINE_LENGTH = 200
/** Includes markup. */
const MAX_AUTHOR_LENGTH = 400

const EMAIL_OR_URL =
  /[<([]?\b(?:mailto:)?[^\s@<>()[\]]+@[^\s@<>()[\]]+\.[^\s@<>()[\]]+[>)\]]?|https?:\/\/\S+/gi

const NOT_A_PERSON = /^(?:admin(?:istrator)?|webmaster|root|unknown|none|null|undefined|anonymous|n\/a)$/i

/**
 * "A, B and C"; may be empty.
 *
 * @param authors for example "mail@host (Jane Roe)" or "By Jane Roe"
 */
export function formatByline(authors: readonly string[]): string {
  const names = authors.map(authorName).filter((name) => name !== '' && !NOT_A_PERSON.test(name))
  return truncateText(formatList([...new Set(names)]), MAX_BYLINE_LENGTH)
}

function authorName(author: string): string {
  // Bounds the quadratic patterns below.
  const text = toPlainLine({ value: author.slice(0, MAX_AUTHOR_LENGTH), type: 'html' })
    .replace(EMAIL_OR_URL, ' ')
    .replace(/^\s*by:?\s+/i, '')
    .replace(/^[\s,;:|–-]+|(?<![\s,;:|–-])[\s,;:|–-]+$/g, '')
  const line = text.replace(/\s+/g, ' ').replace(/^"([^"]*)"$/, '$1')
  return NAMES_IN_BRACKETS.test(line) ? line.replace(/[()]/g, '').trim() : line
}

/** "mail@host (Name), mail@host (Name)" without the addresses */
const NAMES_IN_BRACKETS = /^(?:\([^()]*\)[ ,;]*)+$/

function formatList(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}

const MAX_NAME_LENGTH = 100

const FEED_SUFFIX =
  / ?(?:[-–—|:»] ?(?:latest(?: news| headlines| stories)?|news feed|all (?:news|stories)|home ?page|front page|top stories|home)|[-–—|:» ] ?(?:rss(?: feed)?|neueste meldungen|aktuelle nachrichten|dernières (?:actualités|nouvelles)|últim[ao]s not[ií]cias|ultime notizie))$/i

/** The part that names the site ("NYT > World News" at nytimes.com), else the title without suffixes, else the host. */
export function sourceName(title: string, siteUrl: string | null): string {
  const host = hostName(siteUrl)
  const whole = title.replace(FEED_SUFFIX, '').trim() || title
  const name = whole.split(TITLE_SEPARATOR).find((part) => isNameOfHost(part, host)) ?? whole
  return name && !isGenericName(name) ? truncateText(name, MAX_NAME_LENGTH) : host
}

/** Defaults of publishing software, sections, and addresses. */
const GENERIC_NAME =
  /^(?:(?:www\.|https?:).*|home ?page|home|site|website|my (?:site|blog|website)|blog|untitled|wordpress|(?:rss|news)(?: ?feed)?|feed|articles|posts|latest|world|politics|business|sports?|technology|science|health|entertainment|undefined|null|none|\{\{.*|access denied|forbidden|error|(?:404 )?(?:page )?not found|just a moment\b.*)$/i

export function isGenericName(name: string): boolean {
  return GENERIC_NAME.test(name)
}

const TITLE_SEPARATOR = / ?[>»|] ?| (?:[-–—:/•·]|::) |: /

/** Shorter ones match by chance. */
const MIN_NAME_LENGTH = 3

/** Host name labels that name a service or a level of the DNS, not a publisher. */
const COMMON_LABEL = /^(?:.{0,2}|com|org|net|gov|edu|info|feeds?|rss|news|blogs?|edition)$/

const ARTICLE = /^(?:the|der|die|das|le|la|les|el|los|il|de|het)$/
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** "The Guardian" at theguardian.com, "NYT" at nytimes.com, "BBC Sport" at bbc.co.uk, "Süddeutsche" at sueddeutsche.de */
function isNameOfHost(name: string, host: string): boolean {
  const labels = foldLetters(host)
    .replace(/:\d+$/, '')
    .split('.')
    .slice(0, -1)
    .filter((label) => !COMMON_LABEL.test(label))
    .map((label) => label.replaceAll('-', '').replace(/^the(?=.)/, ''))
  const spelled = name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
  return [name, spelled].some((text) => {
    const words = foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []
    const initials = words.map((word) => word.charAt(0)).join('')
    const [first = '', ...others] = words
    const names = [words.join('').replace(/^the(?=.)/, ''), ...(ARTICLE.test(first) ? [others.join('')] : [])]
    return names.some(
      (joined) =>
        joined.length >= MIN_NAME_LENGTH &&
        labels.some((label) => label.startsWith(joined) || joined.startsWith(label) || label === initials),
    )
  })
}

/** Removes suffixes such as " - Reuters" or " | BBC News". */
export function removeSourceName(headline: string, names: readonly string[]): string {
  const match = /^(.+) [-–—|] ([^-–—|]+)$/.exec(headline)
  const suffix = match?.[2]?.toLowerCase()
  return match?.[1] && names.some((name) => name.toLowerCase() === suffix) ? match[1] : headline
}

function hostName(siteUrl: string | null): string {
  const url = siteUrl === null ? null : URL.parse(siteUrl)
  return url ? hostOf(url) : ''
}

const MAX_SUMMARY_LENGTH = 300

const CONSIDERED_LENGTH = 3_000

const READ_MORE =
  '(?:(?:continue|keep) reading|read more|read (?:the )?(?:full|whole|entire) (?:article|story|post)|lire la suite|' +
  'weiterlesen|mehr lesen|leia mais|saiba mais|leer más|seguir leyendo|leggi tutto|continua a leggere)'

const READ_MORE_TEXT = new RegExp(
  `^(?:${READ_MORE}(?!\\p{L}).*|(?:more|read on|full story|comments|mehr)?[\\s.…»›→>[\\]]*)$`,
  'iu',
)

/** Related links and software's additions. */
const BOILERPLATE =
  /^(?:related(?: stories| articles)?:|more:|see also:|also read:|sign up (?:here|for|to)\b|(?:The post|Der Beitrag|L['’]article|La entrada|O post|L['’]articolo) .+ (?:appeared first on|erschien zuerst auf|est apparu en premier sur|(?:aparece|se publicó) primero en|apareceu primeiro em|proviene da) )/i

/** "Read more" at the end of text, optionally with a time in brackets. */
const READ_MORE_SUFFIX = new RegExp(
  `(?<=[.!?…\\])"”’]) ?${READ_MORE} ?(?:\\([^()]*\\)|\\.{3}|…|»|→|>+|\\.)?$|` +
    ' The post .{1,300} appeared first on .{1,200}$',
  'i',
)

/** A standfirst or list item in a script with full stops. */
const MISSING_FULL_STOP =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}%][)\]"'”’»]*$/u

export function summarise(html: string, headline: string): string {
  const blocks = htmlBlocks(html, (link) => READ_MORE_TEXT.test(link)).filter(
    (block) => block !== headline && !BOILERPLATE.test(block) && !READ_MORE_TEXT.test(block),
  )
  const text = decodeAgain(joinBlocks(blocks).slice(0, CONSIDERED_LENGTH))
    .replace(READ_MORE_SUFFIX, '')
    .replace(/ ?\[(?:…|\.{3})\] ?$/, '…')
    .trim()
  return truncateAtSentence(text, MAX_SUMMARY_LENGTH)
}

/** Longer text is the article. */
const MAX_SUMMARY_TEXT_LENGTH = 1_000

/** "…", "..." or "[…]" at the end. */
const TRUNCATED = /(?:…|\.{3})\]?$/

/** Short or truncated. Publishers put summaries into the elements for full text too. */
export function isSummaryOnly(html: string): boolean {
  const blocks = htmlBlocks(html).filter((block) => !BOILERPLATE.test(block))
  const last = blocks.at(-1) ?? ''
  const length = blocks.reduce((sum, block) => sum + block.length, 0)
  return (
    length <= MAX_SUMMARY_TEXT_LENGTH ||
    TRUNCATED.test(last) ||
    READ_MORE_TEXT.test(last) ||
    READ_MORE_SUFFIX.test(last.slice(-MAX_SUMMARY_TEXT_LENGTH))
  )
}

function joinBlocks(blocks: string[]): string {
  return blocks
    .map((block, index) => (index < blocks.length - 1 && MISSING_FULL_STOP.test(block) ? `${block}.` : block))
    .join(' ')
}
