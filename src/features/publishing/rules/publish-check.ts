import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import type { EndedRights } from '#features/media/rules/ended-rights.ts'
import { htmlBlocks, htmlToText } from '#kernel/text/html-text.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'

/** Newsroom §2, in the order of the list. */
export const PUBLISH_CHECKS = [
  'alt-text',
  'standfirst',
  'byline',
  'lead-image',
  'rights',
  'headline-length',
  'quotation-marks',
  'placeholder',
  'links',
  'blocking-notes',
] as const

export type PublishCheck = (typeof PUBLISH_CHECKS)[number]

/** `must` prevents publication, `should` warns. */
export const CHECK_LEVELS = ['must', 'should', 'off'] as const

export type CheckLevel = (typeof CHECK_LEVELS)[number]
export type CheckLevels = Record<PublishCheck, CheckLevel>

/** By default, nothing that the specification allows is prevented; only the newsroom specification has notes. */
export const DEFAULT_CHECK_LEVELS: CheckLevels = {
  'alt-text': 'should',
  standfirst: 'should',
  byline: 'should',
  'lead-image': 'should',
  rights: 'should',
  'headline-length': 'should',
  'quotation-marks': 'should',
  placeholder: 'should',
  links: 'should',
  'blocking-notes': 'must',
}

export const checkLabels = (): Record<PublishCheck, string> => ({
  'alt-text': phrase('Alternative text for every image'),
  standfirst: phrase('Standfirst'),
  byline: phrase('Byline'),
  'lead-image': phrase('Lead image'),
  rights: phrase('Files whose rights have not ended'),
  'headline-length': phrase('Headline of at most 90 characters'),
  'quotation-marks': phrase('Balanced quotation marks'),
  placeholder: phrase('No “TK”'),
  links: phrase('Working links'),
  'blocking-notes': phrase('No open blocking note'),
})

/** Broken links only warn: publications do not wait for other servers. */
export function levelsOf(check: PublishCheck): readonly CheckLevel[] {
  return check === 'links' ? ['should', 'off'] : CHECK_LEVELS
}

/** Ignores unknown values. */
export function readCheckLevels(stored: Partial<Record<string, unknown>>): CheckLevels {
  const levels = { ...DEFAULT_CHECK_LEVELS }
  for (const check of PUBLISH_CHECKS) {
    const level = levelsOf(check).find((level) => level === stored[check])
    if (level) levels[check] = level
  }
  return levels
}

export type Finding = { check: PublishCheck; level: 'must' | 'should'; text: string }

const MAX_HEADLINE_LENGTH = 90

export type CheckedFacts = {
  blockingNotes?: number | undefined
  /** The files of the article that may no longer be published. */
  endedRights?: readonly EndedRights[] | undefined
  /** Addresses that do not work, if links were checked. */
  deadLinks?: readonly string[] | undefined
}

export function checkArticle(
  form: ArticleForm,
  levels: CheckLevels,
  { blockingNotes = 0, endedRights = [], deadLinks = [] }: CheckedFacts = {},
): Finding[] {
  return PUBLISH_CHECKS.flatMap((check): Finding[] => {
    const level = levels[check]
    if (level === 'off') return []
    if (check === 'links')
      return deadLinks.map((url) => ({
        check,
        level,
        text: phrase('The link does not work: {url}', { url }),
      }))
    if (check === 'rights')
      return endedRights.map(({ title }) => ({
        check,
        level,
        text: phrase('The rights to “{title}” have ended.', { title }),
      }))
    const text = check === 'blocking-notes' ? describeBlockingNotes(blockingNotes) : PROBLEMS[check](form)
    return text ? [{ check, level, text }] : []
  })
}

export function refusePublication(
  form: ArticleForm,
  levels: CheckLevels,
  facts: Pick<CheckedFacts, 'blockingNotes' | 'endedRights'> = {},
): string[] {
  return checkArticle(form, levels, facts).flatMap(({ level, text }) => (level === 'must' ? [text] : []))
}

function describeBlockingNotes(count: number): string | undefined {
  if (count === 0) return undefined
  return plural(
    count,
    'A note that blocks the publication is open.',
    '{count} notes that block the publication are open.',
  )
}

type TextCheck = Exclude<PublishCheck, 'rights' | 'links' | 'blocking-notes'>

const PROBLEMS: Record<TextCheck, (form: ArticleForm) => string | undefined> = {
  'alt-text': ({ content, imageUrl, imageAlt }) => {
    if (content.includes('<figure class="pasted-image"'))
      return phrase('An image that was pasted is not in the library yet. Load it, or delete it.')
    const count = countImagesWithoutAlt(content) + (imageUrl && imageAlt === null ? 1 : 0)
    if (count === 0) return undefined
    return plural(
      count,
      'An image has no alternative text. Describe it or mark it as decorative (alt="").',
      '{count} images have no alternative text. Describe it or mark it as decorative (alt="").',
    )
  },
  standfirst: ({ summary }) =>
    htmlToText(summary) ? undefined : phrase('The standfirst (Summary) is empty.'),
  // A gathered story names its source.
  byline: ({ author, sourceName }) =>
    author.trim() || sourceName.trim() ? undefined : phrase('The byline (Author) is empty.'),
  'lead-image': ({ imageUrl }) => (imageUrl ? undefined : phrase('There is no lead image.')),
  'headline-length': ({ title }) => {
    const length = [...title].length
    return length > MAX_HEADLINE_LENGTH
      ? phrase('The headline has {length} characters, more than {max}.', { length, max: MAX_HEADLINE_LENGTH })
      : undefined
  },
  'quotation-marks': (form) => {
    const block = findUnbalancedQuotes(textBlocks(form))
    return (
      block && phrase('A quotation mark is unmatched: “{block}”', { block: [...block].slice(0, 60).join('') })
    )
  },
  placeholder: (form) =>
    textBlocks(form).some((block) => /\b(?:TK)+\b/.test(block))
      ? phrase('The text contains “TK”, a placeholder.')
      : undefined,
}

function textBlocks({ title, summary, content }: ArticleForm): string[] {
  return [title, htmlToText(summary), ...htmlBlocks(content)]
}

function countImagesWithoutAlt(html: string): number {
  let count = 0
  walkHtml(html, {
    open(name, attributes) {
      if (name === 'img' && attributes.alt === undefined) count += 1
    },
  })
  return count
}

/**
 * Finds a block with an opening or closing mark only. In a quotation of several paragraphs, each has an opening
 * mark and only the last a closing one.
 */
function findUnbalancedQuotes(blocks: readonly string[]): string | undefined {
  return blocks.find((block, index) => {
    const continues = (mark: string) => blocks[index + 1]?.startsWith(mark) ?? false
    // Low opening marks (German, Polish) have other closing marks.
    if (block.includes('„')) return false
    const curly = count(block, '“') - count(block, '”')
    if (curly !== 0 && !(curly === 1 && continues('“'))) return true
    // Not inches.
    const straight = count(block.replace(/\d"/g, ''), '"')
    return straight % 2 === 1 && !continues('"')
  })
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

const MAX_LINKS = 50

/** Distinct, at most 50. */
export function listLinks(html: string): string[] {
  const links = new Set<string>()
  walkHtml(html, {
    open(name, { href }) {
      if (name === 'a' && href && /^https?:\/\//i.test(href) && links.size < MAX_LINKS) links.add(href)
    },
  })
  return [...links]
}
