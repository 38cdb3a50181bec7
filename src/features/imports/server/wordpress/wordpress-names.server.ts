import { toSlug } from '#kernel/slug.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { collapseSpace } from '#kernel/text/text.ts'
import type { ImportedCategory, ImportedPerson, ImportedTopic, ImportItem } from '../../rules/import-item.ts'
import type { WxrRecord } from './read-wxr.server.ts'

/** The names of authors by login, and the slugs of categories by id, to which posts refer. */
export type Names = { authors: Map<string, string>; categories: Map<string, string> }

export function createNames(): Names {
  return { authors: new Map(), categories: new Map() }
}

/** Reads an author, a category or a tag, and remembers it. */
export function* readNames({ name, texts }: WxrRecord, names: Names): Generator<ImportItem> {
  const text = (key: string) => texts.get(`wp:${key}`)?.trim() ?? ''
  if (name === 'wp:author') {
    const login = text('author_login')
    names.authors.set(login, text('author_display_name') || login)
    yield readAuthor(login, text('author_display_name') || login, text('author_id'))
  } else if (name === 'wp:category') {
    names.categories.set(text('term_id'), text('category_nicename'))
    yield readCategory(text)
  } else if (name === 'wp:tag')
    yield readTag({ slug: text('tag_slug'), name: text('tag_name'), description: text('tag_description') })
}

export function readAuthor(login: string, name: string, id: string): ImportedPerson {
  const slug = toSlug(login)
  return {
    kind: 'person',
    key: login,
    addresses: [
      `/author/${encodeURIComponent(login.toLowerCase())}/`,
      ...withFeed(`/author/${slug}/`),
      ...(id ? [`/?author=${id}`] : []),
    ],
    name: collapseSpace(name),
    slug: slug || null,
    biography: '',
    links: [],
    image: null,
  }
}

function readCategory(text: (key: string) => string): ImportedCategory {
  const slug = text('category_nicename')
  const parent = text('category_parent')
  return {
    kind: 'category',
    key: slug,
    addresses: [
      ...withFeed(`/category/${slug}/`),
      ...(parent ? withFeed(`/category/${parent}/${slug}/`) : []),
      `/?cat=${text('term_id')}`,
    ],
    name: htmlToText(text('cat_name')) || slug,
    slug,
    description: htmlToText(text('category_description')),
  }
}

export function readTag({
  slug,
  name,
  description,
}: {
  slug: string
  name: string
  description: string
}): ImportedTopic {
  return {
    kind: 'topic',
    key: slug,
    addresses: [...withFeed(`/tag/${slug}/`), `/?tag=${slug}`],
    name: htmlToText(name) || slug,
    slug,
    description: htmlToText(description),
    image: null,
  }
}

function withFeed(path: string): string[] {
  return [path, `${path}feed/`, `${path}feed/atom/`]
}
