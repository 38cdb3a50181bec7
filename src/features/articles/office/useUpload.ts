import { useRef, useState } from 'react'
import { showToast } from '#ui/toast.ts'
import { uploadImage } from './upload-image.ts'

/** Spec §8. */
const FAILED = 'Failed to upload image'

export type Upload = ReturnType<typeof useUpload>

/** Uploads images one at a time. @param onUploaded is given the address of one that was stored */
export function useUpload(onUploaded: (url: string) => void) {
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const isBusy = useRef(false)

  return {
    /** How much is sent, from 0 to 1; undefined while there is nothing to send. */
    share,
    /** Why the last one was not taken. */
    failure,
    async send(file: File) {
      if (isBusy.current) return
      isBusy.current = true
      setFailure(undefined)
      setShare(0)
      const outcome = await uploadImage(file, setShare)
      isBusy.current = false
      setShare(undefined)
      if (outcome.kind === 'uploaded') {
        onUploaded(outcome.url)
        await showToast({ title: 'Image uploaded successfully' })
      } else {
        setFailure(outcome.reason ?? `${FAILED}. Please try again.`)
        await showToast({ title: 'Error', text: FAILED, isError: true })
      }
    },
  }
}
