import type { NewsFetcher } from './fetch-news.server.ts'

let current: NewsFetcher | undefined

/** Makes `fetcher` the process's own; called once by the entry point. */
export function setNewsFetcher(fetcher: NewsFetcher | undefined): void {
  current = fetcher
}

/** The process's fetcher, in which all calls for news join one run. @throws when the process has none */
export function newsFetcher(): NewsFetcher {
  if (!current) throw new Error('No news fetcher is set')
  return current
}
