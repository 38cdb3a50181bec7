import { parseSavedArticles } from '../rules/saved-article.ts'
import { answerRequest, kindOf } from './answer-request.ts'
import { keepOfflinePage, keepSaved } from './keep-saved.ts'
import type { Build, WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope
/** The build writes it here. */
declare const BUILD: Build

let keeping = Promise.resolve()

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage())
  // It keeps nothing in mind, and the files of open pages stay: so it need not wait until they are closed.
  void self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  // The browser asks for a page while the worker starts, so that it costs no time.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, location.origin)
  if (kind) event.respondWith(answerRequest(event, kind))
})

self.addEventListener('message', (event) => {
  const articles = parseSavedArticles(event.data)
  if (!articles) return
  // One after another: the last word counts. Trouble is over with the next one.
  keeping = keeping
    .then(() => keepOfflinePage())
    .then(() => keepSaved(articles, BUILD))
    .catch(() => {})
  event.waitUntil(keeping)
})
