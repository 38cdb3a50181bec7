const EMOJI_ONLY = /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u
/** Classes that WordPress (emoji, LaTeX), forums and MediaWiki (formulas) give to images of text. */
const TEXT_CLASS =
  /(?:^|\s)(?:wp-smiley|emoji|emote|emoticon|smiley|smilies|latex|tex|math|mwe-math[\w-]{1,40})(?:\s|$)/i
const TEXT_ADDRESS = /\/(?:emoji|emojis|smileys?|smilies|twemoji)\//i
const MAX_LENGTH = 200

/** Returns the alternative text of an image that stands for text, such as an emoji or a formula; empty for others. */
export function imageText(attributes: Readonly<Record<string, string | undefined>>): string {
  const { alt = '', class: classes = '', src = '' } = attributes
  const text = alt.trim()
  if (text === '' || text.length > MAX_LENGTH) return ''
  const isText = TEXT_CLASS.test(classes) || TEXT_ADDRESS.test(src)
  return isText || (/[^\d#*\s]/.test(text) && EMOJI_ONLY.test(text)) ? text : ''
}
