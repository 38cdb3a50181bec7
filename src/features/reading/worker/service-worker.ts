import { parseSavedArticles } from '../rules/saved-article.ts'
import { cacheOfflinePage, cacheReadingList } from './cache-reading-list.ts'
import { classifyRequest, respondToRequest } from './respond-to-request.ts'
import type { Build, WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope
/** Defined by service-worker-plugin.server.ts. */
declare const BUILD: Build

let caching = Promise.resolve()

self.addEventListener('install', (event) => {
  event.waitUntil(cacheOfflinePage())
  // Safe: it holds no state, and the files of open pages stay cached.
  void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  // With preload the browser requests a page while the worker starts.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('fetch', (event) => {
  const request = classifyRequest(event.request, location.origin)
  if (request) event.respondWith(respondToRequest(event, request))
})

self.addEventListener('message', (event) => {
  const articles = parseSavedArticles(event.data)
  if (!articles) return
  // One after another, so that the latest list wins. A failure is retried with the next message.
  caching = caching
    .then(() => cacheOfflinePage())
    .then(() => cacheReadingList(articles, BUILD))
    .catch(() => {})
  event.waitUntil(caching)
})
