const CDATA_START = '<![CDATA['
const CDATA_IN_OTHER_CASE = /<!\[cdata\[/gi

/** With any attributes that browsers accept. */
const TAG =
  /<\/?[\p{L}_:][\p{L}\p{N}_:.-]*(?:\s+[^\s<>"'/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"']+))?)*\s*\/?>/uy

/** Quotation marks are missing, or too many. */
const BROKEN_TAG = /<[\p{L}_:][\p{L}\p{N}_:.-]*\s[^<>"']*["'][^<>]*>/uy

const ATTRIBUTE = /\s[^\s<>"'/=]+\s*=\s*(?:"[^"]*"|'[^']*')(?=[\s/]|$)/g

/** "</title" before another tag */
const HALF_END_TAG = /<\/[\p{L}_][\p{L}\p{N}_:.-]*\s*(?=<)/uy

/**
 * Escapes each "<" that begins no markup, completes end tags without ">", and drops broken attributes, so that an
 * error costs only its element. Leaves well-formed XML unchanged. Linear time.
 */
export function repairXml(given: string): string {
  const text = given.replace(CDATA_IN_OTHER_CASE, CDATA_START)
  const sections = createSectionFinder(text)
  let result = ''
  let copied = 0
  let at = text.indexOf('<')
  while (at !== -1) {
    const end = sections.endOf(at) ?? matchEnd(TAG, text, at)
    if (end !== null) {
      at = text.indexOf('<', end)
      continue
    }
    const halfEnd = matchEnd(HALF_END_TAG, text, at)
    const brokenEnd = matchEnd(BROKEN_TAG, text, at)
    result += text.slice(copied, at)
    if (halfEnd !== null) {
      result += `${text.slice(at, halfEnd).trimEnd()}>`
      copied = halfEnd
    } else if (brokenEnd !== null) {
      result += removeBrokenAttributes(text.slice(at, brokenEnd))
      copied = brokenEnd
    } else if (text.startsWith(CDATA_START, at)) {
      copied = at + CDATA_START.length
    } else {
      // Titles and descriptions are HTML, where `&lt;` could begin a tag.
      result += '&amp;lt;'
      copied = at + 1
    }
    at = text.indexOf('<', copied)
  }
  return result + text.slice(copied)
}

function removeBrokenAttributes(tag: string): string {
  const name = tag.split(/\s/, 1).join('')
  return `${name}${(tag.slice(0, -1).match(ATTRIBUTE) ?? []).join('')}${tag.endsWith('/>') ? '/' : ''}>`
}

function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

const SECTIONS: [start: string, end: string][] = [
  [CDATA_START, ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
]

/** CDATA sections, comments and instructions. */
function createSectionFinder(text: string) {
  const withoutEnd = new Set<string>()
  return {
    endOf(at: number): number | null {
      const section = SECTIONS.find(([start]) => text.startsWith(start, at))
      if (section === undefined) return null
      const [start, mark] = section
      if (withoutEnd.has(mark)) return null
      const end = text.indexOf(mark, at + start.length)
      if (end === -1) withoutEnd.add(mark)
      return end === -1 ? null : end + mark.length
    },
  }
}
