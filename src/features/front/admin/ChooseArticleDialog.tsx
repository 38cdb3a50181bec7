import type { ComponentProps } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Dialog } from '#ui/admin/Dialog.tsx'
import type { ShownPlace } from '../rules/place-moves.ts'
import { CandidateList } from './CandidateList.tsx'

type Props = Omit<ComponentProps<typeof CandidateList>, 'chooseLabel' | 'onDrag'> & {
  place: ShownPlace
  onClose: () => void
}

export function ChooseArticleDialog({ place, onClose, ...list }: Props) {
  return (
    <Dialog
      title={phrase('Choose an article for {name}', { name: place.name })}
      isOpen
      isWide
      onClose={onClose}
    >
      <CandidateList chooseLabel={phrase('Choose')} {...list} />
    </Dialog>
  )
}
