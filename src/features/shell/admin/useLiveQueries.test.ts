import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { invalidateQueries } from './useLiveQueries.ts'

it('a change while the next page loads does not cancel it, and refetches the list afterwards', async () => {
  const queryClient = new QueryClient()
  queryClient.mount()
  let version = 1
  const more = Promise.withResolvers<void>()
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['list'],
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
    async queryFn({ pageParam }) {
      const text = `page ${pageParam}, version ${version}`
      if (pageParam === 2) await more.promise
      return text
    },
  })
  const unsubscribe = observer.subscribe(() => undefined)
  const pages = () => observer.getCurrentResult().data?.pages
  await eventually(() => expect(pages()).toEqual(['page 1, version 1']))

  const loading = observer.fetchNextPage()
  version = 2
  invalidateQueries(queryClient, () => true)
  more.resolve()
  expect((await loading).data?.pages).toEqual(['page 1, version 1', 'page 2, version 1'])
  await eventually(() => expect(pages()).toEqual(['page 1, version 2', 'page 2, version 2']))
  unsubscribe()
  queryClient.unmount()
})

it('a change while a query loads for the first time refetches it afterwards', async () => {
  const queryClient = new QueryClient()
  queryClient.mount()
  let version = 1
  const response = Promise.withResolvers<void>()
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    async queryFn() {
      const text = `version ${version}`
      await response.promise
      return text
    },
  })
  const unsubscribe = observer.subscribe(() => undefined)
  version = 2
  invalidateQueries(queryClient, () => true)
  response.resolve()
  await eventually(() => expect(observer.getCurrentResult().data).toBe('version 2'))
  unsubscribe()
  queryClient.unmount()
})

it('refetches affected queries only', async () => {
  const queryClient = new QueryClient()
  for (const key of ['a', 'b']) queryClient.setQueryData([key], key)
  invalidateQueries(queryClient, ({ queryKey }) => queryKey[0] === 'a')
  expect(queryClient.getQueryState(['a'])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['b'])?.isInvalidated).toBe(false)
})
