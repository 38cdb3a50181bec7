import sanitize from 'sanitize-html'

/** What a reader should not be left with the bare text of. */
const SILENT_TAGS = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'figure',
  'template',
  'title',
  'svg',
  'math',
]

/** What is kept of HTML in one place. */
type Policy = sanitize.IOptions & { allowedTags: string[] }

const SUMMARY: Policy = {
  allowedTags: ['strong', 'em', 'b', 'i', 'span'],
  allowedAttributes: {},
  nonTextTags: SILENT_TAGS,
}

const BODY: Policy = {
  allowedTags: 'h2 h3 h4 h5 h6 p br strong em b i ul ol li a blockquote div span'.split(' '),
  // `lang` and `dir` are harmless, and words in another script need them to be set right.
  allowedAttributes: { a: ['href', 'target', 'rel'], '*': ['lang', 'dir'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  nonTextTags: SILENT_TAGS,
  transformTags: {
    // The page's headline is its only h1.
    h1: 'h2',
    a: (tagName, { target, rel: _, ...attribs }) => {
      const away = target === '_blank' ? { target, rel: 'noopener noreferrer' } : { rel: 'noopener' }
      return { tagName, attribs: attribs.href ? Object.assign(attribs, away) : attribs }
    },
  },
  exclusiveFilter: (frame) => ['p', 'h2', 'h3', 'li'].includes(frame.tag) && frame.text.trim() === '',
}

/**
 * The ids that a page may set, as places to link to. None can stand for a name that a script looks up in the window
 * (`$_TSR`, `__TSR_ROUTER__`, `Buffer`), nor for an id that React makes.
 */
const ANCHOR = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** The one of the reader's pages for the skip link, and a name that React looks for. */
const TAKEN_IDS = ['content', 'process']

const PAGE: Policy = {
  ...BODY,
  allowedTags: [...BODY.allowedTags, ...'hr table thead tbody tr th td dl dt dd address'.split(' ')],
  allowedAttributes: {
    ...BODY.allowedAttributes,
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['id', 'lang', 'dir'],
  },
  transformTags: {
    ...BODY.transformTags,
    '*': (tagName, { id = '', ...attribs }) => ({
      tagName,
      attribs: ANCHOR.test(id) && !TAKEN_IDS.includes(id) ? { ...attribs, id } : attribs,
    }),
  },
}

/** A summary as cards show it: strong, em, b, i and span without attributes (spec §5). */
export function sanitiseSummary(html: string): string {
  return clean(html, SUMMARY)
}

/**
 * An article's body (spec §5). Narrower than the list there in two points: `class` and `id` are dropped, since a feed
 * could otherwise dress its text as a part of the page; and h1 becomes h2.
 */
export function sanitiseBody(html: string): string {
  return clean(html, BODY)
}

/** One of the paper's own pages: a body that may have tables, lists of terms and places to link to. */
export function sanitisePage(html: string): string {
  return clean(html, PAGE)
}

const BLOCK_TAG =
  /<\/?(p|div|br|h[1-6]|ul|ol|li|blockquote|pre|dl|dt|dd|table|tr|td|th|section|article|hr)\b/gi

function clean(html: string, policy: Policy): string {
  // Where the tags of blocks are dropped, the words in them must not run together.
  const separated = html.replace(BLOCK_TAG, (tag, name: string) =>
    policy.allowedTags.includes(name.toLowerCase()) ? tag : ` ${tag}`,
  )
  return sanitize(separated, policy)
}
