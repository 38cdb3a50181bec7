export type WxrPost = {
  id: number
  title?: string
  content?: string
  excerpt?: string
  type?: string
  status?: string
  link?: string
  name?: string
  date?: string
  modified?: string
  creator?: string
  parent?: number
  password?: string
  attachment?: string
  /** Elements `category`, as XML. */
  terms?: string
  meta?: Record<string, string>
  comments?: number
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** Returns an export as WordPress 6 writes it. @param channel further elements, as XML */
export function writeWxr(posts: readonly WxrPost[], channel = ''): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.8" created="2026-11-29 10:00" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>The Courier</title><link>https://courier.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://courier.example</wp:base_site_url><wp:base_blog_url>https://courier.example</wp:base_blog_url>
${channel}
${posts.map(writePost).join('\n')}
</channel></rss>`
}

function writePost(post: WxrPost): string {
  const { id, title = `Post ${id}`, name = `post-${id}`, date = '2019-05-01 10:00:00', comments = 0 } = post
  const link = post.link ?? `https://courier.example/2019/05/${name}/`
  const meta = Object.entries(post.meta ?? {}).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  )
  const comment =
    '<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>Hi</wp:comment_content></wp:comment>'
  return `<item><title>${cdata(title)}</title><link>${link}</link><dc:creator>${cdata(post.creator ?? 'ann')}</dc:creator>
<guid isPermaLink="false">https://courier.example/?p=${id}</guid><description></description>
<content:encoded>${cdata(post.content ?? '')}</content:encoded><excerpt:encoded>${cdata(post.excerpt ?? '')}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>${cdata(date)}</wp:post_date><wp:post_date_gmt>${cdata(date)}</wp:post_date_gmt>
<wp:post_modified_gmt>${cdata(post.modified ?? date)}</wp:post_modified_gmt><wp:post_name>${cdata(name)}</wp:post_name>
<wp:status>${cdata(post.status ?? 'publish')}</wp:status><wp:post_parent>${post.parent ?? 0}</wp:post_parent>
<wp:post_type>${cdata(post.type ?? 'post')}</wp:post_type><wp:post_password>${cdata(post.password ?? '')}</wp:post_password>
${post.attachment ? `<wp:attachment_url>${cdata(post.attachment)}</wp:attachment_url>` : ''}${post.terms ?? ''}${meta.join('')}${comment.repeat(comments)}</item>`
}

export const WXR_NAMES = `<wp:author><wp:author_id>7</wp:author_id><wp:author_login>${cdata('ann')}</wp:author_login><wp:author_email>${cdata('ann@courier.example')}</wp:author_email><wp:author_display_name>${cdata('Ann Author')}</wp:author_display_name></wp:author>
<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>${cdata('sport')}</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>${cdata('Sport &amp; Play')}</wp:cat_name></wp:category>
<wp:tag><wp:term_id>4</wp:term_id><wp:tag_slug>${cdata('tides')}</wp:tag_slug><wp:tag_name>${cdata('Tides')}</wp:tag_name></wp:tag>`
