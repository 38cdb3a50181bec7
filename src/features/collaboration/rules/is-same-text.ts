import { formatBody } from '#kernel/body.ts'
import { walkHtml } from '#kernel/walk-html.ts'

/** Tags that the editor writes differently. */
const SYNONYMS: Record<string, string> = { b: 'strong', i: 'em' }
const MARKS = new Set(['strong', 'em', 'a'])
/** They separate texts, and the editor adds and removes them. */
const SEPARATORS = new Set(['p', 'br'])
const BLOCKS = new Set(['blockquote', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Bounds the time that the elements of each word take. */
const MAX_OPEN = 48

/**
 * Whether the rich text editor shows two contents alike: the same words in the same paragraphs, headings, lists, quotes,
 * links and emphasis. Contents with other elements are never alike.
 */
export function isSameText(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [shownText(one), shownText(other)]
  return first !== null && first === second
}

/** `shown`: as part of the context; `context`: with the elements around it. */
type Open = { name: string; shown: string; context: string }

/** Returns the words, with their elements wherever these change; null if the editor cannot show all of it. */
function shownText(content: string): string | null {
  const html = formatBody(content)
  const open: Open[] = []
  let text = ''
  let gap = ''
  let [context, written] = ['', '']
  let isSupported = true
  const end = walkHtml(html, {
    open(given, { href = '', start = '1' }) {
      const name = SYNONYMS[given] ?? given
      if (SEPARATORS.has(name) || BLOCKS.has(name)) gap = '\n'
      else if (!MARKS.has(name)) isSupported = false
      if (name === 'br') return
      if (open.length >= MAX_OPEN) isSupported = false
      const shown = name === 'a' ? href && `a ${href}` : name === 'ol' ? `ol ${start}` : name
      if (isSupported && name !== 'p') context = contextOf([...open, { name, shown }])
      open.push({ name, shown, context })
    },
    close(given) {
      const name = SYNONYMS[given] ?? given
      if (name === 'br') return
      if (!MARKS.has(name)) gap = '\n'
      open.splice(open.findLastIndex((one) => one.name === name))
      context = open.at(-1)?.context ?? ''
    },
    text(part) {
      if (!isSupported) return
      for (const [piece] of part.matchAll(/[ \t\n\f\r]+|[^ \t\n\f\r]+/g)) {
        if (/^[ \t\n\f\r]/.test(piece)) gap ||= ' '
        else {
          text += `${text && gap}${context === written ? '' : `\0${context}\0`}${piece}`
          written = context
          gap = ''
        }
      }
    },
  })
  return isSupported && end === html.length ? text : null
}

/** The order of marks is not visible. */
function contextOf(open: readonly Pick<Open, 'name' | 'shown'>[]): string {
  const blocks = open.filter(({ name }) => BLOCKS.has(name)).map(({ shown }) => shown)
  const marks = new Set(open.filter(({ name }) => MARKS.has(name)).map(({ shown }) => shown))
  return [...blocks, ...[...marks].sort()].filter(Boolean).join('\0')
}
