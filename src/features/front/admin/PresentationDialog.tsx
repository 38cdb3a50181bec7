import { useState } from 'react'
import * as z from 'zod'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { ChooseFileDialog } from '#features/media/admin/ChooseFileDialog.tsx'
import { uploadMediaPath, uploadNameOf } from '#features/media/rules/variant.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { type FrontChange, MAX_HEADLINE_CHARACTERS } from '../rules/front.ts'
import type { ShownPlace } from '../rules/place-moves.ts'

/** `image` is the name of an image of the library; both are empty for those of the article. */
const presentationForm = z.object({
  title: z
    .string()
    .trim()
    .max(MAX_HEADLINE_CHARACTERS, {
      error: () => phrase('The headline can have {max} characters at most', { max: MAX_HEADLINE_CHARACTERS }),
    }),
  image: z.string(),
})

type Props = {
  place: ShownPlace
  onChange: (change: FrontChange, announcement: string) => void
  onClose: () => void
}

/** Asks for a headline and an image for the front only. */
export function PresentationDialog({ place, onChange, onClose }: Props) {
  const { ref, key, name, article, pin } = place
  const [isChoosing, setIsChoosing] = useState(false)
  const before = { title: pin?.title ?? '', image: pin?.image ?? '' }
  const { unsent, ...form } = useUnsentForm(presentationForm, {
    name: `presentation:${key}:${pin?.articleId}`,
    defaultValues: before,
  })
  const image = form.watch('image')
  if (!pin) return null
  const { articleId } = pin
  const setImage = (upload: string) => form.setValue('image', upload, { shouldDirty: true })

  const submit = form.handleSubmit((typed) => {
    const { title, image } = presentationForm.parse(typed)
    const at = { place: ref, articleId }
    if (title !== before.title)
      onChange({ kind: 'setHeadline', ...at, title }, phrase('The headline at {name} is changed', { name }))
    if (image !== before.image)
      onChange(
        { kind: 'setImage', ...at, image: image || null },
        phrase('The image at {name} is changed', { name }),
      )
    unsent.end()
    onClose()
  })

  if (isChoosing)
    return (
      <ChooseFileDialog
        onChoose={([chosen]) => {
          setImage(chosen ? (uploadNameOf(chosen.src) ?? '') : '')
          setIsChoosing(false)
        }}
        onClose={() => setIsChoosing(false)}
      />
    )
  return (
    <FormDialog
      title={phrase('Headline and image at {name}', { name })}
      unsent={unsent}
      isChanged={form.formState.isDirty}
      isBusy={false}
      submitLabel={phrase('Apply')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-14 text-muted">
        {phraseParts('For this page only. The article itself stays as it is: “{title}”', {
          title: <bdi key="title">{article?.title}</bdi>,
        })}
      </p>
      <TextArea
        label={phrase('Headline')}
        rows={3}
        dir="auto"
        maxLength={MAX_HEADLINE_CHARACTERS}
        help={phrase('Leave it empty for the headline of the article.')}
        {...form.field('title')}
      />
      <div className="flex flex-col gap-2">
        <p className="text-13 font-semibold">{phrase('Image')}</p>
        {image ? (
          <img
            src={uploadMediaPath({ upload: image, ratio: '3:2', width: 320, format: 'webp' })}
            alt={phrase('For this page')}
            width={320}
            height={213}
            className="aspect-3/2 w-48 bg-wash object-cover"
          />
        ) : (
          <p className="text-14 text-muted">{phrase('The image of the article.')}</p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setIsChoosing(true)}>{phrase('Choose Image')}</Button>
          {image && <Button onClick={() => setImage('')}>{phrase('Use the Article’s Image')}</Button>}
        </div>
      </div>
    </FormDialog>
  )
}
