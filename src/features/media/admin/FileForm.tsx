import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { useUnsentForm } from '#features/accounts/admin/useUnsentForm.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { localDay } from '#kernel/time/zoned-time.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ChangeError } from '#ui/admin/forms/FormNotices.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery } from '#ui/admin/forms/useFormDrafts.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { saveFileFailure, saveFileFn } from '../media.functions.ts'
import { type FileFormInput, fileForm, fileLabels, formatFocalPoint } from '../rules/file-form.ts'
import { canEditFile, hasRightsEnded, type LibraryFileDetail } from '../rules/library-file.ts'
import { kindOf } from '../rules/media-kind.ts'
import { CaptionsField } from './CaptionsField.tsx'
import { FocalPointField } from './FocalPointField.tsx'
import { Player } from './Player.tsx'

const outcomes = () => ({
  gone: phrase('The file no longer exists.'),
  denied: phrase('You can change your own files only.'),
})

/** The texts of a file, and the focal point of an image. Read-only for people who may not change it. */
export function FileForm({ file }: { file: LibraryFileDetail }) {
  const queryClient = useQueryClient()
  const account = useAdmittedAccount()
  const kind = kindOf(file.mime)
  const isReadOnly = !account || !canEditFile(account, { uploadedBy: file.uploadedBy?.id ?? null })
  const { unsent, ...form } = useUnsentForm(fileForm, {
    name: `image:${file.id}`,
    defaultValues: toInput(file),
  })
  const { isDirty } = form.formState
  const { mutate, data, error, isPending } = useCancellableMutation({
    mutationFn: (typed: FileFormInput, signal) => saveFileFn({ data: { id: file.id, form: typed }, signal }),
    onSuccess(outcome, typed) {
      if (outcome.kind !== 'saved') return
      form.reset(typed)
      void queryClient.invalidateQueries({ queryKey: ['admin', 'media'] })
      void showToast({ title: kind === 'image' ? phrase('Image saved') : phrase('File saved') })
    },
  })
  const { reset } = form
  // Somebody else may change the file while it is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the stored file replaces what is shown
  useEffect(() => {
    if (!isDirty) reset(toInput(file))
  }, [file.updatedAt])
  const { isDecorative, focalPoint, rightsEndOn, captions } = form.watch()
  const hasEnded = hasRightsEnded({ rightsEndOn }, localDay(new Date().toISOString()))

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((typed) => {
        if (!isPending) mutate(typed)
      })}
      className="flex flex-col gap-4"
    >
      <UnsavedChangesGuard isChanged={isDirty} parameter="image" recovery={recovery()} />
      <RestoredNotice unsent={unsent} />
      {kind === 'image' ? (
        <FocalPointField
          image={file}
          value={focalPoint}
          isReadOnly={isReadOnly}
          onChange={(value) => form.setValue('focalPoint', value, { shouldDirty: true })}
        />
      ) : (
        <Player key={file.updatedAt} file={file} />
      )}
      <fieldset disabled={isReadOnly} className="flex min-w-0 flex-col gap-4">
        <legend className="sr-only">{phrase('Texts')}</legend>
        {kind === 'image' && (
          <>
            <TextArea
              label={fileLabels().alt}
              rows={2}
              readOnly={isDecorative}
              help={
                isDecorative
                  ? phrase('Screen readers skip this image.')
                  : phrase('What the image shows, for people who do not see it.')
              }
              {...form.field('alt')}
            />
            <Switch
              label={phrase('Decorative')}
              help={phrase('It adds nothing to the text beside it.')}
              {...withoutError(form.field('isDecorative'))}
            />
          </>
        )}
        <TextArea label={fileLabels().caption} rows={3} {...form.field('caption')} />
        <TextField
          label={fileLabels().credit}
          placeholder={phrase('Photographer/Agency')}
          {...form.field('credit')}
        />
        {kind !== 'image' && (
          <>
            {kind === 'video' && (
              <CaptionsField
                value={captions ?? ''}
                onChange={(text) => form.setValue('captions', text, { shouldDirty: true })}
              />
            )}
            <TextArea
              label={phrase('Transcript')}
              rows={6}
              help={phrase('What is said, for people who cannot hear it. Blank lines separate paragraphs.')}
              {...form.field('transcript')}
            />
          </>
        )}
        <TextField
          label={fileLabels().people}
          help={phrase('Separated by commas.')}
          {...form.field('people')}
        />
        <TextField label={fileLabels().keywords} {...form.field('keywords')} />
        <TextField
          label={fileLabels().source}
          help={phrase('An agency, archive or address.')}
          {...form.field('source')}
        />
        <TextArea label={fileLabels().rightsNote} rows={2} {...form.field('rightsNote')} />
        <TextField
          type="date"
          label={phrase('Rights end')}
          max="9999-12-31"
          help={
            hasEnded ? (
              <span className="font-semibold text-danger">
                {phrase('The rights have ended. Do not publish the file.')}
              </span>
            ) : (
              phrase('The last day on which the file may be published.')
            )
          }
          {...form.field('rightsEndOn')}
        />
      </fieldset>
      <ChangeError error={error} text={saveFileFailure()} />
      {data && data.kind !== 'saved' && (
        <p role="alert" className="text-14 font-semibold text-danger">
          {outcomes()[data.kind]}
        </p>
      )}
      {isReadOnly ? (
        <p className="text-13 text-muted">{outcomes().denied}</p>
      ) : (
        <div
          className={`-mx-4 flex flex-wrap gap-2 border-y bg-paper px-4 py-3 ${isDirty ? 'sticky -bottom-4 z-10 border-rule' : 'border-transparent'}`}
        >
          <Button type="submit" variant="primary" isBusy={isPending} busyText={phrase('Saving...')}>
            {kind === 'image' ? phrase('Save Image') : phrase('Save File')}
          </Button>
          {isDirty && <Button onClick={() => form.reset()}>{phrase('Discard Changes')}</Button>}
        </div>
      )}
    </form>
  )
}

function toInput(file: LibraryFileDetail): FileFormInput {
  const { alt, isDecorative, caption, credit, source, people, keywords, rightsNote, rightsEndOn } = file
  const { captions, transcript } = file
  const texts = {
    alt,
    caption,
    credit,
    source,
    people,
    keywords,
    rightsNote,
    rightsEndOn,
    captions,
    transcript,
  }
  return { ...texts, isDecorative, focalPoint: formatFocalPoint(file.focalPoint) }
}

function withoutError<T extends { error: unknown }>({ error: _, ...field }: T): Omit<T, 'error'> {
  return field
}
