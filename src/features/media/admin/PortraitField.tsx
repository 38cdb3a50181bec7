import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FileInput } from '#ui/admin/forms/FileInput.tsx'
import { firstLetter, Portrait } from '#ui/admin/Person.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { deletePortraitFn, portraitDeleteFailure } from '../portrait.functions.ts'
import { MAX_BYTES, tooLargeText } from '../rules/media-kind.ts'
import { CropDialog } from './CropDialog.tsx'

type Chosen = { file: File; image: ImageBitmap }

/** The person's portrait, which colleagues see and readers do not. */
export function PortraitField() {
  const queryClient = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [error, setError] = useState<string>()
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
    return queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
  }
  const removal = useMutation({
    mutationFn: () => deletePortraitFn(),
    onSuccess() {
      void showToast({ title: phrase('Portrait deleted') })
      return refresh()
    },
    onError: (error) => showFailure(error, portraitDeleteFailure()),
  })

  function close() {
    // Frees the memory of its pixels, up to hundreds of megabytes.
    chosen?.image.close()
    setChosen(undefined)
  }

  async function choose(file: File) {
    setError(undefined)
    if (file.size > MAX_BYTES.image) return setError(tooLargeText('image'))
    const image = await createImageBitmap(file).catch(() => undefined)
    if (image) setChosen({ file, image })
    else setError(phrase('This image cannot be read. Choose a JPEG, PNG, WebP, AVIF or GIF file.'))
  }

  if (!account) return null
  const { portraitUrl, fullName } = account
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-13 font-semibold">{phrase('Your portrait')}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid size-16 shrink-0 place-items-center rounded-full bg-ink text-24 font-semibold text-paper">
          <Portrait url={portraitUrl}>
            <span aria-hidden>{firstLetter(fullName)}</span>
          </Portrait>
        </span>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => input.current?.click()}>
            {portraitUrl ? phrase('Change Portrait') : phrase('Choose Portrait')}
          </Button>
          {portraitUrl && (
            <Button
              isBusy={removal.isPending}
              busyText={phrase('Deleting…')}
              onClick={() => removal.mutate()}
            >
              {phrase('Delete Portrait')}
            </Button>
          )}
        </div>
        <FileInput
          ref={input}
          label={phrase('Image file of your portrait')}
          onChoose={(file) => void choose(file)}
        />
      </div>
      <p className="text-13 text-muted">
        {phrase('The newsroom sees it in the list of users and while you write. Readers do not.')}
      </p>
      <p role="alert" className="font-semibold text-danger empty:hidden">
        {error}
      </p>
      {chosen && (
        <CropDialog
          {...chosen}
          onClose={close}
          onSaved={() => {
            close()
            void showToast({ title: phrase('Portrait saved') })
            void refresh()
          }}
        />
      )}
    </fieldset>
  )
}
