import { parentPort } from 'node:worker_threads'
import { type FeedDocument, readFeed } from './read-feed.server.ts'

// The other side of feed-reader.server.ts: a document in, its content out.
parentPort?.on('message', (document: FeedDocument) => parentPort?.postMessage(readFeed(document)))
