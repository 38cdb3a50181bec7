import sanitize from 'sanitize-html'
import { imageText } from '#kernel/text/image-text.ts'
import { MAX_TEXT_PARTS, type Span, walkHtml } from '#kernel/text/walk-html.ts'
import { LINK_SCHEMES, removeCredentials } from '#kernel/web-address.ts'

const TAGS_REMOVED_WITH_TEXT = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'template',
  'title',
  'svg',
  'math',
]

type Policy = sanitize.IOptions & { allowedTags: string[] }

const SUMMARY: Policy = {
  allowedTags: ['strong', 'em', 'b', 'i', 'span'],
  allowedAttributes: {},
  nonTextTags: TAGS_REMOVED_WITH_TEXT,
}

const LIST_START = /^-?\d{1,6}$/

const SPAN = /^[1-9]\d{0,2}$/

const BODY: Policy = {
  allowedTags: (
    'h2 h3 h4 h5 h6 p br strong em b i ul ol li a blockquote div span ' +
    'table caption thead tbody tfoot tr th td figure figcaption pre code sub sup del ins s hr dl dt dd'
  ).split(' '),
  // `start` for lists that continue after a text, `lang` and `dir` for other scripts.
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: LINK_SCHEMES,
  nonTextTags: TAGS_REMOVED_WITH_TEXT,
  transformTags: {
    // The headline is the page's only h1.
    h1: 'h2',
    strike: 's',
    th: limitSpans,
    td: limitSpans,
    img: describeImage,
    ol: (tagName, { start = '', ...attribs }) => ({
      tagName,
      attribs: LIST_START.test(start) ? { ...attribs, start } : attribs,
    }),
    a: (tagName, { target, rel: _, ...attribs }) => {
      const linkAttributes =
        target === '_blank' ? { target, rel: 'noopener noreferrer' } : { rel: 'noopener' }
      const { href } = attribs
      return {
        tagName,
        attribs: href ? Object.assign(attribs, linkAttributes, { href: removeCredentials(href) }) : attribs,
      }
    },
  },
}

/**
 * Replaces an image by the text that it stands for, such as an emoji. An image without such text keeps the name `img` and is dropped
 * later: if it were renamed and then dropped, sanitize-html would close a later element with the wrong name.
 */
function describeImage(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const text = imageText(attribs)
  return text === '' ? { tagName, attribs: {} } : { tagName: 'span', attribs: {}, text }
}

function limitSpans(tagName: string, { colspan = '', rowspan = '', ...attribs }: sanitize.Attributes) {
  const spans = Object.entries({ colspan, rowspan }).filter(([, value]) => SPAN.test(value))
  return { tagName, attribs: { ...attribs, ...Object.fromEntries(spans) } }
}

/** `name` is that of an element that was renamed. */
type Frame = sanitize.IFrame & { name?: string }

/** Dropping an element copies the text before it. After so many characters, empty elements stay, which readers do not see. */
const MAX_COPIED_LENGTH = 100_000_000

/** Drops empty blocks, figures with a caption only, and images without an address. */
function createEmptyBlockFilter(): (frame: Frame) => boolean {
  const isEmpty = createEmptyBlockTest()
  let copied = 0
  return (frame) => {
    if (!isEmpty(frame)) return false
    copied += frame.tagPosition
    return copied < MAX_COPIED_LENGTH
  }
}

function createEmptyBlockTest(): (frame: Frame) => boolean {
  const captions: { tagPosition: number; length: number }[] = []
  const lengthOf = (text: string) => text.replace(/\s+/g, '').length
  return ({ tag, name, attribs, text, tagPosition, mediaChildren }) => {
    if (tag === 'img' && name === undefined) return !attribs.src
    const length = lengthOf(text)
    if (tag === 'figcaption') captions.push({ tagPosition, length })
    if (tag === 'figure') {
      let own = length
      for (let last = captions.at(-1); last && last.tagPosition > tagPosition; last = captions.at(-1)) {
        own -= last.length
        captions.pop()
      }
      return own <= 0 && mediaChildren.length === 0
    }
    return EMPTY_DROPPED.has(tag) && length === 0 && mediaChildren.length === 0
  }
}

const EMPTY_DROPPED = new Set(['p', 'h2', 'h3', 'li', 'table', 'figcaption', 'caption'])

/** Must not match globals (`$_TSR`, `__TSR_ROUTER__`, `Buffer`) or React's ids. */
const ANCHOR = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** The skip link's target, and a global that React reads. */
const RESERVED_IDS = ['content', 'process']

const PAGE: Policy = {
  ...BODY,
  allowedTags: [...BODY.allowedTags, 'address'],
  allowedAttributes: {
    ...BODY.allowedAttributes,
    '*': ['id', 'lang', 'dir'],
  },
  transformTags: {
    ...BODY.transformTags,
    '*': (tagName, { id = '', ...attribs }) => ({
      tagName,
      attribs: ANCHOR.test(id) && !RESERVED_IDS.includes(id) ? { ...attribs, id } : attribs,
    }),
  },
}

export function sanitiseSummary(html: string): string {
  return clean(html, SUMMARY)
}

/**
 * Unlike spec §5, drops `class` and `id`, so that feeds cannot imitate parts of the page, makes h1 an h2, and keeps tables, preformatted text, sub- and
 * superscripts, insertions and deletions.
 */
export function sanitiseBody(html: string): string {
  return clean(html, BODY)
}

/** Returns the attributes of the image that readers get; null to leave it out. `sources` are those of its `picture`. */
export type ShowImage = (
  attributes: Readonly<Record<string, string>>,
  sources: readonly Readonly<Record<string, string>>[],
) => Record<string, string> | null

/** {@link sanitiseBody} with images. They have no attributes but those that `showImage` returns. */
export function sanitiseBodyWithImages(html: string, showImage: ShowImage): string {
  let sources: sanitize.Attributes[] = []
  return clean(html, {
    ...BODY,
    allowedTags: [...BODY.allowedTags, 'img'],
    allowedAttributes: { ...BODY.allowedAttributes, img: SHOWN_IMAGE_ATTRIBUTES },
    transformTags: {
      ...BODY.transformTags,
      picture(tagName, attribs) {
        sources = []
        return { tagName, attribs }
      },
      source(tagName, attribs) {
        sources.push(attribs)
        return { tagName, attribs }
      },
      img(tagName, attribs) {
        const text = describeImage(tagName, attribs)
        const shown = text.text ? null : showImage(attribs, sources)
        sources = []
        return shown ? { tagName, attribs: shown } : text
      },
    },
  })
}

const SHOWN_IMAGE_ATTRIBUTES = 'class src srcset sizes alt width height style loading decoding'.split(' ')

/** The classes and attributes of elements that only texts of the paper itself may have. */
type Markup = Readonly<Record<string, { classes?: readonly string[]; attributes?: readonly string[] }>>

/** Sanitises a text that the paper's own editors wrote, with the elements that its blocks write. */
export function sanitiseOwnBody(html: string, markup: Markup): string {
  return clean(removeFilesOfOthers(html), ownPolicy(markup))
}

const STORED_FILE = /^\/storage\/[\w./-]+$/

/** Files of others are not played, and their posters not shown. */
function keepStoredFiles(
  tagName: string,
  { src = '', poster = '', ...attribs }: sanitize.Attributes,
): sanitize.Tag {
  const stored = Object.entries({ src, poster }).filter(([, address]) => STORED_FILE.test(address))
  return { tagName, attribs: { ...attribs, ...Object.fromEntries(stored) } }
}

const FILE = /<(?:img|audio|video)\b/i

/** Removes the tags of images and recordings of others, which are neither shown nor played. Images with a text stay. */
function removeFilesOfOthers(html: string): string {
  if (!FILE.test(html)) return html
  const kept: string[] = []
  let end = 0
  const remove = (span: Span) => {
    kept.push(html.slice(end, span.start))
    end = span.end
  }
  /** Whether the open recordings are removed. */
  const recordings: boolean[] = []
  walkHtml(html, {
    open(name, attributes, span) {
      const isOwn = STORED_FILE.test(attributes.src ?? '')
      if (name === 'img' && !isOwn && imageText(attributes) === '') remove(span)
      if (name !== 'audio' && name !== 'video') return
      recordings.push(!isOwn)
      if (!isOwn) remove(span)
    },
    close(name, span, implied) {
      if ((name === 'audio' || name === 'video') && recordings.pop() && !implied) remove(span)
    },
  })
  return kept.join('') + html.slice(end)
}

const ownPolicies = new WeakMap<Markup, Policy>()

function ownPolicy(markup: Markup): Policy {
  const known = ownPolicies.get(markup)
  if (known) return known
  const entries = Object.entries(markup)
  const policy: Policy = {
    ...BODY,
    allowedTags: [...BODY.allowedTags, ...entries.map(([tag]) => tag)],
    allowedAttributes: {
      ...BODY.allowedAttributes,
      ...Object.fromEntries(entries.map(([tag, { attributes = [] }]) => [tag, [...attributes]])),
    },
    allowedClasses: Object.fromEntries(entries.map(([tag, { classes = [] }]) => [tag, [...classes]])),
    transformTags: {
      ...BODY.transformTags,
      img: (tagName, attribs) =>
        STORED_FILE.test(attribs.src ?? '') ? { tagName, attribs } : describeImage(tagName, attribs),
      audio: keepStoredFiles,
      video: keepStoredFiles,
    },
  }
  ownPolicies.set(markup, policy)
  return policy
}

/** Sanitises a static page, which may contain tables, definition lists and ids. */
export function sanitisePage(html: string): string {
  return clean(html, PAGE)
}

const BLOCK_TAG =
  /<\/?(p|div|br|h[1-6]|ul|ol|li|blockquote|pre|dl|dt|dd|table|tr|td|th|section|article|hr)\b/gi

/** Up to this length, HTML of any nesting depth takes at most 0.1 s. */
const MAX_UNCHECKED_LENGTH = 100_000

function clean(given: string, policy: Policy): string {
  // The parser of sanitize-html takes quadratic time for deep elements.
  const html =
    given.length > MAX_UNCHECKED_LENGTH ? given.slice(0, walkHtml(given, {}, MAX_TEXT_PARTS)) : given
  // Separates words of dropped blocks.
  const separated = html.replace(BLOCK_TAG, (tag, name: string) =>
    policy.allowedTags.includes(name.toLowerCase()) ? tag : ` ${tag}`,
  )
  return sanitize(separated, { ...policy, exclusiveFilter: createEmptyBlockFilter() })
}
