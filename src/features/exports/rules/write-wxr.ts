import { uploadUrl } from '#features/media/rules/variant.ts'
import { categoryName } from '#kernel/category.ts'
import { categorySlug } from '#kernel/category-lists.ts'
import { cleanXmlText, escapeXml } from '#kernel/text/xml-text.ts'
import { place } from '#kernel/time/place.ts'
import { toLocalInput } from '#kernel/time/zoned-time.ts'
import type { ExportedArticle, ExportedFile, ExportedPerson, ExportedSite } from './exported-article.ts'
import { replacePaths } from './exported-article.ts'

/** The namespaces of WordPress eXtended RSS 1.2 (wp-admin/includes/export.php). */
const NAMESPACES =
  ' xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"' +
  ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"'

export function writeWxrStart({ origin, name, description, exportedAt }: ExportedSite): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"${NAMESPACES}>\n<channel>\n` +
    `<title>${escapeXml(name)}</title>\n<link>${escapeXml(origin)}</link>\n` +
    `<description>${escapeXml(description)}</description>\n<pubDate>${exportedAt.toUTCString()}</pubDate>\n` +
    `<language>${place().locale}</language>\n<wp:wxr_version>1.2</wp:wxr_version>\n` +
    `<wp:base_site_url>${escapeXml(origin)}</wp:base_site_url>\n<wp:base_blog_url>${escapeXml(origin)}</wp:base_blog_url>\n`
  )
}

export const WXR_END = '</channel>\n</rss>\n'

export function writeWxrAuthor(id: number, { slug, name }: Pick<ExportedPerson, 'slug' | 'name'>): string {
  return (
    `<wp:author><wp:author_id>${id}</wp:author_id><wp:author_login>${cdata(slug)}</wp:author_login>` +
    `<wp:author_email>${cdata('')}</wp:author_email><wp:author_display_name>${cdata(name)}</wp:author_display_name>` +
    `<wp:author_first_name>${cdata('')}</wp:author_first_name><wp:author_last_name>${cdata('')}</wp:author_last_name></wp:author>\n`
  )
}

export function writeWxrCategory(id: number, { slug, name }: { slug: string; name: string }): string {
  return (
    `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${cdata(slug)}</wp:category_nicename>` +
    `<wp:category_parent>${cdata('')}</wp:category_parent><wp:cat_name>${cdata(name)}</wp:cat_name></wp:category>\n`
  )
}

export function writeWxrTag(
  id: number,
  { slug, name, description }: { slug: string; name: string; description: string },
): string {
  return (
    `<wp:tag><wp:term_id>${id}</wp:term_id><wp:tag_slug>${cdata(slug)}</wp:tag_slug>` +
    `<wp:tag_name>${cdata(name)}</wp:tag_name><wp:tag_description>${cdata(description)}</wp:tag_description></wp:tag>\n`
  )
}

/** Writes an image or recording, which WordPress fetches from its address. */
export function writeWxrAttachment(id: number, file: ExportedFile, { origin }: ExportedSite): string {
  const url = origin + uploadUrl(file.name)
  return writeItem({
    id,
    title: file.name,
    link: url,
    creator: '',
    html: file.credit,
    excerpt: file.caption,
    publishedAt: file.createdAt,
    updatedAt: null,
    name: file.name,
    status: 'inherit',
    type: 'attachment',
    rest:
      `<wp:attachment_url>${cdata(url)}</wp:attachment_url>\n` +
      (file.alt ? writeMeta('_wp_attachment_image_alt', file.alt) : ''),
  })
}

/** Writes an article. @param thumbnailId the id of the attachment with its lead image */
export function writeWxrPost(
  id: number,
  article: ExportedArticle,
  { origin }: ExportedSite,
  thumbnailId: number | undefined,
): string {
  const slugOfCategory = categorySlug(article.category)
  const terms = [
    writeTerm('category', slugOfCategory, categoryName(article.category)),
    ...article.topics.map(({ slug, name }) => writeTerm('post_tag', slug, name)),
    // Polylang reads the language of an article.
    ...(article.language ? [writeTerm('language', article.language, article.language)] : []),
    // Co-Authors Plus reads all authors; WordPress reads only the creator.
    ...article.people.map(({ slug, name }) => writeTerm('author', `cap-${slug}`, name)),
  ]
  const meta = [
    thumbnailId === undefined ? '' : writeMeta('_thumbnail_id', String(thumbnailId)),
    // Fields of Yoast SEO, which other plug-ins import.
    article.searchTitle ? writeMeta('_yoast_wpseo_title', article.searchTitle) : '',
    article.searchDescription ? writeMeta('_yoast_wpseo_metadesc', article.searchDescription) : '',
    article.socialTitle ? writeMeta('_yoast_wpseo_opengraph-title', article.socialTitle) : '',
    article.canonicalUrl ? writeMeta('_yoast_wpseo_canonical', article.canonicalUrl) : '',
    article.isUnlisted ? writeMeta('_yoast_wpseo_meta-robots-noindex', '1') : '',
  ]
  return writeItem({
    id,
    title: article.title,
    link: origin + article.path,
    creator: article.people[0]?.slug ?? '',
    html: replacePaths(article.html, (path) => origin + path),
    excerpt: article.summary,
    publishedAt: article.publishedAt,
    updatedAt: article.updatedAt,
    name: article.slug,
    status: 'publish',
    type: 'post',
    rest: terms.join('') + meta.join(''),
  })
}

type Item = {
  id: number
  title: string
  link: string
  creator: string
  html: string
  excerpt: string
  publishedAt: string
  updatedAt: string | null
  name: string
  status: 'publish' | 'inherit'
  type: 'post' | 'attachment'
  /** XML. */
  rest: string
}

function writeItem(item: Item): string {
  const published = toSqlTime(item.publishedAt)
  const updated = toSqlTime(item.updatedAt ?? item.publishedAt)
  return (
    `<item>\n<title>${cdata(item.title)}</title>\n<link>${escapeXml(item.link)}</link>\n` +
    `<pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate>\n<dc:creator>${cdata(item.creator)}</dc:creator>\n` +
    `<guid isPermaLink="false">${escapeXml(item.link)}</guid>\n<description></description>\n` +
    `<content:encoded>${cdata(item.html)}</content:encoded>\n<excerpt:encoded>${cdata(item.excerpt)}</excerpt:encoded>\n` +
    `<wp:post_id>${item.id}</wp:post_id>\n<wp:post_date>${cdata(toLocalSqlTime(item.publishedAt))}</wp:post_date>\n` +
    `<wp:post_date_gmt>${cdata(published)}</wp:post_date_gmt>\n<wp:post_modified>${cdata(toLocalSqlTime(item.updatedAt ?? item.publishedAt))}</wp:post_modified>\n` +
    `<wp:post_modified_gmt>${cdata(updated)}</wp:post_modified_gmt>\n<wp:comment_status>${cdata('closed')}</wp:comment_status>\n` +
    `<wp:ping_status>${cdata('closed')}</wp:ping_status>\n<wp:post_name>${cdata(item.name)}</wp:post_name>\n` +
    `<wp:status>${cdata(item.status)}</wp:status>\n<wp:post_parent>0</wp:post_parent>\n<wp:menu_order>0</wp:menu_order>\n` +
    `<wp:post_type>${cdata(item.type)}</wp:post_type>\n<wp:post_password>${cdata('')}</wp:post_password>\n` +
    `<wp:is_sticky>0</wp:is_sticky>\n${item.rest}</item>\n`
  )
}

function writeTerm(domain: string, slug: string, name: string): string {
  return `<category domain="${domain}" nicename="${escapeXml(slug)}">${cdata(name)}</category>\n`
}

function writeMeta(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>\n`
}

/** Writes a CDATA section, which ends at "]]>" (XML 1.0 §2.7). */
function cdata(text: string): string {
  return `<![CDATA[${cleanXmlText(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

/** Returns `YYYY-MM-DD hh:mm:ss`. */
function toSqlTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}

/** WordPress's own dates are in the time zone of the site. */
function toLocalSqlTime(iso: string): string {
  return `${toLocalInput(iso).replace('T', ' ')}:${toSqlTime(iso).slice(-2)}`
}
