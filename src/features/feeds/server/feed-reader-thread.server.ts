import { parentPort } from 'node:worker_threads'
import { parseOpml } from '../rules/opml.ts'
import { type FeedDocument, readFeed } from './read-feed.server.ts'

// The other side of feed-reader.server.ts: a document or the text of a subscription list in, its content out.
parentPort?.on('message', (message: FeedDocument | string) =>
  parentPort?.postMessage(typeof message === 'string' ? parseOpml(message) : readFeed(message)),
)
