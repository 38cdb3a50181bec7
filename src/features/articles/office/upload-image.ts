import { PLEASE_LOG_IN } from '#features/accounts/rules/refusals.ts'

/** What the server takes (features/media/store-upload.server.ts). */
const LONGEST_UPLOAD = 10 * 1024 * 1024

export type UploadOutcome = { kind: 'uploaded'; url: string } | { kind: 'failed'; reason: string | undefined }

/**
 * Uploads an image. That fetch cannot tell how far it is, is why this is an XMLHttpRequest.
 *
 * @param onProgress the share that is sent, from 0 to 1
 */
export function uploadImage(file: File, onProgress: (share: number) => void): Promise<UploadOutcome> {
  if (file.size > LONGEST_UPLOAD)
    return Promise.resolve({ kind: 'failed', reason: 'The image is larger than 10 MB.' })
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/admin/images?name=${encodeURIComponent(file.name)}`)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(outcomeOf(request.status, request.response))
    request.onerror = () => resolve({ kind: 'failed', reason: 'The server cannot be reached.' })
    request.onabort = () => resolve({ kind: 'failed', reason: undefined })
    request.send(file)
  })
}

function outcomeOf(status: number, response: { url?: string; message?: string } | null): UploadOutcome {
  if (status === 201 && response?.url) return { kind: 'uploaded', url: response.url }
  if (response?.message === PLEASE_LOG_IN)
    return { kind: 'failed', reason: 'You have been signed out. Log in in another tab and try again.' }
  return { kind: 'failed', reason: status < 500 ? response?.message : undefined }
}
