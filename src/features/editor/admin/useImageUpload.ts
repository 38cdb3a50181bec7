import { useRef, useState } from 'react'
import { PLEASE_LOG_IN } from '#features/access/rules/access.ts'
import { MAX_BYTES, tooLargeText } from '#features/media/rules/media-kind.ts'
import { failureText } from '#kernel/failure-text.ts'
import { IMAGE_UPLOAD_PATH } from '#kernel/paths.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { failureWithoutResponse } from '#platform/http/fetch-from-server.ts'
import { showToast } from '#ui/toast.ts'

const CONTENT_TOO_LARGE = 413
const INSUFFICIENT_STORAGE = 507

/** Spec §8. */
const uploadError = () => phrase('Failed to upload image')

export type ImageUpload = ReturnType<typeof useImageUpload>

export function useImageUpload(onUploaded: (url: string) => void) {
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  const isBusy = useRef(false)

  return {
    /** From 0 to 1; undefined when not uploading. */
    progress,
    error,
    async upload(file: File) {
      if (isBusy.current) return
      isBusy.current = true
      setError(undefined)
      setProgress(0)
      const outcome = await uploadImage(file, setProgress)
      isBusy.current = false
      setProgress(undefined)
      if (outcome.kind === 'uploaded') {
        onUploaded(outcome.url)
        await showToast({ title: phrase('Image uploaded successfully') })
      } else {
        const { reason, failure } = outcome
        setError(reason ?? failure?.message ?? phrase('Failed to upload image. Please try again.'))
        await showToast({ title: phrase('Error'), text: failureText(failure, uploadError()), isError: true })
      }
    },
  }
}

/** `reason` is shown at the field only, `failure` also in the toast. */
type Outcome =
  | { kind: 'uploaded'; url: string }
  | { kind: 'failed'; reason?: string | undefined; failure?: RequestFailure }

const UNAVAILABLE: Outcome = { kind: 'failed', failure: new RequestFailure('unavailable') }
const tooLargeForProxy = (): Outcome => ({
  kind: 'failed',
  reason: phrase('The server does not accept files of this size.'),
})

/** fetch does not report upload progress. */
function uploadImage(file: File, onProgress: (progress: number) => void): Promise<Outcome> {
  if (file.size > MAX_BYTES.image) return Promise.resolve({ kind: 'failed', reason: tooLargeText('image') })
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${IMAGE_UPLOAD_PATH}?name=${encodeURIComponent(file.name)}`)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(toOutcome(request.status, request.response))
    request.onerror = () => resolve({ kind: 'failed', failure: failureWithoutResponse() })
    request.onabort = () => resolve({ kind: 'failed' })
    request.send(file)
  })
}

function toOutcome(status: number, response: { url?: string; message?: string } | null): Outcome {
  if (status === 201 && response?.url) return { kind: 'uploaded', url: response.url }
  if (response?.message === PLEASE_LOG_IN)
    return {
      kind: 'failed',
      reason: phrase(
        'You have been signed out. Open the sign-in page in another tab, sign in, then try again.',
      ),
    }
  // An error page of a proxy.
  if (!response) return status === CONTENT_TOO_LARGE ? tooLargeForProxy() : UNAVAILABLE
  const isExplained = status < 500 || status === INSUFFICIENT_STORAGE
  return { kind: 'failed', reason: isExplained ? response?.message : undefined }
}
