import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { isAborted, logFault } from '#ui/show-failure.ts'
import type { LibraryFile } from '../rules/library-file.ts'
import { sendFile } from './send-file.ts'

const uploadFailure = () => phrase('Not uploaded.')
/** The server decodes one image at a time. */
const MAX_RUNNING = 2
const MAX_FILES = 100

export type Upload = { id: string; file: File } & UploadState

type UploadState =
  | { state: 'waiting' }
  /** `progress` is from 0 to 1; complete while the server processes the file. */
  | { state: 'sending'; progress: number; isOffline: boolean }
  /** `canRetry` unless the server refuses the file. */
  | { state: 'failed'; reason: string; canRetry: boolean }
  | { state: 'done'; image: LibraryFile; similar: LibraryFile[] }

export type FileUploads = ReturnType<typeof useFileUploads>

/** Uploads files, two at a time. Leaving the screen stops them. */
export function useFileUploads(onUploaded?: (file: LibraryFile) => void) {
  const queryClient = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = useRef(new Map<string, AbortController>())

  const change = (id: string, state: UploadState) =>
    setUploads((before) =>
      before.map((upload) => (upload.id === id ? { id, file: upload.file, ...state } : upload)),
    )

  async function run({ id, file }: Upload) {
    const controller = new AbortController()
    running.current.set(id, controller)
    change(id, { state: 'sending', progress: 0, isOffline: false })
    try {
      const { signal } = controller
      const onProgress = (progress: number, isOffline: boolean) =>
        signal.aborted || change(id, { state: 'sending', progress, isOffline })
      const sent = await sendFile(file, { id, signal, onProgress })
      if (sent.kind === 'refused') change(id, { state: 'failed', reason: sent.reason, canRetry: false })
      else {
        change(id, { state: 'done', image: sent.image, similar: sent.similar })
        void queryClient.invalidateQueries({ queryKey: ['admin', 'media'] })
        onUploaded?.(sent.image)
      }
    } catch (error) {
      if (isAborted(error)) return
      logFault(error)
      change(id, { state: 'failed', reason: failureText(error, uploadFailure()), canRetry: true })
    } finally {
      running.current.delete(id)
    }
  }

  useEffect(() => {
    const waiting = uploads.filter(({ id, state }) => state === 'waiting' && !running.current.has(id))
    const isFree = () => running.current.size < MAX_RUNNING
    for (const upload of waiting) if (isFree()) void run(upload)
  })

  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
      controllers.clear()
    }
  }, [])

  return {
    uploads,
    isBusy: uploads.some(({ state }) => state === 'waiting' || state === 'sending'),
    add(files: Iterable<File>) {
      const added = [...files].slice(0, MAX_FILES)
      setUploads((before) => [
        ...before.filter(({ state }) => state !== 'done'),
        ...added.map((file) => ({ id: crypto.randomUUID(), file, state: 'waiting' as const })),
      ])
    },
    retry: (id: string) => change(id, { state: 'waiting' }),
    /** Stops and removes an upload. */
    remove(id: string) {
      running.current.get(id)?.abort()
      running.current.delete(id)
      setUploads((before) => before.filter((upload) => upload.id !== id))
    },
    clear: () =>
      setUploads((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
  }
}
