import { parseSavedArticles } from '../rules/saved-article.ts'
import { cacheOfflinePage, cacheReadingList, loadFiles } from './cache-reading-list.ts'
import { classifyRequest, respondToRequest } from './respond-to-request.ts'
import type { Build, WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope
/** Defined by service-worker-plugin.server.ts. */
declare const BUILD: Build
/** The bundler replaces each mention of `BUILD` by the whole value. */
const build = BUILD

let caching = Promise.resolve()

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([cacheOfflinePage(), loadFiles(build.lazyFiles)]))
  // The worker is stateless, and files of open pages stay cached.
  void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  // Earlier versions enabled preload, with which Firefox fails offline from the second navigation on.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.disable()]))
})

self.addEventListener('fetch', (event) => {
  const request = classifyRequest(event.request, location.origin)
  if (request) event.respondWith(respondToRequest(event, request))
})

self.addEventListener('message', (event) => {
  const articles = parseSavedArticles(event.data)
  if (!articles) return
  // In sequence: the latest list wins.
  caching = caching
    .then(() => cacheOfflinePage())
    .then(() => cacheReadingList(articles, build))
    .catch(() => {})
  event.waitUntil(caching)
})
