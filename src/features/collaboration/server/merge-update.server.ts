import * as Y from 'yjs'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { draftFormSchema } from '#features/drafts/rules/article-form.ts'
import { runWithin, TimeLimitError } from '#platform/process/run-within.server.ts'
import { checkUpdate, type UpdateProblem } from '../rules/check-update.ts'
import { contentOf, readForm } from '../rules/draft-document.ts'
import { isDeeperThan } from '../rules/rich-text.ts'
import { MAX_DEPTH, MAX_DOCUMENT_BYTES, TOO_MANY_CHANGES } from '../rules/update-limits.ts'
import { countUpdate, EMPTY_TAIL, type LoadedDocument } from './draft-document.server.ts'

/** Conflicting positions make a small update take minutes (YATA); an editor's take milliseconds. */
const MAX_MERGE_MS = 1_000

/** A snapshot is due after this many updates, when they are half as large as the snapshot, or slow to load. */
const SNAPSHOT_UPDATES = 200
const MIN_SNAPSHOT_BYTES = 64 * 1024
const MAX_TAIL_MS = 500

export type MergedUpdate =
  /** `update` is what changed. */
  | { kind: 'merged'; update: Uint8Array; snapshot: Uint8Array | undefined; form: ArticleForm }
  | { kind: 'unchanged' }
  /** The document is unchanged. */
  | { kind: 'incomplete'; stateVector: Uint8Array }
  /** If `isChanged`, discard the document: it may contain part of the update. */
  | { kind: 'refused'; reasons: string[]; isChanged: boolean; isSlow?: true }

const PROBLEMS: Record<Exclude<UpdateProblem, 'incomplete'>, string> = {
  malformed: 'The changes could not be read.',
  'other-document': 'The changes belong to another article.',
  'too-many-parts': TOO_MANY_CHANGES,
}

/** Checks the result and takes a due snapshot, in limited time. */
export function mergeUpdate(document: LoadedDocument, update: Uint8Array): MergedUpdate {
  try {
    return runWithin(MAX_MERGE_MS, () => merge(document, update))
  } catch (error) {
    if (error instanceof TimeLimitError)
      return { kind: 'refused', reasons: [PROBLEMS['too-many-parts']], isChanged: true, isSlow: true }
    throw error
  }
}

function merge(document: LoadedDocument, received: Uint8Array): MergedUpdate {
  const { doc } = document
  const problem = checkUpdate(doc, received)
  if (problem === 'incomplete') return { kind: problem, stateVector: Y.encodeStateVector(doc) }
  if (problem) return { kind: 'refused', reasons: [PROBLEMS[problem]], isChanged: false }
  const started = performance.now()
  const update = apply(doc, received)
  if (update === 'malformed') return refuse(PROBLEMS.malformed)
  if (!update) return { kind: 'unchanged' }
  countUpdate(document, update, performance.now() - started)
  const parsed = draftFormSchema.safeParse(readForm(doc))
  if (!parsed.success) return refuse(...parsed.error.issues.map(({ message }) => message))
  if (isDeeperThan(contentOf(doc), MAX_DEPTH)) return refuse('The text is nested too deeply.')
  const snapshot = isSnapshotDue(document) ? Y.encodeStateAsUpdate(doc) : undefined
  if (snapshot) {
    if (snapshot.length > MAX_DOCUMENT_BYTES)
      return refuse('The text and its history are too large. Copy the text to a new article.')
    // Others must be able to load it in the same time.
    Y.applyUpdate(new Y.Doc(), snapshot)
    document.snapshotBytes = snapshot.length
    document.tail = { ...EMPTY_TAIL }
  }
  return { kind: 'merged', update, snapshot, form: parsed.data }
}

/** @returns what has changed, if anything */
function apply(doc: Y.Doc, update: Uint8Array): Uint8Array | 'malformed' | undefined {
  let applied: Uint8Array | undefined
  const record = (changes: Uint8Array) => {
    applied = changes
  }
  doc.on('update', record)
  try {
    Y.applyUpdate(doc, update)
  } catch {
    return 'malformed'
  } finally {
    doc.off('update', record)
  }
  return doc.store.pendingStructs || doc.store.pendingDs ? 'malformed' : applied
}

function isSnapshotDue({ snapshotBytes, tail }: LoadedDocument): boolean {
  return (
    snapshotBytes === 0 ||
    tail.count >= SNAPSHOT_UPDATES ||
    tail.milliseconds >= MAX_TAIL_MS ||
    tail.bytes >= Math.max(MIN_SNAPSHOT_BYTES, snapshotBytes / 2)
  )
}

function refuse(...reasons: string[]): MergedUpdate {
  return { kind: 'refused', reasons, isChanged: true }
}
