import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { type Answer, addChangedForm } from './changed-forms.ts'

type Props = {
  isChanged: boolean
  /** Only a change of this search parameter leaves the form. */
  parameter?: string
  /** Without it, the dialog warns that changes are lost. */
  recovery?: string
}

export function UnsavedChangesGuard({ isChanged, parameter, recovery }: Props) {
  const { history } = useRouter()
  const answerQuestion = useRef<(answer: Answer) => void>(undefined)
  const [question, setQuestion] = useState<{ isLossy: boolean }>()
  const isRecoverable = recovery !== undefined

  useEffect(() => {
    if (!isChanged) return
    const screenOf = ({ pathname, search }: { pathname: string; search: string }) =>
      JSON.stringify([pathname, parameter && new URLSearchParams(search).get(parameter)])
    return addChangedForm(history, {
      isLeft: (from, to) => screenOf(from) !== screenOf(to),
      isRecoverable,
      ask(isLossy) {
        setQuestion({ isLossy })
        return new Promise((resolve) => {
          answerQuestion.current = resolve
        })
      },
    })
  }, [history, isChanged, isRecoverable, parameter])

  // The question disappears with a form that is saved and closed.
  useEffect(() => () => answerQuestion.current?.('closed'), [])

  function decide(answer: Answer) {
    setQuestion(undefined)
    answerQuestion.current?.(answer)
  }

  const isLossy = question?.isLossy ?? !isRecoverable
  return (
    <ConfirmDialog
      title={phrase('Leave without saving?')}
      text={isLossy ? phrase('Your changes on this screen are not saved and would be lost.') : recovery}
      confirmLabel={phrase('Leave')}
      isDangerous={isLossy}
      isOpen={question !== undefined}
      onConfirm={() => decide('leave')}
      onCancel={() => decide('stay')}
    />
  )
}
