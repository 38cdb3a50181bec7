import type pg from 'pg'

/** `visitor` is a number. */
export type PageView = {
  at: string
  visitor?: number
  path?: string
  referrer?: string
  source?: string
  campaign?: string
  device?: string
  country?: string
  seconds?: number
  depth?: number
  bookmarks?: number
  shares?: number
}

export async function storeViews(pool: pg.Pool, views: readonly PageView[]): Promise<void> {
  const rows = views.map(({ visitor = 1, ...view }) => ({
    id: crypto.randomUUID(),
    visitor: visitor.toString(16).padStart(32, '0'),
    path: '/',
    referrer: '',
    source: '',
    campaign: '',
    device: 'desktop',
    country: '',
    seconds: 0,
    depth: 0,
    bookmarks: 0,
    shares: 0,
    ...view,
  }))
  await pool.query(
    `insert into page_views
      (id, at, visitor, path, referrer, source, campaign, device, country, seconds, depth, bookmarks, shares)
    select id, at, visitor, path, referrer, source, campaign, device, country, seconds, depth, bookmarks, shares
    from jsonb_populate_recordset(null::page_views, $1)`,
    [JSON.stringify(rows)],
  )
}
