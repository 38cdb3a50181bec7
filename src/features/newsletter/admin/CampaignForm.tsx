import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { failureText } from '#kernel/failure-text.ts'
import { formatCount } from '#kernel/format-count.ts'
import { truncateText } from '#kernel/text/text.ts'
import { NOT_IN_FUTURE } from '#kernel/time/zoned-time-form.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'
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
  DRAFT_INCOMPLETE,
  MAX_CONTENT_LENGTH,
  MAX_PREVIEW_LENGTH,
  MAX_SUBJECT_LENGTH,
  type StoredCampaign,
  storedCampaignSchema,
} from '../rules/campaign.ts'
import {
  ALREADY_STARTED,
  CAMPAIGN_FAILURE,
  isNothingToSend,
  NO_RECIPIENTS_NOTICE,
  NO_RECIPIENTS_TITLE,
  NOTHING_TO_SEND,
  SCHEDULE_FAILURE,
  TEST_FAILURE,
} from '../rules/messages.ts'
import { subscriberCountsQuery } from '../subscribers.functions.ts'
import { ArticleField } from './ArticleField.tsx'
import { EmailPreview } from './EmailPreview.tsx'
import { ScheduleCampaignDialog } from './ScheduleCampaignDialog.tsx'
import { TEMPLATE_DESCRIPTIONS, templateDraft } from './TemplatesTab.tsx'

/** Retries with the same key start one campaign. */
const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`
const fail = (text: string) => void showToast({ title: 'Error', text, isError: true })

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
      if (result.kind !== 'sent') return fail(NOTHING_TO_SEND[result.kind])
      void showToast(
        result.transport === 'smtp'
          ? { title: 'Test email sent', text: `Sent to ${result.to}` }
          : {
              title: 'Test email saved',
              text: 'This site has no mail server: the email is in its outbox folder.',
            },
      )
    },
    onError: (error) => showFailure(error, TEST_FAILURE),
  })
  const send = useCancellableMutation({
    mutationFn: (_, signal) => sendCampaign({ data: { ...getValues(), key }, signal }),
    async onSuccess(result) {
      setDialog(undefined)
      if (isNothingToSend(result)) return fail(NOTHING_TO_SEND[result.kind])
      if (result.kind === 'no-recipients')
        return void showToast({ title: NO_RECIPIENTS_TITLE, text: NO_RECIPIENTS_NOTICE, isError: true })
      if (result.kind === 'already-started')
        void showToast({ title: 'This campaign has already started', text: ALREADY_STARTED })
      setKey(newKey())
      reset(templateDraft('announcement'))
      await queryClient.invalidateQueries({ queryKey: ['admin', 'campaigns'] })
    },
    onError(error) {
      setDialog(undefined)
      showFailure(error, CAMPAIGN_FAILURE)
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
          ? { title: 'Campaign scheduled', text: 'You can cancel it until it is sent.' }
          : { title: 'This campaign has already started', text: ALREADY_STARTED },
      )
      setKey(newKey())
      reset(templateDraft('announcement'))
      await queryClient.invalidateQueries({ queryKey: ['admin', 'campaigns'] })
    },
  })
  const whenComplete = (then: () => void) =>
    handleSubmit(then, ({ article }) => fail(article?.message ?? DRAFT_INCOMPLETE))

  return (
    <form
      noValidate
      onSubmit={whenComplete(() => setDialog('send'))}
      className="flex max-w-160 flex-col gap-4"
    >
      <UnsavedChangesGuard
        isChanged={isChanged}
        parameter="tab"
        recovery="Your campaign stays in this browser. You can restore it when you return."
      />
      <DraftOffers drafts={drafts} onRestore={restore} />
      {active === 0 && (
        <div role="status" className="sheet border-caution p-3 text-14">
          <p className="font-semibold text-caution">{NO_RECIPIENTS_TITLE}</p>
          <p className="text-muted">{NO_RECIPIENTS_NOTICE}</p>
        </div>
      )}
      {data?.transport === 'outbox' && (
        <p role="note" className="sheet border-caution p-3 text-14">
          No mail server is configured (SMTP_URL). Emails are saved as .eml files in{' '}
          <code>DATA_DIR/outbox</code>.
        </p>
      )}
      <Select
        label="Template"
        {...field('template', {
          onChange({ target }) {
            const next = templateDraft(target.value)
            setValue('article', null)
            if (!isSubjectTyped) setValue('subject', next.subject)
            if (!isContentTyped) setValue('content', next.content)
          },
        })}
      >
        {TEMPLATE_DESCRIPTIONS.map(({ name, title }) => (
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
      <TextField label="Subject" required maxLength={MAX_SUBJECT_LENGTH} {...field('subject')} />
      <TextField
        label="Preview text"
        maxLength={MAX_PREVIEW_LENGTH}
        help={
          name === 'article'
            ? 'Shown after the subject in inboxes. Without it, the standfirst of the article is shown.'
            : 'Shown after the subject in inboxes.'
        }
        {...field('preview')}
      />
      <TextArea
        label={name === 'article' ? 'Introduction' : 'Content'}
        required={name !== 'article'}
        rows={10}
        maxLength={MAX_CONTENT_LENGTH}
        help="Plain text with blank lines between paragraphs, or HTML. The templates with headlines or an article add them below the text."
        {...field('content')}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={!active}
          isBusy={send.isPending}
          busyText="Sending…"
        >
          Send Campaign
        </Button>
        <Button onClick={whenComplete(() => setDialog('schedule'))}>Send Later…</Button>
        <Button onClick={whenComplete(() => setDialog('preview'))}>Preview</Button>
        <Button isBusy={test.isPending} busyText="Sending…" onClick={whenComplete(() => test.mutate())}>
          Send a Test to Myself
        </Button>
      </div>
      {dialog === 'schedule' && (
        <ScheduleCampaignDialog
          isBusy={schedule.isPending}
          error={schedule.error ? failureText(schedule.error, SCHEDULE_FAILURE) : pastError(schedule.data)}
          onSchedule={(at, onSent) => schedule.mutate({ at, onSent })}
          onClose={() => {
            schedule.cancel()
            setDialog(undefined)
          }}
        />
      )}
      <ConfirmDialog
        title="Replace what you have written?"
        text={`The form has unsent text. “${copied?.subject ?? ''}” would replace it.`}
        confirmLabel="Replace"
        isOpen={isReplacing}
        onConfirm={() => copied && adoptCopy(copied)}
        onCancel={onCopied}
      />
      {dialog === 'preview' && <EmailPreview draft={getValues()} onClose={() => setDialog(undefined)} />}
      <ConfirmDialog
        title={`Send to ${formatCount(active ?? 0, 'subscriber')}?`}
        text={`“${getValues('subject').trim()}” will be sent to all active subscribers. This cannot be undone.`}
        confirmLabel={`Send to ${formatCount(active ?? 0, 'subscriber')}`}
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
  return result?.kind === 'past' ? `${NOT_IN_FUTURE}.` : undefined
}

/** Drafts belong to the account that typed them. */
function useCampaignDrafts(changes: StoredCampaign | null) {
  const queryClient = useQueryClient()
  const [owner] = useState(() => queryClient.getQueryData(accountQuery.queryKey)?.id)
  return useDrafts({
    subject: `campaign:${owner}`,
    schema: storedCampaignSchema,
    changes,
    isUsable: ({ form: { article, subject, content } }) =>
      article !== null || subject.trim() !== '' || content.trim() !== '',
  })
}
