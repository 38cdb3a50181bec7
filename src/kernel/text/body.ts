/** Spec §5. */
const SENTENCES_PER_PARAGRAPH = 3
const CHARACTERS_PER_PARAGRAPH = 400

const PARAGRAPH_TAG = /<(p|div|br)\b/i
/** Elements that p cannot contain. */
const BLOCK_TAG =
  /<(\/?)(p|div|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|t[rdh]|figure|aside|details|section|article|hr)\b[^<>]*>/gi
const BLANK_LINES = /\n\s*\n/
const TAG = /<(\/?)([a-z][a-z\d]*)\b[^<>]*>/gi
const VOID_ELEMENTS: ReadonlySet<string> = new Set(['br', 'img', 'wbr', 'input', 'source'])

/** After a sentence with its closing quotes and tags, but not after an abbreviation ("Dr. Jones"). */
const SENTENCE_GAP =
  /\s(?![\p{Ll}\s])(?<=(?:(?<!(?<!\p{L})(?:\p{Lu}|Mrs?|Ms|Dr|Prof|Rev|Gen|St))\.|[!?…])(?:["'”’)\]]|<\/\w+>)*\s+)/u

/**
 * Splits a body into paragraphs (spec §5): plain text at blank lines or after sentences, text between blocks at blank
 * lines. Does not sanitise.
 */
export function formatBody(content: string): string {
  const text = content.trim()
  if (text === '') return text
  const parts = splitAtBlocks(text)
  if (PARAGRAPH_TAG.test(text)) return wrapLooseText(parts) ?? text
  const isOneBlock = parts.length === 1 && !parts[0]?.isElement && !BLANK_LINES.test(text)
  if (isOneBlock) return groupSentences(text).map(toParagraph).join('\n')
  return parts
    .flatMap(({ html, isElement }) => (isElement ? html : html.split(BLANK_LINES).map(toParagraph)))
    .join('\n')
}

/** Undefined if all text is in elements, or if an inline element contains blocks. */
function wrapLooseText(parts: readonly Part[]): string | undefined {
  const pieces = parts.flatMap((part) =>
    part.isElement ? part : part.html.split(BLANK_LINES).map((html) => ({ html, isElement: false })),
  )
  const isLoose = ({ html, isElement }: Part) => !isElement && hasText(html)
  if (!parts.some(({ isElement }) => isElement) || !pieces.some(isLoose)) return undefined
  if (!pieces.every(({ html, isElement }) => isElement || isBalanced(html))) return undefined
  return pieces.map((piece) => (isLoose(piece) ? toParagraph(piece.html) : piece.html)).join('\n')
}

function hasText(html: string): boolean {
  return html.replace(/<[^<>]*>/g, '').trim() !== ''
}

function isBalanced(html: string): boolean {
  const open: string[] = []
  for (const [, slash, given = ''] of html.matchAll(TAG)) {
    const name = given.toLowerCase()
    if (VOID_ELEMENTS.has(name)) continue
    if (!slash) open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

function toParagraph(text: string): string {
  return `<p>${text.trim()}</p>`
}

type Part = { html: string; isElement: boolean }

/** End tags may be missing. */
function splitAtBlocks(html: string): Part[] {
  const parts: Part[] = []
  const open: string[] = []
  const openCounts = new Map<string, number>()
  let start = 0

  function endPart(end: number, isElement: boolean) {
    const part = html.slice(start, end).trim()
    if (part) parts.push({ html: part, isElement })
    start = end
  }
  function count(name: string, change: number) {
    openCounts.set(name, (openCounts.get(name) ?? 0) + change)
  }
  function close(name: string) {
    while (openCounts.get(name)) {
      const last = open.pop() ?? name
      count(last, -1)
      if (last === name) return
    }
  }

  for (const { 0: tag, 1: slash, 2: given = '', index } of html.matchAll(BLOCK_TAG)) {
    const name = given.toLowerCase()
    if (slash && open.length === 0) continue
    // Paragraphs may lack an end tag (HTML §13.1.2.4).
    if (!slash && open.at(-1) === 'p') {
      close('p')
      if (open.length === 0) endPart(index, true)
    }
    if (open.length === 0) endPart(index, false)
    if (slash) close(name)
    else if (name !== 'hr') {
      open.push(name)
      count(name, 1)
    }
    if (open.length === 0) endPart(index + tag.length, true)
  }
  endPart(html.length, open.length > 0)
  return parts
}

function groupSentences(text: string): string[] {
  const paragraphs: { text: string; sentences: number }[] = []
  for (const part of text.split(SENTENCE_GAP)) {
    const sentence = part.trimEnd()
    const last = paragraphs.at(-1)
    const joined = last ? `${last.text} ${sentence}` : sentence
    if (!last || last.sentences === SENTENCES_PER_PARAGRAPH || joined.length > CHARACTERS_PER_PARAGRAPH) {
      paragraphs.push({ text: sentence, sentences: 1 })
    } else {
      last.text = joined
      last.sentences += 1
    }
  }
  return paragraphs.map((paragraph) => paragraph.text)
}
