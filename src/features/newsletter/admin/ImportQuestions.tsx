import { useRef, useState } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import type { Decisions, Question } from '../rules/import-plan.ts'

/** `blank`: people whose cell is filled in have left. */
type Answer = { meaning?: 'other' | 'blank' | 'values'; active: Record<string, boolean> }

const meanings = () =>
  [
    { meaning: 'other', label: phrase('It is not about receiving this newsletter') },
    { meaning: 'blank', label: phrase('Whoever has a value in it has unsubscribed') },
    { meaning: 'values', label: phrase('It says who is subscribed') },
  ] as const

type Props = {
  questions: Question[]
  isBusy: boolean
  onDecide: (decisions: Decisions) => void
  onCancel: () => void
}

/** Asks about columns that may be about consent and are not understood. Nothing is preselected. */
export function ImportQuestions({ questions, isBusy, onDecide, onCancel }: Props) {
  const [answers, setAnswers] = useState<Record<string, Answer>>({})
  const [isReminded, setIsReminded] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const answerOf = ({ column }: Question) => answers[column] ?? { active: {} }
  const isDecided = (question: Question) => decisionOf(question, answerOf(question)) !== undefined
  const open = questions.filter((question) => !isDecided(question))
  return (
    <form
      ref={form}
      className="flex flex-col gap-4 text-14"
      onSubmit={(event) => {
        event.preventDefault()
        if (open.length === 0) return onDecide(decisionsOf(questions, answerOf))
        setIsReminded(true)
        form.current?.querySelector<HTMLElement>('[data-open] input:not(:checked)')?.focus()
      }}
    >
      <p>
        {plural(
          questions.length,
          'One column may say who wants this newsletter. Decide what it means: nobody who has opted out may be sent email. Nothing has been imported yet.',
          '{count} columns may say who wants this newsletter. Decide what they mean: nobody who has opted out may be sent email. Nothing has been imported yet.',
        )}
      </p>
      {questions.map((question, index) => (
        <QuestionFields
          key={question.column}
          question={question}
          name={`question-${index}`}
          answer={answerOf(question)}
          isOpen={!isDecided(question)}
          isReminded={isReminded}
          onChange={(answer) => setAnswers({ ...answers, [question.column]: answer })}
        />
      ))}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-rule bg-paper p-4">
        {isReminded && open.length > 0 && (
          <p role="alert" className="min-w-0 flex-1 font-semibold text-danger">
            {plural(open.length, '{count} column still to decide.', '{count} columns still to decide.')}
          </p>
        )}
        <Button onClick={onCancel}>{phrase('Cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={isBusy} busyText={phrase('Reading…')}>
          {phrase('Continue')}
        </Button>
      </div>
    </form>
  )
}

type QuestionProps = {
  question: Question
  name: string
  answer: Answer
  isOpen: boolean
  isReminded: boolean
  onChange: (answer: Answer) => void
}

function QuestionFields({ question, name, answer, isOpen, isReminded, onChange }: QuestionProps) {
  const { column, values, others } = question
  const isMarked = isReminded && isOpen
  return (
    <fieldset
      data-open={isOpen || undefined}
      className={`flex min-w-0 flex-col gap-2 border-s-3 ps-3 ${isMarked ? 'border-danger' : 'border-rule'}`}
    >
      <legend className="float-start w-full pb-1 font-semibold wrap-anywhere">{column}</legend>
      <p className="clear-both text-13 wrap-anywhere text-muted">{summaryOf(question)}</p>
      {meanings().map(({ meaning, label }) => (
        <label key={meaning} className="flex cursor-pointer items-start gap-2 pointer-coarse:py-1">
          <input
            type="radio"
            name={name}
            checked={answer.meaning === meaning}
            onChange={() => onChange({ ...answer, meaning })}
            className="mt-0.5 size-4 shrink-0 accent-ink"
          />
          {label}
        </label>
      ))}
      {answer.meaning === 'values' && (
        <ul
          aria-label={phrase('Values of {column}', { column })}
          className="flex flex-col divide-y divide-rule ps-6"
        >
          {values.map(({ value, count }, index) => (
            <li key={value} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                {value || <span className="text-muted">{phrase('No value')}</span>}{' '}
                <span className="text-muted tabular-nums">({formatNumber(count)})</span>
              </span>
              <span className="flex gap-4">
                {[true, false].map((isActive) => (
                  <label key={String(isActive)} className="flex items-center gap-1.5 pointer-coarse:py-2">
                    <input
                      type="radio"
                      name={`${name}-${index}`}
                      aria-label={`${activeLabel(isActive)}: ${value || phrase('No value')}`}
                      checked={answer.active[value] === isActive}
                      onChange={() =>
                        onChange({ ...answer, active: { ...answer.active, [value]: isActive } })
                      }
                      className="size-4 accent-ink"
                    />
                    {activeLabel(isActive)}
                  </label>
                ))}
              </span>
            </li>
          ))}
          {others > 0 && (
            <li className="py-1 text-muted">
              {plural(
                others,
                '{count} row with other values will be imported as inactive.',
                '{count} rows with other values will be imported as inactive.',
              )}
            </li>
          )}
        </ul>
      )}
    </fieldset>
  )
}

const activeLabel = (isActive: boolean) => (isActive ? phrase('Active') : phrase('Inactive'))

const MAX_SUMMARY = 6

function summaryOf({ values, others }: Question): string {
  const named = values
    .slice(0, MAX_SUMMARY)
    .map(({ value, count }) => `${value ? `“${value}”` : phrase('no value')} (${formatNumber(count)})`)
  return [...named, ...(values.length > MAX_SUMMARY || others > 0 ? ['…'] : [])].join(', ')
}

/** Undefined until everything is decided. */
function decisionOf({ values }: Question, { meaning, active }: Answer): Decisions[string] | undefined {
  if (meaning === 'other') return 'not-consent'
  if (meaning === 'blank') return ['']
  if (meaning === undefined || values.some(({ value }) => active[value] === undefined)) return undefined
  return values.flatMap(({ value }) => (active[value] ? [value] : []))
}

function decisionsOf(questions: Question[], answerOf: (question: Question) => Answer): Decisions {
  return Object.fromEntries(
    questions.map((question) => [question.column, decisionOf(question, answerOf(question)) ?? []]),
  )
}
