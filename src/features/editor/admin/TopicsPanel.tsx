import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { articleTopicsFailure, articleTopicsQuery, changeTopicFn } from '#features/desk/desk.functions.ts'
import { EMPTY_TOPIC, topicForm } from '#features/topics/rules/topic.ts'
import {
  saveTopicFn,
  topicErrors,
  topicNamesQuery,
  topicsFailure,
  topicsQuery,
} from '#features/topics/topics.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { NamePicker } from '#ui/admin/forms/NamePicker.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'

const failure = () => phrase('Failed to change topics')

/** Unlike the text, topics are saved immediately. */
export function TopicsPanel({ id }: { id: string }) {
  const suggestedId = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const query = useQuery(articleTopicsQuery(id))
  const { change, isBusy } = useTopicChange(id)
  const can = useCapability()
  /** The pressed button disappears. */
  const moveFocus = () => addButton.current?.focus()
  return (
    <LoadState query={query} failure={articleTopicsFailure()}>
      {(assigned) => {
        const { topics = [], suggested = [], canChange = false } = assigned ?? {}
        const offered = suggested.filter(({ id }) => id !== null || can('topics.manage'))
        return (
          <>
            {topics.length > 0 ? (
              <ul aria-label={phrase('Topics of this article')} className="flex flex-wrap gap-2">
                {topics.map((topic) => (
                  <li key={topic.id} className="flex min-w-0 items-center border border-rule text-14">
                    <bdi className="min-w-0 py-1 ps-2 pe-2 wrap-anywhere">{topic.name}</bdi>
                    {canChange && (
                      <IconButton
                        label={phrase('Remove {name}', { name: topic.name })}
                        title={phrase('Remove')}
                        Icon={X}
                        isDisabled={isBusy}
                        onClick={() => change({ kind: 'remove-topic', topicId: topic.id }, moveFocus)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="text-14 text-muted">{phrase('No topics')}</p>
            )}
            {offered.length > 0 && (
              <div className="flex flex-col gap-2">
                <p id={suggestedId} className="text-13 text-muted">
                  {phrase('Suggested by the feed')}
                </p>
                <ul aria-labelledby={suggestedId} className="flex flex-wrap gap-2">
                  {offered.map(({ id: topicId, name }) => (
                    <li key={name} className="min-w-0">
                      <Button
                        aria-label={phrase('Add {name}', { name })}
                        isBusy={isBusy}
                        onClick={() =>
                          change(
                            topicId ? { kind: 'add-topic', topicId } : { kind: 'create-topic', name },
                            moveFocus,
                          )
                        }
                      >
                        <Plus aria-hidden size={14} className="shrink-0" />
                        <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                      </Button>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {canChange ? (
              <TopicPicker opener={addButton} assigned={topics} onChange={change} isBusy={isBusy} />
            ) : (
              <p className="text-13 text-muted">
                {phrase('You do not have permission to change the topics.')}
              </p>
            )}
          </>
        )
      }}
    </LoadState>
  )
}

type Change = { kind: 'add-topic' | 'remove-topic'; topicId: string } | { kind: 'create-topic'; name: string }

function useTopicChange(id: string) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    async mutationFn(change: Change): Promise<{ error?: string }> {
      if (change.kind !== 'create-topic') return sendChange({ id, ...change })
      const topicId = crypto.randomUUID()
      const topic = { ...EMPTY_TOPIC, id: topicId, isNew: true, name: change.name }
      const outcome = await saveTopicFn({ data: topic })
      if (outcome.kind === 'saved') return sendChange({ id, kind: 'add-topic', topicId })
      // Somebody else has just created it.
      if (outcome.kind === 'taken') return sendChange({ id, kind: 'add-topic', topicId: outcome.id })
      return { error: `${topicErrors()[outcome.kind]}.` }
    },
    onSuccess: ({ error }) => error && void showToast({ title: failure(), text: error, isError: true }),
    onError: (error) => showFailure(error, failure()),
    // The next change need not wait for the lists to reload.
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })
      void queryClient.invalidateQueries({ queryKey: topicsQuery.queryKey })
    },
  })
  /** @param onChanged called unless the change fails */
  function change(change: Change, onChanged: () => void) {
    if (!isPending) mutate(change, { onSuccess: ({ error }) => error === undefined && onChanged() })
  }
  return { change, isBusy: isPending }
}

async function sendChange(data: { id: string; kind: 'add-topic' | 'remove-topic'; topicId: string }) {
  const outcome = await changeTopicFn({ data })
  if (outcome.kind === 'gone') return { error: phrase('The article no longer exists.') }
  return outcome.kind === 'refused' ? { error: outcome.reasons.join(' ') } : {}
}

type PickerProps = {
  opener: RefObject<HTMLButtonElement | null>
  assigned: readonly { id: string }[]
  onChange: (change: Change, onChanged: () => void) => void
  isBusy: boolean
}

function TopicPicker({ opener, assigned, onChange, isBusy }: PickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, opener])
  if (!isOpen)
    return (
      <div>
        <Button ref={opener} onClick={() => setIsOpen(true)}>
          <Plus aria-hidden size={16} />
          {phrase('Add Topic')}
        </Button>
      </div>
    )
  return (
    <OpenPicker
      assigned={assigned}
      isBusy={isBusy}
      // After a failure, the typed name remains.
      onChoose={(change) => onChange(change, () => setIsOpen(false))}
      onClose={() => setIsOpen(false)}
    />
  )
}

type OpenPickerProps = Pick<PickerProps, 'assigned' | 'isBusy'> & {
  onChoose: (change: Change) => void
  onClose: () => void
}

/** People who manage topics may create the typed one. */
function OpenPicker({ assigned, isBusy, onChoose, onClose }: OpenPickerProps) {
  const can = useCapability()
  const query = useQuery(topicNamesQuery)
  return (
    <NamePicker
      label={phrase('Topic')}
      placeholder={phrase('Topic name')}
      listLabel={phrase('Topics')}
      noneFound={phrase('No topics found')}
      query={query}
      failure={topicsFailure()}
      chosen={assigned}
      newName={can('topics.manage') ? topicForm.shape.name : undefined}
      isSaving={isBusy}
      onChoose={({ id }) => onChoose({ kind: 'add-topic', topicId: id })}
      onCreate={(name) => onChoose({ kind: 'create-topic', name })}
      onClose={onClose}
    />
  )
}
