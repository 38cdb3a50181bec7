import { htmlToText } from '#kernel/text/html-text.ts'
import { recordingHtml } from '../../rules/block-html.ts'
import type { ImportedArticle, ImportedImage, ImportItem } from '../../rules/import-item.ts'
import type { TextContext } from '../../rules/inline-html.ts'
import { instantOf } from '../../rules/source-values.ts'
import { createLosses, type Losses } from '../../rules/text-losses.ts'
import { convertPost } from '../../rules/wordpress/convert-post.ts'
import { convertText } from '../convert-text.server.ts'
import type { WxrRecord } from './read-wxr.server.ts'
import type { createMediaIndex } from './wordpress-media.server.ts'
import { type Names, readAuthor, readTag } from './wordpress-names.server.ts'

/** Internal types of WordPress. Attachments and patterns are read with the posts that refer to them. */
const IGNORED_TYPES = new Set(['attachment', 'wp_block', 'revision', 'oembed_cache', 'customize_changeset'])
/** Maps, since the names come from the export and objects inherit properties. */
const TYPE_NAMES = new Map([
  ['nav_menu_item', 'menu items'],
  ['wp_navigation', 'menus'],
  ['custom_css', 'style sheets'],
  ['wp_global_styles', 'style sheets'],
  ['wp_template', 'templates'],
  ['wp_template_part', 'templates'],
])
const STATES = new Map<string, ImportedArticle['state']>([
  ['publish', 'published'],
  ['future', 'scheduled'],
  ['draft', 'draft'],
  ['pending', 'draft'],
  ['private', 'draft'],
])
/** A title that contains variables of a plug-in. */
const TEMPLATE = /%%|%\w+%/

/** Returns a function that reads the items of a post: the article, its losses, and the people and topics that only it names. */
export function createPostReader(
  media: ReturnType<typeof createMediaIndex>,
  siteUrl: string | null,
  { hasTexts } = { hasTexts: true },
) {
  function readText({ texts, meta }: WxrRecord, losses: Losses): string {
    const content = texts.get('content:encoded') ?? ''
    const id = texts.get('wp:post_id')?.trim() ?? ''
    return convertText(
      { linkAddress: (address) => address, fileAddress: media.originalOf },
      losses,
      content.trim(),
      (context) =>
        convertPost({ id, content }, media.references, context) + readEnclosure(meta, content, context),
    )
  }

  return function* readPost(record: WxrRecord, losses: Losses, names: Names): Generator<ImportItem> {
    const { texts, meta, comments } = record
    const text = (name: string) => texts.get(name)?.trim() ?? ''
    const type = text('wp:post_type') || 'post'
    const title = htmlToText(text('title'))
    if (IGNORED_TYPES.has(type)) return
    if (type === 'guest-author') return yield* readGuest(record, names)
    if (type !== 'post' && type !== 'page')
      return losses.lose(TYPE_NAMES.get(type) ?? `items of the type ${type}`, title || text('link'))
    const status = text('wp:status') || 'publish'
    const state = STATES.get(status)
    if (!state)
      return losses.lose(status === 'trash' ? 'deleted posts' : `posts with the status ${status}`, title)
    if (comments > 0) losses.lose('comments', title, comments)
    if (status === 'private') losses.lose('private posts, which become drafts', title)
    const isProtected = text('wp:post_password') !== ''
    if (isProtected) losses.lose('posts with a password, which become drafts', title)
    const id = text('wp:post_id')
    const own = createLosses(title || id)
    const html = hasTexts ? readText(record, own) : ''
    // Drafts have zeros as date in UTC.
    const writtenAt = instantOf(text('wp:post_date_gmt')) ?? instantOf(text('wp:post_date'))
    const { people, guests } = readAuthors(record, names)
    yield* guests
    const { topics, categories } = readTerms(record, names)
    const [category, ...others] = categories
    // A second category becomes a topic.
    for (const { slug, name } of others) yield readTopicOfCategory(slug, name)
    yield {
      kind: 'article',
      key: id,
      type,
      addresses: addressesOf(record, type, siteUrl),
      title,
      standfirst: text('excerpt:encoded'),
      html,
      state: isProtected ? 'draft' : state,
      createdAt: writtenAt,
      publishedAt: state === 'draft' ? null : writtenAt,
      updatedAt: instantOf(text('wp:post_modified_gmt')),
      people,
      topics: [...topics, ...others.map(({ slug }) => topicKeyOf(slug))],
      category: category?.slug ?? null,
      image: leadImage(record, media),
      slug: text('wp:post_name') || null,
      ...readSearchFields(meta),
      // Polylang
      language: record.terms.find(({ domain }) => domain === 'language')?.nicename ?? null,
    }
    yield* own.items()
  }
}

/** Returns the recording of a podcast episode whose text does not contain it. "enclosure" has three lines: address, size and type. */
function readEnclosure(
  meta: WxrRecord['meta'],
  content: string,
  { fileAddress }: Pick<TextContext, 'fileAddress'>,
): string {
  const [address = '', , type = ''] = (meta.get('enclosure') ?? '').split('\n').map((line) => line.trim())
  const [, kind] = /^(audio|video)\//.exec(type) ?? []
  if (!kind || !/^https?:\/\//.test(address)) return ''
  if (content.replaceAll(/&(?:amp|#0?38);/g, '&').includes(address)) return ''
  return recordingHtml({ kind: kind as 'audio' | 'video', address: fileAddress(address) })
}

function* readGuest({ texts, meta }: WxrRecord, { authors }: Names): Generator<ImportItem> {
  const login = meta.get('cap-user_login') || texts.get('wp:post_name') || ''
  if (!login) return
  const name = meta.get('cap-display_name') || texts.get('title') || login
  authors.set(login, name)
  yield { ...readAuthor(login, name, ''), biography: htmlToText(meta.get('cap-description') ?? '') }
}

/** Returns the people of a byline: those of Co-Authors Plus, else the author. `guests` are those whom the export does not list. */
function readAuthors({ texts, terms }: WxrRecord, { authors }: Names) {
  const named = terms
    .filter(({ domain }) => domain === 'author')
    .map(({ nicename, name }) => ({ login: nicename.replace(/^cap-/, ''), name: name.trim() }))
  const creator = texts.get('dc:creator')?.trim() ?? ''
  const people = named.length > 0 ? named : creator ? [{ login: creator, name: creator }] : []
  const guests = people
    .filter(({ login }) => !authors.has(login))
    .map(({ login, name }) => readAuthor(login, name || login, ''))
  for (const { key, name } of guests) authors.set(key, name)
  return { people: people.map(({ login }) => login), guests }
}

function readTerms({ terms, meta }: WxrRecord, names: Names) {
  const categories = terms
    .filter(({ domain }) => domain === 'category')
    .map(({ nicename, name }) => ({ slug: nicename, name }))
  const primary = names.categories.get(meta.get('_yoast_wpseo_primary_category') ?? '')
  categories.sort((one, other) => Number(other.slug === primary) - Number(one.slug === primary))
  const topics = terms.filter(({ domain }) => domain === 'post_tag').map(({ nicename }) => nicename)
  return { categories, topics: [...new Set(topics)] }
}

const topicKeyOf = (slug: string) => `category:${slug}`

function readTopicOfCategory(slug: string, name: string): ImportItem {
  return { ...readTag({ slug, name, description: '' }), key: topicKeyOf(slug), addresses: [] }
}

function addressesOf({ texts, meta }: WxrRecord, type: string, siteUrl: string | null): string[] {
  const id = texts.get('wp:post_id') ?? ''
  const link = texts.get('link')?.trim() ?? ''
  const name = texts.get('wp:post_name')?.trim() ?? ''
  const former = meta.get('_wp_old_slug')?.trim() ?? ''
  const url = URL.parse(link, siteUrl ?? undefined)
  const renamed =
    url && former && name && url.pathname.includes(`/${name}`)
      ? [url.pathname.replace(`/${name}`, `/${former}`)]
      : []
  return [link, type === 'page' ? `/?page_id=${id}` : `/?p=${id}`, ...renamed].filter(Boolean)
}

function leadImage({ meta }: WxrRecord, media: ReturnType<typeof createMediaIndex>): ImportedImage | null {
  const found = media.references.attachment(meta.get('_thumbnail_id') ?? '')
  if (!found) return null
  const { address, alt, caption } = found
  return { address, alt: alt || null, caption: htmlToText(caption), credit: '' }
}

/** Reads the fields of Yoast SEO and Rank Math. */
function readSearchFields(meta: ReadonlyMap<string, string>) {
  const find = (...names: string[]) => {
    const found = names.map((name) => meta.get(name)?.trim()).find(Boolean)
    return found && !TEMPLATE.test(found) ? found : null
  }
  return {
    searchTitle: find('_yoast_wpseo_title', 'rank_math_title'),
    searchDescription: find('_yoast_wpseo_metadesc', 'rank_math_description'),
    socialTitle: find('_yoast_wpseo_opengraph-title', 'rank_math_facebook_title'),
    canonicalUrl: find('_yoast_wpseo_canonical', 'rank_math_canonical_url'),
    isUnlisted:
      meta.get('_yoast_wpseo_meta-robots-noindex') === '1' ||
      /noindex/.test(meta.get('rank_math_robots') ?? ''),
  }
}
