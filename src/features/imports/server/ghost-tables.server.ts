import { ImportError } from '../rules/import-item.ts'
import { type SourceRow, textOf } from '../rules/source-values.ts'

/** The tables that describe posts. Their rows are in memory, the posts are not. */
export const GHOST_TABLES = [
  'tags',
  'users',
  'posts_tags',
  'posts_authors',
  'posts_meta',
  'members_newsletters',
  'snippets',
] as const

/** The limit for all rows as JSON, in UTF-16 units. Those of 100,000 posts have about a third of it. */
const MAX_LENGTH = 200_000_000

type Table = (typeof GHOST_TABLES)[number]

export type GhostTables = {
  tags: Map<string, SourceRow>
  users: Map<string, SourceRow>
  /** By post: the ids of its tags and authors, in order. */
  tagsOf: Map<string, string[]>
  authorsOf: Map<string, string[]>
  meta: Map<string, SourceRow>
  /** The ids of the members who receive a newsletter. */
  receivers: Set<string>
  snippets: string[]
}

export type TableRow = { table: string; row: SourceRow }

/**
 * Reads the rows of the tables that describe posts.
 *
 * @throws ImportError if they are too long
 */
export async function readGhostTables(rows: AsyncIterable<TableRow>): Promise<GhostTables> {
  const tables = {
    tags: new Map<string, SourceRow>(),
    users: new Map<string, SourceRow>(),
    meta: new Map<string, SourceRow>(),
    receivers: new Set<string>(),
    snippets: [] as string[],
  }
  const [tags, authors] = [createJoin(), createJoin()]
  const readers: Record<Table, (row: SourceRow) => void> = {
    tags: (row) => tables.tags.set(textOf(row.id), row),
    users: (row) => tables.users.set(textOf(row.id), row),
    posts_tags: (row) => tags.add(row.post_id, row.tag_id, row.sort_order),
    posts_authors: (row) => authors.add(row.post_id, row.author_id, row.sort_order),
    posts_meta: (row) => tables.meta.set(textOf(row.post_id), row),
    members_newsletters: (row) => tables.receivers.add(textOf(row.member_id)),
    snippets: (row) => tables.snippets.push(textOf(row.name)),
  }
  let length = 0
  for await (const { table, row } of rows) {
    length += JSON.stringify(row).length
    if (length > MAX_LENGTH)
      throw new ImportError(
        'The export has too many tags, authors and details of posts. Divide it into several exports.',
      )
    readers[table as Table]?.(row)
  }
  return { ...tables, tagsOf: tags.read(), authorsOf: authors.read() }
}

/** Collects the rows of a table that joins two others. */
function createJoin() {
  const joined = new Map<string, { to: string; order: number }[]>()
  return {
    /** @param order a row without a number follows those before it */
    add(from: unknown, to: unknown, order: unknown): void {
      const rows = joined.get(textOf(from)) ?? []
      rows.push({ to: textOf(to), order: typeof order === 'number' ? order : rows.length })
      joined.set(textOf(from), rows)
    },
    /** Returns the ids of the second table by those of the first, in order. */
    read(): Map<string, string[]> {
      const sorted = (rows: { to: string; order: number }[]) =>
        rows.toSorted((one, other) => one.order - other.order).map(({ to }) => to)
      return new Map([...joined].map(([from, rows]) => [from, sorted(rows)]))
    },
  }
}
