/** Spec §5: sentences are grouped at most 3 at a time or at about 400 characters. */
const SENTENCES_PER_PARAGRAPH = 3
const CHARACTERS_PER_PARAGRAPH = 400

const BLOCK_TAG = /<(p|div|br)\b/i
const SENTENCE = /[^.!?…]+(?:[.!?…]+["'”’)\]]*(?=\s|$)|[.!?…]+(?=\S)[^.!?…]*|$)+/gu

/**
 * Makes paragraphs of an article's body (spec §5, body formatting). HTML with p, div or br stays as it is; other text
 * is split on blank lines, and where it has none by sentences. The result is still to be sanitised.
 */
export function formatBody(content: string): string {
  const text = content.trim()
  if (text === '' || BLOCK_TAG.test(text)) return text
  const blocks = text.split(/\r?\n\s*\r?\n/).map((block) => block.trim())
  const paragraphs = blocks.length > 1 ? blocks.filter(Boolean) : groupSentences(text)
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')
}

function groupSentences(text: string): string[] {
  const sentences = (text.match(SENTENCE) ?? [text]).map((sentence) => sentence.trim()).filter(Boolean)
  const paragraphs: string[][] = []
  for (const sentence of sentences) {
    const last = paragraphs.at(-1)
    const length = last?.join(' ').length ?? 0
    if (!last || last.length >= SENTENCES_PER_PARAGRAPH || length + sentence.length > CHARACTERS_PER_PARAGRAPH) {
      paragraphs.push([sentence])
    } else last.push(sentence)
  }
  return paragraphs.map((sentences) => sentences.join(' '))
}
