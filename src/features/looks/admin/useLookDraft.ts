import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { useDebounced } from '#ui/admin/useDebounced.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import {
  lookQuery,
  publishLookFailure,
  publishLookFn,
  saveLookFailure,
  saveLookFn,
  undoLookFn,
} from '../looks.functions.ts'
import { type Look, lookForm } from '../rules/look.ts'
import type { LookOutcome, LookState } from '../server/looks.server.ts'

const SAVE_DELAY_MS = 600

export type LookDraft = ReturnType<typeof useLookDraft>

/**
 * Keeps the look that is being edited, and saves it as the draft soon after each change.
 *
 * @param onReload shows the state of the server, after somebody else has changed it
 */
export function useLookDraft(state: LookState, onReload: () => Promise<void>) {
  const queryClient = useQueryClient()
  const first = state.draft ?? state.published
  const [look, setLook] = useState<Look>(first)
  const [saved, setSaved] = useState(() => JSON.stringify(first))
  const [failed, setFailed] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const version = useRef(state.version)
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  const parsed = useMemo(() => lookForm.safeParse(look), [look])
  const valid = parsed.success ? JSON.stringify(parsed.data) : undefined
  const isUnsaved = valid !== saved
  const isFailed = valid !== undefined && isUnsaved && valid === failed
  const settled = useDebounced(valid, SAVE_DELAY_MS)

  /** One change at a time, each with the version of the one before. @returns whether it was successful */
  function run(send: () => Promise<LookOutcome>, failure: string): Promise<boolean> {
    running.current = running.current.then(async () => {
      try {
        const outcome = await send()
        if (outcome.kind === 'saved' || outcome.kind === 'published') {
          version.current = outcome.kind === 'saved' ? outcome.version : ''
          return true
        }
        void showToast({ title: failure, text: reasons()[outcome.kind], isError: true })
        await onReload()
      } catch (error) {
        showFailure(error, failure)
      }
      return false
    })
    return running.current
  }

  async function save(json: string): Promise<boolean> {
    setFailed(undefined)
    const next: Look = JSON.parse(json)
    const isSaved = await run(
      () => saveLookFn({ data: { look: next, version: version.current } }),
      saveLookFailure(),
    )
    if (isSaved) setSaved(json)
    else setFailed(json)
    return isSaved
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: saves each settled change once
  useEffect(() => {
    if (settled !== undefined && settled === valid && settled !== saved) void save(settled)
  }, [settled])

  async function act(work: () => Promise<boolean>, success: string): Promise<void> {
    if (isBusy) return
    setBusy(true)
    const isDone = await work()
    if (isDone) await queryClient.invalidateQueries({ queryKey: ['admin', 'look'] })
    setBusy(false)
    if (isDone) void showToast({ title: success })
  }

  return {
    look,
    change: (fields: Partial<Look>) => setLook((before) => ({ ...before, ...fields })),
    /** By the name of the field. */
    errors: parsed.success
      ? {}
      : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
    /** The look as JSON; undefined with errors. */
    valid,
    isSaving: valid !== undefined && isUnsaved && !isFailed,
    isFailed,
    isChanged: valid !== JSON.stringify(state.published),
    isUnsaved,
    isBusy,
    publish: () =>
      act(async () => {
        if (valid === undefined || (valid !== saved && !(await save(valid)))) return false
        if (version.current === '' && !(await save(valid))) return false
        const id = crypto.randomUUID()
        return run(() => publishLookFn({ data: { id, version: version.current } }), publishLookFailure())
      }, phrase('Look published')),
    discard: () =>
      act(async () => {
        const isDone = await run(
          () => saveLookFn({ data: { look: null, version: version.current } }),
          saveLookFailure(),
        )
        if (!isDone) return false
        setSaved(JSON.stringify(state.published))
        setLook(state.published)
        return true
      }, phrase('Changes discarded')),
    undo: (undoes: string) =>
      act(async () => {
        const isDone = await run(
          // The draft stays, and so does its version.
          async () => {
            const outcome = await undoLookFn({ data: { id: crypto.randomUUID(), undoes } })
            return outcome.kind === 'published' ? { kind: 'saved', version: version.current } : outcome
          },
          publishLookFailure(),
        )
        if (isDone && version.current === '') {
          const shown = await queryClient.fetchQuery(lookQuery)
          setSaved(JSON.stringify(shown.published))
          setLook(shown.published)
        }
        return isDone
      }, phrase('Publication undone')),
  }
}

const reasons = (): Record<Exclude<LookOutcome['kind'], 'saved' | 'published'>, string> => ({
  outdated: phrase('Somebody has just changed the look. Check what it shows now, and try again.'),
  'missing-image': phrase('An image of the look no longer exists. Upload it again.'),
})
