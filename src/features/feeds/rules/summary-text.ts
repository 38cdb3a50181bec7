import { htmlBlocks, truncateAtSentence } from '#kernel/text.ts'
import { decodedAgain } from './plain-line.ts'

const MAX_LENGTH = 300

/** More than the longest summary with its trailers; what follows cannot show. */
const CONSIDERED = 3_000

const READ_MORE =
  '(?:(?:continue|keep) reading|read more|read (?:the )?(?:full|whole|entire) (?:article|story|post)|lire la suite|' +
  'weiterlesen|mehr lesen|leia mais|saiba mais|leer más|seguir leyendo|leggi tutto|continua a leggere)'

/** The whole text of a link, or a block, that leads on to the article. */
const LEADS_ON = new RegExp(
  `^(?:${READ_MORE}(?!\\p{L}).*|(?:more|read on|full story|comments|mehr)?[\\s.…»›→>[\\]]*)$`,
  'iu',
)

/** A block that is not of the story: links to other stories, and what publishing software adds. */
const TRAILER =
  /^(?:related(?: stories| articles)?:|more:|see also:|also read:|sign up (?:here|for|to)\b|(?:The post|Der Beitrag|L['’]article|La entrada|O post|L['’]articolo) .+ (?:appeared first on|erschien zuerst auf|est apparu en premier sur|(?:aparece|se publicó) primero en|apareceu primeiro em|proviene da) )/i

/** The same at the end of plain text, after a sentence; some add the time of the article in brackets. */
const TAIL = new RegExp(
  `(?<=[.!?…\\])"”’])\\s*${READ_MORE}\\s*(?:\\([^()]*\\)|\\.{3}|…|»|→|>+|\\.)?$|` +
    '\\s+The post .{1,300} appeared first on .{1,200}$',
  'i',
)

/** Ends without a stop, in a script that has one: a standfirst or a point of a list. */
const UNSTOPPED =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}%][)\]"'”’»]*$/u

/**
 * The summary that a piece of a feed's HTML gives: plain text of at most 300 characters, without images and their
 * captions, without the headline, and without what leads to other pages. Empty if there is no prose in it.
 */
export function summaryText(html: string, headline: string): string {
  const blocks = htmlBlocks(html, (link) => LEADS_ON.test(link)).filter(
    (block) => block !== headline && !TRAILER.test(block) && !LEADS_ON.test(block),
  )
  const text = decodedAgain(asSentences(blocks).slice(0, CONSIDERED))
    .replace(TAIL, '')
    .replace(/\s*\[(?:…|\.{3})\]\s*$/, '…')
    .trim()
  return truncateAtSentence(text, MAX_LENGTH)
}

/** The blocks on one line, none running into the next. */
function asSentences(blocks: string[]): string {
  return blocks
    .map((block, index) => (index < blocks.length - 1 && UNSTOPPED.test(block) ? `${block}.` : block))
    .join(' ')
}
