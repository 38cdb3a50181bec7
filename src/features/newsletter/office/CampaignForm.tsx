import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#ui/office/Button.tsx'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { Select } from '#ui/office/Select.tsx'
import { TextArea } from '#ui/office/TextArea.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { campaignsQuery, sendCampaign, sendTestLetter } from '../campaigns.functions.ts'
import { type CampaignDraft, LONGEST_CONTENT, LONGEST_SUBJECT } from '../rules/campaign.ts'
import { subscriberFiguresQuery } from '../subscribers.functions.ts'
import { LetterPreview } from './LetterPreview.tsx'
import { LETTER_TEMPLATE_WORDS, letterTemplate } from './letter-templates.ts'
import {
  BEGUN_BEFORE,
  CAMPAIGN_FAILURE,
  DRAFT_INCOMPLETE,
  NO_STORIES,
  NOBODY_NOTICE,
  NOBODY_TITLE,
  TEST_FAILURE,
} from './messages.ts'

/** Makes a key under which a draft is sent once, however often it is tried. */
const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`
const fail = (text: string) => void showToast({ title: 'Error', text, isError: true })

type Props = { template: CampaignDraft['template'] | undefined }

/** Writes a letter to all subscribers (spec §2, Send Campaign). @param props.template to begin with */
export function CampaignForm({ template }: Props) {
  const queryClient = useQueryClient()
  const { data } = useQuery(campaignsQuery)
  const active = useQuery(subscriberFiguresQuery).data?.active
  const key = useRef('')
  const [asking, setAsking] = useState<'preview' | 'send'>()
  const blank = letterTemplate(template ?? 'announcement')
  const { register, handleSubmit, getValues, setValue, reset, formState } = useForm<CampaignDraft>({
    defaultValues: blank,
  })
  useEffect(() => {
    if (template) reset(letterTemplate(template))
  }, [template, reset])

  const test = useMutation({
    mutationFn: () => sendTestLetter({ data: getValues() }),
    onSuccess(result) {
      if (result.kind !== 'sent') return fail(NO_STORIES)
      const where = result.transport === 'smtp' ? `Sent to ${result.to}` : 'Written to the outbox folder'
      void showToast({ title: 'Test letter sent', text: where })
    },
    onError: () => fail(TEST_FAILURE),
  })
  const send = useMutation({
    mutationFn() {
      key.current ||= newKey()
      return sendCampaign({ data: { ...getValues(), key: key.current } })
    },
    async onSuccess(result) {
      setAsking(undefined)
      if (result.kind === 'no-stories') return fail(NO_STORIES)
      if (result.kind === 'nobody')
        return void showToast({ title: NOBODY_TITLE, text: NOBODY_NOTICE, isError: true })
      if (result.kind === 'begun-before')
        void showToast({ title: 'This campaign was begun already', text: BEGUN_BEFORE })
      key.current = ''
      reset(letterTemplate('announcement'))
      await queryClient.invalidateQueries({ queryKey: ['admin', 'campaigns'] })
    },
    onError() {
      setAsking(undefined)
      fail(CAMPAIGN_FAILURE)
    },
  })
  const whenComplete = (then: () => void) => handleSubmit(then, () => fail(DRAFT_INCOMPLETE))
  const { errors } = formState
  const isComplete = (text: string) => text.trim() !== '' || DRAFT_INCOMPLETE

  return (
    <form
      noValidate
      onSubmit={whenComplete(() => setAsking('send'))}
      className="flex max-w-160 flex-col gap-4"
    >
      {active === 0 && (
        <div role="status" className="sheet border-caution p-3 text-14">
          <p className="font-semibold text-caution">{NOBODY_TITLE}</p>
          <p className="text-muted">{NOBODY_NOTICE}</p>
        </div>
      )}
      {data?.transport === 'outbox' && (
        <p role="note" className="sheet border-caution p-3 text-14">
          No mail server is set (SMTP_URL), so nothing leaves this machine: letters are written as .eml files
          to the folder “outbox” in the data directory.
        </p>
      )}
      <Select
        label="Template"
        {...register('template', {
          onChange({ target }) {
            const next = letterTemplate(target.value)
            if (!formState.dirtyFields.subject) setValue('subject', next.subject)
            if (!formState.dirtyFields.content) setValue('content', next.content)
          },
        })}
      >
        {LETTER_TEMPLATE_WORDS.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
      <TextField
        label="Subject"
        maxLength={LONGEST_SUBJECT}
        error={errors.subject?.message}
        {...register('subject', { validate: isComplete })}
      />
      <TextArea
        label="Content"
        rows={10}
        maxLength={LONGEST_CONTENT}
        help="Plain text with blank lines between paragraphs, or HTML. A template of stories adds them below."
        error={errors.content?.message}
        {...register('content', { validate: isComplete })}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          disabled={!active}
          isBusy={send.isPending}
          busyText="Sending..."
        >
          Send Campaign
        </Button>
        <Button onClick={whenComplete(() => setAsking('preview'))}>Preview</Button>
        <Button isBusy={test.isPending} busyText="Sending..." onClick={whenComplete(() => test.mutate())}>
          Send a test to myself
        </Button>
      </div>
      {asking === 'preview' && <LetterPreview draft={getValues()} onClose={() => setAsking(undefined)} />}
      <ConfirmDialog
        title={`Send to ${subscribers(active ?? 0)}?`}
        text={`“${getValues('subject').trim()}” goes to everybody who is active now. What has been sent cannot be taken back.`}
        confirmLabel={`Send to ${subscribers(active ?? 0)}`}
        isOpen={asking === 'send'}
        isBusy={send.isPending}
        onConfirm={() => send.mutate()}
        onCancel={() => setAsking(undefined)}
      />
    </form>
  )
}

function subscribers(count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'subscriber' : 'subscribers'}`
}
