/** Spec §5 */
const SENTENCES_PER_PARAGRAPH = 3
const CHARACTERS_PER_PARAGRAPH = 400

const PARAGRAPH_TAG = /<(p|div|br)\b/i
/** Block elements not allowed inside p. */
const OTHER_BLOCK_TAG =
  /<\/?(h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|t[rdh]|figure|section|article|hr)\b/i
const BLANK_LINES = /\n\s*\n/

/**
 * Follows a full stop with optional closing quotes or tags, but not an abbreviation ("Dr. Jones", "the U.S. economy").
 */
const SENTENCE_GAP =
  /\s(?![\p{Ll}\s])(?<=(?:(?<!(?<!\p{L})(?:\p{Lu}|Mrs?|Ms|Dr|Prof|Rev|Gen|St))\.|[!?…])(?:["'”’)\]]|<\/\w+>)*\s+)/u

/** Formats a body as paragraphs (spec §5). Splits plain text on blank lines or by sentences. Does not sanitise. */
export function formatBody(content: string): string {
  const text = content.trim()
  if (text === '' || PARAGRAPH_TAG.test(text)) return text
  const blocks = text.split(BLANK_LINES)
  const paragraphs = blocks.length === 1 && !OTHER_BLOCK_TAG.test(text) ? groupSentences(text) : blocks
  return paragraphs.map(toParagraph).join('\n')
}

function toParagraph(text: string): string {
  return OTHER_BLOCK_TAG.test(text) ? text : `<p>${text.trim()}</p>`
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
