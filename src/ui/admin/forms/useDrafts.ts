import { useEffect, useRef, useState } from 'react'
import type { ZodType } from 'zod'
import { type Draft, readDrafts, removeDraft, type StoredDraft, storeDraft } from './stored-drafts.ts'

const WRITE_DELAY_MS = 300

type Options<Content extends object> = {
  /** See `stored-drafts.ts`. */
  subject: string
  schema: ZodType<Content & Draft>
  /** Null if there are none. */
  changes: Content | null
  /** Drafts that are not usable are deleted. */
  isUsable: (draft: Content) => boolean
}

export type Drafts<Content extends object> = {
  /** Drafts of other open forms or earlier visits. */
  others: readonly StoredDraft<Content>[]
  /** The caller fills in the draft; current changes become another one. */
  adopt: (draft: StoredDraft<Content>) => void
  discard: (draft: StoredDraft<Content>) => void
  /** Call after saving and on close: stops and removes the draft. */
  end: () => void
}

/**
 * Stores unsaved changes in local storage, and lists earlier ones. The subject changes when a new record is first
 * stored.
 */
export function useDrafts<Content extends object>({
  subject,
  schema,
  changes,
  isUsable,
}: Options<Content>): Drafts<Content> {
  const [slot, setSlot] = useState<string>(() => crypto.randomUUID())
  const [others, setOthers] = useState(() =>
    readDrafts(subject, schema).filter((draft) => {
      const isKept = isUsable(draft)
      if (!isKept) removeDraft(subject, draft.slot)
      return isKept
    }),
  )
  const [openedSubject, setOpenedSubject] = useState(subject)
  if (openedSubject !== subject) {
    setOpenedSubject(subject)
    setOthers([])
  }
  const end = useDraftStorage(subject, slot, changes)
  const without = (draft: StoredDraft<Content>) => others.filter((other) => other !== draft)

  return {
    others,
    adopt(draft) {
      const current = changes && { ...changes, savedAt: new Date().toISOString() }
      if (current) storeDraft(subject, slot, current)
      setOthers(current ? [{ ...current, slot }, ...without(draft)] : without(draft))
      setSlot(draft.slot)
    },
    discard(draft) {
      setOthers(without(draft))
      removeDraft(subject, draft.slot)
    },
    end,
  }
}

/** @returns a function that stops and removes the draft */
function useDraftStorage(subject: string, slot: string, changes: object | null): () => void {
  const pendingWrite = useRef<() => void>(undefined)
  const isStopped = useRef(false)
  const storedSubject = useRef(subject)

  useEffect(() => {
    if (isStopped.current) return
    if (storedSubject.current !== subject) removeDraft(storedSubject.current, slot)
    storedSubject.current = subject
    const write = () => {
      if (isStopped.current) return
      pendingWrite.current = undefined
      if (changes) storeDraft(subject, slot, { ...changes, savedAt: new Date().toISOString() })
      else removeDraft(subject, slot)
    }
    pendingWrite.current = write
    const timer = setTimeout(write, WRITE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [subject, slot, changes])

  useEffect(() => {
    const flush = () => pendingWrite.current?.()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  return () => {
    isStopped.current = true
    pendingWrite.current = undefined
    removeDraft(subject, slot)
  }
}
