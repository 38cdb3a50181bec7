import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { failureText } from '#kernel/failure-text.ts'
import { phrase, phraseParts, plural } from '#kernel/text/phrase.ts'
import { truncateText } from '#kernel/text/text.ts'
import { notInFuture } from '#kernel/time/zoned-time-form.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { DraftOffers } from '#ui/admin/forms/DraftOffers.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import type { StoredDraft } from '#ui/admin/forms/stored-drafts.ts'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { useDrafts } from '#ui/admin/forms/useDrafts.ts'
import { useZodForm } from '#ui/admin/forms/useZodForm.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { campaignsQuery, scheduleCampaignFn, sendCampaign, sendTestEmail } from '../campaigns.functions.ts'
import {
  type CampaignDraft,
  campaignDraftSchema,
  draftIncomplete,
  MAX_CONTENT_LENGTH,
  MAX_PREVIEW_LENGTH,
  MAX_SUBJECT_LENGTH,
  type StoredCampaign,
  storedCampaignSchema,
} from '../rules/campaign.ts'
import {
  alreadyStarted,
  campaignFailure,
  isNothingToSend,
  noRecipientsNotice,
  noRecipientsTitle,
  nothingToSend,
  scheduleFailure,
  testFailure,
} from '../rules/messages.ts'
import { subscriberCountsQuery } from '../subscribers.functions.ts'
import { ArticleField } from './ArticleField.tsx'
import { EmailPreview } from './EmailPreview.tsx'
import { ScheduleCampaignDialog } from './ScheduleCampaignDialog.tsx'
import { templateDescriptions, templateDraft } from './TemplatesTab.tsx'

/** Retries with the same key start one campaign. */
const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`
const fail = (text: string) => void showToast({ title: phrase('Error'), text, isError: true })

type Props = {
  template: CampaignDraft['template'] | undefined
  /** A campaign whose text is to be used again. */
  copied: CampaignDraft | undefined
  onCopied: () => void
}

/** Spec §2, Send Campaign. */
export function CampaignForm({ template, copied, onCopied }: Props) {
  const queryClient = useQueryClient()
  const { data } = useQuery(campaignsQuery)
  const active = useQuery(subscriberCountsQuery).data?.active
  const [key, setKey] = useState(newKey)
  const [dialog, setDialog] = useState<'preview' | 'send' | 'schedule'>()
  const { field, handleSubmit, getValues, setValue, setFocus, reset, watch, formState } = useZodForm(
    campaignDraftSchema,
    {
      defaultValues: templateDraft(template ?? 'announcement'),
    },
  )
  const { subject: isSubjectTyped, content: isContentTyped } = formState.dirtyFields
  const { template: name, article, subject, preview, content } = watch()
  const isChanged = Boolean(isSubjectTyped || isContentTyped || article || preview)
  const drafts = useCampaignDrafts(
    useMemo(
      () => (isChanged ? { form: { template: name, article, subject, preview, content }, key } : null),
      [isChanged, name, article, subject, preview, content, key],
    ),
  )
  function fill(form: CampaignDraft) {
    reset(templateDraft(form.template))
    setValue('article', form.article)
    setValue('preview', form.preview)
    setValue('subject', form.subject, { shouldDirty: true })
    setValue('content', form.content, { shouldDirty: true })
  }
  function restore(draft: StoredDraft<StoredCampaign>) {
    drafts.adopt(draft)
    setKey(draft.key)
    fill(draft.form)
  }
  function adoptCopy(draft: CampaignDraft) {
    setKey(newKey())
    fill(draft)
    onCopied()
    setFocus('subject')
  }
  const isReplacing = copied !== undefined && isChanged
  useEffect(() => {
    if (copied && !isReplacing) adoptCopy(copied)
  })
  useEffect(() => {
    if (template) reset(templateDraft(template))
  }, [template, reset])

  const test = useCancellableMutation({
    mutationFn: () => sendTestEmail({ data: getValues() }),
    onSuccess(result) {
      if (result.kind !== 'sent') return fail(nothingToSend()[result.kind])
      void showToast(
        result.transport === 'smtp'
          ? { title: phrase('Test email sent'), text: phrase('Sent to {to}', { to: result.to }) }
          : {
              title: phrase('Test email saved'),
              text: phrase('This site has no mail server: the email is in its outbox folder.'),
            },
      )
    },
    onError: (error) => showFailure(error, testFailure()),
  })
  const send = useCancellableMutation({
    mutationFn: (_, signal) => sendCampaign({ data: { ...getValues(), key }, signal }),
    async onSuccess(result) {
      setDialog(undefined)
      if (isNothingToSend(result)) return fail(nothingToSend()[result.kind])
      if (result.kind === 'no-recipients')
        return void showToast({ title: noRecipientsTitle(), text: noRecipientsNotice(), isError: true })
      if (result.kind === 'already-started')
        void showToast({ title: phrase('This campaign has already started'), text: alreadyStarted() })
      setKey(newKey())
      reset(templateDraft('announcement'))
      await queryClient.invalidateQueries({ queryKey: ['admin', 'campaigns'] })
    },
    onError(error) {
      setDialog(undefined)
      showFailure(error, campaignFailure())
    },
  })
  const schedule = useCancellableMutation({
    mutationFn: ({ at }: { at: Date; onSent: () => void }, signal) =>
      scheduleCampaignFn({ data: { ...getValues(), key, at: at.toISOString() }, signal }),
    async onSuccess({ kind }, { onSent }) {
      if (kind === 'past') return
      onSent()
      setDialog(undefined)
      void showToast(
        kind === 'scheduled'
          ? { title: phrase('Campaign scheduled'), text: phrase('You can cancel it until it is sent.') }
          : { title: phrase('This campaign has already started'), text: alreadyStarted() },
      )
      setKey(newKey())
      reset(templateDraft('announcement'))
      await queryClient.invalidateQueries({ queryKey: ['admin', 'campaigns'] })
    },
  })
  const whenComplete = (then: () => void) =>
    handleSubmit(then, ({ article }) => fail(article?.message ?? draftIncomplete()))

  return (
    <form
      noValidate
      onSubmit={whenComplete(() => setDialog('send'))}
      className="flex max-w-160 flex-col gap-4"
    >
      <UnsavedChangesGuard
        isChanged={isChanged}
        parameter="tab"
        recovery={phrase('Your campaign stays in this browser. You can restore it when you return.')}
      />
      <DraftOffers drafts={drafts} onRestore={restore} />
      {active === 0 && (
        <div role="status" className="sheet border-caution p-3 text-14">
          <p className="font-semibold text-caution">{noRecipientsTitle()}</p>
          <p className="text-muted">{noRecipientsNotice()}</p>
        </div>
      )}
      {data?.transport === 'outbox' && (
        <p role="note" className="sheet border-caution p-3 text-14">
          {phraseParts('No mail server is configured (SMTP_URL). Emails are saved as .eml files in {code}.', {
            code: <code key="code">DATA_DIR/outbox</code>,
          })}
        </p>
      )}
      <Select
        label={phrase('Template')}
        {...field('template', {
          onChange({ target }) {
            const next = templateDraft(target.value)
            setValue('article', null)
            if (!isSubjectTyped) setValue('subject', next.subject)
            if (!isContentTyped) setValue('content', next.content)
          },
        })}
      >
        {templateDescriptions().map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
      {name === 'article' && (
        <ArticleField
          article={article}
          error={formState.errors.article?.message}
          onChange={(chosen) => {
            setValue('article', chosen, { shouldValidate: true })
            if (!isSubjectTyped) setValue('subject', truncateText(chosen.title, MAX_SUBJECT_LENGTH))
          }}
        />
      )}
      <TextField label={phrase('Subject')} required maxLength={MAX_SUBJECT_LENGTH} {...field('subject')} />
      <TextField
        label={phrase('Preview text')}
        maxLength={MAX_PREVIEW_LENGTH}
        help={
          name === 'article'
            ? phrase('Shown after the subject in inboxes. If empty, inboxes show the article’s standfirst.')
            : phrase('Shown after the subject in inboxes.')
        }
        {...field('preview')}
      />
      <TextArea
        label={name === 'article' ? phrase('Introduction') : phrase('Content')}
        required={name !== 'article'}
        rows={10}
        maxLength={MAX_CONTENT_LENGTH}
        help={phrase(
          'Plain text with blank lines between paragraphs, or HTML. Headlines or the article follow below it.',
        )}
        {...field('content')}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={!active}
          isBusy={send.isPending}
          busyText={phrase('Sending…')}
        >
          {phrase('Send Campaign')}
        </Button>
        <Button onClick={whenComplete(() => setDialog('schedule'))}>{phrase('Send Later…')}</Button>
        <Button onClick={whenComplete(() => setDialog('preview'))}>{phrase('Preview')}</Button>
        <Button
          isBusy={test.isPending}
          busyText={phrase('Sending…')}
          onClick={whenComplete(() => test.mutate())}
        >
          {phrase('Send a Test to Myself')}
        </Button>
      </div>
      {dialog === 'schedule' && (
        <ScheduleCampaignDialog
          isBusy={schedule.isPending}
          error={schedule.error ? failureText(schedule.error, scheduleFailure()) : pastError(schedule.data)}
          onSchedule={(at, onSent) => schedule.mutate({ at, onSent })}
          onClose={() => {
            schedule.cancel()
            setDialog(undefined)
          }}
        />
      )}
      <ConfirmDialog
        title={phrase('Replace what you have written?')}
        text={phrase('The form has unsent text. “{subject}” would replace it.', {
          subject: copied?.subject ?? '',
        })}
        confirmLabel={phrase('Replace')}
        isOpen={isReplacing}
        onConfirm={() => copied && adoptCopy(copied)}
        onCancel={onCopied}
      />
      {dialog === 'preview' && <EmailPreview draft={getValues()} onClose={() => setDialog(undefined)} />}
      <ConfirmDialog
        title={plural(active ?? 0, 'Send to {count} subscriber?', 'Send to {count} subscribers?')}
        text={phrase('“{subject}” will be sent to all active subscribers. This cannot be undone.', {
          subject: getValues('subject').trim(),
        })}
        confirmLabel={plural(active ?? 0, 'Send to {count} subscriber', 'Send to {count} subscribers')}
        isOpen={dialog === 'send'}
        isBusy={send.isPending}
        onConfirm={() => send.mutate()}
        onCancel={() => {
          send.cancel()
          setDialog(undefined)
        }}
      />
    </form>
  )
}

function pastError(result: { kind: string } | undefined): string | undefined {
  return result?.kind === 'past' ? `${notInFuture()}.` : undefined
}

/** Drafts belong to the account that typed them. */
function useCampaignDrafts(changes: StoredCampaign | null) {
  const queryClient = useQueryClient()
  const [owner] = useState(() => queryClient.getQueryData(accountQuery.queryKey)?.id)
  return useDrafts({
    subject: `campaign:${owner}`,
    schema: storedCampaignSchema,
    changes,
    isUsable: ({ form: { article, subject, preview, content } }) =>
      article !== null || [subject, preview, content].some((text) => text.trim() !== ''),
  })
}
