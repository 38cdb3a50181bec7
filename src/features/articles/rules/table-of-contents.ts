import { htmlToText } from '#kernel/text/html-text.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { countWords } from '#kernel/text/reading-time.ts'
import { escapeHtml } from '#kernel/text/text.ts'

/** Six minutes of reading. */
const MIN_WORDS = 1_200
const MIN_HEADINGS = 3
/** A longer list does not help readers to find their way. */
const MAX_HEADINGS = 30

/** The headings of the other elements do not begin a section of the text. */
const HEADING_OR_ASIDE = /<(\/)?(h2|aside|blockquote|details|figure|table)[\s>]/g

/** `at` is where the attributes of the tag begin. */
type Heading = { at: number; text: string }

/**
 * Adds a list of links to the second-level headings above a long text. It is part of the HTML, to keep readers' scripts
 * small.
 *
 * @param html sanitised; its headings have no ids
 */
export function addTableOfContents(html: string): string {
  if (countWords(html) < MIN_WORDS) return html
  const headings = listHeadings(html)
  if (headings.length < MIN_HEADINGS || headings.length > MAX_HEADINGS) return html
  const links = headings.map(
    ({ text }, index) => `<li><a href="#${anchorOf(index)}">${escapeHtml(text)}</a></li>`,
  )
  const list = `<nav aria-labelledby="contents" class="contents"><p id="contents" class="label">${phraseHtml('In this article')}</p><ol>${links.join('')}</ol></nav>`
  const parts = headings.map(
    ({ at }, index) => `${html.slice(headings[index - 1]?.at ?? 0, at)} id="${anchorOf(index)}"`,
  )
  return list + parts.join('') + html.slice(headings.at(-1)?.at)
}

/** Counts the headings, so that links stay valid when a heading is reworded. */
function anchorOf(index: number): string {
  return `part-${index + 1}`
}

function listHeadings(html: string): Heading[] {
  const headings: Heading[] = []
  let asides = 0
  for (const { index, 1: slash, 2: name } of html.matchAll(HEADING_OR_ASIDE)) {
    if (name !== 'h2') asides += slash ? -1 : 1
    else if (!slash && asides === 0) {
      const text = htmlToText(html.slice(index, html.indexOf('</h2>', index)))
      if (text) headings.push({ at: index + '<h2'.length, text })
    }
  }
  return headings
}
