import MarkdownIt from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { escapeHtml } from '#kernel/text/text.ts'

/** Resolves links between the texts of a folder, and counts losses. */
export type MarkdownContext = {
  /** Returns the address of another note; null if there is none of that name. */
  findNote: (name: string) => string | null
  lose: (what: string, example: string) => void
}

const MAX_TAG = 2_000
const IMAGE = /\.(?:avif|gif|heic|jpe?g|png|svg|webp)$/i
const RECORDING = /\.(?:mp3|m4a|ogg|wav|mp4|webm|mov)$/i

const renderer = new MarkdownIt({ html: true }).use(footnotes)

const contextOf = (env: object) => ('context' in env ? (env.context as MarkdownContext) : undefined)

/** Searches within the maximum length of a tag, since many unclosed tags would take quadratic time. */
function endOfTag(text: string, mark: string, start: number): number {
  const length = text.slice(start, start + MAX_TAG).indexOf(mark)
  return length === -1 ? -1 : start + length
}

renderer.inline.ruler.before('link', 'wiki_link', (state, isSilent) => {
  const context = contextOf(state.env)
  const isEmbed = state.src.startsWith('![[', state.pos)
  if (!context || !(isEmbed || state.src.startsWith('[[', state.pos))) return false
  const start = state.pos + (isEmbed ? 3 : 2)
  const end = endOfTag(state.src, ']]', start)
  if (end === -1 || state.src.slice(start, end).includes('\n')) return false
  if (!isSilent)
    state.push('html_inline', '', 0).content = writeWikiLink(state.src.slice(start, end), isEmbed, context)
  state.pos = end + 2
  return true
})

/** Tags of templates: `{{< >}}` and `{{% %}}` of Hugo, `{% %}` and `{{ }}` of Liquid and Nunjucks. */
renderer.inline.ruler.before('link', 'template_tag', (state, isSilent) => {
  const context = contextOf(state.env)
  const open = context && ['{{<', '{{%', '{%', '{{'].find((mark) => state.src.startsWith(mark, state.pos))
  if (!context || !open) return false
  const close = open === '{{<' ? '>}}' : open === '{{%' ? '%}}' : open === '{%' ? '%}' : '}}'
  const start = state.pos + open.length
  const end = endOfTag(state.src, close, start)
  if (end === -1) return false
  if (!isSilent) state.push('html_inline', '', 0).content = writeTag(state.src.slice(start, end), context)
  state.pos = end + close.length
  return true
})

/** Returns the HTML of a text in Markdown (CommonMark with GitHub's tables and strike-through, and footnotes). */
export function markdownToHtml(markdown: string): string {
  return renderer.render(markdown)
}

/**
 * Returns the HTML of a text with the extensions of Obsidian, Hugo, Jekyll and Eleventy: links to notes, template tags, task
 * lists and comments.
 */
export function notesToHtml(markdown: string, context: MarkdownContext): string {
  const text = markdown
    .replace(/\{\{[<%]-? *(?:rel)?ref "([^"\n]{1,500})" *-?[%>]\}\}/g, '$1')
    .replace(/\{% *(?:link|post_url) +([^\s%]{1,500}) *%\}/g, '$1')
    .replace(/\{\{ *['"]([^'"\n]{1,500})['"] *\| *(?:relative_url|absolute_url|url) *\}\}/g, '$1')
    .replace(/\{\{ *site\.(?:baseurl|url) *\}\}/g, '')
    .replace(/\{% *highlight +([\w-]{1,40})[^%\n]{0,100}%\}/g, '```$1')
    .replace(/\{% *endhighlight *%\}/g, '```')
    .replace(
      /^([ \t]{0,20}(?:[-*+]|\d{1,9}[.)]) )\[([ xX])\] /gm,
      (_, item: string, mark: string) => `${item}${mark === ' ' ? '☐' : '☑'} `,
    )
    .replace(/%%[^%]{1,5000}%%/g, '')
  return renderer.render(text, { context })
}

/** Reads "Note#Heading|Text" and "image.png|300". */
function writeWikiLink(inside: string, isEmbed: boolean, { findNote, lose }: MarkdownContext): string {
  const [target = '', ...labels] = inside.split('|')
  const label = labels.join('|').trim()
  const [name = ''] = target.split('#')
  if (isEmbed && IMAGE.test(name)) {
    const alt = /^\d{1,5}(?:x\d{1,5})?$/.test(label) ? '' : label
    return `<img src="${escapeHtml(name.trim())}" alt="${escapeHtml(alt)}">`
  }
  if (isEmbed && RECORDING.test(name)) {
    const tag = /\.(?:mp4|webm|mov)$/i.test(name) ? 'video' : 'audio'
    return `<${tag} src="${escapeHtml(name.trim())}"></${tag}>`
  }
  const text = escapeHtml(label || target.trim())
  const address = findNote(name.trim())
  if (isEmbed) lose('notes in other notes, which become links', name)
  return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`
}

type EmbedAddress = (id: string, user: string) => string

const postOnX: EmbedAddress = (id, user) =>
  /^https?:/.test(id) ? id : `https://x.com/${user || 'i'}/status/${id}`

const EMBEDS: ReadonlyMap<string, EmbedAddress> = new Map([
  ['youtube', (id: string) => (/^https?:/.test(id) ? id : `https://www.youtube.com/watch?v=${id}`)],
  ['vimeo', (id: string) => `https://vimeo.com/${id}`],
  ['tweet', postOnX],
  ['x', postOnX],
  ['twitter', postOnX],
  ['instagram', (id: string) => `https://www.instagram.com/p/${id}/`],
  ['gist', (id: string, user: string) => `https://gist.github.com/${user && `${user}/`}${id}`],
])

function writeTag(inside: string, { lose }: MarkdownContext): string {
  const text = inside.replace(/^-|-$|\/$/g, '').trim()
  const [name = ''] = text.split(/\s/)
  // An end tag; the content is kept.
  if (text.startsWith('/') || /^end\w+$/.test(name) || name === 'raw') return ''
  const values = readValues(text.slice(name.length))
  const embed = EMBEDS.get(name.toLowerCase())
  const [first = '', second = ''] = values.unnamed
  const id = values.named.get('id') ?? (second && name !== 'youtube' ? second : first)
  if (embed && id) {
    const user = values.named.get('user') ?? (second ? first : '')
    return `<iframe src="${escapeHtml(embed(id, user))}"></iframe>`
  }
  const src = values.named.get('src')
  if ((name === 'figure' || name === 'image' || name === 'img') && src) return writeFigure(src, values.named)
  lose('tags of templates', inside.trim())
  return ''
}

function writeFigure(src: string, named: ReadonlyMap<string, string>): string {
  const [alt, title, caption, attr] = ['alt', 'title', 'caption', 'attr'].map((name) => named.get(name) ?? '')
  const text = [title, caption, attr].filter(Boolean).join(' – ')
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt ?? '')}">`
  return `<figure>${image}${text && `<figcaption>${escapeHtml(text)}</figcaption>`}</figure>`
}

/** Reads `one "two" name="three"`. */
function readValues(text: string): { named: Map<string, string>; unnamed: string[] } {
  const [named, unnamed] = [new Map<string, string>(), [] as string[]]
  for (const [, name, double, single, bare] of text.matchAll(
    /(?:\b([\w-]{1,40})=)?(?:"([^"]{0,1000})"|'([^']{0,1000})'|([^\s"'=]{1,500}))/g,
  )) {
    const value = double ?? single ?? bare ?? ''
    if (name) named.set(name, value)
    else unnamed.push(value)
  }
  return { named, unnamed }
}
